"""A winner's cards shown in real browsers: by keys and ears, by buttons, and not by mistake."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.at_table import LOCK_MS, Person
from tests.browser.by_ear import Listener
from tests.browser.test_by_ear import CARD
from tests.support.stack import Stack

BUTTONS = "#actions [data-kind^=show_]"
BACKS = ".far .card.back"


@pytest.fixture
def pair(site: Stack, person: Callable[..., Person]) -> tuple[Person, Person]:
    """Who is asked first, and the other, at a table without clocks: results stand."""
    table = site.call("tests.live.unhurried:table_for_two", game="heads_up")
    people = []
    for web, cookie in enumerate(table["cookies"]):
        each = person(web=web)
        name, value = cookie.split("=", 1)
        each.context.add_cookies([{"name": name, "value": value, "domain": "127.0.0.1", "path": "/"}])
        each.page.goto(f"/t/{table['table']}/")
        people.append(each)
    for each in people:
        each.page.wait_for_selector("#actions:enabled :is([data-kind=fold], [data-pre=check])")
    alice, bob = people
    return (alice, bob) if "token" in alice.table else (bob, alice)


def test_winner_shows_by_keys_and_both_hear_which_cards(pair: tuple[Person, Person]) -> None:
    loser, winner = pair
    ears, others = Listener(winner.page), Listener(loser.page)
    for each in (loser, winner):
        each.page.reload()
        each.page.wait_for_selector("#actions:enabled :is([data-kind=fold], [data-pre=check])")
    for key in ("o", "u", "i"):  # while the hand is played they do nothing
        winner.page.keyboard.press(key)
    loser.press("fold")
    winner.page.wait_for_selector(BUTTONS)
    assert winner.page.locator(BUTTONS).count() == 3
    assert loser.page.locator(BUTTONS).count() == 0
    expect(loser.page.locator(BACKS)).to_have_count(2)

    winner.page.wait_for_timeout(LOCK_MS + 20)
    winner.page.keyboard.press("i")
    ears.wait_for(rf"^You show the {CARD}\.$")
    others.wait_for(rf"^(Alice|Bob) shows the {CARD}\.$")
    expect(loser.page.locator(BACKS)).to_have_count(1)
    expect(winner.page.locator(BUTTONS)).to_have_count(1)
    winner.page.wait_for_timeout(LOCK_MS + 20)
    winner.page.keyboard.press("o")  # both are no longer offered
    winner.page.keyboard.press("u")
    others.wait_for(rf"^(Alice|Bob) shows {CARD}, {CARD}\.$")
    expect(loser.page.locator(BACKS)).to_have_count(0)
    expect(winner.page.locator(BUTTONS)).to_have_count(0)
    expect(loser.page.locator("#fair-mark")).to_contain_text("cards checked: 4")


def test_key_pressed_as_the_hand_ends_shows_nothing(pair: tuple[Person, Person]) -> None:
    """The bar has just changed its meaning: for a moment it takes no press."""
    loser, winner = pair
    winner.page.locator("#table").focus()
    winner.page.evaluate(PRESS_AT_ONCE, "o")
    loser.press("fold")
    winner.page.wait_for_function("() => window.pressed")
    winner.page.wait_for_timeout(LOCK_MS + 20)
    assert winner.page.locator(BUTTONS).count() == 3, "nothing was sent"
    winner.page.keyboard.press("o")
    expect(winner.page.locator(BUTTONS)).to_have_count(0)
    expect(loser.page.locator(BACKS)).to_have_count(0)


PRESS_AT_ONCE = """key => {
  const stage = document.getElementById("stage");
  stage.addEventListener("htmx:after:settle", () => {
    if (window.pressed || !document.querySelector("#actions [data-kind^=show_]")) return;
    window.pressed = true;
    const how = { key, bubbles: true, cancelable: true };
    document.getElementById("table").dispatchEvent(new KeyboardEvent("keydown", how));
  });
}"""


def test_one_card_is_shown_by_its_button_on_a_phone(pair: tuple[Person, Person]) -> None:
    loser, winner = pair
    winner.page.set_viewport_size({"width": 390, "height": 844})
    loser.press("fold")
    first = winner.page.locator("#actions [data-kind=show_first]")
    expect(first).to_be_visible()
    for button in winner.page.locator(f"{BUTTONS}, #act-skip button").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
        assert box["y"] + box["height"] <= 844
    winner.page.wait_for_timeout(LOCK_MS + 20)
    first.dblclick()
    expect(loser.page.locator(BACKS)).to_have_count(1)
    expect(winner.page.locator(BUTTONS)).to_have_count(1)
    expect(winner.page.locator("#link .bad")).to_have_count(0)
