"""Basic strategy of House Blackjack: known plays, what stands in for what is not offered, and it never errs."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.bots.house_basic import HARD, PAIRS, SOFT, UPS, basic
from games.rules.chance import GivenChance
from games.rules.hands.house import HOUSE
from games.rules.hands.house_view import view_for
from tests.rules.hands.house.rounds import Round, setup


def play(played: Round) -> str:
    return basic(view_for(played.hand, 0), HOUSE.legal_actions(played.hand, 0), lambda n: 0).kind


@pytest.mark.parametrize(
    ("player", "dealer", "expected"),
    [
        ("8s 8d", "Tc 7h", "split"),
        ("Ts Td", "6c 7h", "stand"),
        ("9s 9d", "7c 7h", "stand"),
        ("5s 5d", "6c 7h", "double"),
        ("6s 5d", "9c 7h", "double"),
        ("Ts 6d", "9c 7h", "hit"),
        ("Ts 2d", "4c 7h", "stand"),
        ("Ts 2d", "3c 7h", "hit"),
        ("As 7d", "2c 7h", "stand"),
        ("As 7d", "3c 7h", "double"),
        ("As 7d", "9c 7h", "hit"),
        ("As 6d", "7c 7h", "hit"),
    ],
)
def test_well_known_hands_are_played_as_everywhere(player: str, dealer: str, expected: str) -> None:
    assert play(Round(player, dealer)) == expected


def test_insurance_is_never_taken() -> None:
    assert play(Round("As Kd", "Ac Kh")) == "decline"


def test_soft_18_that_cannot_be_doubled_stands_and_soft_17_hits() -> None:
    assert play(Round("As 7d", "6c 7h", balance=100)) == "stand"
    assert play(Round("As 6d", "6c 7h", balance=100)) == "hit"


def test_pair_that_cannot_be_split_is_played_by_its_total() -> None:
    assert play(Round("8s 8d", "Tc 7h", balance=100)) == "hit"
    assert play(Round("As Ad", "9c 7h", balance=100)) == "hit"


def test_table_has_a_play_for_every_hand() -> None:
    assert set(HARD) == set(range(4, 21))
    assert set(SOFT) == set(range(12, 21))
    assert set(PAIRS) == set(range(2, 12))
    for rows, plays in ((HARD, "HSDd"), (SOFT, "HSDd"), (PAIRS, "P-")):
        for row in rows.values():
            assert len(row) == len(UPS)
            assert set(row) <= set(plays)


@given(seed=st.integers(0, 2**32), rest=st.integers(0, 80))
def test_every_play_is_one_that_is_offered(seed: int, rest: int) -> None:
    shoe = list(range(52)) * 2
    random.Random(seed).shuffle(shoe)
    chance = GivenChance(shoe)
    hand = HOUSE.start(setup(20, rest), chance)
    while HOUSE.to_act(hand):
        legal = HOUSE.legal_actions(hand, 0)
        action = basic(view_for(hand, 0), legal, lambda n: 0)
        assert action.kind in {offer.kind for offer in legal}
        hand = HOUSE.apply_action(hand, 0, action, chance)
