"""The pictures of docs/screenshots, taken from a running ``./run``: ``python -m bench.screenshots --port N``.

Needs a Chromium (``CHROMIUM`` names another than the one on PATH). With Pillow installed the files get a palette,
which makes them half as large. Cards are dealt at random: a table is played on, or a new one
opened, until it shows what its picture is for. ``--only NAME`` takes one again.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.at_table import Person

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "screenshots"
MOST_TABLES = 12
MOST_ANSWERS = 40
STAKE = "5"


class Camera:
    """People of the demo and the pictures taken of their pages."""

    def __init__(self, browser: Browser, port: int) -> None:
        self.browser = browser
        self.port = port

    @contextmanager
    def person(self, name: str = "", *, size: str = "desktop", scheme: str = "light") -> Iterator[Person]:
        """A guest, or the demo player of that name."""
        person = Person(
            self.browser,
            self.port,
            size=size,
            color_scheme=scheme,
            reduced_motion="reduce",
            locale="en-GB",
            device_scale_factor=1.5 if size == "phone" else 1,
        )
        if name:
            person.page.goto("/")
            person.page.locator(".demo-ribbon summary").click()
            person.page.locator(f".demo-ribbon button[value={name}]").click()
            person.page.wait_for_load_state()
        yield person
        person.context.close()

    def take(self, person: Person, name: str, *, scheme: str = "") -> None:
        """What the window shows now; the pointer out of the way."""
        page = person.page
        if scheme:
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.mouse.move(0, 0)
        page.evaluate("document.activeElement?.blur()")
        page.wait_for_timeout(350)
        file = FOLDER / f"{name}.png"
        page.screenshot(path=file)
        shrink(file)
        print(f"{file.name}: {file.stat().st_size // 1000} kB")


def shrink(file: Path) -> None:
    try:
        from PIL import Image
    except ModuleNotFoundError:
        return
    with Image.open(file) as image:
        few = image.convert("RGB").quantize(
            256, method=Image.Quantize.MEDIANCUT, kmeans=2, dither=Image.Dither.NONE
        )
    few.save(file, optimize=True)


# --- pages ---------------------------------------------------------------------------------------------------


def lobby(camera: Camera) -> None:
    with camera.person("Alice") as alice:
        alice.page.goto("/")
        camera.take(alice, "lobby-desktop")
    for scheme, name in (("light", "lobby-phone"), ("dark", "lobby-phone-dark")):
        with camera.person(size="phone", scheme=scheme) as guest:
            guest.page.goto("/")
            if scheme == "dark":
                guest.page.evaluate("document.getElementById('tables').scrollIntoView()")
            camera.take(guest, name)


def rules(camera: Camera) -> None:
    with camera.person() as guest:
        guest.page.goto("/games/tactical/#example")
        camera.take(guest, "rules-desktop")


def wallet(camera: Camera) -> None:
    with camera.person("Alice") as alice:
        alice.page.goto("/wallet/")
        camera.take(alice, "wallet-desktop")


def error(camera: Camera) -> None:
    with camera.person() as guest:
        guest.page.goto("/t/nothing-here/")
        camera.take(guest, "error-desktop")


# --- tables --------------------------------------------------------------------------------------------------


def table_in_betting(camera: Camera) -> None:
    """Own turn with more than two cards and something to win, in both themes."""
    with camera.person() as guest:
        practise_until(
            guest, lambda: "bet" in guest.kinds and cards(guest) >= 3 and 14 <= guest.total() <= 21
        )
        camera.take(guest, "table-desktop")
        camera.take(guest, "table-desktop-dark", scheme="dark")


def table_on_a_phone(camera: Camera) -> None:
    with camera.person(size="phone") as guest:
        practise_until(guest, lambda: "raise" in guest.kinds and cards(guest) >= 3 and guest.total() <= 21)
        camera.take(guest, "table-phone")


def poker(camera: Camera) -> None:
    """A bet on the flop to answer."""
    with camera.person() as guest:
        practise_until(
            guest, lambda: {"call", "raise"} <= set(guest.kinds) and community(guest) >= 3, "Heads-up Poker"
        )
        camera.take(guest, "poker-desktop")


def house(camera: Camera) -> None:
    """Two hands of a split, the first in play."""
    with camera.person(size="phone") as guest:
        practise_until(
            guest, lambda: guest.page.locator(".are-two .is-active").count() > 0, "House Blackjack"
        )
        camera.take(guest, "house-phone")


def polish(camera: Camera) -> None:
    """Four seats, own turn."""
    with camera.person(size="phone", scheme="dark") as guest:
        practise_until(guest, lambda: "hit" in guest.kinds and cards(guest) >= 3, "Twenty-One (Polish)")
        camera.take(guest, "polish-phone-dark")


def practise_until(guest: Person, shows: Callable[[], bool], game: str = "") -> None:
    for _ in range(MOST_TABLES):
        if game:
            guest.page.goto("/")
            guest.page.get_by_role("button", name=f"Practise {game}").click()
            guest.wait_for_phase("hand", "between")
        else:
            guest.practise(clock=0)
        for _ in range(MOST_ANSWERS):
            guest.wait_to_be_asked()
            if guest.table["phase"] == "over":
                break
            if guest.table["phase"] == "hand" and shows():
                return
            carefully(guest)
    raise SystemExit("No table came to show it: run it again.")


def carefully(person: Person) -> None:
    """An answer that keeps the match going: takes cards to 17, calls; against the house splits or stands."""
    kinds = person.kinds
    stop = next((kind for kind in ("pass", "stand") if kind in kinds), "")
    if "split" not in kinds and stop:
        low = not person.page.locator("#dealer").count() and person.total() < 17
        person.press("hit" if low and "hit" in kinds else stop)
    else:
        answers = ("skip", "split", "decline", "call", "check", "fold", "bet")
        person.press(next(kind for kind in answers if kind in kinds))


def cards(person: Person) -> int:
    return person.page.locator(".near .cards > li").count()


def community(person: Person) -> int:
    return person.page.locator("#community .card").count()


def waiting(camera: Camera) -> None:
    with camera.person(size="phone") as guest:
        guest.open_for_a_friend("Dana")
        guest.page.wait_for_function("() => document.querySelector('.qr-code').naturalWidth > 20")
        camera.take(guest, "waiting-phone")


def opponent_away(camera: Camera) -> None:
    with camera.person() as guest:
        link = guest.open_for_a_friend("Dana")
        with camera.person() as friend:
            friend.accept(link, "Erik")
            guest.wait_for_phase("hand")
            for _ in range(MOST_ANSWERS):
                if cards(guest) > 2:
                    break
                for each in (guest, friend):
                    if each.kinds:
                        carefully(each)
        guest.page.wait_for_selector(".seat.is-away")
        camera.take(guest, "table-away-desktop")


def result_of_a_stake(camera: Camera) -> None:
    with camera.person("Alice") as alice, camera.person("Bob") as bob:
        sit_down_for_a_stake(alice, bob)
        play_out(alice, bob)
        alice.page.wait_for_selector("#settled:not(:empty)")
        camera.take(alice, "result-desktop")


def sit_down_for_a_stake(alice: Person, bob: Person) -> None:
    alice.page.goto("/tables/new/?game=tactical&company=anyone")
    alice.page.get_by_label("A stake", exact=True).check()
    alice.page.get_by_label("Stake of each player").fill(STAKE)
    alice.page.get_by_role("button", name="Open the table").click()
    alice.page.get_by_role("button", name="Agree and open the table").click()
    alice.wait_for_phase("waiting")
    table = re.sub(r".*/t/([\w-]+)/.*", r"\1", alice.page.url)
    bob.page.goto(f"/t/{table}/join/?currency=TBTC")
    bob.page.get_by_role("button", name="Agree and sit down").click()
    for each in (alice, bob):
        each.wait_for_phase("hand")


def play_out(alice: Person, bob: Person) -> None:
    """To a showdown that ends the match, Alice all-in and Bob with her."""
    for _ in range(MOST_TABLES * MOST_ANSWERS):
        for each in (alice, bob):
            if each.table["phase"] == "over":
                return
            if each.kinds:
                each.play_on()
        alice.page.wait_for_timeout(100)
    raise SystemExit("The match did not end: run it again.")


PICTURES: tuple[Callable[[Camera], None], ...] = (
    lobby, rules, wallet, error, table_in_betting, table_on_a_phone, poker, house, polish, waiting, opponent_away,
    result_of_a_stake,
)  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, required=True, help="of the demo that runs")
    names = [each.__name__ for each in PICTURES]
    parser.add_argument("--only", choices=names, action="append", help="more than once: several")
    asked: Any = parser.parse_args()
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    FOLDER.mkdir(exist_ok=True)
    expect.set_options(timeout=15_000)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium,
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        camera = Camera(browser, asked.port)
        for picture in PICTURES:
            if not asked.only or picture.__name__ in asked.only:
                picture(camera)
        browser.close()


if __name__ == "__main__":
    main()
