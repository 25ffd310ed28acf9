"""The look in a real browser: accessible in both themes, readable on a phone, within the strict policy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page
from pytest_django.live_server_helper import LiveServer

from players import services
from players.models import Venue, VenueBanner
from players.pictures import BANNER, LOGO, encoded
from players.services import venues
from tests.players.conftest import PASSWORD
from tests.players.drawn import picture

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NewContext = Callable[..., BrowserContext]
SAMPLE = Path(__file__).with_name("sample.html")

ENTRANCE = ["/accounts/login/", "/accounts/signup/", "/guest/", "/accounts/password/reset/", "/nothing/"]
ACCOUNT = [
    "/preferences/",
    "/accounts/password/change/",
    "/accounts/email/",
    "/accounts/2fa/",
    "/accounts/sessions/",
    "/accounts/logout/",
]
THEMES = ["light", "dark"]


@pytest.fixture
def complaints() -> list[str]:
    """What the browser's console said: refused styles and scripts, errors."""
    return []


@pytest.fixture
def open_browser(
    new_context: NewContext, live_server: LiveServer, complaints: list[str]
) -> Iterator[Callable[..., Page]]:
    def open_page(**options: Any) -> Page:
        page = new_context(base_url=live_server.url, **options).new_page()
        page.set_default_timeout(10_000)
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield open_page
    unexpected = [text for text in complaints if "404 (Not Found)" not in text]
    assert unexpected == []


def log_in_as_alice(page: Page) -> None:
    services.create_account("Alice", "alice@example.org", PASSWORD)
    page.goto("/accounts/login/?next=/preferences/")
    page.get_by_label("User name or e-mail").fill("alice")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()
    page.get_by_role("status").get_by_text("You are logged in as Alice.").wait_for()


def show_sample(page: Page) -> None:
    """Every component of base.css, in the page's own shell."""
    page.goto("/accounts/login/")
    page.evaluate(
        "html => { document.querySelector('main').innerHTML = html }", SAMPLE.read_text(encoding="utf-8")
    )


