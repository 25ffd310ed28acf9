"""One random hand played in our rules and in pokerkit, compared at each decision and in the final stacks.

What pokerkit does otherwise, and why we do not follow it, is listed by name (`DEVIATIONS`); `test_deviations.py` shows
each. A difference that is not on the list raises Different.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from games.rules.actions import Action
from games.rules.hands.holdem import HoldemRules
from games.rules.hands.holdem_state import HoldemHand
from tests.oracle.pokerkit_hand import PokerkitHand
from tests.rules.hands.holdem.hands import BIG, SMALL, HoldemPlaying, shoe, table
from tests.rules.playing import action

DEVIATIONS = {
    "short_big_blind": "lowers the call to what was posted (rules.md: callers owe the full big blind)",
    "short_all_in_reopens": "lets who has acted raise a bet or raise below a full one (TDA 47)",
    "full_raise_does_not_reopen": "forbids a raise to who faces a full one, if short all-ins made it (TDA 47)",
    "asks_without_need": "asks the last with chips, who owes nothing (rules.md: no prompt when nobody could answer)",
    "odd_chips": "gives one winner several odd chips, and splits pots together (TDA 20, 21)",
}


class Different(AssertionError):
    """The two disagree, and it is not on the list."""


class Comparison:
    """A hand in both."""

    def __init__(self, seed: int, rules: HoldemRules | None = None) -> None:
        self.dice = random.Random(seed)
        self.seed = seed
        count = self.dice.randint(2, 6)
        stacks = [self._stack() for _ in range(count)]
        button = self.dice.randrange(count)
        self.ours = table(stacks, button=button, rules=rules, seed=seed)
        self.theirs = PokerkitHand(stacks, button, shoe("", seed), SMALL, BIG)
        self.met: Counter[str] = Counter()
        self.decisions = 0

    def _stack(self) -> int:
        return self.dice.choice(
            (self.dice.randint(11, 100), self.dice.randint(30, 600), self.dice.randint(30, 2_000))
        )

    def play(self) -> None:
        """To the end, or to a difference after which they cannot go on together. Raises Different."""
        while self.ours.to_act:
            self._skip_needless()
            if not self._same_decision():
                return
            answer = self._answer()
            self.ours.act(self.ours.to_act[0], answer)
            self.theirs.act(answer)
            self.decisions += 1
        self._skip_needless()
        self._same_end()

    def _skip_needless(self) -> None:
        """They ask somebody who owes nothing while nobody else has chips."""
        while self.theirs.asks_without_need and self.theirs.actor not in self.ours.to_act:
            self.met["asks_without_need"] += 1
            self.theirs.act(action("check"))

    def _same_decision(self) -> bool:
        hand = self.ours.hand
        mine = (self.ours.to_act[0], self.ours.call, self.ours.raises)
        theirs = (self.theirs.actor, self.theirs.call, self.theirs.raises)
        if mine == theirs:
            return True
        if hand.street == "preflop" and short_big_blind(hand):
            self.met["short_big_blind"] += 1
            return False
        if mine[:2] == theirs[:2] and hand.acted[mine[0]]:
            faces = hand.price - hand.bets[mine[0]]
            if mine[2] is None and faces < hand.last_raise:
                self.met["short_all_in_reopens"] += 1
                return True
            if theirs[2] is None and faces >= hand.last_raise:
                self.met["full_raise_does_not_reopen"] += 1
                return True
        raise Different(f"hand {self.seed}: we say {mine}, pokerkit {theirs}: {hand}")

    def _answer(self) -> Action:
        """A legal one for both; folds are rarer, so that hands go on."""
        (seat,) = self.ours.to_act
        offers = [
            offer
            for offer in self.ours.offers(seat)
            if (offer.kind != "fold" or self.dice.random() < 0.35)
            and (offer.kind not in ("bet", "raise") or self.theirs.raises is not None)
        ]
        offer = self.dice.choice(offers)
        return action(
            offer.kind,
            self.dice.choice((offer.low, offer.low, self.dice.randint(offer.low, offer.high), offer.high)),
        )

    def _same_end(self) -> None:
        if self.theirs.actor is not None:
            raise Different(f"hand {self.seed}: pokerkit asks seat {self.theirs.actor}: {self.ours.hand}")
        mine, theirs = self.ours.stacks, self.theirs.stacks
        if mine == theirs:
            return
        if odd_chips_apart(self.ours, theirs):
            self.met["odd_chips"] += 1
            return
        raise Different(f"hand {self.seed}: we end with {mine}, pokerkit with {theirs}: {self.ours.hand}")


def short_big_blind(hand: HoldemHand) -> bool:
    return any(fact.kind == "big_blind" and fact.amount < hand.big for fact in hand.facts)


def odd_chips_apart(ours: HoldemPlaying, theirs: tuple[int, ...]) -> bool:
    """Only winners of shared pots differ, each by fewer chips than there are winners, once for each pot."""
    shared: list[Any] = [pot for pot in ours.outcome.pots if sum(1 for share in pot.shares if share) > 1]
    most = [0] * len(theirs)
    for pot in shared:
        winners = [seat for seat, share in enumerate(pot.shares) if share]
        for seat in winners:
            most[seat] += len(winners) - 1
    apart = [abs(mine - other) for mine, other in zip(ours.stacks, theirs, strict=True)]
    return sum(ours.stacks) == sum(theirs) and all(a <= m for a, m in zip(apart, most, strict=True))
