"""The state of one hand of Texas Hold'em, and the chip arithmetic that follows from it (rules.md, Hold'em)."""

from __future__ import annotations

from functools import cache
from typing import Literal

import msgspec

from games.rules.cards import Card
from games.rules.contracts import Fact, Pot

NOBODY = -1
LEAST_SEATS, MOST_SEATS = 2, 6
HOLE_CARDS = 2
BOARD_CARDS = {"preflop": 0, "flop": 3, "turn": 4, "river": 5}
"""How many cards lie on the board while a street is bet."""

Street = Literal["preflop", "flop", "turn", "river", "over"]
Ending = Literal["", "showdown", "fold", "abandoned"]
Claim = Literal["", "in", "folded", "lost"]
"""A seat's claim to the pots. "": not in the hand. "lost": it was away too long."""


class HoldemHand(msgspec.Struct, frozen=True, kw_only=True, array_like=True):
    """One deal between two to six seats. Tuples by seat of the table, in the hand or not.

    Amounts are in units, the smallest amounts there are: whole chips where `chip` is 1, hundredths where it is 100.
    """

    chip: int
    """Units in one chip."""
    rake_bps: int
    """Taken from each pot once a flop is dealt, in hundredths of a percent."""
    button: int
    small_seat: int
    big_seat: int
    big: int
    """The big blind by rule, whatever was posted."""
    street: Street
    actor: int
    """The seat with the decision; NOBODY when the hand is over."""
    claims: tuple[Claim, ...]
    cards: tuple[tuple[Card, ...], ...]
    """Each seat's own two."""
    board: tuple[Card, ...] = ()
    first_card: int
    next_card: int
    """Positions in the shoe: of this hand's first card, and of the next one to be dealt."""
    stacks: tuple[int, ...]
    """Behind, not in a pot."""
    committed: tuple[int, ...]
    """Put in by blinds, bets and calls in this hand, this street's included."""
    dead: tuple[int, ...]
    """Posted besides, as nobody's bet; all of it is in the main pot."""
    bets: tuple[int, ...]
    """Put in on this street."""
    price: int
    """What must be in on this street to stay in."""
    last_raise: int
    """By how much the last full bet or raise went up; at the start of a street the big blind."""
    acted: tuple[bool, ...]
    """Who has acted on this street by choice (a blind is none)."""
    aggressor: int = NOBODY
    """Who bet or raised last on this street."""
    ending: Ending = ""
    shown: tuple[int, ...] = ()
    """Seats whose cards lie open, in the order they were shown."""
    pots: tuple[Pot, ...] = ()
    """Main pot first; empty until the hand is over."""
    facts: tuple[Fact, ...] = ()


def contenders(hand: HoldemHand) -> list[int]:
    """Seats that may still win something, ascending."""
    return [seat for seat, claim in enumerate(hand.claims) if claim == "in"]


def clockwise(hand: HoldemHand, after: int) -> list[int]:
    """Contenders from the left of seat `after` on; that seat itself comes last."""
    claims = hand.claims
    return [seat for seat in ring(len(claims), after) if claims[seat] == "in"]


@cache
def ring(count: int, after: int) -> tuple[int, ...]:
    """All seats of a table of so many from the left of seat `after` on; that seat itself comes last."""
    return tuple((after + 1 + step) % count for step in range(count))


def to_call(hand: HoldemHand, seat: int) -> int:
    """Units the seat must add to stay in, if it has them."""
    return owed(hand.claims, hand.stacks, hand.bets, hand.price, seat)


def owed(
    claims: tuple[Claim, ...], stacks: tuple[int, ...], bets: tuple[int, ...], price: int, seat: int
) -> int:
    """As `to_call`, of a hand in the making.

    Never more than another contender could match: a lone caller of a short blind owes only what that blind holds.
    """
    bet = bets[seat]
    if bet >= price:
        return 0
    if max(bets) < price:  # the big blind was posted short, and nobody has bet
        reach = max(bets[at] + stacks[at] for at, claim in enumerate(claims) if claim == "in" and at != seat)
        return max(0, min(price, reach) - bet)
    return price - bet


def next_to_act(
    claims: tuple[Claim, ...], stacks: tuple[int, ...], bets: tuple[int, ...], acted: tuple[bool, ...],
    price: int, after: int,
) -> int:  # fmt: skip
    """The next seat left of `after` with a decision to make, that seat itself last; NOBODY when the street is over.

    A seat is asked if it owes chips, or if it has not spoken yet and somebody could answer.
    """
    if claims.count("in") == 1:
        return NOBODY
    for seat in ring(len(claims), after):
        if claims[seat] != "in" or not stacks[seat]:
            continue
        if bets[seat] < price and owed(claims, stacks, bets, price, seat):
            return seat
        if not acted[seat] and _others_can_exceed(claims, stacks, bets, bets[seat], seat):
            return seat
    return NOBODY


def _others_can_exceed(
    claims: tuple[Claim, ...], stacks: tuple[int, ...], bets: tuple[int, ...], total: int, seat: int
) -> bool:
    """Whether a contender other than `seat` can come to have more than `total` in on this street."""
    for other, claim in enumerate(claims):
        if claim == "in" and other != seat and stacks[other] and bets[other] + stacks[other] > total:
            return True
    return False


def raise_bounds(hand: HoldemHand, seat: int) -> tuple[int, int] | None:
    """Smallest and greatest total of a bet or raise on this street; None when the seat may make none.

    Whole chips, the smallest rounded up; all chips are always a size, and the only one where they are fewer than a full
    raise. Open to a seat that has not acted on this street, or that faces at least a full raise, be it of several short
    all-ins together (TDA 47); and only where another contender could add something.
    """
    bets, price = hand.bets, hand.price
    high = bets[seat] + hand.stacks[seat]
    if high <= price or (hand.acted[seat] and price - bets[seat] < hand.last_raise):
        return None
    if not _others_can_exceed(hand.claims, hand.stacks, bets, price, seat):
        return None
    low = price + hand.last_raise
    if high <= low:
        return high, high
    return min(-(-low // hand.chip) * hand.chip, high), high


def with_item[T](items: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """The tuple with one item replaced."""
    changed = list(items)
    changed[at] = value
    return tuple(changed)
