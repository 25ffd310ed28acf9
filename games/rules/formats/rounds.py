"""A number of rounds for points; who has the most of them wins (seed 002, Winning the match; rules.md, same game).

A round gives one point or none. The match is over when nobody can reach the leader any more, and when only one
player is left. Level at the top after the last round: extra rounds of those who are level, until one of them wins one.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from games.rules.chance import Chance
from games.rules.contracts import (
    DRAWN,
    FIRST_BUTTON,
    ROLL_FIRST,
    Effect,
    HandOutcome,
    HandSetup,
    MatchFormat,
    MatchResult,
)
from games.rules.formats.asks_nothing import AsksNothing

ROUNDS = "rounds"
LEAST_SEATS, MOST_SEATS = 2, 4
NOBODY = -1
POINTS, LAST_STANDING = "points", "last_standing"
"""Why a match is over."""


class RoundsMatch(msgspec.Struct, frozen=True, kw_only=True):
    """Tuples by seat, but `history` and `tied`."""

    rounds: int
    """The agreed number, without extra rounds."""
    first: int
    """The first seat of the round in play or, between rounds, of the next, if it is in it then."""
    points: tuple[int, ...]
    out: tuple[bool, ...]
    """Who has left the match; his points do not count any more."""
    history: tuple[int, ...] = ()
    """Who got the point of each finished round, extra rounds included; NOBODY."""
    tied: tuple[int, ...] = ()
    """The seats, ascending, that play the extra rounds; empty before."""
    in_play: bool = False
    """A round is in play."""
    result: MatchResult | None = None


class RoundsView(msgspec.Struct, frozen=True, kw_only=True):
    """Public facts of the match, as in `RoundsMatch`."""

    rounds: int
    first: int
    points: tuple[int, ...]
    out: tuple[bool, ...]
    history: tuple[int, ...]
    tied: tuple[int, ...]
    extra: int
    """Number of the extra round in play or, between rounds, of the next; 0: none."""
    rounds_left: int
    """Of the agreed rounds; one in play is among them."""


class Rounds(AsksNothing[RoundsMatch]):
    """`MatchFormat` of Twenty-One (Polish). Option ``rounds``: how many are agreed."""

    state_type = RoundsMatch

    def start(self, seats: int, options: dict[str, int], chance: Chance) -> RoundsMatch:
        """Raises ValueError for other than two to four seats, for no rounds, and for a first seat that is none."""
        if not LEAST_SEATS <= seats <= MOST_SEATS:
            raise ValueError(f"{seats} seats")
        if options[ROUNDS] < 1:
            raise ValueError(f"{options[ROUNDS]} rounds")
        first = options.get(FIRST_BUTTON, DRAWN)
        if first == DRAWN:
            first = chance.roll(ROLL_FIRST, 0, seats)
        if not 0 <= first < seats:
            raise ValueError(f"no seat {first} to begin")
        return RoundsMatch(rounds=options[ROUNDS], first=first, points=(0,) * seats, out=(False,) * seats)

    def next_hand(self, match: RoundsMatch, elapsed: int) -> HandSetup | None:
        """Of all who are in the match or, in an extra round, of those who are level."""
        if match.result is not None:
            return None
        seats = _playing(match)
        nothing = (0,) * len(match.points)
        return HandSetup(seats=seats, button=_from(match.first, seats, match), stacks=nothing, forced=nothing)

    def deal(self, match: RoundsMatch, setup: HandSetup) -> tuple[RoundsMatch, tuple[Effect, ...]]:
        """Nothing is paid in: points only."""
        return replace(match, first=setup.button, in_play=True), ()

    def record(
        self, match: RoundsMatch, setup: HandSetup, outcome: HandOutcome
    ) -> tuple[RoundsMatch, tuple[Effect, ...]]:
        """One point, or none. The first seat moves on."""
        if match.result is not None:
            return match, ()
        winner = next((line.seat for line in outcome.lines if line.returned > line.staked), NOBODY)
        seats = len(match.points)
        match = replace(
            match,
            points=tuple(of + (seat == winner) for seat, of in enumerate(match.points)),
            history=(*match.history, winner),
            first=(setup.button + 1) % seats,
            in_play=False,
        )
        return _decided(match), ()

    def withdraw(
        self, match: RoundsMatch, seat: int, reason: str, *, in_hand: bool = False
    ) -> tuple[RoundsMatch, tuple[Effect, ...]]:
        """The others play on; the last one wins, and so does the last of those who are level. A decided match stays
        as it is."""
        if match.result is not None or match.out[seat]:
            return match, ()
        out = tuple(gone or other == seat for other, gone in enumerate(match.out))
        tied = tuple(other for other in match.tied if other != seat)
        match = replace(match, out=out, tied=tied)
        left = _playing(match)
        if len(left) == 1:
            return replace(match, result=MatchResult(LAST_STANDING, left)), ()
        return (match if match.in_play else _decided(match)), ()

    def call_off(self, match: RoundsMatch, reason: str) -> tuple[RoundsMatch, tuple[Effect, ...]]:
        """Nobody wins. A decided match stays as it is."""
        if match.result is not None:
            return match, ()
        return replace(match, result=MatchResult(reason)), ()

    def result(self, match: RoundsMatch) -> MatchResult | None:
        return match.result

    def view(self, match: RoundsMatch, elapsed: int) -> RoundsView:
        played = len(match.history)
        over = match.result is not None
        return RoundsView(
            rounds=match.rounds,
            first=match.first,
            points=match.points,
            out=match.out,
            history=match.history,
            tied=match.tied,
            extra=max(0, played - match.rounds + (not over)) if match.tied else 0,
            rounds_left=max(0, match.rounds - played),
        )


def _playing(match: RoundsMatch) -> tuple[int, ...]:
    """Who plays the next round, ascending."""
    return match.tied or tuple(seat for seat, gone in enumerate(match.out) if not gone)


def _from(first: int, seats: tuple[int, ...], match: RoundsMatch) -> int:
    """The first of these seats, counted on from `first`."""
    return min(seats, key=lambda seat: (seat - first) % len(match.points))


def _decided(match: RoundsMatch) -> RoundsMatch:
    """The match with its result, if it has one by now; or with those who must play on for it."""
    able = _playing(match)
    best = max(match.points[seat] for seat in able)
    leaders = tuple(seat for seat in able if match.points[seat] == best)
    left = max(0, match.rounds - len(match.history))
    reach = max((match.points[seat] + left for seat in able if seat not in leaders), default=-1)
    if len(leaders) == 1 and reach < best:
        return replace(match, result=MatchResult(POINTS, leaders))
    return match if left else replace(match, tied=leaders)


ROUNDS_FOR_POINTS: MatchFormat[RoundsMatch] = Rounds()
