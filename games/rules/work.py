"""A table in mid-command: what `flow` and the runtime hand around inside one `step`."""

from __future__ import annotations

from typing import Any, Protocol

from games.rules import clocks
from games.rules.catalog import GAMES
from games.rules.chance import Chance
from games.rules.clocks import State
from games.rules.contracts import Effect, Fact, HandRules, MatchFormat
from games.rules.game import Game


class Deals(Protocol):
    """Where shoes come from: rebuilt from the table's sealed secret and the seeds that the seats brought."""

    def chance(self, state: State, number: int) -> Chance: ...

    def root(self, state: State, number: int) -> str:
        """Hex of the published root over that shoe's salted card positions."""


class Work:
    """A table while one command is applied: the state and what goes with it. Lives inside `step` only."""

    __slots__ = ("at", "deals", "effects", "game", "hand", "match", "state")

    def __init__(self, state: State, at: int, deals: Deals) -> None:
        self.state = state
        self.at = at
        self.deals = deals
        self.game: Game = GAMES[state.game]
        hand, match = self.game.rules(state.version)
        self.hand: HandRules[Any] = hand
        self.match: MatchFormat[Any] = match
        self.effects: tuple[Effect, ...] = ()

    @property
    def chance(self) -> Chance:
        return self.deals.chance(self.state, self.state.deal)

    def tell(self, *facts: Fact) -> None:
        self.state = clocks.told(self.state, *facts)
