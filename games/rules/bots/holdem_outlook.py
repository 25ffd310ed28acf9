"""How good a hand of Hold'em looks to who holds it: chances to win, reckoned from its own cards and the board alone."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, islice

from games.rules.cards import FACES_PER_DECK, rank_of, suit_of
from games.rules.hand_ranks import CATEGORIES, STRAIGHT, named, strength

EVERY = 7
"""Of the other's possible hands only every seventh is looked at."""
PAIR_LEAST, PAIR_MORE = 0.53, 0.027
"""Chance of a pair of twos against any hand, and what each higher rank adds."""
PLAIN, HIGH, LOW, SUITED, CONNECTED = 0.32, 0.018, 0.012, 0.025, 0.02
"""Of two different ranks: the least, what each step of the higher and lower rank adds, the same suit, neighbours."""
EACH_MORE = 0.7
"""How much a further opponent counts against the first."""


def chance_to_win(own: Sequence[int], board: Sequence[int], opponents: int) -> float:
    """From 0 to 1, against so many hands of which nothing is known. Faces as in `cards`."""
    alone = _against_one(own, board) if board else _before_the_flop(own)
    return float(alone ** (1 + EACH_MORE * (opponents - 1)))


def _before_the_flop(own: Sequence[int]) -> float:
    low, high = sorted(rank_of(face) for face in own)
    if low == high:
        return PAIR_LEAST + PAIR_MORE * low
    suited = SUITED if suit_of(own[0]) == suit_of(own[1]) else 0
    connected = CONNECTED if high - low == 1 else 0
    return PLAIN + HIGH * high + LOW * low + suited + connected


def _against_one(own: Sequence[int], board: Sequence[int]) -> float:
    """The part of the other's possible hands that is beaten now, and of those that beat us the part that a card to come
    may turn to a straight or better."""
    mine = strength([*own, *board])
    unseen = [face for face in range(FACES_PER_DECK) if face not in own and face not in board]
    beaten = looked_at = 0.0
    for pair in islice(combinations(unseen, 2), 0, None, EVERY):
        theirs = strength([*pair, *board])
        beaten += 1 if mine > theirs else 0.5 if mine == theirs else 0
        looked_at += 1
    now = beaten / looked_at
    return now + (1 - now) * _chance_to_improve(own, board, unseen, mine)


def _chance_to_improve(own: Sequence[int], board: Sequence[int], unseen: Sequence[int], mine: int) -> float:
    to_come = 5 - len(board)
    if not to_come or _is_made(mine):
        return 0
    outs = sum(1 for face in unseen if _is_made(strength([*own, *board, face])))
    return min(1, to_come * outs / len(unseen))


def _is_made(value: int) -> bool:
    return CATEGORIES.index(named(value).category) >= STRAIGHT