def faults(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{page.url} {fault['id']}: {node['html']}" for fault in found for node in fault["nodes"]]


def sideways_scroll(page: Page) -> int:
    """Pixels by which the page is wider than the screen."""
    extra: int = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return extra


# --- axe -------------------------------------------------------------------------------------------
@pytest.mark.parametrize("theme", THEMES)
def test_pages_one_comes_in_by_are_accessible(open_browser: Callable[..., Page], theme: str) -> None:
    page = open_browser(color_scheme=theme)
    found: list[str] = []
    for address in ENTRANCE:
        page.goto(address)
        found += faults(page)
    page.goto("/accounts/signup/")
    page.get_by_label("User name").fill("x@")
    page.get_by_label("Password").fill("short")
    page.locator("main").get_by_role("button", name="Sign up").click()
    assert page.get_by_label("Password").get_attribute("aria-invalid") == "true"
    assert found + faults(page) == []


@pytest.mark.parametrize("theme", THEMES)
def test_account_pages_are_accessible(open_browser: Callable[..., Page], theme: str) -> None:
    page = open_browser(color_scheme=theme)
    log_in_as_alice(page)
    page.locator(".menu summary").click()
    found = faults(page)
    for address in ACCOUNT:
        page.goto(address)
        found += faults(page)
    assert found == []


@pytest.mark.parametrize("theme", THEMES)
def test_components_are_accessible(open_browser: Callable[..., Page], theme: str) -> None:
    page = open_browser(color_scheme=theme)
    show_sample(page)
    assert faults(page) == []


@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_of_a_venue_is_accessible_and_within_the_policy(
    open_browser: Callable[..., Page], theme: str
) -> None:
    page = open_browser(color_scheme=theme, viewport={"width": 390, "height": 844})
    found: list[str] = []
    for cloth in ("burgundy", "midnight", "graphite"):  # green is everybody's
        venue = Venue(prefix=f"at-{cloth}", name="Pod Asem", theme=cloth, welcome="Good cards!")
        venues.save_venue(venue, logo=encoded(picture(mode="RGBA"), LOGO))
        banner = VenueBanner(venue=venue, game="tactical", text="House rule: be kind.")
        venues.save_banner(banner, picture=encoded(picture(size=(600, 200)), BANNER))
        page.goto(f"/at-{cloth}/")
        found += faults(page)
        assert sideways_scroll(page) == 0
        width = page.locator(".brand .logo").evaluate("image => image.naturalWidth")
        assert width == 60, "the logo has loaded"
        show_sample(page)
        found += faults(page)
    assert found == []


def test_chosen_theme_wins_over_the_devices(open_browser: Callable[..., Page]) -> None:
    page = open_browser(color_scheme="light")
    log_in_as_alice(page)
    page.goto("/preferences/")
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.get_by_label("Dark").check()
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Your preferences are saved.").wait_for()
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (light, dark) == ("rgb(243, 236, 219)", "rgb(11, 23, 18)")


# --- phones ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("width", [390, 320])
def test_nothing_scrolls_sideways_on_a_phone(open_browser: Callable[..., Page], width: int) -> None:
    page = open_browser(viewport={"width": width, "height": 700})
    wide: list[str] = []
    for address in ENTRANCE:
        page.goto(address)
        wide += [address] if sideways_scroll(page) > 0 else []
    show_sample(page)
    wide += ["sample"] if sideways_scroll(page) > 0 else []
    log_in_as_alice(page)
    for address in ACCOUNT:
        page.goto(address)
        wide += [address] if sideways_scroll(page) > 0 else []
    assert wide == []


def test_longest_name_fits_a_phone(open_browser: Callable[..., Page]) -> None:
    page = open_browser(viewport={"width": 320, "height": 700})
    page.goto("/guest/?next=/preferences/")
    page.get_by_label("Your name at the table").fill("W" * 24)
    page.locator("main").get_by_role("button", name="Play").click()
    page.goto("/preferences/")
    assert page.locator(".menu summary").inner_text() == "W" * 24
    assert sideways_scroll(page) == 0


def test_things_to_press_are_big_enough_for_a_finger(open_browser: Callable[..., Page]) -> None:
    page = open_browser(viewport={"width": 390, "height": 700})
    show_sample(page)
    small = page.evaluate(
        """() => [...document.querySelectorAll('.button:not(.small), .page-head a')]
        .filter(it => it.checkVisibility() && it.getBoundingClientRect().height < 44)
        .map(it => it.outerHTML)"""
    )
    assert small == []


# --- keyboard, motion, forced colours --------------------------------------------------------------
CONTRAST_OF_RING = """() => {
  const parts = text => text.match(/[\\d.]+/g).map(Number)
  const light = ([r, g, b]) => [r, g, b].map(v => v / 255)
    .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0)
  const shown = document.activeElement
  const under = element => {
    const style = getComputedStyle(element)
    const colour = parts(style.backgroundColor)
    if (element !== shown && (colour.length === 3 || colour[3] === 1)) return colour
    if (element !== shown && style.backgroundImage.includes('gradient'))
      return parts(style.backgroundImage.match(/rgb\\([^)]*\\)/)[0])
    return under(element.parentElement)
  }
  const style = getComputedStyle(shown)
  const [a, b] = [light(parts(style.outlineColor)), light(under(shown))].sort((x, y) => y - x)
  const contrast = (a + 0.05) / (b + 0.05)
  return [shown.outerHTML.slice(0, 80), style.outlineStyle, parseFloat(style.outlineWidth), contrast]
}"""


@pytest.mark.parametrize("theme", THEMES)
def test_keyboard_focus_can_be_seen_everywhere(open_browser: Callable[..., Page], theme: str) -> None:
    page = open_browser(color_scheme=theme)
    show_sample(page)
    rings = []
    for _ in range(14):
        page.keyboard.press("Tab")
        rings.append(page.evaluate(CONTRAST_OF_RING))
    assert len({element for element, *_ in rings}) >= 10
    weak = [ring for ring in rings if ring[1] != "solid" or ring[2] < 2 or ring[3] < 3]
    assert weak == []


def test_skip_link_comes_first_and_leads_to_the_content(open_browser: Callable[..., Page]) -> None:
    page = open_browser()
    page.goto("/accounts/login/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip-link"
    assert page.evaluate("document.activeElement.getBoundingClientRect().top >= 0")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"


@pytest.mark.parametrize(("wish", "duration"), [("no-preference", "0.14s"), ("reduce", "0s")])
def test_motion_follows_the_device(open_browser: Callable[..., Page], wish: str, duration: str) -> None:
    page = open_browser(reduced_motion=wish)
    show_sample(page)
    durations = page.evaluate("getComputedStyle(document.querySelector('a.tile')).transitionDuration")
    assert durations.split(", ")[0] == duration


def test_lines_remain_when_colours_are_forced(open_browser: Callable[..., Page]) -> None:
    page = open_browser(forced_colors="active")
    show_sample(page)
    widths = page.evaluate(
        """() => ['.page-head', '.felt', '.tile', '.message', '.sheet', '.button.primary']
        .map(name => parseFloat(getComputedStyle(document.querySelector(name)).borderTopWidth))"""
    )
    assert all(width >= 1 for width in widths)


# --- without the database, and with scripts off ----------------------------------------------------
def test_passkey_button_works_under_the_strict_policy(open_browser: Callable[..., Page]) -> None:
    """allauth's scripts load and ask the server for a challenge; the browser here has no passkey to give."""
    page = open_browser()
    page.goto("/accounts/login/")
    with page.expect_response("**/accounts/2fa/webauthn/login/") as answer:
        page.get_by_role("button", name="Log in with a passkey").click()
    assert "challenge" in answer.value.json()["request_options"]["publicKey"]


def test_everything_works_without_script(open_browser: Callable[..., Page]) -> None:
    page = open_browser(java_script_enabled=False)
    log_in_as_alice(page)
    page.locator(".menu summary").click()
    page.locator(".menu-list").get_by_role("button", name="Log out").click()
    page.get_by_text("You are logged out.").wait_for()
