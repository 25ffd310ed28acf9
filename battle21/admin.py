"""What all read-only pages for staff are made of: nobody adds, changes or deletes there, superusers neither.

Below the fields of a row a page shows sections: tables that no model form could show.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from unfold.admin import ModelAdmin, TabularInline

LINK_CLASSES = "font-medium text-primary-600 underline dark:text-primary-500"


class Section(NamedTuple):
    """A titled table. Cells are plain texts (escaped by the template) or links made by `link`."""

    title: Any
    headers: Sequence[Any] = ()
    rows: Sequence[Sequence[Any]] = ()
    note: Any = ""
    """A sentence above the table."""
    after: Any = ""
    """A sentence or link below it."""
    empty: Any = ""
    """What stands in place of a table without rows."""


def link(url: str, text: object) -> SafeString:
    return format_html('<a href="{}" class="{}">{}</a>', url, LINK_CLASSES, text)


def utc(at: datetime) -> str:
    """To the second, in the zone that logs have: "2026-01-31 23:59:59"."""
    return f"{at.astimezone(UTC):%Y-%m-%d %H:%M:%S}"


class _NobodyWrites:
    """For everybody, whatever their permissions say; who may look needs the model's "view"."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class ReadOnlyAdmin(_NobodyWrites, ModelAdmin):  # type: ignore[misc]
    """Lists and looks. Subclasses name their `fields`, so that nothing is shown by accident."""

    actions = None
    list_per_page = 50
    change_form_outer_after_template = "admin/sections.html"

    def sections(self, request: HttpRequest, obj: Any) -> Sequence[Section]:
        """Tables below the fields of `obj`."""
        return ()

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        context = {"show_save": False, **(extra_context or {})}
        if request.method in ("GET", "HEAD"):
            obj = self.get_object(request, object_id)
            if obj is not None and self.has_view_permission(request, obj):
                context["sections"] = self.sections(request, obj)
        page: HttpResponse = super().change_view(request, object_id, form_url, context)
        return page


class ReadOnlyInline(_NobodyWrites, TabularInline):  # type: ignore[misc]
    extra = 0
    max_num = 0
    can_delete = False
    show_title = False
