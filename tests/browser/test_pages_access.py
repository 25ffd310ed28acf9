"""For everybody: keyboard, screen reader, small windows, both themes, colours of the user's own."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from games.rules.cards import parse
from tests.browser.at_table import LOCK_MS, SIZES, Person
from tests.browser.table_states import states, still_page, whole_match
from tests.games.drawing import draw, shoe_with
from tests.rules.tables import ALICE, GivenDeals, Table

NOTHING = '<svg xmlns="http://www.w3.org/2000/svg"/>'
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
MOST_ANSWERS = 60


def violations(page: Page, rules: list[str] = RULES) -> list[tuple[str, str]]:
    found = Axe().run(page, options={"resultTypes": ["violations"], "runOnly": rules}).response["violations"]
    return [(each["id"], each["nodes"][0]["html"][:200]) for each in found]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["desktop", "small phone"])
def test_pages_break_no_rule_of_axe(person: Callable[..., Person], scheme: str, size: str) -> None:
    guest = person(size=size, color_scheme=scheme, bypass_csp=True)  # axe is put in by script
    for address in ("/", "/tables/new/", "/games/tactical/"):
        guest.page.goto(address)
        assert violations(guest.page) == [], address


LOOK_AT_STATES = """async ([states, rules]) => {
  const found = [];
  for (const [name, html] of states) {
    document.getElementById('table').outerHTML = html;
    stage.dispatchEvent(new Event('htmx:after:settle'));
    const {violations} = await axe.run('#stage', {resultTypes: ['violations'], runOnly: rules});
    found.push(...violations.map(each => [name, each.id, each.nodes[0].html.slice(0, 200)]));
  }
  return found;
}"""

LINES_OVER_THE_TABLE = """() => {
  link.style.position = 'static';
  link.replaceChildren(...['', 'good', 'bad', 'note', 'final'].map(kind => {
    const line = document.createElement('p');
    line.className = kind;
    line.textContent = 'A line over the table';
    return line;
  }));
}"""


@pytest.mark.parametrize(
    ("size", "scheme", "rules"),
    [
        ("desktop", "light", RULES),
        # What the other theme and another width could break besides.
        ("phone", "dark", ["color-contrast", "target-size"]),
        ("desktop", "dark", ["color-contrast"]),
        ("phone", "light", ["color-contrast"]),
    ],
)
def test_table_breaks_no_rule_of_axe_in_any_state(
    person: Callable[..., Person], size: str, scheme: Literal["light", "dark"], rules: list[str]
) -> None:
    guest = person(size=size, color_scheme=scheme, bypass_csp=True, reduced_motion="reduce")
    guest.page.route("**/i/**", lambda route: route.fulfill(content_type="image/svg+xml", body=NOTHING))
    still_page(guest)
    guest.page.locator("#fairness summary").click()
    guest.page.get_by_role("button", name="Help").click()
    assert violations(guest.page, rules) == []  # this brings axe into the page
    guest.page.keyboard.press("Escape")
    guest.page.evaluate(LINES_OVER_THE_TABLE)
    found: list[Any] = guest.page.evaluate(LOOK_AT_STATES, [list(states().items()), rules])
    assert found == []
    for address in ("/preferences/", "/preferences/keys/"):
        guest.page.goto(address)
        assert violations(guest.page, rules) == [], address
        assert guest.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address


@pytest.mark.parametrize("size", sorted(SIZES))
def test_nothing_scrolls_sideways_and_the_bar_is_in_reach(person: Callable[..., Person], size: str) -> None:
    guest = person(size=size)
    for address in ("/", "/tables/new/", "/games/tactical/"):
        guest.page.goto(address)
        assert guest.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address
    guest.practise()
    guest.wait_to_be_asked()
    assert guest.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    height = SIZES[size][1]
    for part in (".far .cards", ".near .cards", ".near .plate", "#bar"):
        box = guest.page.locator(part).bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= height + 1, part
    bar = guest.page.locator("#bar").bounding_box()
    cards = guest.page.locator(".near .cards").bounding_box()
    assert bar is not None
    assert cards is not None
    assert cards["y"] + cards["height"] <= bar["y"]


PLACES = """views => {
  const found = [];
  for (const html of views) {
    document.getElementById('table').outerHTML = html;
    stage.dispatchEvent(new Event('htmx:after:settle'));
    found.push(...places());
    if (document.documentElement.scrollWidth > innerWidth) found.push(['wide', [0]]);
  }
  return found;

  function places() {
    const bar = document.getElementById('bar').getBoundingClientRect();
    const seen = [['bar', [bar.height, bar.width]]];
    for (const slot of ['fold', 'passive', 'active', 'size']) {
      const parts = `.act.slot-${slot} > .big, .mark.slot-${slot}, .act > .${slot}`;
      for (const part of document.querySelectorAll(parts)) {
        const box = part.getBoundingClientRect();
        if (box.width) seen.push([slot, [box.x - bar.x, box.y - bar.y, box.width, box.height]]);
      }
    }
    return seen;
  }
}"""


@pytest.mark.parametrize("size", sorted(SIZES))
def test_places_of_the_bar_are_the_same_in_every_decision_of_a_match(
    person: Callable[..., Person], size: str
) -> None:
    guest = person(size=size)
    still_page(guest)
    views = [html for html in whole_match(seed=3) if 'data-phase="over"' not in html]
    seen: dict[str, set[tuple[int, ...]]] = {}
    for name, box in guest.page.evaluate(PLACES, views):
        seen.setdefault(name, set()).add(tuple(round(edge) for edge in box))
    assert set(seen) == {"bar", "fold", "passive", "active", "size"}  # and nothing was too wide
    assert {name: len(boxes) for name, boxes in seen.items()} == dict.fromkeys(seen, 1), seen


BOXES = """() => [...document.querySelectorAll('#actions [data-kind]')].map(each => {
  const box = each.getBoundingClientRect();
  return [each.dataset.kind, [Math.round(box.x), Math.round(box.y + scrollY)]];
})"""


def test_action_bar_stays_where_it_is_while_views_come_by_the_socket(person: Callable[..., Person]) -> None:
    guest = person(size="small phone")
    guest.practise()
    bars: set[tuple[float, float]] = set()
    places: dict[str, set[tuple[float, ...]]] = {}
    seen: set[str] = set()
    for _ in range(MOST_ANSWERS):
        guest.wait_to_be_asked()
        seen.update(guest.kinds)
        if guest.table["phase"] == "over" or seen >= {"check", "hit", "pass", "skip"}:
            break
        bars.add(_box(guest, "#bar"))
        for kind, box in guest.page.evaluate(BOXES):
            slot = {"fold": "left", "check": "middle", "call": "middle", "pass": "middle"}.get(kind, "right")
            places.setdefault(slot, set()).add(tuple(box))
        guest.play_on()
    assert len(bars) == 1
    assert {slot: len(boxes) for slot, boxes in places.items()} == dict.fromkeys(places, 1)
    assert len(places) >= 2


def _box(guest: Person, selector: str) -> tuple[float, float]:
    """Where it is on the page, scrolled or not."""
    box = guest.page.locator(selector).bounding_box()
    assert box is not None
    return round(box["x"]), round(box["y"] + guest.page.evaluate("scrollY"))


def test_buttons_are_large_enough_for_a_finger(person: Callable[..., Person]) -> None:
    guest = person(size="small phone")
    guest.practise()
    guest.wait_to_be_asked()
    for box in guest.page.locator("#actions button").evaluate_all(
        "all => all.map(one => [one.getBoundingClientRect().width, one.getBoundingClientRect().height])"
    ):
        assert min(box) >= 24
    for box in guest.page.locator("#actions .big").evaluate_all("all => all.map(one => one.clientHeight)"):
        assert box >= 42


# --- keys ----------------------------------------------------------------------------------------------------


def play_a_hand_by_keys(guest: Person) -> None:
    """Checks, calls and passes, from a new practice table to the hand's result."""
    guest.practise()
    keys = {"check": "c", "call": "c", "pass": "p"}
    for _ in range(MOST_ANSWERS):
        guest.wait_to_be_asked()
        kind = next((kind for kind in guest.kinds if kind in keys), None)
        if kind is None:
            return
        before = guest.table
        guest.page.wait_for_timeout(LOCK_MS + 20)
        guest.page.keyboard.press(keys[kind])
        guest.wait_for_another_question(before)


