"""What is typed at a table instead of pressed: a hand by words and ears alone, and what is refused."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser import test_house
from tests.browser.at_table import LOCK_MS, SIZES, Person
from tests.browser.by_ear import Listener
from tests.browser.test_by_ear import CARD
from tests.browser.test_pages_access import RULES, violations

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


@pytest.fixture
def pair(person: Callable[..., Person]) -> tuple[Typist, Typist]:
    """Who has the button and is asked first, and the other, at the first hand of Heads-up Poker."""
    alice, bob = person(web=0), person(web=1)
    typists = Typist(alice), Typist(bob)
    alice.page.goto("/tables/new/?game=heads_up&company=friend")
    alice.page.get_by_label("Your name at the table").fill("Alice")
    alice.page.get_by_role("button", name="Open the table").click()
    bob.accept(urlsplit(alice.page.get_by_label("Invitation link").input_value()).path, "Bob")
    alice.wait_for_phase("hand")
    for each in (alice, bob):
        each.page.wait_for_selector("#actions:enabled :is([data-kind=fold], [data-pre=check])")
    return typists if "token" in alice.table else typists[::-1]


def test_hand_is_played_by_words_and_ears_alone(pair: tuple[Typist, Typist]) -> None:
    button, blind = pair
    button.page.get_by_role("button", name="Type what to do").click()
    expect(button.page.get_by_label(LINE)).to_be_focused()
    button.hears("cards", rf"Your cards: {CARD}, {CARD}\.")
    button.hears("/board", r"There is no card on the board yet\.")
    button.hears("To  Call", r"You have bet 15\. \w+ has bet 30\. 15 to call\.")
    button.hears("d", rf"Your cards: {CARD}, {CARD}\.")  # a key of one's own
    button.hears("time", r"Time left to decide: .*\.")
    button.hears("help", r"Possible now: fold, call, raise and an amount, all-in\.")
    button.ears.wait_for(r"^Read out: cards, board, value, .*, help, speech\.$")
    refuse_all_that_cannot_be(button)
    button.types("/raise 90")
    button.ears.wait_for(r"^You raise to 90\.$")

    blind.page.keyboard.press("/")
    blind.has_looked()
    blind.types("c")  # the key of check and call
    blind.ears.wait_for(r"^You call 60\.$")
    said = button.ears.wait_for(r"^Flop: ")
    assert re.fullmatch(rf"Flop: {CARD}, {CARD}, {CARD}\.", said)
    blind.has_looked()
    blind.types("bet 1000")  # more than anybody has
    blind.ears.wait_for(r"^The most is 910: nobody could match more\.$", "alert")
    fold_for_nothing(blind)
    button.ears.wait_for(r"^You win 180\.$")
    button.page.keyboard.press("Escape")
    expect(button.page.locator("#typed")).to_be_hidden()
    expect(button.page.get_by_role("button", name="Type what to do")).to_be_focused()


def refuse_all_that_cannot_be(button: Typist) -> None:
    button.has_looked()
    button.is_refused("dance", r"Nothing is called “dance” here\. Type help to hear what there is\.")
    button.is_refused("fold 20", r"Nothing is called “fold 20” here\..*")
    button.is_refused("check", r"“check” is not possible now\. Possible now: fold, call, raise and .*\.")
    button.is_refused("bet 90", r"“bet” is not possible now\. Possible now: fold, call, raise and .*\.")
    button.is_refused("raise", r"How much\? Type “raise” and an amount\.")
    for amount in ("abc", "1e9", "NaN", "-90", "90.5", "9" * 40, "$&"):
        button.is_refused(f"raise {amount}", r"Enter a whole number of chips\.")
    button.is_refused("raise 59", r"The least is 60\.")
    button.is_refused("r 1,001", r"The most is 1,000: nobody could match more\.")


def fold_for_nothing(blind: Typist) -> None:
    """Asked once, and what comes as fast as a double click does nothing."""
    blind.types("fold")
    blind.ears.wait_for(r"^A check is free\. Press Fold once more to fold\.$")
    blind.is_refused("fold", r"The table has just changed\. Type it again if you still mean it\.")
    blind.page.wait_for_timeout(ASKED_MS + 20)
    blind.types("fold")
    blind.ears.wait_for(r"^You fold\.$")


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
