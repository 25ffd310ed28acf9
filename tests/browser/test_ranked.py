"""Ranked rounds of House Blackjack in a real browser: strange bets, two tabs, a closed browser, and the leaderboard."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.at_table import LOCK_MS, Person
from tests.support.stack import Stack, wait_until

STRANGE = ("1e3", "5.0", "4.5", "-5", "\u0665", "ten", "")
BEGUN_WITH = 1_000


@pytest.fixture
def seat(site: Stack) -> dict[str, Any]:
    """Alice has an account, a thousand chips and a ranked table that waits for her."""
    (table,) = site.seed(mode="ranked", game="house")
    return table


def come(person: Callable[..., Person], seat: dict[str, Any], web: int = 0) -> Person:
    """Alice in a browser of its own, with her session."""
    alice = person(web=web)
    name, _, value = seat["cookies"][0].partition("=")
    alice.context.add_cookies([{"name": name, "value": value, "domain": "127.0.0.1", "path": "/"}])
    return alice


def sit(page: Page, seat: dict[str, Any], offered: str) -> None:
    page.goto(f"/t/{seat['table']}/")
    page.wait_for_selector(f"#actions:enabled [data-kind={offered}]")
    page.wait_for_timeout(LOCK_MS + 20)


def transfers(site: Stack, seat: dict[str, Any]) -> list[str]:
    """Kinds of what the match moved, oldest first."""
    listed = "SELECT kind FROM wallet_transfer WHERE subject = %s ORDER BY id"
    return [kind for (kind,) in site.query(listed, f"match:{seat['table']}/1")]


def get_a_pair(site: Stack, page: Page, seat: dict[str, Any]) -> None:
    page.evaluate(BRING, site.call("tests.support.house_seeds:seed_of_a_split", table=seat["table"]))


def test_round_is_dealt_once_waits_for_a_closed_browser_and_comes_to_the_leaderboard(
    site: Stack, person: Callable[..., Person], seat: dict[str, Any]
) -> None:
    first = come(person, seat)
    sit(first.page, seat, "bet")
    get_a_pair(site, first.page, seat)
    for text in STRANGE:
        first.page.locator("#amount").fill(text)
        first.page.keyboard.press("Enter")
        expect(first.page.locator("#link")).to_have_text("Enter a whole number of chips.")
    assert transfers(site, seat) == []
    first.page.locator("#amount").fill(" 100 ")
    first.page.get_by_role("button", name="Deal for 100").dblclick()
    first.page.wait_for_selector("#actions:enabled [data-kind=split]")
    assert transfers(site, seat) == ["bet"]
    cards = first.page.locator("#table .near .card").all_inner_texts()
    assert len(cards) == 2
    first.context.close()

    again = come(person, seat, web=1)
    sit(again.page, seat, "split")
    assert again.page.locator("#table .near .card").all_inner_texts() == cards
    assert again.page.locator("#balance").inner_text() == "900"
    again.press("stand")
    wait_until(partial(site.query, "SELECT 1 FROM leaderboard_standing WHERE hands = 1"), "the hand to be counted")
    assert transfers(site, seat) == ["bet", "payout"]
    again.page.goto("/leaderboard/")
    won = site.query("SELECT score / 2 FROM leaderboard_standing")[0][0]
    expect(again.page.get_by_role("heading", name="Where you stand")).to_be_visible()
    expect(again.page.locator(".own")).to_contain_text("Rookie")
    expect(again.page.locator(".own")).to_contain_text(str(won))
