"""What five to seven cards are worth as a poker hand: one whole number to compare, and its name as data.

Pure arithmetic on masks of 13 bits, one bit a rank: two masks with equally many bits compare like their ranks from the
top. The one table says where straights are (8 KiB). A sentence ("two pair, kings and fives") is made from `named` by
whoever shows it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from games.rules.cards import RANKS

CATEGORIES = (
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
)
"""Ascending. A royal flush is the straight flush to the ace."""
HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(len(CATEGORIES))

HAND = 5
"""Cards that make a hand."""
_WIDTH = len(RANKS)
_MASK = (1 << _WIDTH) - 1
_WHEEL = 1 << RANKS.index("A") | 0b1111
"""Ace to five: the lowest straight."""
_MADE_AT, _CATEGORY_AT = _WIDTH, 2 * _WIDTH
_BIT = tuple(1 << face for face in range(4 * _WIDTH))


class HandName(msgspec.Struct, frozen=True, array_like=True):
    """A hand's value in parts, to be put into words. Ranks are indices into `cards.RANKS`."""

    category: str
    """One of `CATEGORIES`."""
    ranks: tuple[int, ...]
    """What it is made of, highest first: both pairs; the three, then the pair, of a full house; the top of a straight
    (of ace to five the five); all five of a flush and of a hand with nothing."""
    kickers: tuple[int, ...] = ()
    """The cards beside it that count, highest first."""


def _straight_tops() -> bytes:
    """By mask: 1 + the top rank of its best straight; 0 where there is none."""
    tops = bytearray(1 << _WIDTH)
    lowest_first = [(_WHEEL, RANKS.index("5"))]
    lowest_first += [(0b11111 << low, low + HAND - 1) for low in range(_WIDTH - HAND + 1)]
    for straight, top in lowest_first:
        others = _MASK & ~straight
        rest = others
        while True:  # every mask that holds this straight
            tops[straight | rest] = top + 1
            if not rest:
                break
            rest = (rest - 1) & others
    return bytes(tops)


_STRAIGHT_TOP = _straight_tops()


def strength(faces: Iterable[int]) -> int:
    """The best hand of these different faces (five to seven): the greater, the better; equal ones tie."""
    cards = 0
    for face in faces:
        cards |= _BIT[face]
    clubs, diamonds = cards & _MASK, cards >> _WIDTH & _MASK
    hearts, spades = cards >> 2 * _WIDTH & _MASK, cards >> 3 * _WIDTH
    ranks = clubs | diamonds | hearts | spades
    for suited in (clubs, diamonds, hearts, spades):
        if suited.bit_count() >= HAND:
            top = _STRAIGHT_TOP[suited]
            if top:
                return STRAIGHT_FLUSH << _CATEGORY_AT | 1 << top - 1 + _MADE_AT
            # With five of a suit among seven cards there is no full house and no four of a kind.
            return FLUSH << _CATEGORY_AT | _top(suited, HAND) << _MADE_AT
    top = _STRAIGHT_TOP[ranks]
    if cards.bit_count() - ranks.bit_count() < 2:
        return _with_at_most_a_pair(ranks, ranks ^ clubs ^ diamonds ^ hearts ^ spades, top)
    return _with_several_of_a_rank(clubs, diamonds, hearts, spades, top)


def _with_at_most_a_pair(ranks: int, pair: int, top: int) -> int:
    if top:
        return STRAIGHT << _CATEGORY_AT | 1 << top - 1 + _MADE_AT
    if pair:
        return PAIR << _CATEGORY_AT | pair << _MADE_AT | _top(ranks ^ pair, 3)
    return HIGH_CARD << _CATEGORY_AT | _top(ranks, HAND) << _MADE_AT


def _with_several_of_a_rank(clubs: int, diamonds: int, hearts: int, spades: int, top: int) -> int:
    black, red = clubs & spades, diamonds & hearts
    ranks = clubs | diamonds | hearts | spades
    four = black & red
    if four:
        return QUADS << _CATEGORY_AT | four << _MADE_AT | _top(ranks ^ four, 1)
    several = black | red | (clubs | spades) & (diamonds | hearts)
    threes = several & (clubs ^ diamonds ^ hearts ^ spades)
    if threes:
        three = 1 << threes.bit_length() - 1
        pairs = several ^ three
        if pairs:
            # The pair is told by its bit below the three's: the three comes first.
            return FULL_HOUSE << _CATEGORY_AT | three << _MADE_AT | 1 << pairs.bit_length() - 1
        if not top:
            return TRIPS << _CATEGORY_AT | three << _MADE_AT | _top(ranks ^ three, 2)
    if top:
        return STRAIGHT << _CATEGORY_AT | 1 << top - 1 + _MADE_AT
    pairs = _top(several, 2)
    return TWO_PAIR << _CATEGORY_AT | pairs << _MADE_AT | _top(ranks ^ pairs, 1)


def _top(mask: int, count: int) -> int:
    """The `count` highest ranks of the mask, or all."""
    while mask.bit_count() > count:
        mask &= mask - 1
    return mask


@lru_cache(maxsize=8_000)
def named(value: int) -> HandName:
    """The name of a hand of that `strength`."""
    category = value >> _CATEGORY_AT
    made, beside = _ranks_in(value >> _MADE_AT & _MASK), _ranks_in(value & _MASK)
    if category == FULL_HOUSE:
        return HandName(CATEGORIES[category], made + beside)
    return HandName(CATEGORIES[category], made, beside)


def _ranks_in(mask: int) -> tuple[int, ...]:
    return tuple(rank for rank in reversed(range(_WIDTH)) if mask >> rank & 1)
