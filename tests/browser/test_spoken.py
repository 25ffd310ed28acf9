"""How much is said: one hand at each level, what the browser's own voice does, and that the choice is kept."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from games.rules.actions import Bet, Call, Check, Raise
from tests.browser.at_table import Person
from tests.browser.by_ear import Listener
from tests.browser.test_by_ear import COMING_AND_GOING
from tests.browser.test_heads_up import practise
from tests.games.drawing import draw
from tests.games.test_poker_table import played
from tests.rules.tables import ALICE

SHOW = """html => {
  document.getElementById("table").outerHTML = html;
  document.getElementById("stage").dispatchEvent(new Event("htmx:after:settle"));
}"""
VOICE = """() => {
  window.voiced = [];
  const spoken = {cancel: () => voiced.push(null), speak: ({text, lang}) => voiced.push(`${lang}: ${text}`)};
  Object.defineProperty(window, "speechSynthesis", {value: spoken});
}"""
"""Notes what the browser is asked to speak; None: to fall silent."""
LEVELS = {
    "brief": "Brief: your turn, your cards, the board, results, warnings.",
    "normal": "Normal: everything that happens.",
    "full": "Full: pots, hands, chips and clocks as well.",
}

ON_THE_TURN = (Raise(90), Call(), Check(), Bet(60), Call())
"""Alice, out of position, is asked on the turn; Bob has the button."""
TO_THE_RIVER = (Check(), Bet(60), Call())

SAID = {
    "brief": ["River: three of clubs."],
    "normal": ["You check.", "Bob bets 60.", "You call 60.", "River: three of clubs."],
    "full": [
        "You check.",
        "Bob bets 60.",
        "You call 60.",
        "River: three of clubs.",
        "In all 420. Pot 420, for you, Bob.",
        "You have a pair of kings. Beside it: jack, nine, seven.",
    ],
}


def choose(guest: Person, ears: Listener, level: str) -> None:
    """By the key, until that level is announced."""
    for _ in LEVELS:
        if guest.page.locator("#speech input:checked").first.get_attribute("value") == level:
            return
        before = len(ears.told())
        guest.page.keyboard.press("Control+Shift+S")
        ears.wait_for("^(Brief|Normal|Full): ", after=before)


@pytest.mark.parametrize("level", LEVELS)
def test_each_level_says_its_own_and_the_log_has_all(person: Callable[..., Person], level: str) -> None:
    guest = person()
    ears = Listener(guest.page)
    practise(guest)
    choose(guest, ears, level)
    if level != "normal":
        assert LEVELS[level] in ears.told()
    guest.page.evaluate(SHOW, draw(played(*ON_THE_TURN).state, ALICE))
    ears.wait_for(r"^Turn: ")
    ears.wait_for("^Your turn: check or bet", "alert")
    asked = len(ears.told("alert"))
    before = len(ears.told())
    guest.page.evaluate(SHOW, draw(played(*ON_THE_TURN, *TO_THE_RIVER).state, ALICE))
    question = ears.wait_for("^Your turn: check or bet", "alert", after=asked)
    assert [line for line in ears.told()[before:] if not COMING_AND_GOING.fullmatch(line)] == SAID[level]
    assert guest.log[-4:] == SAID["normal"]
    # A clock is read with the question at the fullest level only; the one drawn has run out long ago.
    assert question == "Your turn: check or bet." + (
        " Time left to decide: 0 seconds." if level == "full" else ""
    )


def test_voice_of_the_browser_falls_silent_for_a_question_and_is_kept(person: Callable[..., Person]) -> None:
    guest = person()
    guest.page.add_init_script(f"({VOICE})()")
    ears = Listener(guest.page)
    practise(guest)
    guest.page.evaluate(SHOW, draw(played(*ON_THE_TURN).state, ALICE))
    ears.wait_for(r"^Turn: ")
    ears.wait_for("^Your turn: check or bet", "alert")
    assert guest.page.evaluate("voiced") == [], "nothing is spoken that was not asked for"
    guest.page.keyboard.press("?")
    with guest.page.expect_response("**/preferences/speech/switch/"):
        guest.page.get_by_label("The browser’s own voice speaks it, too").check()
    guest.page.keyboard.press("Escape")
    asked = len(ears.told("alert"))
    guest.page.evaluate(SHOW, draw(played(*ON_THE_TURN, *TO_THE_RIVER).state, ALICE))
    ears.wait_for("^Your turn: check or bet", "alert", after=asked)
    lines = " ".join(SAID["normal"])
    assert guest.page.evaluate("voiced") == [f"en: {lines}", None, "en: Your turn: check or bet."]
    with guest.page.expect_response("**/preferences/speech/switch/"):
        choose(guest, ears, "full")
    # Kept with the player: here after a reload, and on the page of preferences.
    guest.page.reload()
    guest.page.wait_for_function("() => voiced.length")  # the question of the page's own table
    expect(guest.page.locator("#speech [value=full]")).to_be_checked()
    guest.page.goto("/preferences/")
    expect(guest.page.get_by_label("Full: pots")).to_be_checked()


def test_who_is_nobody_keeps_it_in_the_browser(person: Callable[..., Person]) -> None:
    alice, nobody = person(web=0), person(web=1)
    alice.page.goto("/tables/new/?company=anyone")
    alice.page.get_by_label("Your name at the table").fill("Alice")
    alice.page.get_by_role("button", name="Open the table").click()
    alice.wait_for_phase("waiting")
    ears = Listener(nobody.page)
    nobody.page.goto(urlsplit(alice.page.url).path)
    choose(nobody, ears, "brief")
    nobody.page.reload()
    expect(nobody.page.locator("#speech [value=brief]")).to_be_checked()
