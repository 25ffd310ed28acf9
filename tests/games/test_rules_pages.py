"""Worked hands on the rules pages are hands the rules play: same cards, totals, pots and winners."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.template import Context, Template
from django.test import Client
from django.urls import reverse

from games.rules.catalog import PRODUCTS
from tests.games.test_views import text_of
from tests.rules.playing import ALICE, BOB, Playing, deal

pytestmark = pytest.mark.django_db

GAME = "tactical"
PAGES = settings.BASE_DIR / "templates" / "games" / "rules"
CARDS = re.compile(r'data-cards="([^"]+)".*?<b class="total">.*?</span>([^<]+)</b>')
POTS = re.compile(r'<b class="pot">\D*([\d,]+)</b>')


def worked(name: str) -> str:
    html = Client().get(reverse("games:rules", args=[GAME])).content.decode()
    return html.partition(f'data-hand="{name}"')[2].partition("</ol>")[0]


def shown_hands(html: str) -> list[tuple[str, str]]:
    """(cards, total) as drawn, in order."""
    return [(codes, total) for codes, total in CARDS.findall(html)]


def now(playing: Playing, seat: int) -> tuple[str, str]:
    """(cards, total) as the rules have them; by the view that the seat itself gets."""
    return playing.codes(seat), playing.view(seat).seats[seat].shown_total


def pot(playing: Playing) -> str:
    return f"{sum(playing.hand.committed):,}"


def test_bluff_on_the_page_is_played_by_the_rules() -> None:
    html = worked("bluff")
    playing = deal("9s Tc 7d 4h 6s 8c").play("Alice check, Bob bet 40, Alice call")
    first, pots = [now(playing, ALICE), now(playing, BOB)], [pot(playing)]
    playing.play("Bob hit, Alice hit")
    second = [now(playing, ALICE), now(playing, BOB)]
    pots.append(pot(playing.play("Alice bet 120")))
    pots.append(pot(playing.play("Bob call")))
    playing.play("Bob pass, Alice pass, Alice check, Bob check")
    assert playing.outcome.reason == "showdown"
    assert shown_hands(html) == first + second + second[::-1]
    assert [total for _cards, total in first + second] == ["16", "14", "24", "20"]
    won = playing.net[BOB] + sum(playing.hand.committed) // 2
    assert POTS.findall(html) == [*pots, f"{won:,}"] == ["180", "300", "420", "420"]
    assert re.search(r'class="side won">.*?data-cards="Tc 4h 6s"', html)


def test_fold_in_the_bluff_would_have_shown_nothing() -> None:
    """As the page says: Alice wins the 300 with a hand over 21, and nobody sees it."""
    playing = deal("9s Tc 7d 4h 6s 8c").play("Alice check, Bob bet 40, Alice call, Bob hit, Alice hit")
    playing.play("Alice bet 120, Bob fold")
    assert playing.net == (90, -90)
    assert playing.view(BOB).seats[ALICE].cards[1:] == (None, None)


def test_all_in_on_the_page_is_played_by_the_rules() -> None:
    html = worked("all-in")
    playing = deal("Td 6s Jc 5h Th").play("Alice bet 950, Bob call")
    drawn = [now(playing, ALICE), now(playing, BOB)]
    assert POTS.findall(html)[0] == pot(playing) == "2,000"
    playing.play("Bob hit")
    drawn.append(now(playing, BOB))
    playing.play("Alice pass")
    assert playing.kinds(BOB) == ["pass"]  # at 21
    playing.play("Bob pass, Alice pass")
    assert playing.outcome.reason == "showdown"
    assert playing.net == (-1_000, 1_000)
    assert POTS.findall(html)[1] == "2,000"
    assert shown_hands(html) == [*drawn, now(playing, BOB), now(playing, ALICE)]


@pytest.mark.parametrize(
    ("one", "other", "winner"),
    [
        ("Js 8d", "9c 8h", "one"),
        ("2s 3d", "Kc 7h 6d", "one"),  # 5 against 23
        ("9h 7c 6s", "Td 8s 8h", "one"),  # 22 against 26, the seed's own example
        ("Td 8s 8h", "9h 7c 6s", "other"),
        ("As 8c", "Qd 9s", "both"),
    ],
)
def test_duel_says_who_wins(one: str, other: str, winner: str) -> None:
    html = Template("{% load cards %}{% duel one other %}").render(Context({"one": one, "other": other}))
    sides = html.split('<div class="side')[1:]
    won = {"one": [True, False], "other": [False, True], "both": [True, True]}[winner]
    assert [side.startswith(" won") for side in sides] == won
    assert html.count("tie") == (2 if winner == "both" else 0)


def test_hidden_cards_are_nowhere_in_the_html() -> None:
    html = Template('{% load cards %}{% hand "9s 7d Kc" hidden=2 %}').render(Context({}))
    assert "9" in html
    assert html.count("playing-card back") == 2
    for secret in ("7", "K", "♦", "♣", "16", "26"):
        assert secret not in html


@pytest.mark.parametrize("key", [page.stem for page in PAGES.glob("*.html") if page.stem in PRODUCTS])
def test_rules_page_shows_cards_and_its_links_lead_to_its_sections(key: str) -> None:
    html = Client().get(reverse("games:rules", args=[key])).content.decode()
    assert "playing-card" in html
    for anchor in re.findall(
        r'<a href="#([\w-]+)">', html.partition("rules-contents")[2].partition("</nav>")[0]
    ):
        assert f'id="{anchor}"' in html


def test_rules_say_what_a_stake_pays() -> None:
    assert "99 % of what both paid in" in text_of(Client().get(reverse("games:rules", args=[GAME])))
