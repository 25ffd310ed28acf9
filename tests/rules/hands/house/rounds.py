"""Rounds of House Blackjack with given cards, in whole chips as the rules write them."""

from __future__ import annotations

from games.rules.actions import Action, Decline, Double, Hit, Insure, Split, Stand
from games.rules.chance import GivenChance
from games.rules.contracts import HandOutcome, HandSetup, Line
from games.rules.hands.house import HOUSE
from games.rules.hands.house_state import HouseHand

ANSWERS: dict[str, Action] = {
    "hit": Hit(),
    "stand": Stand(),
    "double": Double(),
    "split": Split(),
    "insure": Insure(),
    "decline": Decline(),
}


class Round:
    """One round as it goes on. `bet` and `balance` (before the bet) are chips."""

    def __init__(
        self, player: str, dealer: str, more: str = "", bet: int = 100, balance: float = 1_000
    ) -> None:
        one, two = player.split()
        up, hole = dealer.split()
        self.chance = GivenChance.of(f"{one} {up} {two} {hole} {more}")
        self.balance = balance
        self.hand: HouseHand = HOUSE.start(setup(2 * bet, int(2 * (balance - bet))), self.chance)

    def act(self, *kinds: str) -> Round:
        for kind in kinds:
            self.hand = HOUSE.apply_action(self.hand, 0, ANSWERS[kind], self.chance)
        return self

    def leave(self) -> Round:
        self.hand = HOUSE.withdraw(self.hand, 0, self.chance)
        return self

    @property
    def offered(self) -> list[str]:
        return [offer.kind for offer in HOUSE.legal_actions(self.hand, 0)]

    @property
    def outcome(self) -> HandOutcome:
        outcome = HOUSE.outcome(self.hand)
        assert outcome is not None
        return outcome

    @property
    def lines(self) -> list[tuple[float, float, str]]:
        """Of each bet: staked and returned in chips, and its flags."""
        return [(line.staked / 2, line.returned / 2, " ".join(line.flags)) for line in self.outcome.lines]

    @property
    def after(self) -> float:
        """The balance in chips after the round."""
        return self.balance + sum(line.returned - line.staked for line in self.outcome.lines) / 2

    @property
    def score(self) -> float:
        return sum(scored(line) for line in self.outcome.lines) / 2

    @property
    def kinds(self) -> list[str]:
        return [fact.kind for fact in self.hand.facts]


def scored(line: Line) -> int:
    """Profit of a won player hand, in half-chips; insurance is no player hand (seed 001, leaderboard)."""
    return line.returned - line.staked if line.flags[0] == "won" else 0


def setup(bet: int, bankroll: int) -> HandSetup:
    """In half-chips."""
    return HandSetup(seats=(0,), button=0, stacks=(bet,), forced=(bet,), bankroll=(bankroll,))