def test_hand_can_be_played_by_keys_alone(person: Callable[..., Person]) -> None:
    guest = person()
    play_a_hand_by_keys(guest)
    for _ in range(MOST_ANSWERS):
        if guest.table["phase"] != "over":
            break
        play_a_hand_by_keys(guest)  # the bot had gone all-in and was called: there is no next hand to go to
    assert guest.kinds == ["skip"]
    guest.page.wait_for_timeout(LOCK_MS + 20)
    guest.page.keyboard.press("n")
    guest.wait_for_phase("hand")


def test_keys_do_nothing_in_fields_with_a_modifier_or_when_switched_off(
    person: Callable[..., Person],
) -> None:
    guest = person()
    guest.practise()
    guest.wait_to_be_asked()
    guest.page.wait_for_timeout(LOCK_MS + 20)
    before = guest.table
    guest.page.keyboard.press("r")
    expect(guest.page.locator("#amount")).to_be_focused()
    guest.page.keyboard.press("c")
    guest.page.locator("#table").focus()
    guest.page.keyboard.press("Control+c")
    guest.page.keyboard.press("?")
    with guest.page.expect_response("**/preferences/keys/switch/"):
        guest.page.get_by_label("Use these keys").uncheck()
    expect(guest.page.locator("#actions [aria-keyshortcuts]")).to_have_count(0)
    guest.page.get_by_role("button", name="Close").click()
    guest.page.locator("#table").focus()
    guest.page.keyboard.press("c")
    guest.page.keyboard.press("?")
    expect(guest.page.get_by_role("dialog")).to_have_count(0)
    guest.page.reload()
    guest.wait_to_be_asked()
    guest.page.keyboard.press("c")
    assert guest.table["token"] == before["token"]


