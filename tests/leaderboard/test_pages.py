"""The pages: three tiers, own place, search, a player's 30 days, and what stands there when there is nothing."""

from __future__ import annotations

import html
import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from leaderboard import selectors, services
from leaderboard.services import FinishedHand
from players.models import User
from tests.leaderboard.played import make_player

pytestmark = pytest.mark.django_db

BOARD = "/leaderboard/"


def play_now(player: User, hands: int, *, won: int = 0, ago: timedelta = timedelta(hours=1)) -> None:
    """Lost hands, the first of them won by so many chips."""
    ended = selectors.database_now() - ago
    services.add_hands(
        [
            FinishedHand(
                f"{player.pk}-{ago}-{n}", 0, player.pk, ended, staked=2 * won, returned=4 * won * (n == 0)
            )
            for n in range(hands)
        ]
    )


def text_of(response: Any) -> str:
    assert response.status_code == 200
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", response.content.decode())).split())


def test_board_without_a_single_hand_says_so(client: Client) -> None:
    text = text_of(client.get(BOARD))
    assert text.count("Nobody is here yet.") == 3
    assert "Only players with an account are ranked" in text


def test_board_shows_three_tiers_and_the_readers_place_above_them(
    client: Client, alice: User, bob: User, charlie: User
) -> None:
    play_now(alice, 101, won=50)
    play_now(bob, 2, won=1_000)
    play_now(charlie, 1_001, won=1_200)
    client.force_login(alice)
    text = text_of(client.get(BOARD))
    assert text.index("Where you stand Rank 1 in Pro Score 50") < text.index("Find a player")
    assert "900 more hands, before others leave, make you a High Roller." in text
    for words in ("Rookie 1–100 completed hands", "Pro 101–1,000", "High Roller 1,001+ completed hands"):
        assert words in text
    assert "1 Bob 2 1,000" in text
    assert "1 Charlie 1001 1,200" in text
    assert "1 Alice you 101 50" in text


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        ({"is_staff": True}, "Staff, demo and test players are not ranked."),
        ({"is_demo": True}, "Staff, demo and test players are not ranked."),
        ({"is_guest": True}, "Only players with an account are ranked; guests practise."),
        ({}, "You have no tier yet: your first completed ranked hand makes you a Rookie."),
    ],
)
def test_who_is_not_on_the_board_reads_why(client: Client, flags: dict[str, bool], sentence: str) -> None:
    client.force_login(make_player("Sue", **flags))
    assert sentence in text_of(client.get(BOARD))


def test_tier_has_pages_and_ranks_go_on(client: Client) -> None:
    for n in range(selectors.PAGE + 1):
        play_now(make_player(f"P{n:02}"), 1, won=1_000 - n)
    first, second = (client.get(f"{BOARD}rookie/", {"page": page}) for page in ("1", "2"))
    assert "50 P49 1 951" in text_of(first)
    assert "Further down" in text_of(first)
    assert "51 P50 1 950" in text_of(second)
    assert "Further down" not in text_of(second)
    assert "There is nobody further down." in text_of(client.get(f"{BOARD}rookie/", {"page": "3"}))


@pytest.mark.parametrize("page", ["0", "-1", "x", "99999", "999999", "²", "1.5"])
def test_strange_page_numbers_are_answered(client: Client, page: str) -> None:
    assert client.get(f"{BOARD}pro/", {"page": page}).status_code == 200


def test_search_finds_names_and_says_when_there_is_none(client: Client, alice: User) -> None:
    play_now(alice, 3, won=5)
    assert "Alice Rookie · 3 hands · score 5" in text_of(client.get(BOARD, {"name": " aLi "}))
    assert "No ranked player’s name begins with “<b>”." in html.unescape(
        client.get(BOARD, {"name": "<b>"}).content.decode()
    )
    assert client.get(BOARD, {"name": "a\0"}).status_code == 200


def test_players_page_draws_the_curve_and_has_its_figures_in_a_table(client: Client, alice: User) -> None:
    play_now(alice, 2, won=100)
    play_now(alice, 1, won=7, ago=timedelta(days=3, hours=1))
    answer = client.get(reverse("leaderboard:player", args=[alice.public_id]))
    text, page = text_of(answer), answer.content.decode()
    assert "Rank 1 in Rookie Score 107 Completed hands 3 Hands to Pro 98" in text
    assert len(re.search(r'<polyline[^>]* points="([^"]*)"', page)[1].split()) == 30  # type: ignore[index]
    assert page.count('<rect class="bar"') == 2
    assert "style=" not in page  # the policy for players allows none
    rows = re.findall(r"<tr>(.*?)</tr>", page, re.DOTALL)
    days = [re.sub(r"<[^>]*>", " ", row).split()[-3:] for row in rows if "<time" in row]
    assert days[0] == ["2", "100", "107"]
    assert days[3] == ["1", "7", "7"]
    assert [day[1:] for day in days[30:]] == [["7", "100"], ["100", "0"]]  # leaving: score, score left


def test_page_of_who_is_not_on_the_board_is_for_nobody_else(client: Client, alice: User, bob: User) -> None:
    address = reverse("leaderboard:player", args=[alice.public_id])
    for _reader in ("a visitor", "Bob"):
        assert client.get(address).status_code == 404
        client.force_login(bob)
    client.force_login(alice)
    assert "No completed ranked hand in the last 30 days." in text_of(client.get(address))


@pytest.mark.parametrize("address", ["unknown/", "players/ply_unknown/"])
def test_unknown_tiers_and_players_are_not_found(client: Client, address: str) -> None:
    assert client.get(BOARD + address).status_code == 404


def test_pages_only_read(client: Client) -> None:
    assert client.post(BOARD).status_code == 405


def test_number_of_queries_does_not_grow_with_the_board(client: Client) -> None:
    counts = []
    for n in range(2):
        for m in range(4):
            play_now(make_player(f"Q{n}{m}"), 1, won=5)
        with CaptureQueriesContext(
            connection,
        ) as seen:
            client.get(BOARD, {"name": "q"})
        counts.append(len(seen))
    assert counts[0] == counts[1] <= 5
