"""What a row of the catalogue says about a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

import msgspec

from games.rules.actions import Action, Legal
from games.rules.contracts import HandRules, MatchFormat

SECOND = 1_000
SEATS = "seats"
"""Option of games that several numbers of players can play: how many seats a table has."""

Policy = Callable[[Any, Legal, Callable[[int], int]], Action]
"""A bot: (its seat's hand view, legal actions, roll) -> action. `roll(n)` is uniform in range(n)."""


UNLIMITED = -1
"""As a budget of time away: there is none to use up."""


class Absence(msgspec.Struct, frozen=True, kw_only=True):
    """What happens while a player is away (`rules.md`, Disconnects)."""

    pauses: bool
    """Everything stands still while anyone is away."""
    budget_ms: int
    """Time away per player and match, used up across absences; UNLIMITED: as much as one likes."""
    least_ms: int = 0
    """An absence that begins while somebody else is away has at least this long."""
    then: Literal["forfeit", "withdraw"] = "forfeit"
    """At the end of the budget: the match is decided, or only this seat is out of it."""
    per_hand: bool = False
    """Each hand brings a new budget; one that is used up between hands ends the match at once."""
    hand_ms: int = 0
    """So long in a row, or until the absent seat's own decision runs out, and it has lost the hand in play, if its
    part in that is not decided; and it is in no new one. 0: an absence costs no hand. Not in practice."""
    least_present: int = 0
    """No hand starts while fewer of its seats are connected. Not in practice."""


class OptionSpec(msgspec.Struct, frozen=True, kw_only=True):
    """One option of a table, a whole number; forms, API and checks are made from it."""

    key: str
    label: str
    default: int
    choices: tuple[int, ...]


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """One product: hand rules × match format, with its timers. Times in ms."""

    key: str
    title: str
    summary: str
    hand: HandRules[Any]
    format: MatchFormat[Any]
    version: int = 1
    earlier: Mapping[int, tuple[HandRules[Any], MatchFormat[Any]]] = {}
    """Rules of versions that running tables and old records still use."""
    min_seats: int
    max_seats: int
    turn_ms: int
    result_ms: Mapping[str, int]
    """How long a result stands before the next hand, by the outcome's reason; "" is for all others."""
    absence: Absence
    bots: Mapping[str, Policy] = {}
    modes: tuple[str, ...] = ("practice", "free")
    options: tuple[OptionSpec, ...] = ()
    keys: str = "players"
    """Which keys its table has: those of tables among "players", against a "dealer", or with a "board"."""
    joins_midway: bool = False
    gives_up: bool = False
    units: int = 1
    """Of what its hands count, so many are a chip."""
    counts_chips: bool = True
    """Lines of a hand count chips; else each hand is played for one value, and is won, lost or tied."""
    in_rounds: bool = False
    """Players call a deal a round (design.md, Words)."""
    counts_points: bool = False
    """Lines of a hand count points: so many or none, and nobody loses any."""
    others_play_on: bool = False
    """Who leaves, which one may at any time, or is away too long is out of the match. The seat keeps the name."""
    bots_fill: bool = False
    """Where nothing is at stake, house bots may take seats that would stay free."""
    leaves_between: bool = False
    """Each player may end the match between two hands, at no cost."""
    aside_ms: int = 0
    """How long a question of the format's waits that stands beside the game (`state.ASIDE`); 0: its questions
    are decisions like any other."""
    fresh_seeds: bool = False
    """Each hand has a shoe of its own, shuffled with a seed that the player sends with the bet (design.md, Deal)."""
    asks_after_result: bool = False
    """The format asks once a result has stood, which cannot be skipped: so long a hand takes at least."""
    expiry_withdraws: bool = False
    """Who lets a decision of the hand run out has lost it; else the hand's default is taken."""
    draws_by_hand: bool = False
    """What a seat brings in during a hand is paid in for that hand alone, each time by itself."""
    stake_times: str = ""
    """Option with which the value that the creator enters is multiplied; empty: that value is the stake."""
    least_value_cents: int = 100
    """The least value a creator may enter, in US cents."""

    @property
    def alone(self) -> bool:
        """One seat against the house: who leaves loses the hand in play."""
        return self.max_seats == 1

    @property
    def chooses_seats(self) -> bool:
        """A table may begin before all of its seats are taken, and a rematch takes newcomers."""
        return any(spec.key == SEATS for spec in self.options)

    def seats_at(self, options: Mapping[str, int]) -> int:
        """How many players are waited for at a table with these options."""
        return options.get(SEATS, self.min_seats)

    def values_in_stake(self, options: Mapping[str, int]) -> int:
        """How many times the value that the creator enters makes one seat's stake."""
        return options[self.stake_times] if self.stake_times else 1

    def rules(self, version: int) -> tuple[HandRules[Any], MatchFormat[Any]]:
        """Hand rules and format as they were at `version`. Raises KeyError for an unknown one."""
        return (self.hand, self.format) if version == self.version else self.earlier[version]

    def checked_options(self, given: Mapping[str, int]) -> dict[str, int]:
        """All options with defaults filled in. Raises KeyError(name) or ValueError(name)."""
        specs = {spec.key: spec for spec in self.options}
        for name, value in given.items():
            if name not in specs:
                raise KeyError(name)
            if value not in specs[name].choices:
                raise ValueError(name)
        return {key: given.get(key, spec.default) for key, spec in specs.items()}


TWO_PLAYER_ABSENCE = Absence(pauses=True, budget_ms=60 * SECOND, least_ms=10 * SECOND, then="forfeit")
"""Seed 000, Two-player matches; rules.md, Disconnects."""

RESULT_MS: Mapping[str, int] = {"": 5 * SECOND, "fold": 2 * SECOND}
"""rules.md, All games: between hands."""
