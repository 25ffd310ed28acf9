"""What House Blackjack returns to basic strategy, by playing. ``python -m bench.house_return [rounds] [seed]``.

A check of `bench.house_strategy` that shares none of its arithmetic: cards as plain numbers, drawn one by one from a
two-deck shoe that is shuffled no further than it is dealt. The plays come from the hint's own table.

Found: -0.221 % of the first bet over ten million rounds (seed 21), standard error 0.036; worked out: -0.237 %.
`bench.house_strategy` sets that beside published values; `bench.house_rounds` checks the play against the rules.
"""

from __future__ import annotations

import json
import math
import random
import sys
from collections.abc import Callable

from games.rules.bots.house_basic import HARD, PAIRS, SOFT

DECKS = [min(rank, 10) + (rank if rank > 10 else 0) * 16 for rank in range(1, 14)] * 8
"""Value in the low four bits; above them what tells a jack, queen and king from a ten. 1 is the ace."""
VALUE = 15
ROUNDS = 10_000_000
SEED = 21

HITS, STANDS, DOUBLES_OR_HITS = "H", "S", "D"
Draw = Callable[[], int]


def column(up: int) -> int:
    return 9 if up == 1 else up - 2


def rows() -> tuple[list[list[str]], list[list[str]], list[list[bool]]]:
    """Plays by hard total, by soft total, and splits by card; each by the up card 1..10."""
    ups = range(1, 11)
    hard = [[HARD[t][column(up)] if t in HARD and up else "" for up in (0, *ups)] for t in range(22)]
    soft = [[SOFT[t][column(up)] if t in SOFT and up else "" for up in (0, *ups)] for t in range(22)]
    pair = [
        [bool(value and up) and PAIRS[11 if value == 1 else value][column(up)] == "P" for up in (0, *ups)]
        for value in range(11)
    ]
    return hard, soft, pair


HARD_ROWS, SOFT_ROWS, SPLITS = rows()


def played(one: int, two: int, up: int, draw: Draw) -> tuple[int, int]:
    """The total at which the hand ends (0: bust) and its bet."""
    hard = one + two
    ace = one == 1 or two == 1
    bet = 1
    first = True
    while True:
        soft = ace and hard <= 11
        total = hard + 10 if soft else hard
        if total >= 21:
            return (total if total == 21 else 0), bet
        play = (SOFT_ROWS if soft else HARD_ROWS)[total][up]
        if play == STANDS or (play == "d" and not first):
            return total, bet
        card = draw()
        hard += card
        ace = ace or card == 1
        if first and play in "Dd":
            total = hard + 10 if ace and hard <= 11 else hard
            return (total if total <= 21 else 0), 2
        first = False


def dealers(up: int, hole: int, draw: Draw) -> int:
    """The total at which the dealer ends; 0: bust."""
    hard = up + hole
    ace = up == 1 or hole == 1
    while True:
        total = hard + 10 if ace and hard <= 11 else hard
        if total >= 17:
            return total if total <= 21 else 0
        card = draw()
        hard += card
        ace = ace or card == 1


def profit(draw_card: Draw) -> float:
    """Of one round, in first bets. No insurance."""
    one, up, two, hole = draw_card(), draw_card() & VALUE, draw_card(), draw_card() & VALUE
    same = one == two
    one &= VALUE
    two &= VALUE

    def draw() -> int:
        return draw_card() & VALUE

    own = one + two == 11 and 1 in (one, two)
    if up + hole == 11 and 1 in (up, hole):
        return 0.0 if own else -1.0
    if own:
        return 1.5
    if same and SPLITS[one][up]:
        others = draw(), draw()
        if one == 1:
            hands = [(card + 11, 1) for card in others]
        else:
            hands = [played(one, card, up, draw) for card in others]
    else:
        hands = [played(one, two, up, draw)]
    if not any(total for total, _ in hands):
        return float(-sum(bet for _, bet in hands))
    end = dealers(up, hole, draw)
    return float(sum(bet * ((total > end) - (total < end)) if total else -bet for total, bet in hands))


def measured(rounds: int, seed: int) -> tuple[float, float]:
    """Mean profit of a round and its standard error."""
    chance = random.Random(seed).random
    shoe = list(DECKS)
    size = len(shoe)
    at = 0

    def draw_card() -> int:
        nonlocal at
        other = at + int(chance() * (size - at))
        card = shoe[other]
        shoe[other] = shoe[at]
        shoe[at] = card
        at += 1
        return card

    total = squares = 0.0
    for _ in range(rounds):
        at = 0
        won = profit(draw_card)
        total += won
        squares += won * won
    mean = total / rounds
    return mean, math.sqrt((squares / rounds - mean * mean) / rounds)


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else SEED
    mean, error = measured(rounds, seed)
    answer = {"rounds": rounds, "seed": seed, "percent": round(100 * mean, 4), "error": round(100 * error, 4)}
    sys.stdout.write(json.dumps(answer) + "\n")


if __name__ == "__main__":
    main()
