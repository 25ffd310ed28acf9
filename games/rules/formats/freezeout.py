"""Freezeout: equal stacks, rising forced bets, until one player has all the chips (seed 000, General; Heads-up Poker).

A family of matches described by data: those at the foot of this file are Tactical's, with antes, and heads-up poker's,
with blinds. Chips are counters; the stakes move once, when the match is decided.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from games.rules.chance import Chance
from games.rules.contracts import (
    Blinds,
    Effect,
    Fund,
    HandOutcome,
    HandSetup,
    MatchFormat,
    MatchResult,
    Refund,
    Settle,
)
from games.rules.formats.asks_nothing import AsksNothing
from games.rules.formats.two_seats import BOTH, RAKE_BPS, SEATS, first_of_match, pot_for

STARTING_STACK = 1_000
LEVEL_MS = 600_000
"""Ten minutes of unpaused time."""
ANTES = ((50,), (100,), (200,), (400,), (500,), (1_000,))
"""Seed 000, General; the last one stays."""
BLINDS = (
    (15, 30),
    (25, 50),
    (50, 100),
    (75, 150),
    (100, 200),
    (150, 300),
    (200, 400),
    (300, 600),
    (500, 1_000),
)
"""Small and big blind; the first from seed 000, Heads-up Poker, all from rules.md, Hold'em; the last one stays."""

Level = tuple[int, ...]
"""The forced bets of one level, in chips."""
ForcedBets = Callable[[Level, tuple[int, ...], int], tuple[int, ...]]
"""(level, stacks by seat, button) -> what each seat posts, by seat."""
BlindsOf = Callable[[Level, int], Blinds | None]
"""(level, button) -> whose blinds these forced bets are; None: no blinds."""


def antes(level: Level, stacks: tuple[int, ...], button: int) -> tuple[int, ...]:
    """Both post the ante, or what the shorter stack has (rules.md, Tactical)."""
    ante = min(level[0], *stacks)
    return (ante,) * len(stacks)


def no_blinds(level: Level, button: int) -> None:
    """Antes are nobody's blinds."""


def posted_blinds(level: Level, stacks: tuple[int, ...], button: int) -> tuple[int, ...]:
    """The small blind from the button, the big blind from the other; or what the seat has (rules.md, Hold'em)."""
    small, big = level
    return tuple(min(small if seat == button else big, stack) for seat, stack in enumerate(stacks))


def heads_up_blinds(level: Level, button: int) -> Blinds:
    """Between two the small blind is the button's (TDA 34)."""
    small, big = level
    return Blinds(small, big, big_seat=1 - button, small_seat=button)


class FreezeoutMatch(msgspec.Struct, frozen=True, kw_only=True):
    """Tuples by seat."""

    stacks: tuple[int, ...]
    """Before the forced bets of the hand in play."""
    button: int
    """In the hand in play or, between hands, in the next."""
    result: MatchResult | None = None


class FreezeoutView(msgspec.Struct, frozen=True, kw_only=True):
    """Public facts of the match. The level is the clock's: what a hand dealt now would post."""

    stacks: tuple[int, ...]
    button: int
    level: int
    """From 0."""
    forced: Level
    next_forced: Level | None
    """None at the last level, like `ms_to_next_level`."""
    ms_to_next_level: int | None


class Freezeout(AsksNothing[FreezeoutMatch]):
    """`MatchFormat` of all freezeouts; the arguments are the differences between them."""

    state_type = FreezeoutMatch

    def __init__(
        self,
        *,
        starting_stack: int = STARTING_STACK,
        levels: tuple[Level, ...],
        level_ms: int = LEVEL_MS,
        forced_bets: ForcedBets = antes,
        blinds: BlindsOf = no_blinds,
        rake_bps: int = RAKE_BPS,
    ) -> None:
        self.starting_stack = starting_stack
        self.levels = levels
        self.level_ms = level_ms
        self.forced_bets = forced_bets
        self.blinds = blinds
        self.rake_bps = rake_bps

    def start(self, seats: int, options: dict[str, int], chance: Chance) -> FreezeoutMatch:
        """The first button is drawn, unless the options say who has it. Raises ValueError for other than two
        seats or an unknown first button."""
        button = first_of_match(seats, options, chance)
        return FreezeoutMatch(stacks=(self.starting_stack,) * SEATS, button=button)

    def next_hand(self, match: FreezeoutMatch, elapsed: int) -> HandSetup | None:
        """The level in force now is posted. None once the match is decided."""
        if match.result is not None:
            return None
        level = self.levels[self._level(elapsed)]
        return HandSetup(
            seats=BOTH,
            button=match.button,
            stacks=match.stacks,
            forced=self.forced_bets(level, match.stacks, match.button),
            blinds=self.blinds(level, match.button),
        )

    def deal(self, match: FreezeoutMatch, setup: HandSetup) -> tuple[FreezeoutMatch, tuple[Effect, ...]]:
        """One stake from each seat, with the first cards."""
        return match, (Fund(BOTH, (1, 1)),) if setup.hand_number == 1 else ()

    def record(
        self, match: FreezeoutMatch, setup: HandSetup, outcome: HandOutcome
    ) -> tuple[FreezeoutMatch, tuple[Effect, ...]]:
        """Chips move and the button passes on; who then owns everything has won."""
        if match.result is not None:
            return match, ()
        net = outcome.net
        stacks = tuple(stack + net.get(seat, 0) for seat, stack in enumerate(match.stacks))
        match = replace(match, stacks=stacks, button=1 - match.button)
        return self._decide(match, "chips", stacks.index(max(stacks))) if 0 in stacks else (match, ())

    def withdraw(
        self, match: FreezeoutMatch, seat: int, reason: str, *, in_hand: bool = False
    ) -> tuple[FreezeoutMatch, tuple[Effect, ...]]:
        """The other seat wins the match. A decided match stays as it is."""
        return (match, ()) if match.result is not None else self._decide(match, reason, 1 - seat)

    def call_off(self, match: FreezeoutMatch, reason: str) -> tuple[FreezeoutMatch, tuple[Effect, ...]]:
        """Both stakes go back. A decided match stays as it is."""
        if match.result is not None:
            return match, ()
        return replace(match, result=MatchResult(reason)), (Refund(reason),)

    def result(self, match: FreezeoutMatch) -> MatchResult | None:
        return match.result

    def view(self, match: FreezeoutMatch, elapsed: int) -> FreezeoutView:
        level = self._level(elapsed)
        is_last = level == len(self.levels) - 1
        return FreezeoutView(
            stacks=match.stacks,
            button=match.button,
            level=level,
            forced=self.levels[level],
            next_forced=None if is_last else self.levels[level + 1],
            ms_to_next_level=None if is_last else (level + 1) * self.level_ms - elapsed,
        )

    def _level(self, elapsed: int) -> int:
        """A level is over at the very end of its time: at exactly ten minutes the second is in force."""
        return min(elapsed // self.level_ms, len(self.levels) - 1)

    def _decide(
        self, match: FreezeoutMatch, reason: str, winner: int
    ) -> tuple[FreezeoutMatch, tuple[Effect, ...]]:
        """The winner takes both stakes, less rake."""
        return replace(match, result=MatchResult(reason, (winner,))), (
            Settle((pot_for(winner),), self.rake_bps),
        )


TACTICAL_FREEZEOUT: MatchFormat[FreezeoutMatch] = Freezeout(levels=ANTES)

HEADS_UP_FREEZEOUT: MatchFormat[FreezeoutMatch] = Freezeout(
    levels=BLINDS, forced_bets=posted_blinds, blinds=heads_up_blinds
)
