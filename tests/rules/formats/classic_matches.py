"""Matches of Classic without any cards: hands won and tied, straight into a format."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.rules.contracts import Effect, HandOutcome, HandSetup, Line, MatchFormat
from games.rules.given import GivenChance

ALICE, BOB, NOBODY = 0, 1, -1
LETTERS = {"A": ALICE, "B": BOB, "-": NOBODY}


def outcome(winner: int, clock: tuple[int, ...] = ()) -> HandOutcome:
    """`clock`: seats whose every decision was the clock's."""
    share = {NOBODY: (1, 1), ALICE: (2, 0), BOB: (0, 2)}[winner]
    lines = tuple(Line(seat, 1, share[seat], ("clock",) if seat in clock else ()) for seat in (ALICE, BOB))
    return HandOutcome(reason="showdown", lines=lines)


class Playing:
    """A match of a format: what it says, hand by hand."""

    def __init__(self, rules: MatchFormat[Any], hands: int = 6, first: int = ALICE) -> None:
        self.rules = rules
        self.match = rules.start(2, {"hands": hands, "first_button": first}, GivenChance([]))
        self.number = 0
        self.effects: list[Effect] = []
        self.firsts: list[int] = []

    def deal(self) -> HandSetup:
        setup = self.rules.next_hand(self.match, 0)
        assert setup is not None
        self.number += 1
        self.firsts.append(setup.button)
        setup = HandSetup(
            seats=setup.seats,
            button=setup.button,
            stacks=setup.stacks,
            forced=setup.forced,
            hand_number=self.number,
        )
        return self._take(self.rules.deal(self.match, setup), setup)

    def play(self, winners: str, clock: tuple[int, ...] = ()) -> Playing:
        """``AB-``: Alice wins a hand, Bob one, one is tied."""
        for letter in winners:
            setup = self.deal()
            self._take(self.rules.record(self.match, setup, outcome(LETTERS[letter], clock)), None)
        return self

    def withdraw(self, seat: int, reason: str = "forfeit", *, in_hand: bool = True) -> Playing:
        return self._take(self.rules.withdraw(self.match, seat, reason, in_hand=in_hand), self)

    def call_off(self, reason: str) -> Playing:
        return self._take(self.rules.call_off(self.match, reason), self)

    @property
    def over(self) -> tuple[str, tuple[int, ...]] | None:
        result = self.rules.result(self.match)
        return None if result is None else (result.reason, result.winners)

    @property
    def view(self) -> Any:
        return self.rules.view(self.match, 0)

    def _take[T](self, answer: tuple[Any, Iterable[Effect]], back: T) -> T:
        self.match, effects = answer
        self.effects += effects
        return back
