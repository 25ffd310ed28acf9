"""Hand values in the words that poker rooms' files use. They are read by programs, so they are always English."""

from __future__ import annotations

from games.rules.cards import RANKS
from games.rules.hand_ranks import HandName

NAMES = (
    "Two",
    "Three",
    "Four",
    "Five",
    "Six",
    "Seven",
    "Eight",
    "Nine",
    "Ten",
    "Jack",
    "Queen",
    "King",
    "Ace",
)
PLURALS = {"Two": "Deuces", "Six": "Sixes"}
ACE = len(RANKS) - 1
WHEEL = RANKS.index("5")


def in_words(value: HandName) -> str:
    """``a pair of Kings``, ``a straight, Ace to Five``."""
    first, *others = value.ranks
    match value.category:
        case "pair":
            return f"a pair of {_many(first)}"
        case "two_pair":
            return f"two pair, {_many(first)} and {_many(others[0])}"
        case "three_of_a_kind":
            return f"three of a kind, {_many(first)}"
        case "straight":
            return f"a straight, {_run(first)}"
        case "flush":
            return f"a flush, {NAMES[first]} high"
        case "full_house":
            return f"a full house, {_many(first)} full of {_many(others[0])}"
        case "four_of_a_kind":
            return f"four of a kind, {_many(first)}"
        case "straight_flush":
            return "a Royal Flush" if first == ACE else f"a straight flush, {_run(first)}"
    return f"high card {NAMES[first]}"


def _many(rank: int) -> str:
    return PLURALS.get(NAMES[rank], f"{NAMES[rank]}s")


def _run(top: int) -> str:
    lowest = ACE if top == WHEEL else top - 4
    return f"{NAMES[lowest]} to {NAMES[top]}"
