"""Matches of House Blackjack in a test: a shoe for each round, as it is dealt (player, dealer, player, dealer, …)."""

from __future__ import annotations

from typing import Any

from games.rules.cards import parse
from games.rules.given import GivenChance
from tests.rules.tables import GivenDeals, Table

HOUSE = "house"
UNUSED = "2c 2c 2c 2c"
"""The shoe that the match itself begins with: no card is ever dealt from it."""

WON = "Th 9c 9d 8c"
"""19 against 17."""
LOST = "Th 9c 8d Tc"
"""18 against 19."""
NATURAL = "Ah 9c Kd Tc"
"""A natural against 19: over with its last card."""


def decks(*rounds: str) -> GivenDeals:
    return GivenDeals(*(GivenChance([parse(code) for code in cards.split()]) for cards in (UNUSED, *rounds)))


def house(*rounds: str, mode: str = "practice", **how: Any) -> Table:
    """Alice's match, begun; each round has its own cards."""
    return Table(decks(*rounds)).start(HOUSE, mode=mode, **how)
