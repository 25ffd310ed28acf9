"""Seed 000, Classic BlackJack: overview, The shoe; rules.md, Classic: who gets the first card."""

from __future__ import annotations

import pytest

from games.rules.cards import Card, parse
from games.rules.contracts import HandSetup, Shoe
from games.rules.errors import NotLegal
from games.rules.given import GivenChance, UnknownChance
from games.rules.hands.classic import CLASSIC
from tests.rules.playing import ALICE, BOB, deal_classic


@pytest.mark.parametrize(("first", "other"), [(ALICE, BOB), (BOB, ALICE)])
def test_each_gets_two_cards_in_turn_the_first_actor_first(first: int, other: int) -> None:
    playing = deal_classic("2c 3c 4c 5c", first=first)
    assert playing.codes(first) == "2c 4c"
    assert playing.codes(other) == "3c 5c"
    assert playing.said() == [
        ("dealt", first, 0, 0),
        ("dealt", other, 0, 0),
        ("dealt", first, 0, 1),
        ("dealt", other, 0, 1),
    ]


@pytest.mark.parametrize("first", [ALICE, BOB])
def test_who_got_the_first_card_acts_first(first: int) -> None:
    assert deal_classic(first=first).to_act == (first,)


def test_there_is_no_bet_and_no_chip() -> None:
    """Only HIT and STAND are ever offered; nothing is brought in from outside."""
    playing = deal_classic()
    assert playing.kinds(ALICE) == ["hit", "stand"]
    assert CLASSIC.drawn(playing.hand) == ()


def test_shoe_has_six_decks_and_is_kept_until_52_cards_remain() -> None:
    assert CLASSIC.shoe == Shoe(decks=6, keep_until=52)
    assert CLASSIC.shoe.size == 312


def test_hits_come_from_the_same_shoe_in_order() -> None:
    """Starting cards and every HIT: positions 10 to 13, then Alice's 14 and 15, then Bob's 16."""
    codes = "2s " * 10 + "9c Td 2h 3s 4d 5c 6h"
    playing = deal_classic(codes, first_card=10).play("Alice hit, Alice hit, Alice stand, Bob hit, Bob stand")
    assert [card.position for card in playing.hand.cards[ALICE]] == [10, 12, 14, 15]
    assert [card.position for card in playing.hand.cards[BOB]] == [11, 13, 16]
    assert playing.codes(ALICE) == "9c 2h 4d 5c"
    assert playing.outcome.cards_used == 7


@pytest.mark.parametrize(
    "setup",
    [
        HandSetup(seats=(0,), button=0, stacks=(1, 1), forced=(1, 1)),
        HandSetup(seats=(0, 1), button=2, stacks=(1, 1), forced=(1, 1)),
        HandSetup(seats=(0, 1), button=-1, stacks=(1, 1), forced=(1, 1)),
        HandSetup(seats=(0, 1), button=0, stacks=(1, 1), forced=(1, 0)),
        HandSetup(seats=(0, 1), button=0, stacks=(5, 5), forced=(5, 5)),
    ],
)
def test_other_setups_are_faults(setup: HandSetup) -> None:
    with pytest.raises(ValueError, match="seats 0 and 1"):
        CLASSIC.start(setup, GivenChance.of("2c 3c 4c 5c"))


def test_no_card_is_ever_sealed() -> None:
    playing = deal_classic()
    with pytest.raises(NotLegal):
        CLASSIC.open_card(playing.hand, Card(2, parse("7h")), playing.chance)
    setup = HandSetup(seats=(0, 1), button=0, stacks=(1, 1), forced=(1, 1))
    with pytest.raises(ValueError, match="sealed"):
        CLASSIC.start(setup, UnknownChance(GivenChance.of("2c 3c 4c 5c"), {1}))
