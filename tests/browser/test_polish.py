"""Twenty-One (Polish) in real browsers: three friends on phones, each in another language; by ear; all its states."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Literal
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import expect

from tests.browser.at_table import LOCK_MS, Person
from tests.browser.by_ear import Listener
from tests.browser.test_by_ear import CARD, TOTAL
from tests.browser.test_pages_access import LOOK_AT_STATES, RULES, violations
from tests.games.drawing import draw, facts_of
from tests.games.test_polish_tables import (
    KEY,
    SECOND_ROUND,
    THREE,
    TIED,
    dealt,
    facts,
    in_tiebreak,
    stand,
    table_of,
)
from tests.rules.tables import ALICE, BOB, CHARLIE, DORA, SECOND

LONGEST_S = 100
TOO_WIDE = """() => document.documentElement.scrollWidth <= innerWidth ? [] :
  [...document.querySelectorAll('#table *')].filter(each => each.getBoundingClientRect().right > innerWidth)
    .map(each => each.outerHTML.slice(0, 120))"""
"""What makes the page scroll sideways."""


def test_three_phones_in_three_languages_play_a_match(person: Callable[..., Person]) -> None:
    """On two web processes. The one who invites sees who has come, and begins without the fourth."""
    alice = person(web=0, size="phone")
    bob = person(web=1, size="phone", locale="pl-PL")
    charlie = person(web=0, size="phone", locale="de-DE")
    friends = (alice, bob, charlie)
    alice.page.goto(f"/tables/new/?game={KEY}&company=friend")
    alice.page.get_by_label("Number of rounds").select_option("3")
    alice.page.get_by_label("Your name at the table").fill("Alice")
    alice.page.get_by_role("button", name="Open the table").click()
    link = urlsplit(alice.page.get_by_label("Invitation link").input_value()).path
    begin = alice.page.get_by_role("button", name="Begin now")
    expect(begin).to_be_hidden()
    for friend, name in ((bob, "Bob"), (charlie, "Charlie")):
        friend.page.goto(link)
        friend.page.locator("input[name=name]").fill(name)
        friend.page.locator("main form[method=post] button.primary").click()
        expect(alice.page.locator(".places")).to_contain_text(name)
    assert [each.page.evaluate("document.documentElement.lang") for each in friends] == ["en", "pl", "de"]
    begin.click()
    end = time.monotonic() + LONGEST_S
    while any(each.table["phase"] != "over" for each in friends):
        assert time.monotonic() < end, (alice.log[-5:], alice.table)
        for each in friends:
            answer(each)
        alice.page.wait_for_timeout(40)
    for each in friends:
        points = [int(text) for text in each.page.locator(".points b").all_inner_texts()]
        assert len(points) == 3
        assert points.count(max(points)) == 1, "somebody has won"
        assert each.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert each.page.locator("#others .seat").count() == 2
    expect(alice.page.locator("#bar .status")).to_contain_text("match")


def answer(person: Person) -> None:
    """Hits up to 14, else stands; goes on after a result. The button may be gone before it is pressed."""
    kinds = person.kinds if person.page.locator("#actions:enabled").count() else []
    if not kinds:
        return
    person.page.wait_for_timeout(LOCK_MS + 20)
    kind = "skip" if "skip" in kinds else "hit" if "hit" in kinds and person.total() < 15 else "stand"
    try:
        person.page.locator(f"#actions [data-kind={kind}]").click(timeout=1_500)
    except PlaywrightError:
        return  # the clock, or the others, were faster


def test_round_is_played_by_keys_and_ears_alone(person: Callable[..., Person]) -> None:
    guest = person()
    ears = Listener(guest.page)
    guest.page.goto("/")
    guest.page.get_by_role("button", name="Practise Twenty-One (Polish)").click()
    guest.page.wait_for_selector(
        "#actions:enabled [data-kind=stand], #actions:enabled [data-kind=skip]", timeout=30_000
    )
    ears.wait_for(r"^Round 1\. (You begin|Bot \d begins)\.$")
    if "stand" in guest.kinds:  # unless somebody was dealt a Persian 21
        ears.wait_for(r"^Your turn: ", "alert")
        ears.reads_out(
            "d",
            rf"Your cards: {CARD}, {CARD}\. Total {TOTAL}\.(?: Bust\.)?",
        )
        ears.reads_out("o", r"(?:Bot \d: \d+ hidden cards\.(?: Done\.)? ?){3}")
        guest.page.wait_for_timeout(LOCK_MS + 20)
        guest.page.keyboard.press("p")
        ears.wait_for(r"^You are done\.$")
    guest.page.wait_for_selector("#actions:enabled [data-kind=skip]", timeout=30_000)
    ears.wait_for(r"wins? the round with \d+\.|Nobody gets the point\.")
    ears.reads_out("s", r"You have \d points?\.(?: Bot \d has \d points?\.){3}")
    ears.reads_out("a", r"Round 1 of 5\. 4 rounds are not decided yet\.")
    guest.page.wait_for_timeout(LOCK_MS + 20)
    guest.page.keyboard.press("n")
    ears.wait_for(r"^Round 2\. ")


def states() -> dict[str, str]:
    """What its page may show, made from the rules alone."""
    table = table_of(dealt(*THREE, draws=SECOND_ROUND, first=BOB), seats=3)
    shown = {"turn": draw(table.state, BOB, facts(3)), "not the turn": draw(table.state, ALICE, facts(3))}
    shown["long names"] = draw(table.state, ALICE, facts_of(KEY, names=("W" * 24,) * 3))
    shown["a watcher"] = draw(table.state, None, facts(3))
    table.play("Bob hit, Bob stand, Charlie stand, Alice stand")
    shown["result"] = draw(table.state, ALICE, facts(3))
    table = table_of(dealt("Tc 9c", "Td 8d", draws="8c"), seats=2).play("Alice hit")
    shown["bust"] = draw(table.state, ALICE, facts(2))
    table = in_tiebreak()
    shown["tiebreak of four"] = draw(table.state, ALICE, facts(4))
    shown["out"] = draw(table.leave(DORA).at(20 * SECOND).lose(CHARLIE).state, BOB, facts(4))
    shown["shared top"] = draw(stand(table_of(dealt(*TIED), seats=4)).state, CHARLIE, facts(4))
    table = stand(table_of(dealt("Tc 9c", "2d 3d"), seats=2)).at(1 * SECOND).lose(BOB).at(6 * SECOND).tick()
    shown["waits for players"] = draw(table.state, ALICE, facts(2))
    shown["over"] = draw(table.leave(BOB).state, ALICE, facts(2))
    return shown


@pytest.mark.parametrize(
    ("size", "scheme", "rules"),
    [
        ("desktop", "light", RULES),
        ("phone", "light", ["color-contrast", "target-size"]),
        ("small phone", "dark", ["color-contrast", "target-size"]),
    ],
)
def test_table_breaks_no_rule_of_axe_and_fits(
    person: Callable[..., Person], size: str, scheme: Literal["light", "dark"], rules: list[str]
) -> None:
    guest = person(size=size, color_scheme=scheme, bypass_csp=True, reduced_motion="reduce")
    guest.page.goto("/")
    guest.page.get_by_role("button", name="Practise Twenty-One (Polish)").click()
    # From then on nothing happens by itself.
    guest.page.wait_for_selector(
        "#actions:enabled [data-kind=stand], #actions:enabled [data-kind=skip]", timeout=30_000
    )
    assert violations(guest.page, rules) == []  # this brings axe into the page
    found: list[Any] = guest.page.evaluate(LOOK_AT_STATES, [list(states().items()), rules])
    assert found == []
    for name, html in states().items():
        guest.page.evaluate("html => { document.getElementById('table').outerHTML = html; }", html)
        assert guest.page.evaluate(TOO_WIDE) == [], name
        near, bar = (guest.page.locator(each).bounding_box() for each in (".seat.near .cards", "#bar"))
        assert near is not None
        assert bar is not None
        if name != "over":
            assert near["y"] + near["height"] <= bar["y"] + 1, f"{name}: own cards lie under the bar"
