"""Rounds per second of House Blackjack's hand rules, with the cards given. ``python -m bench.house_rounds``.

Goal in one thread: 50,000. The load are rounds of basic strategy over random shoes; cards and answers are made
beforehand, so only the rules are timed, in CPU time of the thread. Each round is first played by `bench.house_return`
too, which shares no code with them: it must come out the same.
"""

from __future__ import annotations

import json
import random
import sys
from statistics import median
from time import thread_time
from typing import NamedTuple

from bench.house_return import profit
from games.rules.actions import Action
from games.rules.bots.house_basic import basic
from games.rules.cards import blackjack_value, rank_of
from games.rules.chance import GivenChance
from games.rules.contracts import HandSetup
from games.rules.hands.house import HOUSE, SHOE
from games.rules.hands.house_view import view_for

GOAL = 50_000
ROUNDS, TIMES, SEED = 3_000, 9, 21
BET, BANKROLL = 20, 1_000
"""In half-chips: enough for a split and both doubles."""
SETUP = HandSetup(seats=(0,), button=0, stacks=(BET,), forced=(BET,), bankroll=(BANKROLL,))


class Load(NamedTuple):
    """One round to be played again."""

    chance: GivenChance
    answers: tuple[Action, ...]


def load(faces: list[int]) -> Load:
    """Raises AssertionError when the simulation makes something else of these cards."""
    chance = GivenChance(faces)
    hand = HOUSE.start(SETUP, chance)
    answers: list[Action] = []
    while HOUSE.to_act(hand):
        answers.append(basic(view_for(hand, 0), HOUSE.legal_actions(hand, 0), lambda n: 0))
        hand = HOUSE.apply_action(hand, 0, answers[-1], chance)
    outcome = HOUSE.outcome(hand)
    assert outcome is not None
    cards = iter([_plain(face) for face in faces])
    assert outcome.net[0] == BET * profit(lambda: next(cards))
    return Load(chance, tuple(answers))


def _plain(face: int) -> int:
    """The card as the simulation writes it."""
    value = blackjack_value(face)
    return 1 if value == 11 else value + (16 * rank_of(face) if value == 10 else 0)


def play(loads: list[Load]) -> float:
    """Rounds per second."""
    began = thread_time()
    for chance, answers in loads:
        hand = HOUSE.start(SETUP, chance)
        for answer in answers:
            hand = HOUSE.apply_action(hand, 0, answer, chance)
        HOUSE.outcome(hand)
    return len(loads) / (thread_time() - began)


def main() -> None:
    rng = random.Random(SEED)
    loads = []
    for _ in range(ROUNDS):
        faces = list(range(52)) * SHOE.decks
        rng.shuffle(faces)
        loads.append(load(faces))
    rates = [play(loads) for _ in range(TIMES)]
    answer = {"best": round(max(rates)), "median": round(median(rates)), "goal": GOAL}
    sys.stdout.write(json.dumps(answer) + "\n")


if __name__ == "__main__":
    main()
