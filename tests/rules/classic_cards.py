"""Shoes for Classic in which every hand is known: 19 wins against 18, 19 against 19 is a tie."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.cards import parse
from games.rules.classic_rows import CLASSIC_ROWS
from games.rules.given import GivenChance
from tests.rules.tables import ALICE, BOB, GivenDeals

KEYS = SERIES, FIXED, UNLIMITED = tuple(row.key for row in CLASSIC_ROWS)
NOBODY = -1
NINETEEN, EIGHTEEN = "Tc 9c", "Td 8d"


def two_hands(first: int, alice: str, bob: str) -> str:
    """The four cards in the order they are dealt; further ones of the script follow."""
    own, other = (alice.split(), bob.split()) if first == ALICE else (bob.split(), alice.split())
    return " ".join(card for pair in zip(own, other, strict=True) for card in pair)


def hand_for(winner: int, first: int) -> str:
    """Four cards with which that seat wins if both stand; NOBODY: a tie."""
    alice = EIGHTEEN if winner == BOB else NINETEEN
    bob = EIGHTEEN if winner == ALICE else NINETEEN
    return two_hands(first, alice, bob)


def classic_shoe(codes: str, firsts: Sequence[int] = (ALICE,)) -> GivenDeals:
    """These cards first, then deuces. `firsts`: who acts first, by the number that the dice are thrown for: 0 for a
    whole match, 1, 2, … for its hands; the last goes on."""
    faces = [parse(text) for text in codes.split()]
    faces += [parse("2c")] * (312 - len(faces))
    return GivenDeals(
        GivenChance(faces, lambda label, at, n: firsts[min(at, len(firsts) - 1)] if label == "first" else 0)
    )


def shoe_for(winners: Sequence[int]) -> GivenDeals:
    """A match in which these win, hand by hand, if everybody only stands; Alice begins and they alternate."""
    hands = [hand_for(winner, number % 2) for number, winner in enumerate(winners)]
    return classic_shoe(" ".join(hands))


def open_shoe_for(winners: Sequence[int]) -> GivenDeals:
    """The same where the first actor is drawn for each hand: it is always Alice."""
    return classic_shoe(" ".join(hand_for(winner, ALICE) for winner in winners))
