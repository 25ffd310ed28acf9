"""Ranked rounds of House Blackjack in a real browser: strange bets, two tabs, a closed browser, and the leaderboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.at_table import LOCK_MS, Person
from tests.browser.test_house import get_a_pair
from tests.support.stack import Stack

STRANGE = ("1e3", "5.0", "4.5", "-5", "\u0665", "ten", "")
OWN_CARDS = ".player-hands .cards > li"


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


def counted(site: Stack, seat: dict[str, Any]) -> list[tuple[int, int]]:
    """Alice's hands and score (half-chips), once the outbox was read."""
    site.call("leaderboard.services:take_told")
    standing = "SELECT s.hands, s.score FROM leaderboard_standing s JOIN players_user u ON u.id = s.player_id"
    return site.query(f"{standing} WHERE u.public_id = %s", seat["players"][0])


def test_round_is_dealt_once_waits_for_a_closed_browser_and_comes_to_the_leaderboard(
    site: Stack, person: Callable[..., Person], seat: dict[str, Any]
) -> None:
    first = come(person, seat)
    sit(first.page, seat, "bet")
    get_a_pair(site, first)
    for text in STRANGE:
        first.page.locator("#amount").fill(text)
        first.page.keyboard.press("Enter")
        expect(first.page.locator("#link")).to_have_text("Enter a whole number of chips.")
    assert transfers(site, seat) == []
    first.page.locator("#amount").fill(" 100 ")
    first.page.get_by_role("button", name="Deal for 100").dblclick()
    first.page.wait_for_selector("#actions:enabled [data-kind=split]")
    assert transfers(site, seat) == ["bet"]
    cards = first.page.locator(OWN_CARDS).all_text_contents()
    assert len(cards) == 2
    first.leave()

    again = come(person, seat, web=1)
    sit(again.page, seat, "split")
    assert again.page.locator(OWN_CARDS).all_text_contents() == cards
    assert again.page.locator("#balance").inner_text() == "900"
    again.press("stand")
    assert transfers(site, seat) == ["bet", "payout"]
    ((hands, score),) = counted(site, seat)
    assert (hands, score) in ((1, 0), (1, 200))
    again.page.goto("/leaderboard/")
    own = again.page.get_by_role("region", name="Where you stand")
    expect(own).to_contain_text("in Rookie")
    expect(own.locator(".figure").nth(1)).to_have_text("100" if score else "0")


def test_second_tab_takes_the_seat_and_the_first_says_so(
    person: Callable[..., Person], seat: dict[str, Any]
) -> None:
    """So a DEAL is pressed in one of them only."""
    alice = come(person, seat)
    sit(alice.page, seat, "bet")
    second = alice.new_page()
    sit(second, seat, "bet")
    expect(alice.page.locator("#link")).to_contain_text("opened on another page")
    expect(alice.page.locator("#actions:disabled")).to_have_count(1)
    second.get_by_role("button", name="Deal for").click()
    second.wait_for_selector("#table[data-phase=hand], #table[data-phase=result], #table[data-phase=between]")
