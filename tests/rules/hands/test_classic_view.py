"""Seed 000, Classic overview, and rules.md, Classic: what each viewer may know."""

from __future__ import annotations

import pytest

from games.rules.cards import code
from tests.rules.playing import ALICE, BOB, Playing, deal_classic

VIEWERS = [ALICE, BOB, None]


def seen(playing: Playing, viewer: int | None, seat: int) -> str:
    cards = playing.view(viewer).seats[seat].cards
    return " ".join("??" if card is None else code(card.face) for card in cards)


def test_one_sees_the_own_cards_and_the_others_first() -> None:
    playing = deal_classic("9c Td 7h 8s 5d").play("Alice hit")
    assert seen(playing, ALICE, ALICE) == "9c 7h 5d"
    assert seen(playing, ALICE, BOB) == "Td ??"
    assert seen(playing, BOB, ALICE) == "9c ?? ??"
    assert seen(playing, BOB, BOB) == "Td 8s"


def test_watcher_sees_the_first_cards_only() -> None:
    playing = deal_classic("9c Td 7h 8s 5d").play("Alice hit, Alice stand")
    assert seen(playing, None, ALICE) == "9c ?? ??"
    assert seen(playing, None, BOB) == "Td ??"


def test_number_of_cards_and_who_has_stood_are_public() -> None:
    playing = deal_classic("9c Td 7h 8s 5d").play("Alice hit, Alice stand")
    for viewer in VIEWERS:
        view = playing.view(viewer)
        assert [seat.card_count for seat in view.seats] == [3, 2]
        assert [seat.stood for seat in view.seats] == [True, False]
        assert view.to_act == (BOB,)
        assert view.first == ALICE


@pytest.mark.parametrize("viewer", VIEWERS)
def test_showdown_opens_both_hands_to_all(viewer: int | None) -> None:
    playing = deal_classic("9c Td 7h 8s").play("Alice stand, Bob stand")
    assert seen(playing, viewer, ALICE) == "9c 7h"
    assert seen(playing, viewer, BOB) == "Td 8s"
    view = playing.view(viewer)
    assert view.reason == "showdown"
    assert view.winners == (BOB,)
    assert {card.position for card in view.open_cards()} == {0, 1, 2, 3}


def test_tie_has_two_winners() -> None:
    assert deal_classic("9c 9d 7h 7s").play("Alice stand, Bob stand").view(None).winners == (ALICE, BOB)


@pytest.mark.parametrize(
    ("codes", "own", "others"),
    [("Ac 3d 3h Ks", "4/14", "3"), ("Ac Ad Kh 8s", "21", "1/11"), ("Td Kd 5h 8s", "15", "10")],
)
def test_total_is_shown_of_the_cards_one_sees(codes: str, own: str, others: str) -> None:
    """A+3 is 4/14; 21 alone; a hidden card adds nothing."""
    view = deal_classic(codes).view(ALICE)
    assert [seat.shown_total for seat in view.seats] == [own, others]


@pytest.mark.parametrize("viewer", [BOB, None])
def test_nobody_else_sees_that_a_seat_cannot_hit(viewer: int | None) -> None:
    """21 and 20 look alike, before the STAND and after."""
    twenty_one, twenty = deal_classic("Ac Td Kh 8s"), deal_classic("Ac Td 9h 8s")
    assert twenty_one.view(viewer) == twenty.view(viewer)
    twenty_one.play("Alice stand")
    twenty.play("Alice stand")
    assert twenty_one.view(viewer) == twenty.view(viewer)
