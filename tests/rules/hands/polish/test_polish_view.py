"""rules.md, Twenty-One (Polish): what each viewer may know of a round."""

from __future__ import annotations

import pytest

from games.rules.cards import code
from tests.rules.hands.polish.round_of import ALICE, BOB, CHARLIE, Round, round_of

VIEWERS = [ALICE, BOB, CHARLIE, None]


def in_play() -> Round:
    """Alice has drawn twice and is bust: 24."""
    return round_of("Tc 3c", "Kc Ac", "6d 7d", draws="2c 9c").play("Alice hit, Alice hit")


def seen(playing: Round, viewer: int | None, seat: int) -> str:
    cards = playing.view(viewer).seats[seat].cards
    return " ".join("??" if card is None else code(card.face) for card in cards)


def test_cards_are_their_owners_until_the_round_ends() -> None:
    playing = in_play()
    assert seen(playing, ALICE, ALICE) == "Tc 3c 2c 9c"
    assert seen(playing, ALICE, BOB) == "?? ??"
    for viewer in (BOB, CHARLIE, None):
        assert seen(playing, viewer, ALICE) == "?? ?? ?? ??"
    assert playing.view(None).open_cards() == ()


@pytest.mark.parametrize("viewer", VIEWERS)
def test_number_of_cards_and_who_is_done_are_public(viewer: int | None) -> None:
    playing = in_play()
    view = playing.view(viewer)
    assert [seat.card_count for seat in view.seats] == [4, 2, 2]
    assert [seat.done for seat in view.seats] == [False, False, False]
    assert view.to_act == (ALICE,)
    playing.play("Alice stand")
    view = playing.view(viewer)
    assert [seat.done for seat in view.seats] == [True, False, False]
    assert view.order == (ALICE, BOB, CHARLIE)


def test_total_and_bust_are_their_owners() -> None:
    view = in_play().view(ALICE)
    assert (view.seats[ALICE].total, view.seats[ALICE].bust) == (24, True)
    for viewer in (BOB, CHARLIE, None):
        other = in_play().play("Alice stand").view(viewer).seats[ALICE]
        assert (other.total, other.bust) == (None, False)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_all_is_shown_when_the_round_is_over(viewer: int | None) -> None:
    playing = in_play().play("Alice stand, Bob stand, Charlie stand")
    assert seen(playing, viewer, ALICE) == "Tc 3c 2c 9c"
    assert seen(playing, viewer, BOB) == "Kc Ac"
    view = playing.view(viewer)
    assert [seat.total for seat in view.seats] == [24, 15, 13]
    assert [seat.bust for seat in view.seats] == [True, False, False]
    assert (view.reason, view.winner) == ("showdown", BOB)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_who_lost_the_round_by_absence_is_public(viewer: int | None) -> None:
    view = in_play().withdraw(CHARLIE).view(viewer)
    assert [seat.away for seat in view.seats] == [False, False, True]
    assert view.seats[CHARLIE].done
    assert view.seats[CHARLIE].total == (13 if viewer == CHARLIE else None)
