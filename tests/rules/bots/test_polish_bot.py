"""The bot of Twenty-One (Polish): legal, from its own view alone, and neither timid nor mad."""

from __future__ import annotations

import pytest

from games.rules.actions import Hit, Legal, Offer, Stand
from games.rules.bots.polish import POLICIES, decide
from tests.rules.hands.polish.round_of import ALICE, BOB, round_of

BOTH: Legal = (Offer("hit"), Offer("stand"))


def no_dice(n: int) -> int:
    raise AssertionError("it needs no dice")


def choice(*dealt: str, flexible: bool = False, legal: Legal = BOTH) -> type:
    return type(decide(round_of(*dealt, flexible=flexible).view(ALICE), legal, no_dice))


def test_one_policy() -> None:
    assert set(POLICIES) == {"house"}


@pytest.mark.parametrize("own", ["Jc 2c", "5c 5d", "Tc 3c", "6c 7c"])
def test_draws_while_most_cards_help(own: str) -> None:
    assert choice(own, "8c 8d") is Hit


@pytest.mark.parametrize("own", ["Tc 9c", "As Ts", "As 9s", "Tc 8c"])
def test_stands_when_most_cards_would_be_a_bust(own: str) -> None:
    assert choice(own, "8c 8d") is Stand


def test_dares_more_against_more_players() -> None:
    """With 17 every card above 4 is a bust: 26 of the 50 that it has not seen, or 52 %."""
    assert choice("Tc 7c", "8c 8d") is Stand
    assert choice("Tc 7c", "8c 8d", "9c 9d", "6c 6d") is Hit


def test_flexible_ace_makes_it_draw() -> None:
    """Ace and 8: no single card is a bust then."""
    assert choice("As 8s", "9c 8d") is Stand
    assert choice("As 8s", "9c 8d", flexible=True) is Hit


def test_takes_what_is_left_to_take() -> None:
    assert choice("2c 3c", "8c 8d", legal=(Offer("stand"),)) is Stand


def test_stands_on_anything_when_all_others_have_lost_the_round() -> None:
    playing = round_of("2c 3c", "8c 8d", "9c 9d").withdraw(1).withdraw(2)
    assert type(decide(playing.view(ALICE), BOTH, no_dice)) is Stand


def test_decides_alike_whatever_the_others_hold() -> None:
    assert choice("Tc 6c", "2c 3c") is choice("Tc 6c", "Td 9d")


def test_watcher_has_nothing_to_decide() -> None:
    playing = round_of("2c 3c", "4c 5c")
    with pytest.raises(ValueError):
        decide(playing.view(None), BOTH, no_dice)
    assert playing.view(BOB).viewer == BOB
