"""Cash Game, Unlimited Hands: one hand after the other, each paid in and settled by itself (seed 000, same title).

Who sits out, by choice or because he cannot or does not take part, is asked to play on or to leave; until he has
answered nothing is dealt and nobody pays. The first who leaves, or does not answer, ends the match.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from games.rules.actions import Action, Go, LeaveTable, Legal, Offer
from games.rules.chance import Chance
from games.rules.contracts import (
    DRAWN,
    Effect,
    Fund,
    HandOutcome,
    HandSetup,
    MatchFormat,
    MatchResult,
    Refund,
    Settle,
)
from games.rules.errors import Malformed, NotLegal, NotYourTurn
from games.rules.formats.two_seats import BOTH, RAKE_BPS, SEATS, TIED, counted, pot_for, setup_for, winner_of

QUOTE_WAIT_MS = 300_000
"""How long a fresh quote is waited for (rules.md, Classic: Unlimited)."""
QUOTE_RETRY_MS = 10_000
"""How often it is tried again meanwhile."""
NO_MORE_HANDS = frozenset(
    {
        "account_frozen",
        "account_excluded",
        "currency_disabled",
        "unknown_currency",
        "limit_reached",
        "draining",
    }
)
"""Refusals of money after which no further hand can be staked (rules.md, All games): the match ends."""
HISTORY_KEPT = 20

CHOSEN, IDLE = "chosen", "idle"
"""Why a seat sits out: it said so; the clock made all of its decisions in a hand. Else the ledger's code."""

_PLAY_ON_OR_LEAVE: Legal = (Offer("go"), Offer("leave"))


class CashOpenMatch(msgspec.Struct, frozen=True, kw_only=True):
    """Tuples by seat."""

    hands: int = 0
    """Finished ones."""
    in_play: bool = False
    """A hand is paid in and not over."""
    chosen: tuple[bool, ...] = (False, False)
    """Who has said in this hand that he sits out the next."""
    sitting: tuple[str, ...] = ("", "")
    """Why the seat sits out; "" when it does not."""
    no_quote_until: int | None = None
    """Elapsed ms until which a fresh quote is waited for; None while there is one."""
    score: tuple[int, int] = (0, 0)
    history: tuple[int, ...] = ()
    """Winner of each of the last hands; TIED."""
    result: MatchResult | None = None


class CashOpenView(msgspec.Struct, frozen=True, kw_only=True):
    """Public facts of the match. Why a seat sits out is for its own eyes: `CashOpen.question`."""

    hands: int
    score: tuple[int, int]
    history: tuple[int, ...]
    chosen: tuple[bool, ...]
    """Who sits out the next hand."""
    sitting: tuple[bool, ...]
    """Who sits out now and is asked."""
    waits_for_quote: bool


