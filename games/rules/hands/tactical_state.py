"""The state of one Tactical hand, and the chip arithmetic that follows from it."""

from __future__ import annotations

from typing import Literal

import msgspec

from games.rules.cards import Card
from games.rules.contracts import Fact

SEATS = 2
SMALLEST_BET = 10
"""Chips a bet puts in, or a raise adds to the call, at least (seed 000, Betting)."""

NOBODY = -1

Stage = Literal["betting", "cards", "over"]
Ending = Literal["", "showdown", "fold"]


class TacticalHand(msgspec.Struct, frozen=True, kw_only=True, array_like=True):
    """One deal between two seats. Tuples by seat; amounts in match chips."""

    button: int
    stage: Stage
    actor: int
    """The seat with the decision; NOBODY when the hand is over."""
    final_betting: bool = False
    """Both passed in the same card round: after this betting round the cards are shown."""
    cards: tuple[tuple[Card, ...], ...]
    first_card: int
    next_card: int
    """Positions in the shoe: of this hand's first card, and of the next one to be dealt."""
    stacks: tuple[int, ...]
    """Chips behind, not in the pot."""
    committed: tuple[int, ...]
    """Chips put into the pot in this hand, this betting round's included."""
    bets: tuple[int, ...] = (0, 0)
    """Chips put in during this betting round; outside of one 0."""
    passed: tuple[bool, ...] = (False, False)
    """Who has passed in this card round; outside of one nobody."""
    ending: Ending = ""
    shares: tuple[int, ...] = ()
    """Chips received from the pot; empty until the hand is over."""
    facts: tuple[Fact, ...] = ()


def other_seat(seat: int) -> int:
    return 1 - seat


def owed(hand: TacticalHand, seat: int) -> int:
    """Chips the seat must add to match the other's bet; 0 when it faces none."""
    bets = hand.bets
    return max(0, bets[1 - seat] - bets[seat])


def is_all_in(hand: TacticalHand) -> bool:
    """Whether a player has no chips left. Between betting rounds that ends all betting of the hand."""
    return 0 in hand.stacks


def bet_bounds(hand: TacticalHand, seat: int) -> tuple[int, int] | None:
    """Smallest and greatest total of a bet or raise in this betting round; None when none is possible.

    The greatest is what the other can still match, so nothing uncalled ever lies in a pot that is shown down.
    Where less than the smallest step is left, that rest is the only size.
    """
    bets, stacks = hand.bets, hand.stacks
    to_match = bets[1 - seat]
    high = min(bets[seat] + stacks[seat], to_match + stacks[1 - seat])
    if high <= to_match:
        return None
    return min(to_match + SMALLEST_BET, high), high
