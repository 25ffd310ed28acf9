"""Six seats at Hold'em: a row for the engine's benchmark, and the same hands in pokerkit."""

from __future__ import annotations

import random
from time import thread_time
from typing import NamedTuple

import msgspec
from pokerkit import Automation, Mode, NoLimitTexasHoldem

from games.rules.actions import Action, Bet, Call, Check, Fold, Legal, Raise
from games.rules.cards import code
from games.rules.catalog import GAMES, add
from games.rules.chance import Chance
from games.rules.contracts import Blinds, Effect, HandOutcome, HandSetup, MatchResult
from games.rules.formats.asks_nothing import AsksNothing
from games.rules.game import RESULT_MS, SECOND, TWO_PLAYER_ABSENCE, Game
from games.rules.hands.holdem import HOLDEM
from games.rules.holdem_rows import HOLDEM_ROWS

KEY = "holdem_six"
SEATS = 6
STACK, SMALL, BIG = 1_000, 15, 30
FOLDS = 0.4
"""Of the times that it might fold, a player considers it so often."""
_PLAIN: dict[str, Action] = {"check": Check(), "call": Call(), "fold": Fold()}


class Anew(msgspec.Struct, frozen=True):
    hands: int = 0


class EveryHandAnew(AsksNothing[Anew]):
    """`MatchFormat` without end: every hand begins with full stacks, the button moves on."""

    state_type = Anew

    def start(self, seats: int, options: dict[str, int], chance: Chance) -> Anew:
        return Anew()

    def next_hand(self, match: Anew, elapsed: int) -> HandSetup:
        button = match.hands % SEATS
        small, big = (button + 1) % SEATS, (button + 2) % SEATS
        forced = tuple({small: SMALL, big: BIG}.get(seat, 0) for seat in range(SEATS))
        return HandSetup(
            seats=tuple(range(SEATS)), button=button, stacks=(STACK,) * SEATS, forced=forced,
            blinds=Blinds(SMALL, BIG, big_seat=big, small_seat=small),
        )  # fmt: skip

    def deal(self, match: Anew, setup: HandSetup) -> tuple[Anew, tuple[Effect, ...]]:
        return match, ()

    def record(self, match: Anew, setup: HandSetup, outcome: HandOutcome) -> tuple[Anew, tuple[Effect, ...]]:
        return Anew(match.hands + 1), ()

    def withdraw(
        self, match: Anew, seat: int, reason: str, *, in_hand: bool = False
    ) -> tuple[Anew, tuple[Effect, ...]]:
        return match, ()

    def call_off(self, match: Anew, reason: str) -> tuple[Anew, tuple[Effect, ...]]:
        return match, ()

    def result(self, match: Anew) -> MatchResult | None:
        return None

    def view(self, match: Anew, elapsed: int) -> Anew:
        return match


def register() -> None:
    """This row, and Hold'em's own where the product does not list them yet."""
    for row in HOLDEM_ROWS:
        if row.key not in GAMES:
            add(row)
    if KEY in GAMES:
        return
    add(
        Game(
            key=KEY,
            title="Six seats at Hold'em",
            summary="For the benchmark.",
            hand=HOLDEM,
            format=EveryHandAnew(),
            min_seats=SEATS,
            max_seats=SEATS,
            turn_ms=30 * SECOND,
            result_ms=RESULT_MS,
            absence=TWO_PLAYER_ABSENCE,
            modes=("free",),
        )
    )


def at_random(legal: Legal, rng: random.Random) -> Action:
    """Mostly the smallest sizes."""
    offer = rng.choice([offer for offer in legal if offer.kind != "fold" or rng.random() < FOLDS])
    if offer.kind in _PLAIN:
        return _PLAIN[offer.kind]
    size = rng.choice((offer.low, offer.low, offer.low, offer.low, rng.randint(offer.low, offer.high)))
    return Bet(size) if offer.kind == "bet" else Raise(size)


class PlayedHand(NamedTuple):
    """Cards by position and all answers of one hand."""

    faces: tuple[int, ...]
    actions: tuple[Action, ...]


def seconds_in_pokerkit(hands: list[PlayedHand]) -> float:
    """CPU time to play the same hands there."""
    start = thread_time()
    for hand in hands:
        _play(hand)
    return thread_time() - start


def _play(hand: PlayedHand) -> None:
    """Positions count from the left of the button, like the order in which cards are dealt."""
    cards = [code(face) for face in hand.faces]
    state = NoLimitTexasHoldem.create_state(
        tuple(a for a in Automation if a.name not in ("CARD_BURNING", "HOLE_DEALING", "BOARD_DEALING")),
        True, 0, (SMALL, BIG), BIG, STACK, SEATS, mode=Mode.CASH_GAME,
    )  # fmt: skip
    for at in range(SEATS):
        state.deal_hole(cards[at] + cards[SEATS + at])
    dealt = 2 * SEATS
    for action in hand.actions:
        if isinstance(action, Fold):
            state.fold()
        elif isinstance(action, Bet | Raise):
            state.complete_bet_or_raise_to(action.to)
        else:
            state.check_or_call()
        while state.can_burn_card("??"):
            state.burn_card("??")
            count = state.board_dealing_count or 0
            state.deal_board("".join(cards[dealt : dealt + count]))
            dealt += count