class CashOpen:
    """`MatchFormat` of Unlimited Hands."""

    state_type = CashOpenMatch

    def start(self, seats: int, options: dict[str, int], chance: Chance) -> CashOpenMatch:
        """Raises ValueError for other than two seats."""
        if seats != SEATS:
            raise ValueError("this match has two seats")
        return CashOpenMatch()

    def next_hand(self, match: CashOpenMatch, elapsed: int) -> HandSetup | None:
        """By itself, unless somebody sits out. Who acts first is drawn for each hand."""
        return None if match.result is not None or any(match.sitting) else setup_for(DRAWN)

    def deal(self, match: CashOpenMatch, setup: HandSetup) -> tuple[CashOpenMatch, tuple[Effect, ...]]:
        """Each hand has its own buy-in: one stake from each seat."""
        dealt = replace(match, in_play=True, no_quote_until=None)
        return dealt, (Fund(BOTH, (1, 1), hand=setup.hand_number),)

    def not_funded(
        self, match: CashOpenMatch, seat: int, code: str, elapsed: int
    ) -> tuple[CashOpenMatch, int | None]:
        """Nobody was charged. Without a fresh quote it is tried again for five minutes, then the match ends; a
        seat that cannot pay, or did not agree to so high a price, sits out."""
        if match.result is not None or match.in_play:
            raise NotLegal("seeds_closed")
        if code in NO_MORE_HANDS:
            return replace(match, result=MatchResult("closed")), None
        if seat in BOTH:
            sitting = _with(match.sitting, seat, code or "not_funded")
            return replace(match, sitting=sitting, no_quote_until=None), None
        until = match.no_quote_until
        if until is None:
            until = elapsed + QUOTE_WAIT_MS
        if elapsed >= until:
            return replace(match, result=MatchResult("no_quote")), None
        return replace(match, no_quote_until=until), min(QUOTE_RETRY_MS, until - elapsed)

    def sit_out(self, match: CashOpenMatch, seat: int, out: bool) -> CashOpenMatch:
        """May be chosen and cancelled until the hand ends."""
        if not match.in_play:
            raise NotLegal("hand_over")
        return replace(match, chosen=_with(match.chosen, seat, out))

    def record(
        self, match: CashOpenMatch, setup: HandSetup, outcome: HandOutcome
    ) -> tuple[CashOpenMatch, tuple[Effect, ...]]:
        """The hand is settled; who has chosen to, or let the clock decide everything, sits out the next."""
        if match.result is not None:
            return match, ()
        idle = {line.seat for line in outcome.lines if "clock" in line.flags}
        sitting = tuple(CHOSEN if match.chosen[seat] else IDLE if seat in idle else "" for seat in BOTH)
        match, effect = _settled(match, winner_of(outcome))
        return replace(match, sitting=sitting), (effect,)

    def withdraw(
        self, match: CashOpenMatch, seat: int, reason: str, *, in_hand: bool = False
    ) -> tuple[CashOpenMatch, tuple[Effect, ...]]:
        """In a hand the other wins it; between hands nothing is at stake. Either way the match ends."""
        if match.result is not None:
            return match, ()
        if not in_hand:
            return replace(match, result=MatchResult("away" if reason == "away" else "left")), ()
        match, effect = _settled(match, 1 - seat)
        return replace(match, result=MatchResult(reason, (1 - seat,))), (effect,)

    def call_off(self, match: CashOpenMatch, reason: str) -> tuple[CashOpenMatch, tuple[Effect, ...]]:
        """What was paid in for a hand that is not over goes back. A decided match stays as it is."""
        if match.result is not None:
            return match, ()
        effects = (Refund(reason, hand=match.hands + 1),) if match.in_play else ()
        return replace(match, in_play=False, result=MatchResult(reason)), effects

    def sit(self, match: CashOpenMatch, seat: int) -> CashOpenMatch:
        raise NotLegal(seat=seat)

    def to_act(self, match: CashOpenMatch) -> tuple[int, ...]:
        """Who sits out, each with his own time."""
        return () if match.result is not None else tuple(seat for seat in BOTH if match.sitting[seat])

    def question(self, match: CashOpenMatch, seat: int) -> str:
        return match.sitting[seat]

    def legal_actions(self, match: CashOpenMatch, seat: int) -> Legal:
        return _PLAY_ON_OR_LEAVE if seat in self.to_act(match) else ()

    def apply_action(self, match: CashOpenMatch, seat: int, action: Action) -> CashOpenMatch:
        if not isinstance(action, Go | LeaveTable):
            raise Malformed(kind=action.kind)
        if seat not in self.to_act(match):
            raise NotYourTurn(seat=seat)
        if isinstance(action, LeaveTable):
            return replace(match, result=MatchResult("left"))
        return replace(match, sitting=_with(match.sitting, seat, ""))

    def default_action(self, match: CashOpenMatch, seat: int) -> Action:
        """Whoever does not answer leaves."""
        return LeaveTable()

    def result(self, match: CashOpenMatch) -> MatchResult | None:
        return match.result

    def view(self, match: CashOpenMatch, elapsed: int) -> CashOpenView:
        return CashOpenView(
            hands=match.hands,
            score=match.score,
            history=match.history,
            chosen=match.chosen,
            sitting=tuple(bool(why) for why in match.sitting),
            waits_for_quote=match.no_quote_until is not None,
        )


def _settled(match: CashOpenMatch, winner: int) -> tuple[CashOpenMatch, Effect]:
    """What was paid in for the hand goes to the winner less rake or, when it is tied, back."""
    number = match.hands + 1
    match = replace(
        match,
        hands=number,
        in_play=False,
        chosen=(False, False),
        score=counted(match.score, winner),
        history=(*match.history, winner)[-HISTORY_KEPT:],
    )
    if winner == TIED:
        return match, Refund("tied", hand=number)
    return match, Settle((pot_for(winner),), RAKE_BPS, hand=number)


def _with[T](pair: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (value, pair[1]) if seat == 0 else (pair[0], value)


CASH_OPEN: MatchFormat[CashOpenMatch] = CashOpen()
