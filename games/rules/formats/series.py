"""Winner Takes All: an agreed, even number of hands; who wins more of them takes both stakes (seed 000, same title).

Tied after all hands: overtime, in pairs of hands that each begin at 0–0. The first actor alternates throughout.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from games.rules.chance import Chance
from games.rules.contracts import (
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
from games.rules.formats.two_seats import (
    BOTH,
    RAKE_BPS,
    counted,
    even_hands,
    first_of_match,
    pot_for,
    setup_for,
    winner_of,
)

PAIR = 2
"""Hands of one overtime."""


class SeriesMatch(msgspec.Struct, frozen=True, kw_only=True):
    hands: int
    """The agreed number, without overtime."""
    first: int
    """First actor of the hand in play or, between hands, of the next."""
    history: tuple[int, ...] = ()
    """Winner of each finished hand, overtime included; TIED."""
    score: tuple[int, int] = (0, 0)
    """Hands won by seat: in the agreed hands or, in overtime, in this pair."""
    overtime: int = 0
    """Number of the overtime pair; 0 before."""
    result: MatchResult | None = None


class SeriesView(msgspec.Struct, frozen=True, kw_only=True):
    """Public facts of the match, as in `SeriesMatch`."""

    hands: int
    first: int
    history: tuple[int, ...]
    score: tuple[int, int]
    overtime: int
    hands_left: int
    """Of the agreed hands or, in overtime, of this pair; a hand in play is among them."""


class Series(AsksNothing[SeriesMatch]):
    """`MatchFormat` of Winner Takes All. Option ``hands``: how many are agreed."""

    state_type = SeriesMatch

    def start(self, seats: int, options: dict[str, int], chance: Chance) -> SeriesMatch:
        """Raises ValueError for other than two seats and for a number of hands that is not even."""
        return SeriesMatch(hands=even_hands(options), first=first_of_match(seats, options, chance))

    def next_hand(self, match: SeriesMatch, elapsed: int) -> HandSetup | None:
        return None if match.result is not None else setup_for(match.first)

    def deal(self, match: SeriesMatch, setup: HandSetup) -> tuple[SeriesMatch, tuple[Effect, ...]]:
        """One stake from each seat, with the first cards. With those of a new pair the score begins anew: until then
        everybody sees that the last one was level."""
        if hands_left(match) == 0:
            match = replace(match, score=(0, 0), overtime=match.overtime + 1)
        return match, (Fund(BOTH, (1, 1)),) if setup.hand_number == 1 else ()

    def record(
        self, match: SeriesMatch, setup: HandSetup, outcome: HandOutcome
    ) -> tuple[SeriesMatch, tuple[Effect, ...]]:
        """A lead that cannot be caught any more ends the match. In an overtime pair no lead of one hand is that, so
        both of its hands are played."""
        if match.result is not None:
            return match, ()
        winner = winner_of(outcome)
        match = replace(
            match,
            history=(*match.history, winner),
            score=counted(match.score, winner),
            first=1 - match.first,
        )
        left = hands_left(match)
        lead = match.score[0] - match.score[1]
        if abs(lead) > left:
            return _decide(match, "hands", 0 if lead > 0 else 1)
        return match, ()

    def withdraw(
        self, match: SeriesMatch, seat: int, reason: str, *, in_hand: bool = False
    ) -> tuple[SeriesMatch, tuple[Effect, ...]]:
        """The other seat wins the match. A decided match stays as it is."""
        return (match, ()) if match.result is not None else _decide(match, reason, 1 - seat)

    def call_off(self, match: SeriesMatch, reason: str) -> tuple[SeriesMatch, tuple[Effect, ...]]:
        """Both stakes go back. A decided match stays as it is."""
        if match.result is not None:
            return match, ()
        return replace(match, result=MatchResult(reason)), (Refund(reason),)

    def result(self, match: SeriesMatch) -> MatchResult | None:
        return match.result

    def view(self, match: SeriesMatch, elapsed: int) -> SeriesView:
        return SeriesView(
            hands=match.hands,
            first=match.first,
            history=match.history,
            score=match.score,
            overtime=match.overtime,
            hands_left=hands_left(match),
        )


def hands_left(match: SeriesMatch) -> int:
    """Of the agreed hands or, in overtime, of this pair."""
    return match.hands + PAIR * match.overtime - len(match.history)


def _decide(match: SeriesMatch, reason: str, winner: int) -> tuple[SeriesMatch, tuple[Effect, ...]]:
    """The winner takes both stakes, less rake."""
    return replace(match, result=MatchResult(reason, (winner,))), (Settle((pot_for(winner),), RAKE_BPS),)


SERIES: MatchFormat[SeriesMatch] = Series()
