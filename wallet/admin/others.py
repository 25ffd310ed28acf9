"""What surrounds the ledger: currencies, quotes, proofs, and what players may do with money."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from battle21.admin import ReadOnlyAdmin, Section
from wallet.admin.shown import price
from wallet.models import ClosedDay, Currency, LedgerCheck, PlayerGate, PriceSource, Quote


@admin.register(Currency)
class CurrencyAdmin(ReadOnlyAdmin):
    list_display = fields = ("code", "name", "decimals", "family", "enabled", "shown_order")
    list_filter = ("family", "enabled")


@admin.register(Quote)
class QuoteAdmin(ReadOnlyAdmin):
    list_display = fields = ("id", "currency", "price_shown", "source", "fetched_at", "expires_at")
    list_filter = ("currency", "source", "fetched_at")
    list_select_related = ("currency",)
    ordering = ("-id",)

    @admin.display(description=_("USD for one coin"), ordering="usd_price")
    def price_shown(self, quote: Quote) -> str:
        return price(quote.usd_price)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Sequence[str]:
        return self.fields


@admin.register(PriceSource)
class PriceSourceAdmin(ReadOnlyAdmin):
    """How each exchange answers. Sources are switched by `manage.py currency` (docs/operations.md, Prices)."""

    list_display = (
        "currency",
        "exchange",
        "enabled",
        "price_shown",
        "answered_at",
        "off_shown",
        "fault",
        "fault_at",
    )
    list_filter = ("exchange", "currency", "enabled")
    ordering = ("currency__shown_order", "exchange")
    fields = (
        "currency", "exchange", "symbol", "enabled", "price_shown", "asked_at", "answered_at", "off_shown", "fault",
        "fault_at", "rest_until",
    )  # fmt: skip

    @admin.display(description=_("USD for one coin"), ordering="usd_price")
    def price_shown(self, source: PriceSource) -> str:
        return price(source.usd_price) or "-"

    @admin.display(description=_("Off the median"), ordering="off_bps")
    def off_shown(self, source: PriceSource) -> str:
        return "-" if source.off_bps is None else f"{source.off_bps // 100}.{source.off_bps % 100:02d} %"

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Sequence[str]:
        return self.fields


@admin.register(PlayerGate)
class PlayerGateAdmin(ReadOnlyAdmin):
    list_display = fields = (
        "player", "frozen", "excluded", "reason", "changed_by", "in_review", "review_reason", "review_by", "changed_at",
    )  # fmt: skip
    list_filter = ("frozen", "in_review", "excluded")
    list_select_related = ("player",)
    search_fields = ("=player__public_id", "player__display_name", "=player__username")
    ordering = ("-changed_at",)


@admin.register(ClosedDay)
class ClosedDayAdmin(ReadOnlyAdmin):
    list_display = ("day", "transfers", "entries", "hex", "closed_at")
    ordering = ("-day",)
    fields = ("day", "transfers", "entries", "hex", "closed_at")

    @admin.display(description=_("SHA-256, chained to the day before"))
    def hex(self, closed: ClosedDay) -> str:
        return closed.hex

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Sequence[str]:
        return self.fields


@admin.register(LedgerCheck)
class LedgerCheckAdmin(ReadOnlyAdmin):
    list_display = ("started_at", "ok", "number_of_faults", "entries", "milliseconds")
    list_filter = ("ok", "started_at")
    ordering = ("-started_at",)
    fields = ("started_at", "ended_at", "ok", "transfers", "entries", "milliseconds")

    @admin.display(description=_("Faults"))
    def number_of_faults(self, check: LedgerCheck) -> int:
        return sum(len(fault["found"]) for fault in check.faults)

    @admin.display(description=_("Transfers checked"))
    def transfers(self, check: LedgerCheck) -> Any:
        return check.figures.get("transfers", "-")

    @admin.display(description=_("Entries checked"))
    def entries(self, check: LedgerCheck) -> Any:
        return check.figures.get("entries", "-")

    @admin.display(description=_("Took (ms)"))
    def milliseconds(self, check: LedgerCheck) -> Any:
        return check.figures.get("ms", "-")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Sequence[str]:
        return self.fields

    def sections(self, request: HttpRequest, obj: LedgerCheck) -> Sequence[Section]:
        rows = [
            (fault["invariant"], fault["sentence"], found) for fault in obj.faults for found in fault["found"]
        ]
        headers = (_("Invariant"), _("What must hold"), _("Where it does not"))
        return (Section(_("Faults"), headers, rows, empty=_("Nothing is wrong.")),)
