"""Heads-up Poker in real browsers: a hand by keys and ears alone, answers chosen beforehand, sizes, its states."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from games.rules.actions import Bet, Call, Check, Fold, Raise
from tests.browser.at_table import LOCK_MS, Person
from tests.browser.by_ear import Listener
from tests.browser.test_by_ear import CARD
from tests.browser.test_pages_access import LOOK_AT_STATES, RULES, violations
from tests.games.drawing import draw, facts_of
from tests.games.test_poker_table import drawn, played, started, to_the_river
from tests.rules.hands.holdem.hands import table
from tests.rules.tables import ALICE, BOB, SECOND

PRACTISE = "Practise Heads-up Poker"
NAME = r"(?:You|Alice|Bob|House bot)"
HAND = r"(?:a |an |two |three |four )?[a-z ,]+"


def practise(guest: Person) -> None:
    """Until the guest is asked: from then on nothing happens by itself."""
    guest.page.goto("/")
    guest.page.get_by_role("button", name=PRACTISE).click()
    guest.page.wait_for_selector("#actions:enabled [data-kind=fold]")


@pytest.fixture
def pair(person: Callable[..., Person]) -> tuple[Person, Person]:
    return seated(person)


def seated(person: Callable[..., Person]) -> tuple[Person, Person]:
    """Who is asked first, who has the button, and the other: both at the first hand of a table for a friend."""
    alice, bob = person(web=0), person(web=1)
    alice.page.goto("/tables/new/?game=heads_up&company=friend")
    alice.page.get_by_label("Your name at the table").fill("Alice")
    alice.page.get_by_role("button", name="Open the table").click()
    link = alice.page.get_by_label("Invitation link").input_value()
    bob.accept(urlsplit(link).path, "Bob")
    alice.wait_for_phase("hand")
    for each in (alice, bob):
        each.page.wait_for_selector("#actions:enabled :is([data-kind=fold], [data-pre=check])")
    return (alice, bob) if "token" in alice.table else (bob, alice)


# --- by keys and ears -------------------------------------------------------------------------------------------------


def test_hand_is_played_by_keys_and_ears_alone(pair: tuple[Person, Person]) -> None:
    button, blind = pair
    ears = Listener(button.page)
    button.page.reload()
    button.page.wait_for_selector("#actions:enabled [data-kind=call]")
    assert ears.reads_out("d", rf"Your cards: {CARD}, {CARD}\.")
    assert ears.reads_out("e", r"There is no card on the board yet\.")
    assert ears.reads_out("n", r"You have bet 15\. \w+ has bet 30\. 15 to call\.")
    assert ears.reads_out("m", r"Raise to 60 up to 1,000\.")
    assert ears.reads_out("x", r"You have the button\.")
    assert ears.reads_out("z", r"You have the button and the small blind: .*")
    assert ears.reads_out("s", r"You have 985, 32\.8 BB\. \w+ has 970, 32\.3 BB\.")
    assert ears.reads_out("p", r"In all 45\.")
    assert ears.reads_out("a", r"Blinds 15 and 30\. They rise to 25 and 50 in \d+ minutes?.*\.")
    assert ears.reads_out("Shift+T", r"Time left to decide: \d+ seconds?\.")
    assert ears.reads_out("1", r"\w+ of \w+\.")
    button.page.keyboard.press("r")
    expect(button.page.locator("#amount")).to_be_focused()
    button.page.keyboard.press("ArrowUp")
    expect(button.page.locator("#amount")).to_have_value("90")
    button.page.keyboard.press("Enter")
    ears.wait_for(r"^You raise to 90\.$")
    blind.wait_to_be_asked()
    blind.press("call")
    said = ears.wait_for(r"^Flop: ")
    assert re.fullmatch(rf"Flop: {CARD}, {CARD}, {CARD}\.", said)
    button.page.keyboard.press("Escape")
    assert ears.reads_out("e", rf"Board: {CARD}, {CARD}, {CARD}\.")
    assert ears.reads_out("g", rf"You have {HAND}\.(?: Beside it: .*\.)?")
    blind.press("check")
    ears.wait_for(r"^Your turn: check or bet\.$", "alert")
    assert ears.reads_out("l", r"\w+ checks\.")
    button.page.wait_for_timeout(LOCK_MS + 20)
    button.page.keyboard.press("Shift+A")
    expect(button.page.locator("#amount")).to_have_value("910")
    button.page.keyboard.press("Escape")
    button.page.locator("#table").focus()
    button.page.keyboard.press("c")
    ears.wait_for(r"^You check\.$")
    ears.wait_for(r"^Turn: ")


# --- answers chosen beforehand ----------------------------------------------------------------------------------------

NOTE_SENDING = """() => {
  window.turnAt = 0;
  window.sentAt = 0;
  const stage = document.getElementById("stage");
  stage.addEventListener("htmx:after:settle", () => {
    if (document.getElementById("table").dataset.token) window.turnAt ||= performance.now();
  });
  stage.addEventListener("htmx:before:ws:request", () => { window.sentAt ||= performance.now(); });
}"""


def test_choice_made_beforehand_waits_for_the_turn_and_for_the_price_it_was_made_for(
    pair: tuple[Person, Person],
) -> None:
    button, blind = pair
    # Sent when the turn comes, and not before a press could be.
    blind.page.evaluate(NOTE_SENDING)
    blind.page.get_by_role("button", name="Check", exact=True).click()
    expect(blind.page.locator("[data-pre=check]")).to_have_attribute("aria-pressed", "true")
    button.press("call")
    blind.page.wait_for_function("() => window.sentAt")
    assert blind.page.evaluate("sentAt - turnAt") >= LOCK_MS
    button.page.wait_for_selector("#community .card")
    assert "You check." in blind.log

    # Taken back when there is suddenly something to call.
    button.page.locator("[data-pre=check]").click()
    blind.wait_to_be_asked()
    blind.press("bet")
    expect(button.page.locator("#link")).to_contain_text("the amount to call has changed")
    button.wait_to_be_asked()
    token = button.table["token"]
    button.page.wait_for_timeout(1_500)  # longer than any choice waits before it is sent
    assert button.table["token"] == token

    # On the next street: let go by a second press; “check or fold” folds to any bet.
    button.press("call")
    blind.wait_to_be_asked()
    for _ in range(3):
        button.page.get_by_role("button", name="Check or fold").click()
    expect(button.page.locator("[data-pre=check_fold]")).to_have_attribute("aria-pressed", "true")
    blind.press("bet")
    button.wait_for_phase("between")
    assert "You fold." in button.log


def test_call_of_an_amount_is_taken_back_when_the_amount_grows(person: Callable[..., Person]) -> None:
    """With three players, as the rules alone draw them: the page gets one state after the other."""
    guest = person()
    practise(guest)
    show = """html => {
      document.getElementById("table").outerHTML = html;
      document.getElementById("stage").dispatchEvent(new Event("htmx:after:settle"));
    }"""
    before = drawn(table([1_000] * 3).play("Charlie raise 90"), BOB)
    guest.page.evaluate(show, before)
    guest.page.locator("[data-pre=call]").click()
    guest.page.evaluate(show, before)
    expect(guest.page.locator("[data-pre=call]")).to_have_attribute("aria-pressed", "true")
    guest.page.evaluate(show, drawn(table([1_000] * 3).play("Charlie raise 90, Alice raise 150"), BOB))
    expect(guest.page.locator("#link")).to_contain_text("the amount to call has changed")


# --- sizes and amounts ------------------------------------------------------------------------------------------------


def test_sizes_are_filled_in_and_not_bet_and_a_fold_for_nothing_is_asked_once(
    pair: tuple[Person, Person],
) -> None:
    button, blind = pair
    fill_sizes(button)
    button.press("call")
    fold_where_a_check_is_free(blind)


def fill_sizes(button: Person) -> None:
    """Slider, field, steps and presets are one amount."""
    amount, slider = button.page.locator("#amount"), button.page.locator("[data-slide]")
    send = button.page.locator("#actions [data-kind=raise]")
    token = button.table["token"]
    slider.fill("500")
    expect(amount).to_have_value("495")  # half big blinds; both ends are exact
    slider.fill("1000")
    expect(send).to_have_text("Raise to 1,000")
    button.page.get_by_role("button", name="30 less").click()
    expect(slider).to_have_value("970")
    button.page.get_by_role("button", name=re.compile("^Pot")).click()
    expect(amount).to_have_value("90")
    slider.focus()
    for key, value in (("ArrowRight", "120"), ("PageUp", "270"), ("Home", "60"), ("End", "1000")):
        slider.press(key)
        expect(amount).to_have_value(value)
    amount.fill("NaN")
    button.page.wait_for_timeout(LOCK_MS + 20)
    send.click()
    expect(button.page.locator("#link")).to_contain_text("Enter a whole number of chips.")
    assert button.table["token"] == token


def fold_where_a_check_is_free(blind: Person) -> None:
    blind.wait_to_be_asked()
    blind.page.wait_for_timeout(LOCK_MS + 20)
    blind.page.locator("#table").focus()
    blind.page.keyboard.press("f")
    expect(blind.page.locator("#link")).to_contain_text("A check is free.")
    blind.page.keyboard.press("f")  # too soon: as a double click would be
    assert "token" in blind.table
    blind.page.wait_for_timeout(620)
    blind.page.keyboard.press("f")
    blind.wait_for_phase("between")
    assert "You fold." in blind.log


def test_press_on_a_stack_shows_all_amounts_in_big_blinds_and_stays_so(
    person: Callable[..., Person],
) -> None:
    guest = person()
    practise(guest)
    html = guest.page.locator(".seat.near").inner_html()
    stack = guest.page.locator(".near .amount")
    expect(guest.page.locator(".near .in-blinds").first).to_be_hidden()
    stack.click()
    expect(guest.page.locator(".near .in-blinds").first).to_be_visible()
    expect(guest.page.locator(".near .in-chips").first).to_be_hidden()
    assert guest.page.locator(".seat.near").inner_html() == html, "a class on the shell, not other HTML"
    guest.page.reload()
    expect(guest.page.locator(".near .in-blinds").first).to_be_visible()
    stack.click()
    expect(guest.page.locator(".near .in-chips").first).to_be_visible()


# --- how it looks -----------------------------------------------------------------------------------------------------


def states() -> dict[str, str]:
    """What a page of Heads-up Poker may show, made from the rules alone."""
    staked = facts_of("heads_up", mode="stake")._replace(stake_cents=500)
    away = started().at(5 * SECOND).lose(BOB)
    return {
        "turn to call": draw(started().state, BOB),
        "not the turn": draw(started().state, ALICE),
        "free check": draw(played(Call()).state, ALICE),
        "flop": draw(played(Raise(90), Call(), Check(), Bet(60)).state, ALICE, staked),
        "all-in to call": draw(played(Raise(1_000)).state, ALICE),
        "showdown": draw(to_the_river().state, ALICE),
        "mucked": draw(to_the_river().state, BOB),
        "folded": draw(played(Raise(300), Fold()).state, BOB),
        "one card shown": draw(played(Raise(300), Fold()).show(BOB, 0).state, ALICE),
        "watching": draw(to_the_river().state, None),
        "away": draw(away.state, ALICE),
        "halted": draw(started().state, BOB, halted=True),
        "over": draw(played(Raise(1_000), Call()).state, BOB, staked),
        "side pots": drawn(
            table([1_000, 1_000, 240]).play("Charlie raise 240, Alice call, Bob call, Alice bet 100, Bob call"), 1
        ),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("size", "rules"), [("desktop", RULES), ("phone", ["color-contrast", "target-size"])]
)
def test_table_breaks_no_rule_of_axe_and_fits(
    person: Callable[..., Person], size: str, rules: list[str]
) -> None:
    guest = person(size=size, color_scheme="light", bypass_csp=True, reduced_motion="reduce")
    practise(guest)
    assert violations(guest.page, rules) == []  # this brings axe into the page
    shown = states()
    found: list[Any] = guest.page.evaluate(LOOK_AT_STATES, [list(shown.items()), rules])
    assert found == []
    guest.page.emulate_media(color_scheme="dark")
    found = guest.page.evaluate(LOOK_AT_STATES, [list(shown.items()), ["color-contrast"]])
    assert found == []
    for width in (guest.page.viewport_size or {"width": 0})["width"], 320:
        guest.page.set_viewport_size({"width": width, "height": 568 if width == 320 else 800})
        for name, html in shown.items():
            guest.page.evaluate("html => { document.getElementById('table').outerHTML = html; }", html)
            assert guest.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
