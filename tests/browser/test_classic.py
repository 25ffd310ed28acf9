"""Classic in real browsers: a short cash game from the invitation to its end, one hand of it by ear; its states."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Literal
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import expect

from tests.browser.at_table import LOCK_MS, Person
from tests.browser.by_ear import Listener
from tests.browser.test_by_ear import CARD, COMING_AND_GOING, TOTAL
from tests.browser.test_pages_access import LOOK_AT_STATES, RULES, violations
from tests.games.drawing import draw
from tests.rules.classic_cards import (
    FIXED,
    NOBODY,
    SERIES,
    UNLIMITED,
    classic_shoe,
    open_shoe_for,
    shoe_for,
    two_hands,
)
from tests.rules.tables import ALICE, BOB, SECOND, Table

TITLE = "Classic Blackjack, Cash, Fixed Hands"
LONGEST_S = 90

FIRST_HAND = rf"""Hand 1\. (?:You begin|Bob begins)\.
(?:(?:You are dealt the {CARD}\.(?: Total {TOTAL}\.)?|Bob is dealt the {CARD}\.|Bob is dealt a hidden card\.)
){{4}}(?:You stand|Bob stands)\.(?: Time had run out\.)?
(?:You stand|Bob stands)\.(?: Time had run out\.)?
The cards are shown\.
(?:You win the hand\.|Bob wins the hand\.|The hand is tied: nobody wins it\.)
Hand 2\."""
END = r"(have won more hands: you win|has won more hands and wins) the match\.|both have won as many\."


def test_two_browsers_play_a_short_cash_game_to_its_end(person: Callable[..., Person]) -> None:
    alice, bob = person(web=0), person(web=1)
    ears = Listener(alice.page), Listener(bob.page)
    alice.page.goto("/tables/new/?company=friend")
    alice.page.get_by_text("Another game").click()
    alice.page.get_by_role("link", name=TITLE).click()
    alice.page.get_by_label("Your name at the table").fill("Alice")
    alice.page.get_by_label("Number of hands").select_option("2")
    alice.page.get_by_role("button", name="Open the table").click()
    link = alice.page.get_by_label("Invitation link").input_value()
    bob.page.goto(urlsplit(link).path)
    expect(bob.page.get_by_text("2 hands")).to_be_visible()
    bob.page.get_by_label("Your name at the table").fill("Bob")
    bob.page.get_by_role("button", name="Sit down and play").click()
    end = time.monotonic() + LONGEST_S
    while {each.table["phase"] for each in (alice, bob)} != {"over"}:
        assert time.monotonic() < end, (alice.log[-5:], alice.table)
        for each in (alice, bob):
            answer(each)
        alice.page.wait_for_timeout(50)
    for each, ear in zip((alice, bob), ears, strict=True):
        ear.wait_for(END)
        expect(each.page.locator("#match")).to_contain_text("Hand 2 of 2")
        expect(each.page.get_by_role("list", name="Finished hands").get_by_role("listitem")).to_have_count(2)
        expect(each.page.get_by_role("button", name="Play again")).to_be_visible()
    said = "\n".join(line for line in ears[0].told() if not COMING_AND_GOING.fullmatch(line))
    assert re.search(FIRST_HAND, said), said
    alice.page.keyboard.press("s")
    ears[0].wait_for(r"^You have won \d hands?\. Bob has won \d hands?\.$")


def answer(person: Person) -> None:
    """Stands, by the name of the button; goes on to the next hand. The button may be gone before it is pressed."""
    for name in ("Stand", "Next hand"):
        button = person.page.get_by_role("button", name=name, exact=True, disabled=False)
        if button.count():
            person.page.wait_for_timeout(LOCK_MS + 20)
            with suppress(PlaywrightError):
                button.click(timeout=2_000)
            return


def states() -> dict[str, str]:
    """What a page of Classic may show, made from the rules alone."""
    hand = two_hands(ALICE, "Ah 3c", "9d 8d")
    shown: dict[str, str] = {}
    table = Table(classic_shoe(hand)).start(SERIES)
    shown["turn"] = draw(table.state, ALICE)
    shown["not the turn"] = draw(table.state, BOB)
    shown["result"] = draw(table.stand_out().state, ALICE)
    table = Table(shoe_for([ALICE, BOB, NOBODY])).start(SERIES, options={"hands": 2})
    for _ in range(3):
        table.stand_out().skips()
    shown["overtime"] = draw(table.state, ALICE)
    shown["forfeited"] = draw(Table(shoe_for([ALICE])).start(FIXED).give_up(BOB).state, ALICE)
    table = Table(open_shoe_for([ALICE])).start(UNLIMITED).sit_out(BOB)
    shown["chosen to sit out"] = draw(table.state, BOB)
    shown["seen to sit out"] = draw(table.state, ALICE)
    shown["asked"] = draw(table.stand_out().state, BOB)
    shown["waits for the answer"] = draw(table.state, ALICE)
    table = Table(open_shoe_for([ALICE])).start(UNLIMITED).stand_out().at(5 * SECOND)
    shown["waits for a price"] = draw(table.not_funded(-1, "no_fresh_quote").state, ALICE)
    shown["a new price"] = draw(table.not_funded(BOB, "above_consent").state, BOB)
    return shown


@pytest.mark.parametrize(
    ("size", "scheme", "rules"),
    [("desktop", "light", RULES), ("small phone", "dark", ["color-contrast", "target-size"])],
)
def test_table_breaks_no_rule_of_axe_and_fits(
    person: Callable[..., Person], size: str, scheme: Literal["light", "dark"], rules: list[str]
) -> None:
    guest = person(size=size, color_scheme=scheme, bypass_csp=True, reduced_motion="reduce")
    guest.page.goto("/")
    guest.page.get_by_role("button", name="Practise Classic Blackjack, Cash, Unlimited Hands").click()
    guest.page.wait_for_selector(
        "#actions:enabled [data-kind=stand]"
    )  # nothing happens by itself from now on
    assert violations(guest.page, rules) == []  # this brings axe into the page
    found: list[Any] = guest.page.evaluate(LOOK_AT_STATES, [list(states().items()), rules])
    assert found == []
    for html in states().values():
        guest.page.evaluate("html => { document.getElementById('table').outerHTML = html; }", html)
        assert guest.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_hand_is_played_by_keys_and_ears_alone(person: Callable[..., Person]) -> None:
    guest = person()
    ears = Listener(guest.page)
    guest.page.goto("/")
    guest.page.get_by_role("button", name="Practise Classic Blackjack, Winner Takes All").click()
    guest.page.wait_for_selector("#actions:enabled [data-kind=stand]")
    ears.wait_for(r"^Your turn: ", "alert")
    guest.page.wait_for_timeout(LOCK_MS + 20)
    guest.page.keyboard.press("p")
    ears.wait_for(r"^You stand\.$")
    guest.page.wait_for_selector("#actions:enabled [data-kind=skip]")
    ears.wait_for(r"wins? the hand\.|tied: nobody wins it\.")
    guest.page.keyboard.press("a")
    ears.wait_for(r"^Hand 1 of 6\.")
    guest.page.wait_for_timeout(LOCK_MS + 20)
    guest.page.keyboard.press("n")
    ears.wait_for(r"^Hand 2\.")
    assert guest.table["phase"] == "hand"


def test_practice_can_be_sat_out_and_played_on(person: Callable[..., Person]) -> None:
    guest = person()
    guest.page.goto("/")
    guest.page.get_by_role("button", name="Practise Classic Blackjack, Cash, Unlimited Hands").click()
    guest.page.wait_for_selector(
        "#actions:enabled [data-kind=stand]"
    )  # the bar stays until the guest answers
    switch = guest.page.get_by_role("button", name="Sit out next hand")
    for pressed in ("true", "false", "true"):
        guest.page.wait_for_timeout(LOCK_MS + 20)
        switch.click()
        expect(switch).to_have_attribute("aria-pressed", pressed)
    end = time.monotonic() + LONGEST_S
    while guest.table["phase"] == "hand":
        assert time.monotonic() < end
        answer(guest)
        guest.page.wait_for_timeout(50)
    expect(guest.page.get_by_text("You sit out. Play on, or leave the table?")).to_be_visible()
    guest.wait_to_be_asked()
    guest.press("go")
    guest.wait_for_phase("hand")
    expect(guest.page.locator("#match").get_by_text("Hand 2")).to_be_visible()


def test_whole_stake_is_added_up_while_it_is_entered(person: Callable[..., Person]) -> None:
    alice = person()
    alice.page.goto("/")
    alice.page.locator(".demo-ribbon summary").click()
    alice.page.locator(".demo-ribbon button[value=Alice]").click()
    alice.page.goto("/tables/new/?game=classic_fixed&company=friend")
    whole = alice.page.locator("#whole-stake output")
    expect(whole).to_be_hidden()
    alice.page.get_by_label("A stake", exact=True).check()
    expect(whole).to_have_text("$6.00")  # six hands of $1, as it was loaded
    value = alice.page.get_by_label("Value of a hand")
    for typed, hands, said in (
        ("1.5", "6", "$9.00"),
        ("500", "20", "$10,000.00"),
        ("500.01", "20", "–"),
        ("0.09", "20", "–"),
        ("1e3", "2", "–"),
        ("$0.10", "2", "$0.20"),
    ):
        value.fill(typed)
        alice.page.get_by_label("Number of hands").select_option(hands)
        expect(whole).to_have_text(said)
