"""Hands of Hold'em written as a script, two to six seats.

``table(3, [1_000, 240, 7]).play("Alice call, Bob fold")``: Alice has seat 0, Bob 1, Charlie 2, Dora 3, Emil 4, Flora 5.
The button is the last seat's unless said otherwise, so Alice is the first to its left: the small blind, or heads-up the
big blind. Blinds are 15/30. `cards` are the shoe in order: one card each from the left of the button, another one each,
then the board.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Self

from games.rules.cards import code, parse
from games.rules.contracts import Blinds, HandSetup, Pot
from games.rules.given import GivenChance
from games.rules.hands.holdem import HoldemRules
from tests.rules.playing import Playing, action

SMALL, BIG = 15, 30
ALICE, BOB, CHARLIE, DORA, EMIL, FLORA = range(6)
NAMES = ("Alice", "Bob", "Charlie", "Dora", "Emil", "Flora")


class HoldemPlaying(Playing):
    """A hand of Hold'em in play."""

    def play(self, script: str) -> Self:
        for sentence in script.split(","):
            name, kind, *amount = sentence.split()
            self.act(NAMES.index(name), action(kind, *map(int, amount)))
        return self

    def check_down(self) -> Self:
        """Nobody bets any more."""
        while self.to_act:
            (seat,) = self.to_act
            kinds = self.kinds(seat)
            self.act(seat, action("check" if "check" in kinds else "call"))
        return self

    def withdraw(self, name: str) -> Self:
        self.hand = self.rules.withdraw(self.hand, NAMES.index(name), self.chance)
        return self

    def abandon(self) -> Self:
        assert isinstance(self.rules, HoldemRules)
        self.hand = self.rules.abandon(self.hand)
        return self

    @property
    def actor(self) -> str:
        """Whose turn it is; "" when the hand is over."""
        return NAMES[self.to_act[0]] if self.to_act else ""

    @property
    def call(self) -> int:
        """What the one to act must add, as his view says."""
        (seat,) = self.to_act
        return int(self.view(seat).to_call)

    @property
    def raises(self) -> tuple[int, int] | None:
        """Bounds of a bet or raise for the one to act; None: none is offered."""
        (seat,) = self.to_act
        return self.bounds(seat, "raise") or self.bounds(seat, "bet")

    @property
    def board(self) -> str:
        return " ".join(code(card.face) for card in self.hand.board)

    @property
    def stacks(self) -> tuple[int, ...]:
        """What each seat has in the end."""
        stacks: list[int] = list(self.hand.stacks)
        for line in self.outcome.lines:
            stacks[line.seat] += line.returned
        return tuple(stacks)

    @property
    def pots(self) -> list[tuple[int, tuple[int, ...], tuple[int, ...]]]:
        """(units, eligible, shares) of each pot of the outcome."""
        return [(sum(pot.contributions), pot.eligible, pot.shares) for pot in self.outcome.pots]

    def flags(self, name: str) -> tuple[str, ...]:
        (line,) = (line for line in self.outcome.lines if line.seat == NAMES.index(name))
        return line.flags

    def happened(self, *kinds: str) -> list[tuple[Any, ...]]:
        """(kind, name, amount) of the facts of these kinds, in order."""
        return [
            (fact.kind, NAMES[fact.seat] if fact.seat >= 0 else "", fact.amount)
            for fact in self.hand.facts
            if fact.kind in kinds
        ]


def blinds_for(
    count: int, button: int, stacks: Sequence[int], small: int = SMALL, big: int = BIG
) -> tuple[tuple[int, ...], Blinds]:
    """Posts by seat and the blinds, all seats being in."""
    small_seat = button if count == 2 else (button + 1) % count
    big_seat = (small_seat + 1) % count
    forced = [0] * count
    forced[small_seat] = min(small, stacks[small_seat])
    forced[big_seat] = min(big, stacks[big_seat])
    return tuple(forced), Blinds(small, big, big_seat, small_seat)


def shoe(cards: str, seed: int = 1) -> list[int]:
    """The cards written out, then all others."""
    first = [parse(text) for text in cards.split()]
    rest = [face for face in range(52) if face not in first]
    random.Random(seed).shuffle(rest)
    return first + rest


def table(
    stacks: Sequence[int],
    *,
    cards: str = "",
    button: int | None = None,
    rules: HoldemRules | None = None,
    small: int = SMALL,
    big: int = BIG,
    seed: int = 1,
) -> HoldemPlaying:
    """As many seats as stacks."""
    at = len(stacks) - 1 if button is None else button
    forced, blinds = blinds_for(len(stacks), at, stacks, small, big)
    setup = HandSetup(
        seats=tuple(range(len(stacks))), button=at, stacks=tuple(stacks), forced=forced, blinds=blinds
    )
    return HoldemPlaying(rules or HoldemRules(), setup, GivenChance(shoe(cards, seed)))


def dealt(hands: Sequence[str], board: str = "") -> str:
    """The shoe's first cards, that each seat from the left of the button gets this hand: ``dealt(["As Ah", …])``."""
    firsts, seconds = zip(*(hand.split() for hand in hands), strict=True)
    return " ".join((*firsts, *seconds, *board.split()))


def units_of(pots: Sequence[Pot]) -> int:
    return sum(sum(pot.contributions) for pot in pots)
