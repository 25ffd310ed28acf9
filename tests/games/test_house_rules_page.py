"""What the rules page of House Blackjack works through is what the rules do: cards, totals, chips, returns."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.rules.cards import code
from leaderboard.scoring import TIERS
from tests.games.test_rules_pages import shown_hands
from tests.games.test_views import text_of
from tests.rules.hands.house.rounds import Round

pytestmark = pytest.mark.django_db


@pytest.fixture
def page() -> Any:
    return Client().get(reverse("games:rules", args=["house"]))


def worked(page: Any, name: str) -> str:
    return page.content.decode().partition(f'data-hand="{name}"')[2].partition("</ol>")[0]  # type: ignore[no-any-return]


def amounts(html: str) -> list[str]:
    return re.findall(r'<b class="pot">\D*([\d,]+)</b>', html)


def codes(hand: Any) -> str:
    return " ".join(code(card.face) for card in hand)


def test_split_round_on_the_page_is_played_by_the_rules(page: Any) -> None:
    html = worked(page, "split")
    played = Round("8s 8d", "6h Tc", "3c Kh 9d 2s")
    left = []
    for kind in ("split", "double"):
        played.act(kind)
        left.append(f"{(played.hand.bankroll - played.hand.drawn) / 2:,.0f}")
    played.act("stand")
    assert amounts(html) == [*left, f"{played.after:,.0f}"] == ["800", "700", "1,200"]
    shown = [hand for hand, _total in shown_hands(html)]
    first, second = (codes(hand.cards) for hand in played.hand.hands)
    assert shown[-3:] == [first, second, codes(played.hand.dealer)] == ["8s 3c 9d", "8d Kh", "6h Tc 2s"]
    assert [total for _hand, total in shown_hands(html)][-3:] == ["20", "18", "18"]
    assert [returned for _staked, returned, _flags in played.lines] == [400, 100]


def test_hole_card_of_the_example_lies_face_down_until_it_is_turned(page: Any) -> None:
    first = worked(page, "split").partition("</li>")[0]
    assert "playing-card back" in first
    assert "Tc" not in first


@pytest.mark.parametrize(("step", "dealer"), [(0, "As Qc"), (1, "As 9c")])
def test_insured_blackjack_ends_at_1_100_either_way(page: Any, step: int, dealer: str) -> None:
    """Seed 001; the issue's worked amounts."""
    played = Round("Ah Kd", dealer).act("insure")
    assert played.after == 1_100
    html = worked(page, "insured").split("</li>")[step]
    assert amounts(html) == ["1,100"]
    assert dealer in [hand for hand, _total in shown_hands(html)]


def test_returns_are_those_of_the_rules(page: Any) -> None:
    table = page.content.decode().partition("<tbody>")[2].partition("</tbody>")[0]
    rows = [re.findall(r"<t[hd][^>]*>([^<]*)</t[hd]>", row) for row in table.split("</tr>")[:-1]]
    natural = Round("Ah Kd", "9c 8d", bet=5)
    won = Round("Th 9d", "9c 8d", bet=5).act("stand")
    push = Round("Th 7d", "9c 8d", bet=5).act("stand")
    lost = Round("Th 6d", "9c 8d", bet=5).act("stand")
    insured = Round("Th 9d", "Ac Kc", bet=10).act("insure")
    lines = [round_.lines[0] for round_ in (natural, won, push, lost)] + [insured.lines[1]]
    returned = [f"{back:g}" for _staked, back, _flags in lines]
    gained = [f"{back - staked:+g}".replace("-", "−").replace("+0", "0") for staked, back, _flags in lines]
    assert [row[2] for row in rows] == returned == ["12.5", "10", "5", "0", "15"]
    assert [row[3] for row in rows] == gained


def test_tiers_and_edge_are_stated(page: Any) -> None:
    text = text_of(page)
    for tier in TIERS:
        assert str(tier.title) in text
    for said in ("1–100", "101–1,000", "1,001 and more", "0.237 %", "0.221 %", "thecolorofblackjack.com"):
        assert said in text


def test_page_leads_to_practice_and_to_ranked_rounds(page: Any) -> None:
    html = page.content.decode()
    assert f'href="{reverse("games:alone", args=["house"])}"' in html
    assert "Play a friend" not in html


def test_page_for_one_asks_what_to_play_for() -> None:
    client = Client()
    asked = client.get(reverse("games:new_table"), {"game": "house"})
    assert asked["Location"] == reverse("games:alone", args=["house"])
    assert "Practise" in text_of(client.get(asked["Location"]))
    assert client.get(reverse("games:alone", args=["tactical"])).status_code == 404
