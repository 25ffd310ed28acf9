"""What is typed at a table instead of pressed: a hand by words and ears alone, and what is refused."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import test_house
from tests.browser.at_table import LOCK_MS, SIZES, Person
from tests.browser.by_ear import Listener
from tests.browser.test_by_ear import CARD
from tests.browser.test_heads_up import practise, seated
from tests.browser.test_pages_access import RULES, violations
from tests.browser.test_spoken import SHOW
from tests.games.drawing import draw
from tests.games.test_poker_table import started
from tests.rules.tables import BOB

ASKED_MS = 600
"""So long a press that gave something away for nothing takes no second one."""
LINE = "Type what to do or to read out"


class Typist:
    """Types into the line, and hears what comes of it."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page = person.page
        self.ears = Listener(person.page)

    def types(self, text: str) -> None:
        self.page.get_by_label(LINE).fill(text)
        self.page.keyboard.press("Enter")

    def hears(self, text: str, pattern: str) -> str:
        """What is read out when that is typed."""
        before = len(self.ears.told())
        self.types(text)
        return self.ears.wait_for(f"^{pattern}$", after=before)

    def is_refused(self, text: str, pattern: str) -> None:
        """Said at once; the table and the field for an amount are what they were."""
        before = self.person.table, self.amount, len(self.ears.told("alert"))
        self.types(text)
        self.ears.wait_for(f"^{pattern}$", "alert", after=before[2])
        assert (self.person.table, self.amount) == before[:2]
        expect(self.page.get_by_label(LINE)).to_have_value(text)

    @property
    def amount(self) -> str | None:
        value: str | None = self.page.evaluate("document.getElementById('amount')?.value ?? null")
        return value

    def has_looked(self) -> None:
        """The bar takes no press for a moment after it changed, and nothing typed either."""
        self.person.wait_to_be_asked()
        self.page.wait_for_timeout(LOCK_MS + 20)


def test_hand_is_played_by_words_and_ears_alone(person: Callable[..., Person]) -> None:
    typists: dict[Person, Typist] = {}

    def coming(**how: Any) -> Person:
        someone = person(**how)
        typists[someone] = Typist(someone)  # listens from the first page on
        return someone

    button, blind = (typists[each] for each in seated(coming))
    with button.page.expect_response("**/preferences/keys/switch/"):
        button.page.get_by_role("button", name="Help").click()
        button.page.get_by_label("Use these keys").uncheck()
    button.page.get_by_role("button", name="Close").click()
    button.page.get_by_role("button", name="Type what to do").click()
    expect(button.page.get_by_label(LINE)).to_be_focused()
    button.hears("cards", rf"Your cards: {CARD}, {CARD}\.")
    button.hears("/board", r"There is no card on the board yet\.")
    button.hears("To  Call", r"You have bet 15\. \w+ has bet 30\. 15 to call\.")
    button.types("/raise 90")
    button.ears.wait_for(r"^You raise to 90\.$")

    blind.page.keyboard.press("/")
    blind.has_looked()
    blind.types("c")  # the key of check and call
    blind.ears.wait_for(r"^You call 60\.$")
    said = button.ears.wait_for(r"^Flop: ")
    assert re.fullmatch(rf"Flop: {CARD}, {CARD}, {CARD}\.", said)
    blind.has_looked()
    fold_for_nothing(blind)
    button.ears.wait_for(r"^You win 180\.$")
    button.page.keyboard.press("Escape")
    expect(button.page.locator("#typed")).to_be_hidden()
    expect(button.page.get_by_role("button", name="Type what to do")).to_be_focused()


def fold_for_nothing(blind: Typist) -> None:
    """Asked once, and what comes as fast as a double click does nothing."""
    blind.types("fold")
    blind.ears.wait_for(r"^A check is free\. Press Fold once more to fold\.$")
    blind.is_refused("fold", r"The table has just changed\. Type it again if you still mean it\.")
    blind.page.wait_for_timeout(ASKED_MS + 20)
    blind.types("fold")
    blind.ears.wait_for(r"^You fold\.$")


