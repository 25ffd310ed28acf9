"""House Blackjack in a real browser: a split round by keys and ears alone, chips by touch, the warning, its states."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import pytest
from playwright.sync_api import expect

from tests.browser.at_table import LOCK_MS, Person
from tests.browser.by_ear import Listener
from tests.browser.test_pages_access import LOOK_AT_STATES, RULES, violations
from tests.games import test_house_tables as drawn
from tests.games.drawing import draw
from tests.rules.tables import ALICE
from tests.support.stack import Stack

CARD = r"(?:two|three|four|five|six|seven|eight|nine|ten|jack|queen|king|ace) of (?:clubs|diamonds|hearts|spades)"
BRING = """seed => {
  const made = crypto.getRandomValues.bind(crypto);
  crypto.getRandomValues = array => {
    if (array.length !== 32) return made(array);
    array.set(seed.match(/../g).map(byte => parseInt(byte, 16)));
    return array;
  };
}"""
"""From now on this browser's seeds are the given one."""
LOWEST = """() => [...document.querySelectorAll('#actions :is(button, input:not([type=hidden]), summary)')]
  .map(each => each.getBoundingClientRect()).every(box => box.bottom <= innerHeight && box.height >= 44)"""


def practise(person: Person) -> None:
    person.page.goto("/")
    person.page.get_by_role("button", name="Practise House Blackjack").click()
    person.page.wait_for_selector("#actions:enabled [data-kind=bet]")
    person.page.wait_for_timeout(LOCK_MS + 20)


def get_a_pair(site: Stack, person: Person) -> None:
    table = person.page.locator("#stage").get_attribute("data-table")
    person.page.evaluate(BRING, site.call("tests.support.house_seeds:seed_of_a_split", table=table))


def test_split_round_is_played_by_keys_and_ears_alone(site: Stack, person: Callable[..., Person]) -> None:
    guest = person()
    ears = Listener(guest.page)
    practise(guest)
    ears.wait_for(r"^Place your bet, then deal\.$", "alert")
    get_a_pair(site, guest)

    def press(key: str) -> None:
        guest.page.wait_for_timeout(LOCK_MS + 20)
        guest.page.keyboard.press(key)

    press("n")
    ears.wait_for(rf"^The dealer shows the {CARD}\.$")
    ears.wait_for(r"^Your turn: .*\d+ against [2-6]\. Hit, stand, double or split\.$", "alert")
    ears.reads_out("r", rf"Your hand: {CARD}, {CARD}\. Total \d+\.")
    ears.reads_out("c", rf"The dealer has: {CARD}, 1 hidden card\. Total [2-6]\.")
    ears.reads_out("b", r"Your bet: 25\.")
    ears.reads_out("s", r"Chips left to bet: 975\.")
    ears.reads_out("h", r"Basic strategy: (Hit|Stand|Double|Split)\.")
    press("p")
    ears.wait_for(r"^You split, with 25 more on the second hand\.$")
    ears.wait_for(r"^Your turn, first hand: ", "alert")
    press("x")
    ears.wait_for(r"^Your turn, second hand: ", "alert")
    press("x")
    ears.wait_for(rf"^The dealer turns the hidden card: the {CARD}\. Total (soft )?\d+\.$")
    for which in ("First", "Second"):
        ears.wait_for(rf"^{which} hand: (you win 25|you lose 25|a push, the bet of 25 comes back)\.$")
    ears.wait_for(r"^Place your bet, then deal\.$", "alert", after=len(ears.told("alert")) - 1)
    press("2")
    expect(guest.page.locator("#amount")).to_have_value("50")
    press("u")
    expect(guest.page.locator("#amount")).to_have_value("25")
    press("a")
    expect(guest.page.locator("#amount")).to_be_focused()
    guest.page.keyboard.type("4")
    guest.page.keyboard.press("Enter")
    expect(guest.page.get_by_text("The least is 5.")).to_be_visible()
    guest.page.keyboard.press("Enter")
    ears.wait_for(r"^You bet 5\.$")


def test_bet_is_made_of_chips_under_the_thumb_and_the_bar_stays(
    site: Stack, person: Callable[..., Person]
) -> None:
    guest = person(size="phone", has_touch=True)
    practise(guest)
    page = guest.page
    field = page.locator("#amount")
    page.get_by_role("button", name="Clear").tap()
    expect(field).to_have_value("0")
    for chip, there in (("Add 25", "25"), ("Add 5", "30"), ("Add 5", "35"), ("Twice the bet", "70")):
        page.get_by_role("button", name=chip, exact=True).tap()
        expect(field).to_have_value(there)
    bar = page.locator("#bar").bounding_box()
    assert page.evaluate(LOWEST)
    get_a_pair(site, guest)
    page.get_by_role("button", name="Deal for 70").tap()
    page.wait_for_selector("#actions:enabled [data-kind=split]")
    assert page.locator("#bar").bounding_box() == bar
    assert page.evaluate(LOWEST)
    page.wait_for_timeout(LOCK_MS + 20)
    page.get_by_role("button", name="Split").tap()
    expect(page.get_by_role("region", name="First hand")).to_contain_text("in play")
    expect(page.get_by_role("region", name="Second hand")).not_to_contain_text("in play")
    assert page.locator("#bar").bounding_box() == bar
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_way_out_of_an_open_round_warns_and_leaving_loses_it(
    site: Stack, person: Callable[..., Person]
) -> None:
    guest = person()
    practise(guest)
    get_a_pair(site, guest)
    guest.page.get_by_role("button", name="Deal for 25").click()
    guest.page.wait_for_selector("#actions:enabled [data-kind=split]")
    address = guest.page.url
    dialog = guest.page.get_by_role("dialog", name="Leave the game?")
    guest.page.get_by_role("link", name="Lobby", exact=True).click()
    expect(dialog).to_contain_text("you lose all its bets")
    guest.page.get_by_role("button", name="Play on").click()
    expect(dialog).to_be_hidden()
    assert guest.page.url == address
    guest.page.get_by_role("link", name="Lobby", exact=True).click()
    guest.page.get_by_role("link", name="Go, and let it wait").click()
    guest.page.get_by_role("link", name="Play on").click()
    guest.page.wait_for_selector("#actions:enabled [data-kind=split]")  # it has waited
    guest.page.get_by_text("Menu", exact=True).click()
    guest.page.get_by_role("button", name="Leave the game…").click()
    guest.page.get_by_role("button", name="Leave and lose the bets").click()
    guest.wait_for_phase("over")
    expect(guest.page.get_by_text("Left −25", exact=True)).to_be_visible()


@pytest.mark.parametrize(
    ("size", "scheme", "rules"),
    [("desktop", "light", RULES), ("small phone", "dark", ["color-contrast", "target-size"])],
)
def test_table_breaks_no_rule_of_axe_and_fits(
    person: Callable[..., Person], size: str, scheme: Literal["light", "dark"], rules: list[str]
) -> None:
    guest = person(size=size, color_scheme=scheme, bypass_csp=True, reduced_motion="reduce")
    for address in ("/games/house/", "/alone/house/"):
        guest.page.goto(address)
        assert violations(guest.page, rules) == [], address
        assert guest.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address
    practise(guest)
    assert violations(guest.page, rules) == []  # this brings axe into the page
    shown = [(str(at), draw(state, ALICE, drawn.facts())) for at, state in enumerate(drawn.states())]
    found: list[Any] = guest.page.evaluate(LOOK_AT_STATES, [shown, rules])
    assert found == []
    for _name, html in shown:
        guest.page.evaluate("html => { document.getElementById('table').outerHTML = html; }", html)
        assert guest.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
