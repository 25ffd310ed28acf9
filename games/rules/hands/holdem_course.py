"""The course of a hand of Hold'em, step by step, from its public facts alone: what lay where after each of them.

Histories and replays are made of it. It needs no cards: whose faces somebody may see is for his view to say.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from games.rules.contracts import Fact
from games.rules.hands.holdem_state import BOARD_CARDS, Street, with_item
from games.rules.hands.holdem_view import HoldemView

POSTS = ("small_blind", "big_blind", "post", "dead_post")
SHARES = ("won", "splits", "back")


class Moment(msgspec.Struct, frozen=True, kw_only=True):
    """The table right after a fact. Units and tuples as in `HoldemHand`."""

    fact: Fact
    street: Street
    """Of the cards on the board: a hand that is over stays at its last street."""
    stacks: tuple[int, ...]
    bets: tuple[int, ...]
    """Put in on this street."""
    pot: int
    """Everything that is in and was not paid out yet, bets included."""
    price: int
    """What must be in on this street to stay in."""
    grew: int = 0
    """By how much the fact, a bet or raise, made the price go up."""
    dealt: tuple[int, ...]
    """How many cards each seat has got."""
    out: tuple[int, ...] = ()
    """Seats that have folded or lost their claim, in that order."""
    shown: tuple[int, ...] = ()
    """Seats whose two cards lie open."""
    shown_singly: tuple[tuple[int, int], ...] = ()
    """(seat, number of its card) of those that were shown alone."""
    mucked: tuple[int, ...] = ()
    all_in: tuple[int, ...] = ()

    @property
    def board(self) -> int:
        """How many cards lie on it."""
        return BOARD_CARDS[self.street]


def course_of(view: HoldemView, facts: Iterable[Fact]) -> tuple[Moment, ...]:
    """The course of a hand that a viewer sees at its end, or where it was broken off."""
    stacks = tuple(seat.stack + seat.committed for seat in view.seats)
    return course(stacks, view.big, facts)


def course(stacks: tuple[int, ...], big: int, facts: Iterable[Fact]) -> tuple[Moment, ...]:
    """A moment for each fact of a hand, in order. `stacks`: before the blinds; `big`: the big blind by rule.

    Facts of other subjects (that somebody is away) leave everything as it is.
    """
    none = (0,) * len(stacks)
    moment = Moment(
        fact=Fact(""), street="preflop", stacks=stacks, bets=none, pot=0, price=big, dealt=none
    )  # fmt: skip
    moments = []
    for fact in facts:
        moment = _after(replace(moment, fact=fact, grew=0), big)
        moments.append(moment)
    return tuple(moments)


def _after(moment: Moment, big: int) -> Moment:
    fact = moment.fact
    kind, seat = fact.kind, fact.seat
    if kind in POSTS or kind == "call":
        return _paid(moment, fact.amount, live=kind != "dead_post")
    if kind in ("bet", "raise"):
        grew = fact.amount - moment.price
        return replace(_paid(moment, fact.amount - moment.bets[seat]), price=fact.amount, grew=grew)
    if kind == "returned":
        return _returned(moment, big)
    if kind in ("flop", "turn", "river"):
        street: Street = kind  # type: ignore[assignment]
        return replace(moment, street=street, bets=(0,) * len(moment.bets), price=0)
    if kind in SHARES:
        stacks = with_item(moment.stacks, seat, moment.stacks[seat] + fact.amount)
        return replace(moment, stacks=stacks, pot=moment.pot - fact.amount, bets=(0,) * len(moment.bets))
    return _said(moment)


def _said(moment: Moment) -> Moment:
    """After a fact that moves no chips."""
    fact, seat = moment.fact, moment.fact.seat
    match fact.kind:
        case "dealt":
            return replace(moment, dealt=with_item(moment.dealt, seat, fact.index + 1))
        case "fold" | "claim_lost":
            return replace(moment, out=(*moment.out, seat))
        case "shows":
            return replace(moment, shown=(*moment.shown, seat))
        case "shows_card":
            return replace(moment, shown_singly=(*moment.shown_singly, (seat, fact.index)))
        case "mucks":
            return replace(moment, mucked=(*moment.mucked, seat))
        case "all_in":
            return replace(moment, all_in=(*moment.all_in, seat))
    return moment


def _paid(moment: Moment, units: int, *, live: bool = True) -> Moment:
    seat = moment.fact.seat
    bets = with_item(moment.bets, seat, moment.bets[seat] + units) if live else moment.bets
    stacks = with_item(moment.stacks, seat, moment.stacks[seat] - units)
    return replace(moment, stacks=stacks, bets=bets, pot=moment.pot + units)


def _returned(moment: Moment, big: int) -> Moment:
    """What was not called. Of a claim that was lost while others play on, the price goes back with it."""
    seat, units = moment.fact.seat, moment.fact.amount
    bets = with_item(moment.bets, seat, max(0, moment.bets[seat] - units))
    price = max(bets)
    return replace(
        moment,
        stacks=with_item(moment.stacks, seat, moment.stacks[seat] + units),
        bets=bets,
        pot=moment.pot - units,
        price=max(price, big) if moment.street == "preflop" else price,
    )
