"""Players as staff see them: who they are, whether they may log in. Never passwords or second factors."""

from __future__ import annotations

from typing import Any

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.models import Group
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin

from players import services
from players.models import User

# Sealed secrets, session keys: nothing for staff to read or change.
admin.site.unregister([Authenticator, UserSession, Group])

FOR_SUPERUSERS = ("is_staff", "is_superuser")


@admin.register(User)
class UserAdmin(ModelAdmin):  # type: ignore[misc]
    list_display = (
        "display_name",
        "username",
        "email",
        "is_guest",
        "is_staff",
        "is_active",
        "last_active_at",
    )
    list_filter = ("is_guest", "is_staff", "is_active", "is_demo")
    search_fields = ("=public_id", "display_name", "username", "email")
    ordering = ("-date_joined",)
    fieldsets = (
        (None, {"fields": ("public_id", "display_name", "username", "email")}),
        (_("Access"), {"fields": ("is_active", "is_staff", "is_superuser", "is_guest", "is_demo")}),
        (_("Times"), {"fields": ("date_joined", "last_login", "last_active_at")}),
        (
            _("Preferences"),
            {"fields": ("theme", "four_colour", "faces", "motion", "sound", "volume", "language")},
        ),
    )

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> list[str]:
        fields = [name for _title, options in self.fieldsets for name in options["fields"]]
        editable = {"display_name", "is_active"}
        if request.user.is_superuser:
            editable.update(FOR_SUPERUSERS)
        return [name for name in fields if name not in editable]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        services.update_by_staff(obj, form.changed_data)


@admin.register(Group)
class GroupAdmin(ModelAdmin):  # type: ignore[misc]
    search_fields = ("name",)
    filter_horizontal = ("permissions",)


# Partners and keys are in a file of their own; the admin looks for this one.
from players import partner_admin as partner_admin  # noqa: E402
