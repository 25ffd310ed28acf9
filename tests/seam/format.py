"""How deals make a match of Seam: chips from the wallet, players who come and go, a question now and then.

Each hand settles by itself. After every third hand all who sit are asked to go on, and the next hand waits
for them. The match is over after the agreed number of hands, or when all but one of those who sit are
broke; one player alone waits for another.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from games.rules.actions import Action, Go, Legal, Offer
from games.rules.chance import Chance
from games.rules.contracts import (
    Effect,
    HandOutcome,
    HandSetup,
    MatchFormat,
    MatchResult,
    Refund,
    Settle,
)
from games.rules.errors import Malformed, NotLegal, NotYourTurn

BUY_IN = 20
ANTE = 1
WALLET = 10
"""What a seat may draw on beyond its buy-in, in a match."""
ASKED_EVERY = 3


class SeamMatch(msgspec.Struct, frozen=True, kw_only=True):
    """Tuples by seat."""

    hands_left: int
    hands: int = 0
    seated: tuple[bool, ...]
    leaving: tuple[bool, ...]
    """Gone, but the hand in play still holds chips of the seat."""
    stacks: tuple[int, ...]
    """Before the hand in play."""
    wallets: tuple[int, ...]
    grudges: tuple[int, ...]
    asked: tuple[int, ...] = ()
    brought: int = 0
    taken: int = 0
    """All chips that ever came in, and that left with their owners."""
    result: MatchResult | None = None


class SeamMatchView(msgspec.Struct, frozen=True, kw_only=True):
    stacks: tuple[int, ...]
    hands_left: int
    elapsed: int


class SeamFormat:
    """`MatchFormat` of Seam."""

    state_type = SeamMatch

    def start(self, seats: int, options: dict[str, int], chance: Chance) -> SeamMatch:
        """An empty table; the runtime has everybody `sit` next."""
        nothing = (0,) * seats
        return SeamMatch(
            hands_left=options["hands"],
            seated=(False,) * seats,
            leaving=(False,) * seats,
            stacks=nothing,
            wallets=nothing,
            grudges=nothing,
        )

    def next_hand(self, match: SeamMatch, elapsed: int) -> HandSetup | None:
        seats = _with_chips(match)
        if match.result or match.asked or len(seats) < 2:
            return None
        return HandSetup(
            seats=seats,
            button=seats[0],
            stacks=match.stacks,
            forced=tuple(ANTE if seat in seats else 0 for seat in range(len(match.stacks))),
            bankroll=match.wallets,
            carry=match.grudges,
        )

    def deal(self, match: SeamMatch, setup: HandSetup) -> tuple[SeamMatch, tuple[Effect, ...]]:
        """Chips of this row come in when the hand draws on the wallet."""
        return match, ()

    def not_funded(
        self, match: SeamMatch, seat: int, code: str, elapsed: int
    ) -> tuple[SeamMatch, int | None]:
        raise NotLegal("seeds_closed")

    def sit_out(self, match: SeamMatch, seat: int, out: bool) -> SeamMatch:
        raise NotLegal("cannot_sit_out")

    def question(self, match: SeamMatch, seat: int) -> str:
        return ""

    def record(
        self, match: SeamMatch, setup: HandSetup, outcome: HandOutcome
    ) -> tuple[SeamMatch, tuple[Effect, ...]]:
        """Chips move; what was staked above the stack had come from the wallet."""
        stacks, wallets = list(match.stacks), list(match.wallets)
        for line in outcome.lines:
            drawn = max(0, line.staked - stacks[line.seat])
            wallets[line.seat] -= drawn
            stacks[line.seat] += drawn - line.staked + line.returned
        hands = match.hands + 1
        seated = tuple(seat for seat, here in enumerate(match.seated) if here)
        match = replace(
            match,
            hands=hands,
            hands_left=match.hands_left - 1,
            stacks=tuple(stacks),
            wallets=tuple(wallets),
            grudges=outcome.carry,
            asked=seated if hands % ASKED_EVERY == 0 else (),
            brought=match.brought + sum(match.wallets) - sum(wallets),
        )
        for seat, gone in enumerate(match.leaving):
            if gone:
                match = _cash_out(match, seat)
        return _decide(match), (Settle(outcome.pots),)

    def withdraw(
        self, match: SeamMatch, seat: int, reason: str, *, in_hand: bool = False
    ) -> tuple[SeamMatch, tuple[Effect, ...]]:
        match = replace(
            match,
            seated=_with(match.seated, seat, False),
            leaving=_with(match.leaving, seat, in_hand),
            asked=tuple(other for other in match.asked if other != seat),
        )
        if not any(match.seated):
            match = replace(match, result=MatchResult("left"))
        return (match if in_hand else _cash_out(match, seat)), ()

    def call_off(self, match: SeamMatch, reason: str) -> tuple[SeamMatch, tuple[Effect, ...]]:
        return replace(match, result=MatchResult(reason)), (Refund(reason),)

    def sit(self, match: SeamMatch, seat: int) -> SeamMatch:
        if match.leaving[seat]:
            raise NotLegal("seat_busy")
        return replace(
            match,
            seated=_with(match.seated, seat, True),
            stacks=_with(match.stacks, seat, BUY_IN),
            wallets=_with(match.wallets, seat, WALLET),
            grudges=_with(match.grudges, seat, 0),
            brought=match.brought + BUY_IN,
        )

    def to_act(self, match: SeamMatch) -> tuple[int, ...]:
        return () if match.result else match.asked

    def legal_actions(self, match: SeamMatch, seat: int) -> Legal:
        return (Offer("go"),) if seat in self.to_act(match) else ()

    def apply_action(self, match: SeamMatch, seat: int, action: Action) -> SeamMatch:
        if not isinstance(action, Go):
            raise Malformed(kind=action.kind)
        if seat not in self.to_act(match):
            raise NotYourTurn(seat=seat)
        return replace(match, asked=tuple(other for other in match.asked if other != seat))

    def default_action(self, match: SeamMatch, seat: int) -> Action:
        return Go()

    def result(self, match: SeamMatch) -> MatchResult | None:
        return match.result

    def view(self, match: SeamMatch, elapsed: int) -> SeamMatchView:
        """Never the grudges."""
        return SeamMatchView(stacks=match.stacks, hands_left=match.hands_left, elapsed=elapsed)


def _with_chips(match: SeamMatch) -> tuple[int, ...]:
    return tuple(seat for seat, here in enumerate(match.seated) if here and match.stacks[seat] >= ANTE)


def _decide(match: SeamMatch) -> SeamMatch:
    """The most chips win; equal shares."""
    last_standing = sum(match.seated) > 1 and len(_with_chips(match)) == 1
    if match.result or (match.hands_left and not last_standing):
        return match
    most = max(match.stacks)
    winners = tuple(seat for seat in _with_chips(match) if match.stacks[seat] == most)
    return replace(match, result=MatchResult("chips", winners))


def _cash_out(match: SeamMatch, seat: int) -> SeamMatch:
    return replace(
        match,
        leaving=_with(match.leaving, seat, False),
        stacks=_with(match.stacks, seat, 0),
        taken=match.taken + match.stacks[seat],
    )


def _with[T](items: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*items[:seat], value, *items[seat + 1 :])


SEAM_FORMAT: MatchFormat[SeamMatch] = SeamFormat()
