"""Practice in a browser: from the front page to the end of the match, without account and without a wrong card."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.at_table import Person

MOST_ANSWERS = 250


# MOST_ANSWERS presses, each after the bar's quarter of a second and the bot's thinking.
@pytest.mark.timeout(300)
def test_match_against_the_bot_is_played_to_its_end_and_another_begins(person: Callable[..., Person]) -> None:
    guest = person()
    guest.practise()
    for _ in range(MOST_ANSWERS):
        guest.wait_to_be_asked()
        if guest.table["phase"] == "over":
            break
        guest.play_on()
    assert guest.table["phase"] == "over"
    expect(guest.page.locator("#bar .status")).to_have_text(
        re.compile(r"(You win|House bot wins) the match\.$")
    )
    stacks = guest.page.locator(".plate .stack .n").all_inner_texts()
    assert sorted(stacks) == ["0", "2,000"]
    assert guest.log[-1] in ("You win the match.", "House bot wins the match.")
    expect(guest.page.locator("#fair-mark")).to_have_text(re.compile(r"^✓ cards checked: \d+$"))
    guest.page.get_by_role("button", name="Play again").click()
    guest.wait_for_phase("hand")
    assert guest.page.locator("#log > li").first.inner_text().startswith("Hand 1.")


def test_reload_in_mid_hand_shows_the_same_table(person: Callable[..., Person]) -> None:
    guest = person(size="phone")
    guest.practise()
    guest.wait_to_be_asked()
    cards = guest.page.locator(".near .card").evaluate_all("cards => cards.map(card => card.dataset.card)")
    token, log = guest.table["token"], guest.log
    guest.page.reload()
    guest.wait_to_be_asked()
    assert guest.table["token"] == token
    assert (
        guest.page.locator(".near .card").evaluate_all("cards => cards.map(card => card.dataset.card)")
        == cards
    )
    # Who reloads was away for a moment; nothing else is new.
    assert [line for line in guest.log if line not in ("You are away.", "You are back.")] == log
    guest.play_on()


def test_every_card_shown_was_checked_against_the_root_of_its_shoe(person: Callable[..., Person]) -> None:
    guest = person()
    guest.practise()
    guest.wait_to_be_asked()
    shown = guest.page.locator("[data-card]").count()
    assert shown == 3  # two of one's own, one of the bot's
    expect(guest.page.locator("#fair-mark")).to_have_text(f"✓ cards checked: {shown}")
    guest.page.locator("#fairness summary").click()
    assert guest.page.locator("#fair-root").inner_text() == guest.table["root"]
    assert re.fullmatch(r"[0-9a-f]{64}", guest.page.locator("#fair-seed").inner_text())


def test_giving_up_asks_once(person: Callable[..., Person]) -> None:
    guest = person()
    guest.practise()
    guest.page.get_by_text("Menu").click()
    guest.page.get_by_role("button", name="Give up the match…").click()
    guest.page.get_by_role("button", name="Play on").click()
    assert guest.table["phase"] == "hand"
    guest.page.get_by_text("Menu").click()
    guest.page.get_by_role("button", name="Give up the match…").click()
    guest.page.get_by_role("button", name="Give up", exact=True).click()
    guest.wait_for_phase("over")
    expect(guest.page.locator("#bar .status")).to_have_text(
        "You give up the match. House bot wins the match."
    )
    expect(guest.page.get_by_role("dialog")).to_have_count(0)
