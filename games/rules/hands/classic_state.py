"""The state of one hand of Classic Blackjack."""

from __future__ import annotations

from typing import Literal

import msgspec

from games.rules.cards import Card
from games.rules.contracts import Fact

BOTH = (0, 1)
NOBODY = -1
STAKED = 1
"""A hand is played for one value from each seat."""

Ending = Literal["", "showdown", "withdrawn"]


class ClassicHand(msgspec.Struct, frozen=True, kw_only=True, array_like=True):
    """One deal between two seats. Tuples by seat."""

    first: int
    """The seat that acts first and got the first card."""
    actor: int
    """The seat whose turn it is; NOBODY when the hand is over."""
    cards: tuple[tuple[Card, ...], ...]
    first_card: int
    next_card: int
    """Positions in the shoe: of this hand's first card, and of the next one to be dealt."""
    stood: tuple[bool, ...] = (False, False)
    chose: tuple[bool, ...] = (False, False)
    """Who has made a decision himself; the clock may have made others for him."""
    ending: Ending = ""
    winners: tuple[int, ...] = ()
    """Empty until the hand is over; both seats when it is tied."""
    facts: tuple[Fact, ...] = ()
