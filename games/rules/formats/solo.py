"""Round after round against the house, each for a bet of its own, until the player leaves (seed 001; rules.md, House
Blackjack and leaderboard).

Between rounds, when the result has stood, the only seat is asked (source ``format``) and offered, in this order:

- ``bet`` with bounds in **whole chips**: from the least bet to the most, or to what the balance covers. The answer is
  the DEAL of the next round: ``Bet(to=chips)``, and with it a fresh seed (`commands.Act.seed`). Not offered below
  the least bet;
- ``go``, in practice only and instead of ``bet``: take another `Solo.start_chips` chips to practise with;
- ``leave``: end the match. Who leaves in a round, by the command `Leave`, loses its bets.

All other amounts, those of the hand and of `SoloView` too, are in the hand's units: `Solo.unit` of them are a chip.

The money lies with the format in practice. Else it lies outside: the option `BANKROLL` says how much there is when
the match begins and the command `Bankroll` when that has changed otherwise than by its own rounds.
"""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
from msgspec.structs import replace

from games.rules.actions import Action, Bet, Go, LeaveTable, Legal, Offer
from games.rules.chance import Chance
from games.rules.contracts import (
    BANKROLL,
    Effect,
    Fund,
    HandOutcome,
    HandSetup,
    MatchResult,
    Refund,
    Settle,
)
from games.rules.errors import Malformed, NotLegal, NotYourTurn

PLAYER = 0
"""The only seat."""

_LEAVE = Offer("leave")
_TAKE_MORE: Legal = (Offer("go"), _LEAVE)


class SoloMatch(msgspec.Struct, frozen=True, kw_only=True):
    """Amounts in the hand's units."""

    balance: int
    """What the player has, without the bet of the round in play; what that draws besides is counted when it ends."""
    outside: bool
    """It is an account outside the match, and this is how much it was when last heard of."""
    bet: int = 0
    """Of the round in play, or about to be dealt; 0: none."""
    in_play: bool = False
    rounds: int = 0
    """Finished ones."""
    last_bet: int = 0
    result: MatchResult | None = None


class SoloView(msgspec.Struct, frozen=True, kw_only=True):
    """Facts of the match for whoever may look at the table, in the hand's units."""

    balance: int
    """Between rounds what the player has. In a round: what he had left when it began."""
    rounds: int
    last_bet: int
    """To bet the same again; 0: there was none."""
    practice: bool
    """The chips are lent for this match alone."""


