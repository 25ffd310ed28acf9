"""What pages on tables, matches and hands share: names of seats, links, ledger lines, filters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from battle21.admin import Section, link, utc
from games.models import Match, Seat, Table
from games.rules.catalog import GAMES
from games.services.postings import hand_of
from wallet import selectors as wallet
from wallet.admin.shown import price, signed, units_text
from wallet.admin.subjects import register_subjects
from wallet.selectors import SettlementLine

SUBJECT = "match:"
"""Subjects of our transfers: "match:<public id of the table>/<number of the match>" (services.settle)."""


def game_title(key: str) -> str:
    """As players know it; the key where the catalogue has no such game any more."""
    row = GAMES.get(key)
    return _(row.title) if row else key


def seat_names(seats: Sequence[Seat]) -> dict[int, str]:
    """Shown names by seat number."""
    return {seat.number: seat.user.display_name if seat.user else _("House bot") for seat in seats}


def names_at(table: Table) -> dict[int, str]:
    return seat_names(list(table.seats.select_related("user")))


def table_link(table: Table) -> str:
    return link(reverse("admin:games_table_change", args=[table.pk]), table.public_id)


def match_link(match: Match) -> str:
    return link(reverse("admin:games_match_change", args=[match.pk]), match.number)


def winners_of(match: Match) -> str:
    names = seat_names(list(match.table.seats.all()))
    return ", ".join(names.get(seat, str(seat)) for seat in match.winners) or "-"


def subject_of(match: Match) -> str:
    return f"{SUBJECT}{match.table.public_id}/{match.number}"


def _table_address(subject: str) -> str:
    return reverse("admin:games_table_of", args=[subject.removeprefix(SUBJECT).partition("/")[0]])


register_subjects(SUBJECT, _table_address)


def ledger_lines(match: Match) -> Section:
    """Everything that moved for the match; adds up to zero, and nothing is left in escrow when it is over."""
    settlement = wallet.settlement(subject_of(match))
    decimals = {code: wallet.decimals_of(code) for code in settlement.totals}
    names: dict[int | None, str] = dict(
        match.table.seats.exclude(user=None).values_list("user_id", "user__display_name")
    )
    totals = _units(settlement.totals)
    return Section(
        _("Ledger lines of the match"),
        (_("Time (UTC)"), _("Transfer"), _("Hand"), _("Account"), _("Whose"), _("Currency"), _("Amount"), _("Units"),
         _("Price used")),
        [_ledger_row(line, names, decimals[line.currency]) for line in settlement.lines],
        after=_("Sum: %(totals)s. Still in escrow: %(left)s.")
        % {"totals": totals, "left": _units(settlement.left)} if settlement.lines else "",
        empty=_("No money has moved."),
    )  # fmt: skip


def _ledger_row(line: SettlementLine, names: dict[int | None, str], decimals: int) -> Sequence[Any]:
    return (
        utc(line.at),
        link(reverse("admin:wallet_transfer_change", args=[line.transfer]), line.kind),
        hand_of(line.part) or _("All"),
        line.account_kind,
        names.get(line.player, line.ref),
        line.currency,
        signed(line.units, decimals),
        units_text(line.units),
        price(line.usd_price),
    )


def _units(sums: Any) -> str:
    return ", ".join(f"{units_text(units)} {currency}" for currency, units in sorted(sums.items())) or "0"


class GameFilter(admin.SimpleListFilter):
    """By the catalogue's titles. `field`: where the key is, seen from the listed model."""

    title = later("game")
    parameter_name = "game"
    field = "game"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(key, _(row.title)) for key, row in GAMES.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(**{self.field: self.value()}) if self.value() else queryset


class GameOfTableFilter(GameFilter):
    field = "table__game"
