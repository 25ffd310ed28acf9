"""Polish rounds written down: ``round_of("Qd 7c", "Kh As").play("Alice stand, Bob hit", ...)``.

Each seat's first two cards are given by seat; the shoe is laid so that they get them. Then come the cards to draw.
"""

from __future__ import annotations

from typing import Any, Self

from games.rules.actions import Hit, Stand
from games.rules.cards import Card, parse
from games.rules.chance import Chance
from games.rules.contracts import HandOutcome, HandSetup
from games.rules.given import GivenChance
from games.rules.hands.polish import POLISH

ALICE, BOB, CHARLIE, DORA = range(4)
NAMES = ("Alice", "Bob", "Charlie", "Dora")


def shoe(dealt: tuple[str, ...], draws: str = "", first: int = ALICE) -> list[str]:
    """The codes in the order in which they leave the shoe."""
    order = [*range(first, len(dealt)), *range(first)]
    return [dealt[seat].split()[index] for index in range(2) for seat in order] + draws.split()


class Round:
    """A round in play: a thin, mutable hull around the frozen states."""

    def __init__(self, setup: HandSetup, chance: Chance) -> None:
        self.chance = chance
        self.hand = POLISH.start(setup, chance)

    def play(self, script: str) -> Self:
        for sentence in script.split(", "):
            name, kind = sentence.split()
            self.act(NAMES.index(name), kind)
        return self

    def act(self, seat: int, kind: str, *, auto: bool = False) -> Self:
        answer = Hit() if kind == "hit" else Stand()
        self.hand = POLISH.apply_action(self.hand, seat, answer, self.chance, auto=auto)
        return self

    def expire(self) -> Self:
        (seat,) = self.to_act
        answer = POLISH.default_action(self.hand, seat)
        self.hand = POLISH.apply_action(self.hand, seat, answer, self.chance, auto=True)
        return self

    def withdraw(self, seat: int) -> Self:
        self.hand = POLISH.withdraw(self.hand, seat, self.chance)
        return self

    def open(self, position: int, code: str) -> Self:
        self.hand = POLISH.open_card(self.hand, Card(position, parse(code)), self.chance)
        return self

    @property
    def to_act(self) -> tuple[int, ...]:
        return POLISH.to_act(self.hand)

    def kinds(self, seat: int) -> list[str]:
        return [offer.kind for offer in POLISH.legal_actions(self.hand, seat)]

    def view(self, viewer: int | None) -> Any:
        return POLISH.view(self.hand, viewer)

    def total(self, seat: int) -> int | None:
        """As its owner sees it."""
        count: int | None = self.view(seat).seats[seat].total
        return count

    @property
    def is_over(self) -> bool:
        return POLISH.outcome(self.hand) is not None

    @property
    def outcome(self) -> HandOutcome:
        outcome = POLISH.outcome(self.hand)
        assert outcome is not None, "the round is not over"
        return outcome

    @property
    def points(self) -> dict[int, int]:
        return self.outcome.net

    @property
    def flags(self) -> dict[int, tuple[str, ...]]:
        return {line.seat: line.flags for line in self.outcome.lines}

    def said(self) -> list[tuple[str, int]]:
        """(kind, seat) of what everybody is told after the deal."""
        return [(fact.kind, fact.seat) for fact in self.hand.facts if fact.kind != "dealt"]


def setup_for(table: int, seats: tuple[int, ...] = (), first: int = ALICE, **options: int) -> HandSetup:
    nothing = (0,) * table
    return HandSetup(
        seats=seats or tuple(range(table)), button=first, stacks=nothing, forced=nothing, options=options
    )


def round_of(*dealt: str, draws: str = "", first: int = ALICE, flexible: bool = False) -> Round:
    """`dealt`: two cards for each seat, by seat."""
    setup = setup_for(len(dealt), first=first, flexible_ace=int(flexible))
    return Round(setup, GivenChance.of(" ".join(shoe(dealt, draws, first))))