def test_keys_do_nothing_while_the_focus_is_outside_the_table(person: Callable[..., Person]) -> None:
    guest = person()
    guest.practise()
    guest.wait_to_be_asked()
    guest.page.wait_for_timeout(LOCK_MS + 20)
    token = guest.table["token"]
    guest.page.locator("summary", has_text="Menu").focus()
    guest.page.keyboard.press("c")
    assert guest.table["token"] == token


def test_keys_are_the_players_own(person: Callable[..., Person]) -> None:
    guest = person()
    guest.practise()
    guest.wait_to_be_asked()
    table = guest.page.url
    middle = guest.page.locator("#actions [data-key=call]")
    expect(middle).to_have_attribute("aria-keyshortcuts", "C")
    guest.page.goto("/preferences/keys/")
    guest.page.get_by_label("Check or call").fill("f")
    guest.page.get_by_role("button", name="Save").click()
    expect(guest.page.get_by_text("F is the key of “Fold” already.")).to_be_visible()
    guest.faults.clear()  # the browser notes the refusal's status, 422
    guest.page.get_by_label("Check or call").fill("y")
    guest.page.get_by_role("button", name="Save").click()
    expect(guest.page.get_by_text("Your keys are saved.")).to_be_visible()
    guest.page.goto(table)
    guest.wait_to_be_asked()
    expect(middle).to_have_attribute("aria-keyshortcuts", "Y")
    hint = middle.evaluate("button => getComputedStyle(button, '::after').content")
    assert hint.startswith('"Y"')
    guest.page.keyboard.press("?")
    expect(guest.page.locator("#help .keys div", has_text="Check or call").locator("kbd")).to_have_text("Y")
    guest.page.keyboard.press("Escape")
    before = guest.table
    guest.page.wait_for_timeout(LOCK_MS + 20)
    guest.page.keyboard.press("c")
    assert guest.table["token"] == before["token"]
    guest.page.keyboard.press("y")
    guest.wait_for_another_question(before)


# --- motion and colours --------------------------------------------------------------------------------------


def card_motion(guest: Person) -> list[Any]:
    motion: list[Any] = guest.page.locator("[data-motion]").evaluate_all(
        "cards => cards.map(card => parseFloat(getComputedStyle(card).animationDuration))"
    )
    return motion


def test_cards_fly_in_unless_motion_is_not_wanted(person: Callable[..., Person]) -> None:
    moving, still = person(), person(reduced_motion="reduce")
    for guest in (moving, still):
        guest.practise()
        guest.page.wait_for_selector("[data-motion=fresh]", state="attached")
    assert max(card_motion(moving)) > 0.1
    assert max(card_motion(still)) <= 0.001


def test_table_keeps_its_lines_in_forced_colours(person: Callable[..., Person]) -> None:
    guest = person(forced_colors="active")
    guest.practise()
    guest.wait_to_be_asked()
    for part in ("#bar", ".board", ".near .card"):
        assert (
            guest.page.locator(part).first.evaluate(
                "part => parseFloat(getComputedStyle(part).borderTopWidth)"
            )
            > 0
        )


def test_two_colour_deck_is_the_shells_business(person: Callable[..., Person]) -> None:
    guest = person()
    still_page(guest)
    html = guest.page.locator("#table").evaluate("table => table.outerHTML")
    guest.page.evaluate("document.documentElement.classList.replace('deck-four', 'deck-two')")
    colours = guest.page.evaluate(
        "['club', 'spade'].map(s => getComputedStyle(document.documentElement).getPropertyValue('--suit-' + s))"
    )
    assert colours[0] == colours[1]
    assert guest.page.locator("#table").evaluate("table => table.outerHTML") == html


@pytest.mark.parametrize(
    ("face", "marked", "drawing"), [("Kh", ".court", "court-king"), ("As", ".ace", "ace-wreath")]
)
def test_traditional_faces_are_asked_for_by_those_who_want_them_alone(
    person: Callable[..., Person], face: str, marked: str, drawing: str
) -> None:
    guest = person()
    asked: list[str] = []
    guest.page.on("request", lambda request: asked.append(request.url))
    still_page(guest)
    first = Table(GivenDeals(shoe_with(0, parse(face)))).start()
    html = draw(first.state, ALICE)
    guest.page.evaluate("html => { document.getElementById('table').outerHTML = html; }", html)
    look = f"card => getComputedStyle(card.querySelector('{marked}'), '::after').backgroundImage"
    card = guest.page.locator(".near .card").first
    assert card.evaluate(look) == "none"
    assert [url for url in asked if "court" in url or "wreath" in url] == []
    with guest.page.expect_request(re.compile(drawing)):
        guest.page.evaluate("document.documentElement.classList.replace('faces-index', 'faces-courts')")
    assert drawing in card.evaluate(look)
