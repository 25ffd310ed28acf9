"""A few numbers for the admin's front page; each links to the list it counts."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from battle21.admin import utc
from games.models import Hand, Table, TableState
from games.services import both_away, holds
from wallet.models import LedgerCheck


class Figure(NamedTuple):
    title: str
    value: str
    url: str
    alarm: bool = False


def add_numbers(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """Unfold's dashboard callback. Who may not see a list is not told its length."""
    figures: list[Figure] = []
    if request.user.has_perm("games.view_table"):
        figures += _tables()
    if request.user.has_perm("games.view_match"):
        figures.append(_both_away())
    if request.user.has_perm("wallet.view_ledgercheck"):
        figures.append(_ledger())
    if request.user.has_perm("games.view_hand"):
        figures += _hands()
    return {**context, "figures": figures}


def _tables() -> list[Figure]:
    tables = reverse("admin:games_table_changelist")
    playing = Table.objects.filter(status=Table.Status.PLAYING).count()
    halted = TableState.objects.filter(halted_at__isnull=False, live=True).count()
    return [
        Figure(_("Tables in play"), str(playing), f"{tables}?status__exact={Table.Status.PLAYING}"),
        Figure(_("Halted tables"), str(halted), f"{tables}?halted=yes", alarm=halted > 0),
    ]


def _both_away() -> Figure:
    again = len(both_away.repeated())
    matches = reverse("admin:games_match_changelist")
    return Figure(
        _("Matches both players stayed away from, again"),
        str(again),
        f"{matches}?both_away=again",
        alarm=again > 0,
    )


def _ledger() -> Figure:
    last = LedgerCheck.objects.order_by("-started_at").first()
    held = holds.in_force()
    if last is None:
        value = _("never")
    else:
        when = utc(last.started_at)
        value = (_("right, %(when)s") if last.ok else _("WRONG, %(when)s")) % {"when": when}
    if held:
        value = _("%(result)s; no new hands are dealt") % {"result": value}
    wrong = held or (last is not None and not last.ok)
    return Figure(_("Last ledger check"), value, reverse("admin:wallet_ledgercheck_changelist"), alarm=wrong)


def _hands() -> list[Figure]:
    hands = reverse("admin:games_hand_changelist")
    waiting = Hand.objects.filter(verified_at__isnull=True, fault="").count()
    faulty = Hand.objects.exclude(fault="").count()
    return [
        Figure(_("Hands not replayed yet"), str(waiting), f"{hands}?replay=waiting"),
        Figure(_("Hands whose replay differs"), str(faulty), f"{hands}?replay=differs", alarm=faulty > 0),
    ]
