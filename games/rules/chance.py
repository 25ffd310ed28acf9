"""Chance is an argument: where a hand gets its cards, rolls and re-shuffles from.

The rules hold positions and counters only. What lies at a position is asked of a ``Chance``, so the state of
a table never contains a seed or an undealt order. This file is the front door: the protocol, and the names
of what implements it.
"""

from typing import Protocol

from games.rules.cards import Slot
from games.rules.commitments import (
    DEALS_PER_TABLE,
    DealSeedOpening,
    deal_seed,
    deal_seed_opening,
    seed_digest,
    table_commitment,
    verify_deal_seed,
)
from games.rules.dealt import DealtChance, Opening, ReshuffleOpening, verify_opening
from games.rules.given import GivenChance, UnknownChance
from games.rules.transcript import SeatSeed, Transcript, decode_transcript, encode_transcript

__all__ = [
    "DEALS_PER_TABLE",
    "Chance",
    "DealSeedOpening",
    "DealtChance",
    "GivenChance",
    "Opening",
    "ReshuffleOpening",
    "SeatSeed",
    "Transcript",
    "UnknownChance",
    "deal_seed",
    "deal_seed_opening",
    "decode_transcript",
    "encode_transcript",
    "seed_digest",
    "table_commitment",
    "verify_deal_seed",
    "verify_opening",
]


class Chance(Protocol):
    """Everything random in one deal, fixed before its first card and the same each time it is asked."""

    def card(self, position: int) -> Slot:
        """The card at a position of the shoe. Raises IndexError outside it."""

    def roll(self, label: str, counter: int, n: int) -> int:
        """A number uniform in ``range(n)``, fixed by (label, counter, n)."""

    def reshuffle(self, k: int, positions: tuple[int, ...]) -> tuple[int, ...]:
        """The ``k``-th re-shuffle of the deal: these positions in a new order, however listed."""
