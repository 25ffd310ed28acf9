"""Seed 002, Card values; rules.md, Twenty-One (Polish): what a hand counts."""

from __future__ import annotations

import pytest

from games.rules.cards import Card, parse
from games.rules.hands.polish_state import MOST_CARDS, total
from tests.rules.hands.polish.round_of import ALICE, BOB, round_of


def count(codes: str, *, flexible: bool = False) -> int:
    return total([Card(at, parse(code)) for at, code in enumerate(codes.split())], flexible)


@pytest.mark.parametrize(
    ("codes", "expected"),
    [
        ("Qh 7c", 10),
        ("Kh Ac", 15),
        ("Jh Jc", 4),
        ("Qh 9c 8d", 20),
        ("Kh Tc Jd", 16),
        ("2c 3c 4c", 9),
        ("5c 6c 7c", 18),
        ("8c 9c", 17),
        ("Tc Qc", 13),
    ],
)
def test_number_cards_count_their_number_and_faces_two_three_four(codes: str, expected: int) -> None:
    assert count(codes) == expected
    assert count(codes, flexible=True) == expected


@pytest.mark.parametrize(("codes", "expected"), [("As Ts", 21), ("As Qs 9s", 23), ("As 2s Ah", 24)])
def test_ace_is_always_eleven(codes: str, expected: int) -> None:
    assert count(codes) == expected


@pytest.mark.parametrize(
    ("codes", "expected"),
    [
        ("As Qs 9s", 13),
        ("As Ts", 21),
        ("As Ts 2c", 13),
        ("Ac 2c Ah", 14),
        ("2c As Ah 9h", 13),
        ("Ac Ad Ah Tc 9c", 22),
    ],
)
def test_flexible_ace_drops_to_one_past_21_each_only_as_needed(codes: str, expected: int) -> None:
    assert count(codes, flexible=True) == expected


def test_cheapest_hand_of_the_most_cards_is_a_bust() -> None:
    codes = "Ac Ad Ah As Jc Jd Jh Js 2c 2d 2h 2s 3c"
    assert len(codes.split()) == MOST_CARDS
    assert count(codes, flexible=True) == 23


@pytest.mark.parametrize(("flexible", "bust"), [(False, True), (True, False)])
def test_option_decides_whether_an_ace_may_bust(flexible: bool, bust: bool) -> None:
    playing = round_of("As Qs", "9c 9d", draws="9s", flexible=flexible).play("Alice hit")
    assert playing.view(ALICE).seats[ALICE].bust is bust
    assert playing.kinds(ALICE) == (["stand"] if bust else ["hit", "stand"])
    assert playing.view(BOB).flexible is flexible