@dataclass(frozen=True)
class Solo:
    """`MatchFormat` of one player against the house. All figures but `unit` in whole chips."""

    unit: int
    """Units of the hand in one chip."""
    least: int
    most: int
    start_chips: int
    """Lent to begin with in practice, and again to who cannot pay the least bet any more."""
    most_rounds: int
    """Then the match is over, as a table has no more shoes; the player begins another."""

    state_type = SoloMatch

    def start(self, seats: int, options: dict[str, int], chance: Chance) -> SoloMatch:
        """Raises ValueError for other than one seat."""
        if seats != 1:
            raise ValueError("this match has one seat")
        outside = BANKROLL in options
        return SoloMatch(
            balance=options[BANKROLL] if outside else self.start_chips * self.unit, outside=outside
        )

    def next_hand(self, match: SoloMatch, elapsed: int) -> HandSetup | None:
        """Once a bet is made."""
        if match.result is not None or not match.bet or match.in_play:
            return None
        return HandSetup(
            seats=(PLAYER,),
            button=PLAYER,
            stacks=(match.bet,),
            forced=(match.bet,),
            bankroll=(match.balance - match.bet,),
        )

    def deal(self, match: SoloMatch, setup: HandSetup) -> tuple[SoloMatch, tuple[Effect, ...]]:
        """The bet is taken from the balance when the round begins."""
        dealt = replace(match, balance=match.balance - match.bet, in_play=True, last_bet=match.bet)
        return dealt, (Fund((PLAYER,), (match.bet,), hand=setup.hand_number),)

    def not_funded(
        self, match: SoloMatch, seat: int, code: str, elapsed: int
    ) -> tuple[SoloMatch, int | None]:
        """A bet that is not covered is refused itself."""
        raise NotLegal("seeds_closed")

    def sit_out(self, match: SoloMatch, seat: int, out: bool) -> SoloMatch:
        raise NotLegal("cannot_sit_out")

    def record(
        self, match: SoloMatch, setup: HandSetup, outcome: HandOutcome
    ) -> tuple[SoloMatch, tuple[Effect, ...]]:
        """What the round returns comes to the balance, what it drew besides its first bet goes from it."""
        returned = sum(line.returned for line in outcome.lines)
        drawn = sum(line.staked for line in outcome.lines) - match.bet
        balance = match.balance - drawn + returned
        rounds = match.rounds + 1
        result = MatchResult("hands") if rounds == self.most_rounds else None
        match = replace(match, balance=balance, bet=0, in_play=False, rounds=rounds, result=result)
        return match, (Settle(outcome.pots, hand=setup.hand_number),)

    def withdraw(
        self, match: SoloMatch, seat: int, reason: str, *, in_hand: bool = False
    ) -> tuple[SoloMatch, tuple[Effect, ...]]:
        """The hand in play was lost before."""
        return (match if match.result else replace(match, result=MatchResult(reason))), ()

    def call_off(self, match: SoloMatch, reason: str) -> tuple[SoloMatch, tuple[Effect, ...]]:
        """The bets of a round that is not over go back."""
        if match.result is not None:
            return match, ()
        effects = (Refund(reason, hand=match.rounds + 1),) if match.in_play else ()
        return replace(match, result=MatchResult(reason)), effects

    def sit(self, match: SoloMatch, seat: int) -> SoloMatch:
        raise NotLegal(seat=seat)

    def bankroll(self, match: SoloMatch, seat: int, amount: int) -> SoloMatch:
        return replace(match, balance=amount)

    def to_act(self, match: SoloMatch) -> tuple[int, ...]:
        return () if match.result is not None or match.bet else (PLAYER,)

    def question(self, match: SoloMatch, seat: int) -> str:
        return ""

    def legal_actions(self, match: SoloMatch, seat: int) -> Legal:
        if seat not in self.to_act(match):
            return ()
        covered = min(self.most, match.balance // self.unit)
        if covered >= self.least:
            return (Offer("bet", self.least, covered), _LEAVE)
        return (_LEAVE,) if match.outside else _TAKE_MORE

    def apply_action(self, match: SoloMatch, seat: int, action: Action) -> SoloMatch:
        """Raises Malformed for another game's action, NotYourTurn in a round, NotLegal for what is not offered."""
        if not isinstance(action, Bet | Go | LeaveTable):
            raise Malformed(kind=action.kind)
        legal = self.legal_actions(match, seat)
        if not legal:
            raise NotYourTurn(seat=seat)
        offer = next((offer for offer in legal if offer.kind == action.kind), None)
        if offer is None:
            raise NotLegal(kind=action.kind)
        if isinstance(action, LeaveTable):
            return replace(match, result=MatchResult("left"))
        if isinstance(action, Go):
            return replace(match, balance=match.balance + self.start_chips * self.unit)
        if not offer.low <= action.to <= offer.high:
            raise NotLegal("amount", kind=action.kind, low=offer.low, high=offer.high)
        return replace(match, bet=action.to * self.unit)

    def default_action(self, match: SoloMatch, seat: int) -> Action:
        """Who has not bet for so long has left."""
        return LeaveTable()

    def result(self, match: SoloMatch) -> MatchResult | None:
        return match.result

    def view(self, match: SoloMatch, elapsed: int) -> SoloView:
        return SoloView(
            balance=match.balance,
            rounds=match.rounds,
            last_bet=match.last_bet,
            practice=not match.outside,
        )