def test_what_cannot_be_is_refused_and_help_says_what_can(person: Callable[..., Person]) -> None:
    """At a table drawn by the rules alone, where no clock runs: Bob has the button, 15 to call, and 1,000 chips."""
    guest = person()
    typist = Typist(guest)
    practise(guest)
    guest.page.evaluate(SHOW, draw(started().state, BOB))
    guest.page.keyboard.press("/")
    typist.has_looked()
    typist.hears("help", r"Possible now: fold, call, raise and an amount, all-in\.")
    typist.ears.wait_for(r"^Read out: cards, board, value, .*, help, speech\.$")
    typist.hears("d", rf"Your cards: {CARD}, {CARD}\.")  # a key of one's own
    typist.is_refused("dance", r"Nothing is called “dance” here\. Type help to hear what there is\.")
    typist.is_refused("fold 20", r"Nothing is called “fold 20” here\..*")
    typist.is_refused("check", r"“check” is not possible now\. Possible now: fold, call, raise and .*\.")
    typist.is_refused("bet 90", r"“bet” is not possible now\. Possible now: fold, call, raise and .*\.")
    typist.is_refused("raise", r"How much\? Type “raise” and an amount\.")
    for amount in ("abc", "1e9", "NaN", "-90", "90.5", "9" * 40, "$&"):
        typist.is_refused(f"raise {amount}", r"Enter a whole number of chips\.")
    typist.is_refused("raise 59", r"The least is 60\.")
    typist.is_refused("r 1,001", r"The most is 1,000: nobody could match more\.")


def test_line_has_the_players_own_keys_and_is_opened_by_the_one_he_chose(
    person: Callable[..., Person],
) -> None:
    guest = person()
    typist = Typist(guest)
    guest.practise()
    table = guest.page.url
    guest.page.goto("/preferences/keys/")
    guest.page.get_by_label("Type what to do or to read out").fill(".")
    guest.page.get_by_label("Check or call").fill("y")
    guest.page.get_by_role("button", name="Save").click()
    guest.page.get_by_text("Your keys are saved.").wait_for()
    guest.page.goto(table)
    typist.has_looked()
    read_list_of_keys(guest)
    guest.page.keyboard.press("/")
    expect(guest.page.locator("#typed")).to_be_hidden()
    guest.page.keyboard.press(".")
    # What follows at once is typed, and no key: nothing is folded.
    guest.page.keyboard.type("fo")
    expect(guest.page.get_by_label(LINE)).to_have_value("fo")
    typist.is_refused("c", r"Nothing is called “c” here\..*")
    before = guest.table
    typist.types("y")
    guest.wait_for_another_question(before)
    guest.page.keyboard.press("Escape")
    expect(guest.page.locator("#table")).to_be_focused()


def read_list_of_keys(guest: Person) -> None:
    guest.page.keyboard.press("?")
    shown = {
        row.locator("kbd").inner_text(): row.locator("dd").inner_text()
        for row in guest.page.locator("#help .keys div").all()
    }
    assert shown["."] == "Type what to do or to read out"
    assert shown["Ctrl+Shift+S"] == "Say more or less: brief, normal, full speech"
    assert shown["Y"] == "Check or call check, call"
    guest.page.keyboard.press("Escape")


def test_bets_against_a_dealer_are_typed(person: Callable[..., Person]) -> None:
    guest = person()
    typist = Typist(guest)
    test_house.practise(guest)
    guest.page.keyboard.press("/")
    typist.is_refused("bet 3", r"The least is 5\.")
    typist.is_refused("hit", r"“hit” is not possible now\. Possible now: deal, bet and an amount, .*\.")
    typist.hears("chips", r"Chips left to bet: 1,000\.")
    typist.hears("twice", r"Deal for 50")
    typist.types("deal")
    typist.ears.wait_for(r"^You bet 50\.$")


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_open_line_breaks_no_rule_of_axe_and_covers_no_card(person: Callable[..., Person], size: str) -> None:
    guest = person(size=size, color_scheme="light", bypass_csp=True, reduced_motion="reduce")
    typist = Typist(guest)
    guest.practise()
    typist.has_looked()
    guest.page.get_by_role("button", name="Type what to do").click()
    typist.is_refused("dance", r"Nothing is called “dance” here\..*")
    assert violations(guest.page, RULES if size == "desktop" else ["color-contrast", "target-size"]) == []
    guest.page.emulate_media(color_scheme="dark")
    assert violations(guest.page, ["color-contrast"]) == []
    for width in (SIZES[size][0], 320):
        guest.page.set_viewport_size({"width": width, "height": SIZES[size][1]})
        assert guest.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        end = "document.getElementById('typed').getBoundingClientRect().bottom"
        first = "document.querySelector('.seat .card').getBoundingClientRect().top"
        assert guest.page.evaluate(f"{end} <= {first}")
