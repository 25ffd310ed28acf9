"""Shoes of a table, rebuilt from its sealed secret and the seats' seeds; kept in memory only, by deal."""

from __future__ import annotations

from functools import lru_cache

from games.rules.catalog import GAMES
from games.rules.clocks import State
from games.rules.commitments import deal_seed
from games.rules.dealt import DealtChance, Opening
from games.rules.transcript import SeatSeed, Transcript

DEALS_KEPT = 1_000
"""Shoes in memory, about 23 kB each with their proofs."""


class TableDeals:
    """`games.rules.work.Deals` for one table. Holds its secret: never stored, logged or sent."""

    __slots__ = ("_commitment", "_secret")

    def __init__(self, secret: bytes, commitment: bytes) -> None:
        self._secret = secret
        self._commitment = commitment

    def chance(self, state: State, number: int) -> DealtChance:
        return _deal(self._secret, transcript_of(state, number, self._commitment))

    def root(self, state: State, number: int) -> str:
        return self.chance(state, number).root.hex()

    def opening(self, state: State, position: int) -> Opening:
        """The proof of one dealt card, for a viewer whose view shows it."""
        return self.chance(state, state.deal).opening(position)


def transcript_of(state: State, number: int, commitment: bytes) -> Transcript:
    """What deal `number` is made for; public to the seats once all seeds are in."""
    seats = tuple(SeatSeed(c.seat, c.player, bytes.fromhex(c.seed)) for c in state.contributions)
    hands, _ = GAMES[state.game].rules(state.version)
    return Transcript(
        game=state.game,
        table=state.table,
        commitment=commitment,
        match=state.match_number,
        deal=number,
        decks=hands.shoe.decks,
        seats=seats,
    )


@lru_cache(maxsize=DEALS_KEPT)
def _deal(secret: bytes, transcript: Transcript) -> DealtChance:
    return DealtChance.of(deal_seed(secret, transcript.deal), transcript)
