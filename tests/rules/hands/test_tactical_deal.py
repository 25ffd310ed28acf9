"""Seed 000, Tactical BlackJack: General, Cards, The shoe; rules.md, Tactical: order and antes."""

from __future__ import annotations

import pytest

from games.rules.contracts import HandSetup, Shoe
from games.rules.given import GivenChance, UnknownChance
from games.rules.hands.tactical import TACTICAL
from tests.rules.playing import ALICE, BOB, Playing, deal


def test_antes_are_in_the_pot_before_the_first_decision() -> None:
    """Both put in the ante."""
    view = deal(ante=50).view(None)
    assert view.pot == 100
    assert [seat.stack for seat in view.seats] == [950, 950]
    assert [seat.committed for seat in view.seats] == [50, 50]
    assert [seat.bet for seat in view.seats] == [0, 0], "an ante is no bet of the betting round"


@pytest.mark.parametrize(("button", "first"), [(BOB, ALICE), (ALICE, BOB)])
def test_cards_are_dealt_one_at_a_time_to_the_seat_without_the_button_first(button: int, first: int) -> None:
    """Two starting cards each; who gets the first follows from the button."""
    playing = deal("2c 3c 4c 5c", button=button)
    assert playing.codes(first) == "2c 4c"
    assert playing.codes(button) == "3c 5c"
    assert [fact[1:] for fact in playing.said() if fact[0] == "dealt"] == [
        (first, 0, 0),
        (button, 0, 0),
        (first, 0, 1),
        (button, 0, 1),
    ]


@pytest.mark.parametrize(("button", "first"), [(BOB, ALICE), (ALICE, BOB)])
def test_seat_without_the_button_acts_first_in_the_betting(button: int, first: int) -> None:
    assert deal(button=button).to_act == (first,)


def test_cards_come_from_where_the_shoe_stands() -> None:
    """One shoe serves many hands: positions go on from `first_card`, draws included."""
    playing = deal("Ac Ac Ac Ac Ac 2d 3d 4d 5d 6d", first_card=5)
    playing.play("Alice check, Bob check, Bob hit, Alice pass")
    assert playing.codes(ALICE) == "2d 4d"
    assert playing.codes(BOB) == "3d 5d 6d"
    assert [card.position for card in playing.hand.cards[BOB]] == [6, 8, 9]
    assert playing.play("Alice bet 10, Bob fold").outcome.cards_used == 5


def test_shoe_has_six_decks_and_is_replaced_at_52_cards_or_fewer() -> None:
    """312 cards; a new shoe only before a hand, when at most 52 remain."""
    assert TACTICAL.shoe == Shoe(decks=6, keep_until=52)
    assert TACTICAL.shoe.size == 312


def test_facts_of_the_deal_are_antes_then_cards() -> None:
    assert deal(ante=100).said()[:3] == [
        ("ante", ALICE, 100, -1),
        ("ante", BOB, 100, -1),
        ("dealt", ALICE, 0, 0),
    ]


def test_ante_of_the_whole_stack_is_all_in_without_betting() -> None:
    """Whoever has nothing left after the antes is all-in: card rounds at once, the button first."""
    playing = deal(stacks=(30, 1_970), ante=30)
    assert playing.to_act == (BOB,)
    assert playing.kinds(BOB) == ["hit", "pass"]
    assert [fact for fact in playing.said() if fact[0] == "all_in"] == [("all_in", ALICE, 0, -1)]
    assert playing.view(None).all_in


def test_both_all_in_by_ante_is_said_of_both() -> None:
    playing = deal(stacks=(1_000, 1_000), ante=1_000)
    assert [fact[1] for fact in playing.said() if fact[0] == "all_in"] == [ALICE, BOB]


@pytest.mark.parametrize(
    "changes",
    [
        {"seats": (0,)},
        {"seats": (0, 1, 2)},
        {"button": 2},
        {"button": -1},
        {"forced": (50, 60)},
        {"forced": (0, 0)},
        {"forced": (1_001, 1_001)},
        {"forced": (50, 50, 50)},
        {"stacks": (1_000,)},
    ],
    ids=str,
)
def test_impossible_setup_is_refused(changes: dict[str, tuple[int, ...]]) -> None:
    """A format's fault must not become a hand."""
    good = {"seats": (0, 1), "button": 1, "stacks": (1_000, 1_000), "forced": (50, 50)}
    with pytest.raises(ValueError, match=r"antes|seats"):
        TACTICAL.start(HandSetup(**{**good, **changes}), GivenChance.of("2c 3c 4c 5c"))  # type: ignore[arg-type]


@pytest.mark.parametrize("unknown", [0, 3, 4])
def test_sealed_card_is_an_error(unknown: int) -> None:
    """Here the server knows every card; one that it doesn't know must not be played on."""
    setup = HandSetup(seats=(0, 1), button=1, stacks=(1_000, 1_000), forced=(50, 50))
    chance = UnknownChance(GivenChance.of("2c 3c 4c 5c 6c"), {unknown})
    with pytest.raises(ValueError, match=f"position {unknown} is sealed"):
        Playing(TACTICAL, setup, chance).play("Alice check, Bob check, Bob hit")
