"""A button that opens a table opens one, however often it is pressed."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from games.models import Table
from games.services import presses, tables
from tests.games.staking import GAME, MOST, page, player
from tests.games.test_views import browser_of
from tests.live.seating import at_once

pytestmark = pytest.mark.django_db

FREE = {"game": GAME, "company": "anyone", "clock": "1"}
STAKE = {**FREE, "purpose": "stake", "usd": "5"}
AGREED = {**STAKE, "currency": "TBTC", "most_TBTC": str(MOST)}


def press_on(answer: Any) -> str:
    (press,) = set(re.findall(r'name="press" value="([^"]+)"', answer.content.decode()))
    return str(press)


def test_two_presses_of_one_page_open_one_table() -> None:
    browser = browser_of(player("Alice"))
    sent = {**FREE, "press": press_on(browser.get(page("new_table"), {"game": GAME}))}
    first, second = (browser.post(page("new_table"), sent) for _ in range(2))
    assert first.status_code == second.status_code == 302
    assert first.headers["Location"] == second.headers["Location"]
    assert Table.objects.count() == 1


@pytest.mark.parametrize(
    ("shown", "game"),
    [
        (("lobby",), "tactical"),
        (("rules", "tactical"), "tactical"),
        (("rules", "house"), "house"),
        (("alone", "house"), "house"),
    ],
)
def test_practice_is_begun_once_by_two_presses_of_one_page(shown: tuple[str, ...], game: str) -> None:
    browser = browser_of(player("Alice"))
    sent = {"game": game, "press": press_on(browser.get(page(*shown)))}
    first, second = (browser.post(page("practice"), sent) for _ in range(2))
    assert first.headers["Location"] == second.headers["Location"]
    assert Table.objects.get().mode == "practice"
    again = {**sent, "press": press_on(browser.get(page(*shown)))}
    assert browser.post(page("practice"), again).headers["Location"] != first.headers["Location"]
    assert Table.objects.count() == 2, "another page is another table"


def test_practice_is_begun_again_once_from_the_page_of_the_table_before() -> None:
    browser = browser_of(player("Alice"))
    before = browser.post(page("practice"), {"game": "house"}).headers["Location"]
    sent = {"game": "house", "press": press_on(browser.get(before))}
    first, second = (browser.post(page("practice"), sent).headers["Location"] for _ in range(2))
    assert first == second != before


def test_practice_of_another_game_from_the_same_page_is_another_table() -> None:
    browser = browser_of(player("Alice"))
    press = press_on(browser.get(page("lobby")))
    for game in ("tactical", "house"):
        browser.post(page("practice"), {"game": game, "press": press})
    assert set(Table.objects.values_list("game", flat=True)) == {"tactical", "house"}


def test_a_stake_that_is_agreed_to_twice_on_one_page_is_one() -> None:
    browser = browser_of(player("Alice"))
    shown = browser.post(page("new_table"), STAKE)
    first, second = (browser.post(page("new_table"), {**AGREED, "press": press_on(shown)}) for _ in range(2))
    assert first.headers["Location"] == second.headers["Location"]
    assert Table.objects.count() == 1
    browser.post(page("new_table"), {**AGREED, "press": press_on(browser.post(page("new_table"), STAKE))})
    assert Table.objects.count() == 2, "another page is another table"


def test_a_press_for_something_else_or_after_it_was_closed_opens_another_table() -> None:
    alice = player("Alice")
    browser = browser_of(alice)
    sent = {**FREE, "press": presses.new_press(alice)}
    browser.post(page("new_table"), sent)
    browser.post(page("new_table"), {**sent, "company": "friend"})
    assert Table.objects.count() == 2
    tables.leave_table(alice, presses.id_of(alice, sent["press"]))
    browser.post(page("new_table"), sent)
    assert Table.objects.filter(status="open").count() == 2


def test_nobody_chooses_an_id() -> None:
    alice, bob = player("Alice"), player("Bob")
    own = presses.new_press(bob)
    for press in ("", own[:-1], "x" * 10_000, "\0", "WzEsImFiYyJd:1:x", own):
        assert presses.id_of(alice, press) == "", press
    assert presses.new_press(Client().get("/").wsgi_request.user) == ""
    browser_of(alice).post(page("new_table"), {**FREE, "press": own})
    assert Table.objects.get().public_id != presses.id_of(bob, own)


@pytest.mark.django_db(transaction=True)
def test_two_presses_at_once_open_one_table() -> None:
    alice = player("Alice")
    named = presses.id_of(alice, presses.new_press(alice))
    opened = at_once(*[lambda: tables.open_table(alice, GAME, mode="free", named=named).public_id] * 4)
    assert opened == [named] * 4
    assert Table.objects.count() == 1
