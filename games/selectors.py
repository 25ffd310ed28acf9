"""Reads for edges: what a table is, who sits there, who may look."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from django.db.models import Prefetch

from games.errors import refusal
from games.models import Seat, Table
from games.rules.catalog import GAMES
from games.rules.game import Game
from games.services.terms_mark import terms_mark


class Sitter(NamedTuple):
    """Who has a seat, as others may see it."""

    number: int
    player: str
    """Public id; "" for a house bot."""
    name: str
    bot: str


class TableFacts(NamedTuple):
    """What does not change from hand to hand. `invitation` is for those who sit there only."""

    id: int
    public_id: str
    game: str
    mode: str
    status: str
    clock: int
    private: bool
    invitation: str
    commitment: str
    created_by: int
    sitters: tuple[Sitter, ...]
    users: dict[int, int]
    """Seat number by user id."""
    rematch: bool = False
    """Opened for the same players to meet again."""
    stake_cents: int | None = None
    """Each seat's stake in US cents, an estimate's; None: played for nothing. Where every hand is paid for by itself,
    that of one hand."""
    options: Mapping[str, int] = MappingProxyType({})
    """What the creator chose."""
    currencies: tuple[str, ...] = ()
    """In which stakes may be paid here; empty: in all of one family."""
    venue_id: int | None = None
    """Whose face its pages have."""

    @property
    def row(self) -> Game:
        return GAMES[self.game]

    @property
    def seats(self) -> int:
        """How many players the table waits for before its match."""
        return self.row.seats_at(self.options)

    @property
    def seated(self) -> tuple[int | None, ...]:
        """User ids in the order of the seats that are taken; None: a house bot."""
        by_number = {number: user for user, number in self.users.items()}
        return tuple(by_number.get(sitter.number) for sitter in self.sitters)

    @property
    def takes_newcomers(self) -> bool:
        """Whether others than those who have met before may sit down."""
        return not self.rematch or self.row.chooses_seats

    @property
    def terms_mark(self) -> str:
        """What is played here, for who sits down to say that he has seen it."""
        return terms_mark(
            game=self.game,
            mode=self.mode,
            clock=self.clock,
            options=self.options,
            stake_cents=self.stake_cents,
            currencies=self.currencies,
        )

    @property
    def names(self) -> dict[str, str]:
        """Shown names by public id."""
        return {sitter.player: sitter.name for sitter in self.sitters if sitter.player}

    def seat_of(self, user_id: int | None) -> int | None:
        return None if user_id is None else self.users.get(user_id)


def table_facts(public_id: str) -> TableFacts:
    """By the id in its address. Raises AppError("unknown_table")."""
    return _facts(Table.objects.filter(public_id=public_id))


def table_facts_by_id(table_id: int) -> TableFacts:
    return _facts(Table.objects.filter(pk=table_id))


def _facts(tables: Any) -> TableFacts:
    seats = Prefetch("seats", Seat.objects.select_related("user").order_by("number"))
    table = tables.prefetch_related(seats).first()
    if table is None or table.game not in GAMES:
        raise refusal("unknown_table")
    sitters = [
        Sitter(seat.number, seat.user.public_id, seat.user.display_name, "")
        if seat.user
        else Sitter(seat.number, "", "", seat.bot)
        for seat in table.seats.all()
    ]
    return TableFacts(
        id=table.id, public_id=table.public_id, game=table.game, mode=table.mode, status=table.status,
        clock=table.clock, private=table.private, invitation=table.invitation, commitment=table.commitment,
        created_by=table.created_by_id, sitters=tuple(sitters),
        users={seat.user_id: seat.number for seat in table.seats.all() if seat.user_id},
        rematch=table.rematch_of_id is not None, stake_cents=table.stake_cents,
        options=table.options, currencies=tuple(table.currencies), venue_id=table.venue_id,
    )  # fmt: skip


def may_look(facts: TableFacts, user_id: int | None) -> bool:
    """Private tables are for those who sit there; all others may be watched."""
    return not facts.private or facts.seat_of(user_id) is not None
