"""The service itself: who serves, when nobody did, and whether the ledger stops new hands."""

from __future__ import annotations

from django.contrib import admin

from battle21.admin import ReadOnlyAdmin
from games.models import Hold, Lease, Outage


@admin.register(Lease)
class LeaseAdmin(ReadOnlyAdmin):
    list_display = fields = ("process", "renewed_at")
    ordering = ("-renewed_at",)


@admin.register(Outage)
class OutageAdmin(ReadOnlyAdmin):
    list_display = fields = ("since", "until")
    ordering = ("-since",)


@admin.register(Hold)
class HoldAdmin(ReadOnlyAdmin):
    list_display = fields = ("since", "reason", "lifted_at", "lifted_by")
    ordering = ("-since",)
