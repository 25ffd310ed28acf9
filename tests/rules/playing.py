"""Two-player hands written as a script: ``deal("9c Td 7h 8s 5d").play("Alice bet 100, Bob call, Bob hit")``.

Alice has seat 0, Bob seat 1. The cards are those of the shoe in order: the first four are dealt, the rest
drawn. The button is Bob's unless said otherwise: Alice gets the first card and speaks first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self

from games.rules.actions import Action, Bet, Call, Check, Fold, Go, Hit, LeaveTable, Legal, Pass, Raise, Stand
from games.rules.cards import code
from games.rules.chance import Chance
from games.rules.contracts import HandOutcome, HandRules, HandSetup
from games.rules.given import GivenChance
from games.rules.hands.classic import CLASSIC
from games.rules.hands.tactical import TACTICAL

ALICE, BOB = 0, 1
NAMES = {"Alice": ALICE, "Bob": BOB}
PLAIN: dict[str, Callable[[], Action]] = {
    "check": Check,
    "call": Call,
    "fold": Fold,
    "hit": Hit,
    "pass": Pass,
    "stand": Stand,
    "go": Go,
    "leave": LeaveTable,
}
SIZED: dict[str, Callable[[int], Action]] = {"bet": Bet, "raise": Raise}


def action(kind: str, amount: int = 0) -> Action:
    """The action of that kind; `amount` only where it has one."""
    return SIZED[kind](amount) if kind in SIZED else PLAIN[kind]()


class Playing:
    """A hand in play: a thin, mutable hull around the frozen states."""

    def __init__(self, rules: HandRules[Any], setup: HandSetup, chance: Chance) -> None:
        self.rules = rules
        self.chance = chance
        self.hand = rules.start(setup, chance)

    def play(self, script: str) -> Self:
        """``Alice bet 100, Bob fold``. Raises what the rules raise."""
        for sentence in script.split(","):
            name, kind, *amount = sentence.split()
            self.act(NAMES[name], action(kind, *map(int, amount)))
        return self

    def act(self, seat: int, answer: Action, *, auto: bool = False) -> Self:
        self.hand = self.rules.apply_action(self.hand, seat, answer, self.chance, auto=auto)
        return self

    def expire(self) -> Self:
        """The clock answers for whose turn it is."""
        (seat,) = self.rules.to_act(self.hand)
        return self.act(seat, self.rules.default_action(self.hand, seat), auto=True)

    def offers(self, seat: int) -> Legal:
        return self.rules.legal_actions(self.hand, seat)

    def kinds(self, seat: int) -> list[str]:
        return [offer.kind for offer in self.offers(seat)]

    def bounds(self, seat: int, kind: str) -> tuple[int, int] | None:
        """Smallest and greatest amount offered for that kind; None when it is not offered."""
        return next(((o.low, o.high) for o in self.offers(seat) if o.kind == kind), None)

    def view(self, seat: int | None) -> Any:
        return self.rules.view(self.hand, seat)

    @property
    def to_act(self) -> tuple[int, ...]:
        return self.rules.to_act(self.hand)

    @property
    def outcome(self) -> HandOutcome:
        outcome = self.rules.outcome(self.hand)
        assert outcome is not None, "the hand is not over"
        return outcome

    @property
    def net(self) -> tuple[int, int]:
        """Chips won or lost by Alice and Bob."""
        net = self.outcome.net
        return net[ALICE], net[BOB]

    def codes(self, seat: int) -> str:
        """The seat's cards as they were dealt: ``9c 7h``."""
        return " ".join(code(card.face) for card in self.hand.cards[seat])

    def said(self) -> list[tuple[Any, ...]]:
        """The public log as (kind, seat, amount, index)."""
        return [(fact.kind, fact.seat, fact.amount, fact.index) for fact in self.hand.facts]


def deal(
    codes: str = "9c Td 7h 8s",
    *,
    button: int = BOB,
    stacks: tuple[int, int] = (1_000, 1_000),
    ante: int = 50,
    first_card: int = 0,
) -> Playing:
    """A Tactical hand with these cards, those before `first_card` having been used."""
    setup = HandSetup(seats=(0, 1), button=button, stacks=stacks, forced=(ante, ante), first_card=first_card)
    return Playing(TACTICAL, setup, GivenChance.of(codes))


def deal_classic(codes: str = "9c Td 7h 8s", *, first: int = ALICE, first_card: int = 0) -> Playing:
    """A Classic hand with these cards; `first` acts first and gets the first of them."""
    setup = HandSetup(seats=(0, 1), button=first, stacks=(1, 1), forced=(1, 1), first_card=first_card)
    return Playing(CLASSIC, setup, GivenChance.of(codes))
