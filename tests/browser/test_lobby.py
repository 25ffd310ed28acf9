"""The lobby, the front page and the pages around them in a real browser: live lists, phones, no script, axe."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT as AXE
from playwright.sync_api import Page, expect

from games.lobby_filters import PAGE
from tests.browser.at_table import SIZES, WAIT_MS, Person
from tests.browser.test_pages_access import RULES
from tests.support.stack import Stack

LISTEN = """() => {
  window.said = [];
  const region = document.getElementById('live-polite');
  new MutationObserver(() => window.said.push(region.textContent)).observe(region, {childList: true});
}"""
LOOK_AGAIN = "document.dispatchEvent(new Event('visibilitychange'))"
HIDDEN = (
    "Object.defineProperty(document, 'hidden', {configurable: true, get: () => window.isHidden ?? false})"
)
AROUND = ("/", "/?colour=red&page=9", "/tables/new/", "/games/tactical/", "/accounts/signup/")


@pytest.fixture
def hall(site: Stack) -> Iterator[Stack]:
    """The site with an empty lobby, and left so: other tests look for players by name."""
    close = "UPDATE games_table SET status = 'closed' WHERE status = 'open'"
    site.query(close)
    yield site
    site.query(close)


def row(page: Page, table: dict[str, Any]) -> Any:
    return page.locator(f"#open-{table['table']}")


def rows(page: Page) -> list[str]:
    found: list[str] = page.evaluate("[...document.querySelectorAll('#open-rows > tr')].map(row => row.id)")
    return found


def top_of(page: Page, table: dict[str, Any]) -> float:
    box = row(page, table).bounding_box()
    assert box is not None
    return float(box["y"])


# --- live --------------------------------------------------------------------------------------------------


def test_rows_come_and_go_without_moving_under_the_pointer(
    hall: Stack, person: Callable[..., Person]
) -> None:
    first, second = (hall.seed(waiting=True, people=2)[0] for _ in range(2))
    page = person().page
    page.goto("/")
    page.evaluate(LISTEN)
    before = rows(page)
    row(page, first).hover()
    place = top_of(page, first)

    third = hall.seed(waiting=True)[0]  # newer, so a page loaded now would show it on top
    hall.join(second, 1)  # above the one that is pointed at
    page.evaluate(LOOK_AGAIN)
    expect(row(page, third)).to_be_visible(timeout=WAIT_MS)
    assert rows(page) == [*before, f"open-{third['table']}"]
    expect(row(page, second)).to_have_class("table-row gone", timeout=WAIT_MS)
    expect(row(page, second)).to_contain_text("taken")
    assert row(page, second).get_by_role("link").count() == 0
    assert top_of(page, first) == place
    expect(page.locator(f"#watch-{second['table']}")).to_be_visible(timeout=WAIT_MS)
    for sentence in ("New free seats: 1.", "Seats taken: 1."):  # at once, or one by one
        page.wait_for_function(
            "said => window.said.join(' ').includes(said)", arg=sentence, timeout=2 * WAIT_MS
        )

    page.locator(".brand").hover()
    expect(row(page, second)).to_have_count(0)
    page.reload()
    assert rows(page)[0] == f"open-{third['table']}"


def test_row_that_moves_to_the_next_page_is_not_greyed(hall: Stack, person: Callable[..., Person]) -> None:
    hall.seed(tables=PAGE, waiting=True)
    page = person().page
    page.goto("/")
    before = rows(page)
    assert len(before) == PAGE
    newest = hall.seed(waiting=True)[0]
    page.evaluate(LOOK_AGAIN)
    expect(row(page, newest)).to_be_visible(timeout=WAIT_MS)
    assert rows(page) == [*before, f"open-{newest['table']}"]
    assert page.locator(".gone").count() == 0


def test_hidden_page_asks_nothing_and_a_shown_one_does(person: Callable[..., Person]) -> None:
    page = person().page
    page.add_init_script(HIDDEN)
    page.clock.install()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/lobby/" in request.url else None)
    page.goto("/?mode=free")
    page.evaluate(f"window.isHidden = true; {LOOK_AGAIN}")
    page.clock.run_for(60_000)
    assert asked == []
    with page.expect_response("**/lobby/?mode=free") as answer:
        page.evaluate(f"window.isHidden = false; {LOOK_AGAIN}")
        page.clock.run_for(2_000)
    assert answer.value.status == 200
    statuses: list[int] = []
    while 304 not in statuses and len(statuses) < 10:  # matches of other tests may end in between
        with page.expect_response("**/lobby/?mode=free") as answer:
            page.evaluate(LOOK_AGAIN)
            page.clock.run_for(2_000)
        statuses.append(answer.value.status)
    assert statuses[-1] == 304  # nothing new, nothing sent


# --- phones, keyboards, no script --------------------------------------------------------------------------


@pytest.mark.parametrize("size", ["phone", "small phone"])
def test_phone_has_play_now_under_the_thumb_and_filters_from_below(
    hall: Stack, person: Callable[..., Person], size: str
) -> None:
    table = hall.seed(waiting=True)[0]
    page = person(size=size).page
    page.goto("/")
    width, height = SIZES[size]
    play = page.get_by_role("button", name="Play now")
    for lowest in (height - 80, 0):  # first at the very bottom, at the end of the page above its foot
        box = play.bounding_box()
        assert box is not None
        assert lowest < box["y"] < box["y"] + box["height"] <= height
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.locator(".filters summary").click()
    sheet = page.locator(".filter-sheet").bounding_box()
    assert sheet is not None
    assert (sheet["x"], sheet["width"], round(sheet["y"] + sheet["height"])) == (0, width, height)
    page.get_by_role("link", name="A stake", exact=True).click()
    page.wait_for_url("**/?mode=stake#tables")
    expect(page.get_by_text("No free seat fits these filters.")).to_be_visible()
    page.get_by_role("link", name="Remove: A stake").click()
    expect(row(page, table)).to_be_visible()
    boxes = row(page, table).evaluate(
        "row => [...row.children].map(cell => cell.getBoundingClientRect().right)"
    )
    assert max(boxes) <= width
    play.click()
    page.wait_for_selector("#table[data-phase=hand]")


def test_lobby_works_without_script(hall: Stack, person: Callable[..., Person]) -> None:
    table = hall.seed(waiting=True)[0]
    page = person(java_script_enabled=False).page
    page.goto("/")
    page.get_by_role("link", name="Nothing", exact=True).click()
    assert page.url.endswith("/?mode=free#tables")
    page.get_by_role("columnheader", name="Player").get_by_role("link").click()
    expect(page.get_by_role("columnheader", name="Player")).to_have_attribute("aria-sort", "ascending")
    row(page, table).get_by_role("link", name="Sit down").click()
    page.get_by_role("button", name="Sit down and play").click()
    page.wait_for_url(f"**/t/{table['table']}/")


@pytest.mark.parametrize(
    ("address", "form"), [("/", "#play-now"), ("/", "#practise"), ("/games/tactical/", ".rules-head form")]
)
def test_button_that_begins_practice_is_sent_once_however_often_it_is_pressed(
    person: Callable[..., Person], address: str, form: str
) -> None:
    """Else who is nobody yet would be two guests at two tables. An event alone sends nothing, it asks who objects."""
    page = person().page
    page.goto(address)
    sent = page.evaluate(
        """selector => {
          const form = document.querySelector(selector);
          const press = () => form.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
          return [press(), press(), press()];
        }""",
        form,
    )
    assert sent == [True, False, False]


# --- everybody ---------------------------------------------------------------------------------------------

LOOKS = (("desktop", "light"), ("desktop", "dark"), ("small phone", "light"), ("small phone", "dark"))
CONTRAST = ["color-contrast", "link-in-text-block"]
"""All that a theme can change."""


def faults(page: Page, address: str) -> list[Any]:
    """What axe finds at both widths and in both themes, and pages that are wider than the window."""
    page.goto(address)
    page.evaluate(AXE)
    found: list[Any] = []
    for size, scheme in LOOKS:
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        rules = RULES if scheme == "light" else {"type": "rule", "values": CONTRAST}
        seen = page.evaluate("rules => axe.run({resultTypes: ['violations'], runOnly: rules})", rules)
        found += [
            (address, size, scheme, each["id"], each["nodes"][0]["html"]) for each in seen["violations"]
        ]
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            found.append((address, size, "scrolls sideways"))
    return found


def test_pages_for_everybody_break_no_rule_of_axe_and_never_scroll_sideways(
    hall: Stack, person: Callable[..., Person]
) -> None:
    table = hall.seed(waiting=True)[0]
    guest = person(bypass_csp=True, reduced_motion="reduce")  # axe comes in by script; colours change at once
    stranger = f"/t/{table['table']}/join/"
    found = [fault for address in (*AROUND, stranger, "/nothing/") for fault in faults(guest.page, address)]
    assert guest.faults == ["Failed to load resource: the server responded with a status of 404 (Not Found)"]
    guest.faults.clear()  # of /nothing/
    assert found == []


def test_pages_of_who_waits_break_no_rule_of_axe_and_never_scroll_sideways(
    hall: Stack, person: Callable[..., Person]
) -> None:
    table = hall.seed(waiting=True)[0]
    host = person(bypass_csp=True, reduced_motion="reduce")
    name, _, value = table["cookies"][0].partition("=")
    host.context.add_cookies([{"name": name, "value": value, "url": f"http://127.0.0.1:{hall.webs[0].port}"}])
    assert faults(host.page, "/") == []
    assert faults(host.page, f"/t/{table['table']}/") == []
    code = host.page.get_by_role("img", name="QR code of the invitation link")
    code.scroll_into_view_if_needed()
    host.page.wait_for_function("() => document.querySelector('.qr-code').naturalWidth > 20")
