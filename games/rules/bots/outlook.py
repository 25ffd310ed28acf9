"""How likely a two-player blackjack hand is to win, for somebody who sees one card of the opponent.

The opponent is taken to draw like an ordinary player; cards come as from an endless shoe. Used by bots only:
the numbers steer what they answer and decide nothing.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from games.rules.cards import ACE_BONUS, TARGET
from games.rules.hands.comparison import MOST_CARDS, strength

VALUES = (*((value, 1 / 13) for value in range(1, 10)), (10, 4 / 13))
"""(value, probability) of the next card; an ace is 1 here."""

HIT_HABIT = {12: 0.96, 13: 0.93, 14: 0.85, 15: 0.7, 16: 0.45, 17: 0.15, 18: 0.05, 19: 0.02, 20: 0.02, 21: 0.0}
"""How often the opponent takes a card at a hard total; below these always."""
SOFT_HIT_HABIT = {18: 0.4, 19: 0.05, 20: 0.02, 21: 0.0}
"""The same with an ace that counts 11."""
BUST_HIT_HABIT = 0.03

Weights = dict["Hand", float]


class Hand(NamedTuple):
    """What matters of some cards: the total with aces as 1, whether there is an ace, and their number."""

    hard: int
    ace: bool
    size: int

    @property
    def best(self) -> int:
        return self.hard + ACE_BONUS if self.ace and self.hard + ACE_BONUS <= TARGET else self.hard

    def plus(self, value: int) -> Hand:
        return Hand(self.hard + value, self.ace or value == 1, self.size + 1)


class Opponent(NamedTuple):
    """What is public about the other hand."""

    first: int
    """Value of the first card; an ace is 1."""
    size: int
    stopped: bool
    """It has just passed."""


class Outlook(NamedTuple):
    """Chance to win, a tie counting half, if no card is taken and if one is (0 where none should be)."""

    standing: float
    hitting: float

    @property
    def best(self) -> float:
        return max(self.standing, self.hitting)


@lru_cache(maxsize=16_384)
def outlook(own: Hand, opponent: Opponent) -> Outlook:
    """Beyond 21 another card only makes the hand worse, so that is not looked into."""
    finals = final_totals(opponent)
    mine = strength(own.best)
    standing = sum(
        weight * (1.0 if strength(total) < mine else 0.5 if strength(total) == mine else 0.0)
        for total, weight in finals.items()
    )
    if own.best >= TARGET or own.size >= MOST_CARDS:
        return Outlook(standing, 0.0)
    hitting = sum(chance * outlook(own.plus(value), opponent).best for value, chance in VALUES)
    return Outlook(standing, hitting)


@lru_cache(maxsize=256)
def final_totals(opponent: Opponent) -> dict[int, float]:
    """Probability of each total the opponent may end with."""
    hands: Weights = {Hand(opponent.first, opponent.first == 1, 1): 1.0}
    hands = _draw(hands)
    for _ in range(opponent.size - 2):
        hands = _draw({hand: weight * hit_habit(hand) for hand, weight in hands.items()})
    if opponent.stopped:
        hands = {hand: weight * (1 - hit_habit(hand)) for hand, weight in hands.items()}
        totals = _by_total(hands)
    else:
        totals = _play_out(hands)
    whole = sum(totals.values())
    return {total: weight / whole for total, weight in totals.items()}


def hit_habit(hand: Hand) -> float:
    """How often an ordinary player takes a card."""
    if hand.size >= MOST_CARDS:
        return 0.0
    best = hand.best
    if best > TARGET:
        return BUST_HIT_HABIT
    return (HIT_HABIT if best == hand.hard else SOFT_HIT_HABIT).get(best, 1.0)


def _draw(hands: Weights) -> Weights:
    drawn: Weights = {}
    for hand, weight in hands.items():
        for value, chance in VALUES:
            new = hand.plus(value)
            drawn[new] = drawn.get(new, 0.0) + weight * chance
    return drawn


def _play_out(hands: Weights) -> dict[int, float]:
    """Until everybody has stopped; at ten cards the latest."""
    totals: dict[int, float] = {}
    while hands:
        for total, weight in _by_total({h: w * (1 - hit_habit(h)) for h, w in hands.items()}).items():
            totals[total] = totals.get(total, 0.0) + weight
        hands = _draw({h: w * hit_habit(h) for h, w in hands.items() if hit_habit(h)})
    return totals


def _by_total(hands: Weights) -> dict[int, float]:
    totals: dict[int, float] = {}
    for hand, weight in hands.items():
        totals[hand.best] = totals.get(hand.best, 0.0) + weight
    return totals
