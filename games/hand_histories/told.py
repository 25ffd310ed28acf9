"""A finished hand of poker as one player may tell it: the one allow-list that every file of it is made from.

Amounts are in units, of which `units_per_chip` make a chip. Seats count from 0, as in the record. Fields are only ever
added (docs/hand-record.md, Histories).
"""

from __future__ import annotations

from datetime import datetime

import msgspec

FORMAT = 1


class ToldSeat(msgspec.Struct, frozen=True, kw_only=True):
    """A seat that was dealt in."""

    seat: int
    name: str
    stack: int
    """Before blinds."""
    cards: tuple[str, ...] = ()
    """The viewer's own, or those that were shown, perhaps one alone; empty: not for him to know."""
    shown: bool = False
    """Both cards."""
    value: str = ""
    """What these cards make with a complete board, in words; where both were shown, with the board that there is."""
    net: int | None = None
    """Won or lost; None: the hand was not finished."""


class ToldStep(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing that happened.

    `kind`: ``small_blind``, ``big_blind``, ``post``, ``dead_post``, ``fold``, ``check``, ``call``, ``bet``, ``raise``,
    ``returned`` (was not called), ``claim_lost`` (away too long), ``flop``, ``turn``, ``river``, ``showdown``,
    ``shows``, ``mucks``, ``abandoned``; of each pot ``won``, ``splits`` or ``back``; after them ``shows`` again, of one
    card or both, where the winner need not.
    """

    kind: str
    street: str
    """On which: ``preflop``, ``flop``, ``turn`` or ``river``."""
    seat: int = -1
    amount: int = 0
    """Put in, got back or won by this step. Of a bet or raise: by how much what must be matched went up."""
    to: int = 0
    """Of a bet or raise: the seat's total on this street."""
    all_in: bool = False
    auto: bool = False
    """The clock answered."""
    cards: tuple[str, ...] = ()
    """New on the board, or shown."""
    pot: int = -1
    """Which pot is paid out; 0 is the main pot."""


class ToldPot(msgspec.Struct, frozen=True, kw_only=True):
    amount: int
    """Rake included."""
    rake: int
    eligible: tuple[int, ...]


class ToldHand(msgspec.Struct, frozen=True, kw_only=True):
    format: int = FORMAT
    hand_id: str
    number: int
    """The same id as a number, for programs that know only such."""
    game: str
    table: str
    table_seats: int
    match: int
    hand: int
    """In its match, from 1."""
    started_at: datetime
    """UTC."""
    viewer: int
    units_per_chip: int
    small_blind: int
    big_blind: int
    """By rule, whatever was posted."""
    button: int
    small_seat: int
    """-1: nobody posted the small blind."""
    big_seat: int
    seats: tuple[ToldSeat, ...]
    """Ascending."""
    board: tuple[str, ...]
    steps: tuple[ToldStep, ...]
    pots: tuple[ToldPot, ...]
    ending: str
    """``showdown``, ``fold``, ``abandoned``, or ``unfinished``: the match ended in mid-hand."""

    def seat(self, number: int) -> ToldSeat:
        return next(seat for seat in self.seats if seat.seat == number)

    def name(self, number: int) -> str:
        return self.seat(number).name

    def chips(self, units: int) -> str:
        """As files write them: ``1000``, ``12.50``."""
        whole, rest = divmod(units, self.units_per_chip)
        return f"{whole}.{rest * 100 // self.units_per_chip:02}" if rest else str(whole)


class HandFacts(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be known of a hand besides its view: public to those who sat there."""

    hand_id: str
    number: int
    game: str
    table: str
    match: int
    hand: int
    started_at: datetime
    names: tuple[str, ...]
    """By seat, as they were in this hand."""
