"""The state of one round of House Blackjack. All amounts are half-chips: two of them are one chip."""

from __future__ import annotations

from typing import Literal

import msgspec

from games.rules.cards import TARGET, Card, blackjack_value, hand_totals
from games.rules.contracts import Fact, Line

HALVES = 2
"""Half-chips in one chip: a natural on an odd bet and insurance on one pay half a chip (seed 001)."""
PLAYER = 0
"""The only seat."""
NOBODY = -1
"""As `active`: no player hand is in play."""
TWO = 2
"""Cards of a hand as it is dealt."""
TEN = 10
ACE = 11

Ending = Literal["", "natural", "dealer_natural", "bust", "showdown", "forfeit"]


class PlayerHand(msgspec.Struct, frozen=True, array_like=True):
    """One player hand with its own bet; a split makes two of them."""

    cards: tuple[Card, ...]
    bet: int
    doubled: bool = False


class HouseHand(msgspec.Struct, frozen=True, kw_only=True, array_like=True):
    """One round of one player against the dealer."""

    hands: tuple[PlayerHand, ...]
    dealer: tuple[Card, ...]
    """The up card, then the hole card, then what the dealer drew."""
    active: int
    """The player hand in play, 0 or 1; NOBODY during the insurance question and when the round is over."""
    asks_insurance: bool
    insurance: int = 0
    """Staked on insurance; 0: none."""
    bankroll: int
    """What the player could still bring after the first bet, when the round began."""
    drawn: int = 0
    """What the round has taken from the bankroll so far: insurance, split, doubles."""
    first_card: int
    next_card: int
    """Positions in the shoe: of this round's first card, and of the next one to be dealt."""
    ending: Ending = ""
    lines: tuple[Line, ...] = ()
    """What each bet returned; empty until the round is over."""
    facts: tuple[Fact, ...] = ()


def total(cards: tuple[Card, ...]) -> int:
    """The best value: an ace 11 where that does not pass 21."""
    return hand_totals([card.face for card in cards])[1]


def is_natural(cards: tuple[Card, ...]) -> bool:
    """An ace and a ten-value card, nothing else. Whether the hand was split is for the caller to know."""
    if len(cards) != TWO:
        return False
    one, other = cards
    return blackjack_value(one.face) + blackjack_value(other.face) == TARGET
