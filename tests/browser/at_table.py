"""A person at a table in a real browser: looks, waits for the turn, presses."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Page, expect

WAIT_MS = 15_000
LOCK_MS = 250
"""The bar takes no press for so long after it changed."""
SIZES = {"desktop": (1280, 800), "tablet": (768, 1024), "phone": (390, 844), "small phone": (320, 568)}


class Person:
    """One browser context with one page; what went wrong in it is kept in `faults`."""

    def __init__(
        self, browser: Browser, port: int, *, size: str = "desktop", host: str = "127.0.0.1", **context: Any
    ) -> None:
        width, height = SIZES[size]
        self.context: BrowserContext = browser.new_context(
            base_url=f"http://{host}:{port}", viewport={"width": width, "height": height}, **context
        )
        self.context.set_default_timeout(WAIT_MS)
        self.faults: list[str] = []
        self.page = self.new_page()

    def new_page(self) -> Page:
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda line: self.faults.append(line.text) if line.type == "error" else None)
        return page

    def leave(self) -> None:
        """Close the context. Every page is sent elsewhere first: Chromium may wait for ever to be rid of one that is
        in the middle of going somewhere, as after a form was sent."""
        for page in self.context.pages:
            with suppress(Error):
                page.goto("about:blank", wait_until="commit")
        self.context.close()

    # --- ways to a table ---------------------------------------------------------------------------------

    def practise(self, clock: int = 0) -> None:
        """From the front page to the cards."""
        self.page.goto("/")
        self.page.check(f"input[name=clock][value='{clock}']")
        self.page.get_by_role("button", name="Play now").click()
        self.wait_for_phase("hand")

    def open_for_a_friend(self, name: str) -> str:
        """The invitation link."""
        self.page.goto("/tables/new/?company=friend")
        self.page.get_by_label("Your name at the table").fill(name)
        self.page.get_by_role("button", name="Open the table").click()
        field = self.page.get_by_label("Invitation link")
        expect(field).to_have_value(re.compile(r"^http://\d+\.\d+\.\d+\.\d+:\d+/i/[\w-]+/$"))
        return field.input_value()

    def accept(self, link: str, name: str) -> None:
        self.page.goto(link)
        self.page.get_by_label("Your name at the table").fill(name)
        self.page.get_by_role("button", name="Sit down and play").click()
        self.wait_for_phase("hand")

    # --- what is seen ------------------------------------------------------------------------------------

    @property
    def table(self) -> dict[str, str]:
        """The data of the shown section: phase, v, token, turn, line…"""
        data: dict[str, str] = self.page.evaluate("({...document.getElementById('table').dataset})")
        return data

    @property
    def kinds(self) -> list[str]:
        """What the bar offers now."""
        script = "[...document.querySelectorAll('#actions [data-kind]')].map(each => each.dataset.kind)"
        kinds: list[str] = self.page.evaluate(script)
        return kinds

    @property
    def log(self) -> list[str]:
        return self.page.locator("#log > li").all_inner_texts()

    def total(self) -> int:
        """Of the own cards, as shown: the better of two."""
        return int(self.page.locator(".near .total b").inner_text().rpartition("/")[2])

    def wait_for_phase(self, *phases: str) -> None:
        wanted = ",".join(f"#table[data-phase={phase}]" for phase in phases)
        self.page.wait_for_selector(wanted)

    def wait_to_be_asked(self) -> None:
        """Until something can be pressed, or the match is over."""
        self.page.wait_for_function(
            "() => document.querySelector('#actions:enabled [data-kind]')"
            " || document.getElementById('table').dataset.phase === 'over'"
        )

    def wait_for_another_question(self, before: dict[str, str]) -> None:
        """Until the decision of `before` is answered. A new version alone would not say so."""
        self.page.wait_for_function(
            """([token, phase]) => {
              const now = document.getElementById('table').dataset;
              return (now.token ?? null) !== token || now.phase !== phase;
            }""",
            arg=[before.get("token"), before["phase"]],
        )

    # --- what is done ------------------------------------------------------------------------------------

    def press(self, kind: str) -> None:
        """Press a button of the bar, as a person would who has looked first; returns when the table has moved on."""
        before = self.table
        self.page.wait_for_timeout(LOCK_MS + 20)
        self.page.locator(f"#actions [data-kind={kind}]").click()
        self.wait_for_another_question(before)

    def skip(self) -> None:
        """Go on from a result. Its time may run out at any moment: then there is nothing left to press."""
        before = self.table
        self.page.wait_for_timeout(LOCK_MS + 20)
        self.page.evaluate("document.querySelector('#actions [data-kind=skip]')?.click()")
        self.wait_for_another_question(before)

    def play_on(self) -> None:
        """One sensible answer: hits to 15, calls, goes all-in with 17 and more, skips results; none once it is over."""
        kinds = self.kinds
        if not kinds and self.table["phase"] == "over":
            return
        if "skip" in kinds:
            self.skip()
        elif "pass" in kinds:
            self.press("hit" if "hit" in kinds and self.total() < 15 else "pass")
        elif self.total() >= 17 and ("bet" in kinds or "raise" in kinds):
            self.page.locator(".preset").last.click()
            self.press("bet" if "bet" in kinds else "raise")
        else:
            self.press("call" if "call" in kinds else "check")

    def play_until_offered(self, *wanted: str) -> None:
        """Practice until one of these can be pressed; a match that an all-in ends before is followed by another."""
        self.wait_to_be_asked()
        while not set(wanted) & set(self.kinds):
            if self.table["phase"] == "over":
                self.practise()
            else:
                self.play_on()
            self.wait_to_be_asked()
