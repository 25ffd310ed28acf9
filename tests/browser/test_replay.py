"""The replay of a finished hand: by keys, by ear, by pointer, without a script; a hand of poker that was all-in."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, expect

from tests.browser.at_table import SIZES, Person
from tests.browser.by_ear import Listener
from tests.browser.test_pages_access import violations
from tests.support.stack import Stack

STEPS = 13
"""Deal, raise, call; flop, check, bet, call; turn, bet, call; showdown; river; what is paid out."""


@pytest.fixture(scope="module")
def hand(site: Stack) -> dict[str, Any]:
    played: dict[str, Any] = site.call("tests.browser.played_hands:all_in_hand")
    return played


@pytest.fixture
def reader(hand: dict[str, Any], person: Callable[..., Person]) -> Callable[..., Person]:
    """Alice at the replay of her hand."""

    def come(at: str = "", **how: Any) -> Person:
        reader = person(**how)
        name, value = hand["cookies"][0].split("=", 1)
        reader.context.add_cookies([{"name": name, "value": value, "domain": "127.0.0.1", "path": "/"}])
        reader.page.goto(f"/hands/{hand['hand']}/replay/{at}")
        return reader

    return come


def board(page: Page) -> int:
    return page.locator("#scene .board .playing-card").count()


def backs(page: Page) -> int:
    return page.locator("#scene .playing-card.back").count()


def at(page: Page) -> str:
    return page.locator("#at").inner_text()


def test_hand_is_replayed_by_keys_alone(reader: Callable[..., Person]) -> None:
    page = reader().page
    assert (at(page), board(page), backs(page)) == ("1", 0, 2)
    for key, step, cards in (
        ("ArrowRight", "2", 0),
        ("Shift+ArrowRight", "4", 3),
        ("Shift+ArrowRight", "8", 4),
        ("ArrowLeft", "7", 3),
        ("Shift+ArrowLeft", "4", 3),
        ("End", "13", 5),
        ("ArrowRight", "13", 5),
        ("Home", "1", 0),
    ):
        page.keyboard.press(key)
        assert (at(page), board(page)) == (step, cards), key
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    assert (page.locator("#told").inner_text()[:20], board(page), backs(page)) == (
        "The cards are shown.",
        4,
        0,
    )
    expect(page).to_have_url(re.compile("#step-11$"))


def test_each_step_is_read_out_once(reader: Callable[..., Person]) -> None:
    page = reader().page
    ear = Listener(page)
    page.reload()
    page.keyboard.press("ArrowRight")
    ear.wait_for(r"raise to 90\.|raises to 90\.")
    page.keyboard.press("ArrowRight")
    ear.wait_for(r"calls? 60\.")
    page.locator("#seek").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#seek")).to_have_attribute(
        "aria-valuetext", "4: " + page.locator("#told").inner_text()
    )
    page.get_by_role("button", name="Turn", exact=True).click()
    ear.wait_for(r"Turn: ")
    assert not any(line.startswith("Flop:") for line in ear.told()), "the slider says it itself"


def test_it_plays_pauses_and_stops_at_the_end(reader: Callable[..., Person]) -> None:
    page = reader("#step-11").page
    assert at(page) == "11"
    page.get_by_label("Speed").select_option("4×")
    page.get_by_role("button", name="Play").click()
    expect(page.locator("#at")).to_have_text("12")
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    page.locator("#replay").focus()
    page.keyboard.press("Space")
    expect(page.locator("#at")).to_have_text(str(STEPS))
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_line_of_the_text_leads_to_its_picture_and_is_marked(reader: Callable[..., Person]) -> None:
    page = reader().page
    page.get_by_role("button", name="Flop:").click()
    assert (at(page), board(page)) == ("4", 3)
    assert page.locator("#steps [aria-current=step]").inner_text().startswith("Flop:")
    page.keyboard.press("ArrowRight")
    assert at(page) == "5", "keys go on from the line that was pressed"
    page.get_by_label("Speed").focus()
    page.keyboard.press("ArrowRight")
    assert at(page) == "5", "a field keeps its own keys"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["desktop", "small phone"])
def test_replay_breaks_no_rule_of_axe(
    reader: Callable[..., Person], scheme: Literal["light", "dark"], size: str
) -> None:
    page = reader(size=size, color_scheme=scheme, bypass_csp=True).page
    for key in ("Home", "End"):
        page.keyboard.press(key)
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0]


def test_buttons_stay_where_they_are_and_are_large_enough(reader: Callable[..., Person]) -> None:
    page = reader(size="phone").page
    places = set()
    for _ in range(STEPS):
        box = page.locator("#play").bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
        places.add(box["y"])
        page.keyboard.press("ArrowRight")
    assert len(places) == 1


def test_without_a_script_the_steps_are_read(reader: Callable[..., Person]) -> None:
    page = reader(java_script_enabled=False).page
    assert page.locator("#replay").is_hidden()
    assert (
        page.get_by_role("list").filter(has_text="is dealt two cards").get_by_role("listitem").count()
        == STEPS
    )
    expect(page.get_by_text("Flop:")).to_be_visible()
