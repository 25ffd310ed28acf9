"""Matches one has played, as their pages show them: reads only, each from the asker's own seat."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Count, Prefetch, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from games.errors import refusal
from games.models import Match, Seat, Table
from games.money import dollars
from games.rules.catalog import GAMES
from games.rules.game import Game
from games.terms import company

PAGE = 30
"""Matches on one page."""
PLAYED = (Table.Status.PLAYING, Table.Status.OVER)
NOBODY_WON = {
    "mutual": later("Nobody came back in time"),
    "void": later("Called off"),
    "dropped": later("Did not begin"),
    "not_funded": later("Did not begin: a stake was not paid in"),
    "hands": later("Both have won as many hands"),
    "left": later("Ended between two hands: a player left"),
    "away": later("Ended between two hands: a player did not come back"),
    "no_quote": later("Ended between two hands: there was no up-to-date price"),
    "deserted": later("All players left"),
    "closed": later("Ended between two hands: no further one could be staked"),
}


class MatchRow(NamedTuple):
    """One match in a list, seen from `seat` (None: staff who did not sit there)."""

    public_id: str
    game: Game
    mode: str
    mode_name: str
    names: tuple[str, ...]
    """By seat; "" is a house bot."""
    seat: int | None
    created_at: datetime
    live: bool
    won: bool | None
    """None: nobody has won, or it is still played."""
    result: str
    stake: str
    currency: str
    hands: int

    @property
    def others(self) -> tuple[str, ...]:
        return company(name for number, name in enumerate(self.names) if number != self.seat)


def matches_of(user_id: int, page: int) -> tuple[list[MatchRow], bool]:
    """A page of one's matches, newest first, and whether there are more."""
    first = (page - 1) * PAGE
    mine = Seat.objects.filter(user_id=user_id).values("table_id")
    tables = _tables().filter(pk__in=mine, status__in=PLAYED).order_by("-created_at", "-pk")
    found = list(tables[first : first + PAGE + 1])
    return [match_row(table, user_id) for table in found[:PAGE]], len(found) > PAGE


def match_for(public_id: str, user: Any) -> tuple[Table, MatchRow]:
    """For those who sat there, and staff. Raises AppError("unknown_table")."""
    table = _tables().filter(public_id=public_id, status__in=PLAYED).first()
    if table is None:
        raise refusal("unknown_table")
    row = match_row(table, user.pk)
    if row.seat is None and not user.is_staff:
        raise refusal("unknown_table")
    return table, row


def subjects_of(table: Table) -> list[str]:
    """What the ledger calls the matches of a table."""
    return [f"match:{table.public_id}/{match.number}" for match in table.matches.all()]


def rows_by_subject(subjects: Iterable[str], user_id: int) -> dict[str, MatchRow]:
    """The matches that transfers were made for; subjects of other things are left out."""
    of = _tables_by_subject(subjects)
    known = {
        table.public_id: match_row(table, user_id)
        for table in _tables().filter(public_id__in=set(of.values()))
    }
    return {subject: known[public_id] for subject, public_id in of.items() if public_id in known}


def subjects_at(public_id: str, user_id: int) -> list[str]:
    """What the ledger calls the matches of a table; none for who did not sit there."""
    table = Table.objects.filter(public_id=public_id, seats__user_id=user_id).first()
    return [] if table is None else subjects_of(table)


def of_game(subjects: Iterable[str], game: str) -> set[str]:
    """Those of these subjects whose matches were of that game."""
    of = _tables_by_subject(subjects)
    tables = Table.objects.filter(game=game, public_id__in=set(of.values()))
    known = set(tables.values_list("public_id", flat=True))
    return {subject for subject, public_id in of.items() if public_id in known}


def match_row(table: Table, user_id: int) -> MatchRow:
    seats = list(table.seats.all())
    own = next((seat for seat in seats if seat.user_id == user_id), None)
    matches = list(table.matches.all())
    names = tuple(seat.user.display_name if seat.user else "" for seat in seats)
    number = None if own is None else own.number
    won, result = _result(table, matches[-1] if matches else None, number, names)
    return MatchRow(
        public_id=table.public_id,
        game=GAMES[table.game],
        mode=table.mode,
        mode_name=table.get_mode_display(),
        names=names,
        seat=number,
        created_at=table.created_at,
        live=table.status == Table.Status.PLAYING,
        won=won,
        result=result,
        stake="" if table.stake_cents is None else dollars(table.stake_cents),
        currency="" if own is None else ", ".join(own.consent) or own.currency,
        hands=getattr(table, "hand_count", 0),
    )


def _tables_by_subject(subjects: Iterable[str]) -> dict[str, str]:
    """Public id of the table that each subject was played at."""
    return {subject: subject.removeprefix("match:").partition("/")[0] for subject in subjects if subject}


def _tables() -> QuerySet[Table]:
    seats = Prefetch("seats", Seat.objects.select_related("user").order_by("number"))
    matches = Prefetch("matches", Match.objects.order_by("number"))
    tables = Table.objects.filter(game__in=GAMES).prefetch_related(seats, matches)
    return tables.annotate(hand_count=Count("hands"))


def _result(
    table: Table, match: Match | None, seat: int | None, names: tuple[str, ...]
) -> tuple[bool | None, str]:
    if table.status == Table.Status.PLAYING:
        return None, _("Being played")
    if match is not None and match.reason == "left" and GAMES[table.game].alone:
        return None, _("Left")
    if match is not None and match.reason == "hands" and GAMES[table.game].alone:
        return None, _("All rounds played")
    if match is None or not match.winners:
        words = NOBODY_WON.get(match.reason if match else "dropped", later("Nobody won"))
        return None, str(words)
    if seat is None:
        winners = ", ".join(names[number] or _("House bot") for number in match.winners)
        return None, _("Won by %(names)s") % {"names": winners}
    return (True, _("You won")) if seat in match.winners else (False, _("You lost"))
