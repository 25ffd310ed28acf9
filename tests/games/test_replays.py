"""The replay's page: for those who sat there, from their own view, also without a script."""

from __future__ import annotations

import re
from html import unescape

import pytest
from msgspec.structs import replace

from games.models import Hand
from games.replays import facts_of_hand
from games.rules.catalog import GAMES
from games.rules.clocks import LOG_KEPT
from games.rules.contracts import Fact
from tests.games.poker import checked_hand, folded_hand, next_hand, poker_table
from tests.games.staking import page
from tests.games.test_views import browser_of
from tests.live.seating import act, finish_hand, guests, playing_table, state_of

pytestmark = pytest.mark.django_db


def steps_of(html: str) -> list[str]:
    """The list that is read without a script."""
    return [" ".join(unescape(text).split()) for text in re.findall(r'<span class="line">(.*?)</span>', html)]


def templates_of(html: str) -> list[str]:
    return re.findall(r'<template class="frame">(.*?)</template>', html, re.DOTALL)


def test_poker_hand_is_a_list_of_sentences_and_a_picture_for_each() -> None:
    alice, bob = guests("Alice", "Bob")
    hand = checked_hand(poker_table(alice, bob))
    for user, other in ((alice, "Bob"), (bob, "Alice")):
        html = browser_of(user).get(page("replay", hand.public_id)).content.decode()
        steps, shown = steps_of(html), templates_of(html)
        assert (
            len(steps) == len(shown) == 14
        )  # deal, call, 3 streets, 7 checks, showdown, and what is paid out
        assert steps[0].startswith("Hand 1.")
        assert "You are dealt two cards:" in steps[0]
        assert f"{other} is dealt two cards." in steps[0]
        assert all(picture.count('class="playing-card back"') == 2 for picture in shown[:12])
        assert all("You" in picture for picture in shown)


def test_folded_hand_stays_face_down_in_every_picture() -> None:
    alice, bob = guests("Alice", "Bob")
    hand = folded_hand(poker_table(alice, bob))
    for user in (alice, bob):
        html = browser_of(user).get(page("replay", hand.public_id)).content.decode()
        shown = templates_of(html)
        assert [picture.count('class="playing-card back"') for picture in shown] == [2] * len(shown)


def test_another_games_hand_is_shown_view_by_view() -> None:
    """Tactical: the other's first card is open, all others stay hidden after a fold."""
    table = playing_table()
    act(table.id, "bet", 100)
    act(table.id, "fold")
    hand = Hand.objects.get()
    alice = table.seats.get(number=0).user
    assert alice is not None
    html = browser_of(alice).get(page("replay", hand.public_id)).content.decode()
    steps, shown = steps_of(html), templates_of(html)
    assert len(steps) == 3
    assert steps[0].startswith("Hand 1.")
    assert [picture.count('class="playing-card back"') for picture in shown] == [1, 1, 1]
    assert [re.findall(r"<p class=\"pot\">Pot <b>(\d+)</b>", picture) for picture in shown] == [
        ["100"],
        ["200"],
        ["200"],
    ]


@pytest.mark.parametrize("game", ["tactical", "classic_series", "heads_up"])
def test_each_game_has_pictures_of_its_second_hand_too(game: str) -> None:
    """Lines of the hand before are not told again."""
    table = playing_table(game, options=GAMES[game].checked_options({}))
    finish_hand(table.id)
    next_hand(table)
    finish_hand(table.id)
    (hand,) = table.hands.filter(number=2)
    user = table.seats.get(number=1).user
    assert user is not None
    steps = steps_of(browser_of(user).get(page("replay", hand.public_id)).content.decode())
    assert steps[0].startswith("Hand 2.")
    assert not any("Hand 1." in step for step in steps)


def test_replay_is_for_those_who_sat_there() -> None:
    alice, bob = guests("Alice", "Bob")
    (charlie,) = guests("Charlie")
    hand = folded_hand(poker_table(alice, bob))
    address = page("replay", hand.public_id)
    assert address in browser_of(alice).get(page("hand", hand.public_id)).content.decode()
    assert browser_of(charlie).get(address).status_code == 404
    assert browser_of().get(address).status_code == 302


def test_log_that_was_too_short_for_the_hand_is_made_up_by_its_own_facts() -> None:
    state = state_of(playing_table().id)
    assert facts_of_hand(state)[0].kind == "hand"
    long = replace(state, log=(Fact("check", 0),) * LOG_KEPT)
    assert state.hand is not None
    assert facts_of_hand(long) == state.hand.facts
