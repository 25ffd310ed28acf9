"""Shoes of a table, rebuilt from its sealed secret and the seats' seeds; kept in memory only, by deal."""

from __future__ import annotations

from functools import lru_cache

from games.rules.catalog import GAMES
from games.rules.clocks import State
from games.rules.commitments import deal_seed
from games.rules.dealt import DealtChance, Opening
from games.rules.state import Contribution
from games.rules.transcript import SeatSeed, Transcript

DEALS_KEPT = 1_000
"""Shoes in memory, about 23 kB each with their proofs."""
OPENINGS_KEPT = 1_000
"""Proofs that may be asked for once more, about 1 kB each."""


class TableDeals:
    """`games.rules.work.Deals` for one table. Holds its secret: never stored, logged or sent."""

    __slots__ = ("_commitment", "_secret")

    def __init__(self, secret: bytes, commitment: bytes) -> None:
        self._secret = secret
        self._commitment = commitment

    def chance(self, state: State, number: int) -> DealtChance:
        made_for = (state.game, state.version, state.table, state.match_number, number, state.contributions)
        return _deal(self._secret, self._commitment, *made_for)

    def root(self, state: State, number: int) -> str:
        return self.chance(state, number).root.hex()

    def opening(self, state: State, position: int) -> Opening:
        """The proof of one dealt card, for a viewer whose view shows it."""
        return _opening(self.chance(state, state.deal), position)


@lru_cache(maxsize=DEALS_KEPT)
def _deal(
    secret: bytes, commitment: bytes, game: str, version: int, table: str, match: int, number: int,
    contributions: tuple[Contribution, ...],
) -> DealtChance:  # fmt: skip
    """Deal `number`. All it is made for, besides the secret, is public to the seats once all seeds are in."""
    hands, _ = GAMES[game].rules(version)
    transcript = Transcript(
        game=game,
        table=table,
        commitment=commitment,
        match=match,
        deal=number,
        decks=hands.shoe.decks,
        seats=tuple(SeatSeed(c.seat, c.player, bytes.fromhex(c.seed)) for c in contributions),
    )
    return DealtChance.of(deal_seed(secret, number), transcript)


@lru_cache(maxsize=OPENINGS_KEPT)
def _opening(chance: DealtChance, position: int) -> Opening:
    """Cards in common are proven to each seat at the same moment. Who may see one is for the caller to know."""
    return chance.opening(position)
