"""Cash Game, Fixed Hands: an exact number of hands, each settled by itself (seed 000, Cash Game: Fixed Hands).

The buy-in is paid in once and cut into a slice for each hand (`games.rules.slices`). Who forfeits or gives up loses
the unfinished hand and all that remain, each as a won hand of the other's; finished hands are final.
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
    TIED,
    counted,
    even_hands,
    first_of_match,
    pot_for,
    setup_for,
    winner_of,
)


class CashFixedMatch(msgspec.Struct, frozen=True, kw_only=True):
    hands: int
    first: int
    """First actor of the hand in play or, between hands, of the next."""
    history: tuple[int, ...] = ()
    """Winner of each settled hand; TIED."""
    forfeited: int = 0
    """So many of them, the last ones, were forfeited and not played to their end."""
    score: tuple[int, int] = (0, 0)
    """Settled hands won, by seat."""
    result: MatchResult | None = None


class CashFixedView(msgspec.Struct, frozen=True, kw_only=True):
    """Public facts of the match, as in `CashFixedMatch`."""

    hands: int
    first: int
    history: tuple[int, ...]
    forfeited: int
    score: tuple[int, int]
    hands_left: int
    """Not settled yet; a hand in play is among them."""


class CashFixed(AsksNothing[CashFixedMatch]):
    """`MatchFormat` of Fixed Hands. Option ``hands``: how many are agreed."""

    state_type = CashFixedMatch

    def start(self, seats: int, options: dict[str, int], chance: Chance) -> CashFixedMatch:
        """Raises ValueError for other than two seats and for a number of hands that is not even."""
        return CashFixedMatch(hands=even_hands(options), first=first_of_match(seats, options, chance))

    def next_hand(self, match: CashFixedMatch, elapsed: int) -> HandSetup | None:
        return None if match.result is not None else setup_for(match.first)

    def deal(self, match: CashFixedMatch, setup: HandSetup) -> tuple[CashFixedMatch, tuple[Effect, ...]]:
        """The whole buy-in of each seat, with the first cards."""
        return match, (Fund(BOTH, (1, 1)),) if setup.hand_number == 1 else ()

    def record(
        self, match: CashFixedMatch, setup: HandSetup, outcome: HandOutcome
    ) -> tuple[CashFixedMatch, tuple[Effect, ...]]:
        """The hand is settled. All agreed hands are played, whatever the score."""
        if match.result is not None:
            return match, ()
        match, effect = _settled(match, winner_of(outcome))
        match = replace(match, first=1 - match.first)
        if len(match.history) == match.hands:
            match = replace(match, result=MatchResult("hands", _ahead(match.score)))
        return match, (effect,)

    def withdraw(
        self, match: CashFixedMatch, seat: int, reason: str, *, in_hand: bool = False
    ) -> tuple[CashFixedMatch, tuple[Effect, ...]]:
        """Every hand that is not settled yet is the other's. A decided match stays as it is."""
        if match.result is not None:
            return match, ()
        effects: list[Effect] = []
        remaining = match.hands - len(match.history)
        for _ in range(remaining):
            match, effect = _settled(match, 1 - seat)
            effects.append(effect)
        return replace(match, forfeited=remaining, result=MatchResult(reason, (1 - seat,))), tuple(effects)

    def call_off(self, match: CashFixedMatch, reason: str) -> tuple[CashFixedMatch, tuple[Effect, ...]]:
        """What is not settled yet goes back; finished hands stay. A decided match stays as it is."""
        if match.result is not None:
            return match, ()
        return replace(match, result=MatchResult(reason)), (Refund(reason),)

    def result(self, match: CashFixedMatch) -> MatchResult | None:
        return match.result

    def view(self, match: CashFixedMatch, elapsed: int) -> CashFixedView:
        return CashFixedView(
            hands=match.hands,
            first=match.first,
            history=match.history,
            forfeited=match.forfeited,
            score=match.score,
            hands_left=match.hands - len(match.history),
        )


def _settled(match: CashFixedMatch, winner: int) -> tuple[CashFixedMatch, Effect]:
    """The next hand's slices go to the winner less rake or, when it is tied, back."""
    number = len(match.history) + 1
    match = replace(match, history=(*match.history, winner), score=counted(match.score, winner))
    if winner == TIED:
        return match, Refund("tied", hand=number, of=match.hands)
    return match, Settle((pot_for(winner),), RAKE_BPS, hand=number, of=match.hands)


def _ahead(score: tuple[int, int]) -> tuple[int, ...]:
    """Who won more hands; nobody when both won as many."""
    if score[0] == score[1]:
        return ()
    return (0,) if score[0] > score[1] else (1,)


CASH_FIXED: MatchFormat[CashFixedMatch] = CashFixed()
