"""Partners and their API keys: staff make a key, hand it over, revoke it. A key's text is seen once, by who made it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.cache import never_cache
from unfold.admin import ModelAdmin

from battle21.admin import ReadOnlyInline
from players.errors import TooManyKeys
from players.partner_models import SCOPES, Partner, PartnerKey
from players.services import partners

SHOWN_OF_KEY = (
    "visible",
    "name",
    "scopes",
    "created_at",
    "created_by",
    "used_at",
    "revoked_at",
    "revoked_by",
)


class KeyForm(forms.ModelForm):  # type: ignore[type-arg]
    scopes = forms.MultipleChoiceField(
        label=later("May"),
        choices=[(scope, scope) for scope in SCOPES],
        initial=SCOPES,
        widget=forms.CheckboxSelectMultiple,
    )

    class Meta:
        model = PartnerKey
        fields = ("partner", "name", "scopes")

    def clean_partner(self) -> Partner:
        partner: Partner = self.cleaned_data["partner"]
        if partners.has_all_keys(partner):
            raise forms.ValidationError(str(TooManyKeys.message), code=TooManyKeys.code)
        return partner


class RevokeForm(forms.ModelForm):  # type: ignore[type-arg]
    revoke = forms.BooleanField(
        label=later("Revoke"), required=False, help_text=later("It stops working at once, for ever.")
    )

    class Meta:
        model = PartnerKey
        fields = ()


class KeyInline(ReadOnlyInline):
    model = PartnerKey
    fields = readonly_fields = SHOWN_OF_KEY


class _NeverDeleted(ModelAdmin):  # type: ignore[misc]
    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Partner)
class PartnerAdmin(_NeverDeleted):
    actions = None
    list_display = ("name", "public_id", "is_test", "is_active", "created_at")
    list_filter = ("is_test", "is_active")
    search_fields = ("name", "=public_id")
    inlines = (KeyInline,)

    def get_fields(self, request: HttpRequest, obj: Partner | None = None) -> tuple[str, ...]:
        return (
            ("name", "is_test")
            if obj is None
            else ("public_id", "name", "is_test", "is_active", "created_at")
        )

    def get_readonly_fields(self, request: HttpRequest, obj: Partner | None = None) -> tuple[str, ...]:
        """A sandbox stays one: its players and keys are made for that."""
        return () if obj is None else ("public_id", "is_test", "created_at")

    def get_inlines(self, request: HttpRequest, obj: Partner | None) -> tuple[Any, ...]:
        return () if obj is None else self.inlines

    def save_model(self, request: HttpRequest, obj: Partner, form: Any, change: bool) -> None:
        if change:
            partners.change_partner(obj, name=obj.name, is_active=obj.is_active)
        else:
            obj.pk = partners.create_partner(obj.name, is_test=obj.is_test).pk


@admin.register(PartnerKey)
class PartnerKeyAdmin(_NeverDeleted):
    actions = None
    list_display = ("visible", "partner", "name", "created_at", "used_at", "revoked_at")
    list_filter = ("partner", ("revoked_at", admin.EmptyFieldListFilter))
    list_select_related = ("partner",)
    search_fields = ("=visible", "name")

    def get_form(self, request: HttpRequest, obj: PartnerKey | None = None, **kwargs: Any) -> Any:
        return super().get_form(request, obj, **{**kwargs, "form": KeyForm if obj is None else RevokeForm})

    def get_fields(self, request: HttpRequest, obj: PartnerKey | None = None) -> tuple[str, ...]:
        return ("partner", "name", "scopes") if obj is None else ("partner", *SHOWN_OF_KEY, "revoke")

    def get_readonly_fields(self, request: HttpRequest, obj: PartnerKey | None = None) -> tuple[str, ...]:
        """What a key may do is settled when it is made."""
        return () if obj is None else ("partner", *SHOWN_OF_KEY)

    def save_model(self, request: HttpRequest, obj: PartnerKey, form: Any, change: bool) -> None:
        by = request.user.get_username()
        if change:
            if form.cleaned_data["revoke"]:
                partners.revoke_key(obj, by, timezone.now())
            return
        key, text = partners.issue_key(obj.partner, obj.name, by, form.cleaned_data["scopes"])
        obj.pk, obj.visible = key.pk, key.visible
        request.new_key = text  # type: ignore[attr-defined]

    def response_add(
        self, request: HttpRequest, obj: PartnerKey, post_url_continue: str | None = None
    ) -> Any:
        """The one page that shows it. Not by a message: those travel in a cookie."""
        context = {
            **self.admin_site.each_context(request),
            "title": _("The new key"),
            "key": request.new_key,  # type: ignore[attr-defined]
            "opts": self.opts,
        }
        return _uncached(request, context)


@never_cache
def _uncached(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    return TemplateResponse(request, "admin/new_key.html", context)
