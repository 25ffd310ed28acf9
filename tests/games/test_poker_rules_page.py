"""Worked hands on the page of heads-up poker are hands the rules play: same cards, names, pots, bounds and winners."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from games.rules.cards import parse
from games.rules.hand_ranks import strength
from tests.rules.hands.holdem.hands import ALICE, BOB, HoldemPlaying, dealt, table

pytestmark = pytest.mark.django_db

CARDS = re.compile(r'data-cards="([^"]+)"(?:.*?</span></span>)(?: <b class="total">([^<]+)</b>)?')
POTS = re.compile(r'<b class="pot">\D*([\d,]+)</b>')
BOARD = "2c 7d 9h Js 3c"


def worked(name: str) -> str:
    html = Client().get(reverse("games:rules", args=["heads_up"])).content.decode()
    part = html.partition(f'data-hand="{name}"')[2]
    return unescape(re.split("</ol>|</section>", part)[0])


def holdings(html: str) -> list[tuple[str, str]]:
    """(cards, name of the hand) as drawn, in order."""
    return [(codes, value) for codes, value in CARDS.findall(html)]


def pot(hand: HoldemPlaying) -> str:
    return f"{sum(hand.hand.committed):,}"


def test_hands_stand_from_the_best_to_the_weakest_by_their_names() -> None:
    shown = holdings(worked("ranking"))
    assert [value for _codes, value in shown] == [
        "A royal flush", "A straight flush up to the nine", "Four queens", "A full house, kings full of fives",
        "A flush, ace high", "A straight up to the ten", "A straight up to the five", "Three sevens",
        "Two pair, kings and fives", "A pair of aces", "Ace high",
    ]  # fmt: skip
    strengths = [strength(map(parse, codes.split())) for codes, _value in shown]
    assert strengths == sorted(strengths, reverse=True)
    assert len(set(strengths)) == len(strengths)


def test_board_that_both_play_splits_the_pot() -> None:
    """TDA 19."""
    board, alice, bob = holdings(worked("board"))
    hand = table([1_000, 1_000], cards=dealt([alice[0], bob[0]], board[0])).check_down()
    assert hand.pots == [(60, (ALICE, BOB), (30, 30))]
    assert {value for _codes, value in (board, alice, bob)} == {"A straight up to the ace"}


def test_showdown_on_the_page_is_played_by_the_rules() -> None:
    """TDA 17: the last to bet shows first; who is beaten may muck."""
    html = worked("showdown")
    hand = table([1_000, 1_000], cards=dealt(["Ks Kd", "As 7h"], BOARD)).play("Bob raise 90, Alice call")
    pots = [pot(hand)]
    pots.append(pot(hand.play("Alice check, Bob bet 60, Alice call")))
    pots.append(pot(hand.play("Alice check, Bob check, Alice bet 200, Bob call")))
    assert hand.happened("shows", "mucks") == [("shows", "Alice", 0), ("mucks", "Bob", 0)]
    assert hand.stacks == (1_350, 650)
    assert POTS.findall(html) == [*pots, "700"] == ["180", "300", "700", "700"]
    assert [codes for codes, _value in holdings(html)] == ["Ks Kd", "As 7h", "2c 7d 9h", "Js", "3c", "Ks Kd"]
    assert holdings(html)[-1][1] == "A pair of kings"


def test_least_raises_on_the_page_are_those_of_the_rules() -> None:
    """TDA 43."""
    hand = table([1_000, 1_000]).play("Bob raise 90")
    least = [hand.raises]
    least.append(hand.play("Alice raise 250").raises)
    assert least == [(150, 1_000), (410, 1_000)]
    assert POTS.findall(worked("raises")) == ["150", "410"]


def test_all_in_on_the_page_is_played_by_the_rules() -> None:
    """TDA 16: cards up at once. What nobody can match goes back."""
    html = worked("all-in")
    cards = dealt(["Ah Qh", "8c 8d"], "Qs 5d 3h Tc 2s")
    hand = table([700, 1_300], cards=cards).play("Bob raise 1300, Alice call")
    assert hand.happened("returned") == [("returned", "Bob", 600)]
    assert hand.happened("shows") == [("shows", "Alice", 0), ("shows", "Bob", 0)]
    assert hand.stacks == (1_400, 600)
    assert POTS.findall(html) == ["1,400", "1,400"]
    assert [value for _codes, value in holdings(html)[-2:]] == ["A pair of queens", "A pair of eights"]


def test_big_blind_of_12_plays_for_24_as_the_page_says() -> None:
    hand = table([12, 1_988])
    assert (hand.actor, sum(hand.hand.committed)) == ("", 24)
    assert hand.happened("returned") == [("returned", "Bob", 3)]
