"""A player who sees nothing: hears the live regions, finds buttons by their roles and names, and presses keys."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page

from tests.browser.at_table import LOCK_MS

LISTEN = """() => {
  window.heard = [];
  document.addEventListener('DOMContentLoaded', () => {
    for (const region of document.querySelectorAll('[role=status], [role=alert]')) {
      new MutationObserver(changes => {
        const said = changes.flatMap(each => [...each.addedNodes]).map(node => node.textContent.trim());
        if (said.some(Boolean)) heard.push({role: region.getAttribute('role'), said});
      }).observe(region, {childList: true});
    }
  });
}"""
"""One entry for each time a region changes: what is read as one."""


class Listener:
    """Listens to a page from its load on."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.answered = 0
        page.add_init_script(f"({LISTEN})()")

    def batches(self, role: str = "status") -> list[list[str]]:
        told: list[dict[str, Any]] = self.page.evaluate("heard")
        return [each["said"] for each in told if each["role"] == role]

    def told(self, role: str = "status") -> list[str]:
        return [line for batch in self.batches(role) for line in batch]

    def wait_for(self, pattern: str, role: str = "status", *, after: int = 0) -> str:
        """The first sentence from the `after`th on that fits."""
        self.page.wait_for_function(
            "([role, pattern, after]) => heard.filter(each => each.role === role).flatMap(each => each.said)"
            ".slice(after).some(line => new RegExp(pattern).test(line))",
            arg=[role, pattern, after],
        )
        return next(line for line in self.told(role)[after:] if re.search(pattern, line))

    def question(self) -> str | None:
        """The question that was asked last, if it has not been answered yet."""
        asked = [line for line in self.told("alert") if line.startswith("Your turn")]
        return asked[-1] if len(asked) > self.answered else None

    def answer(self, *names: str) -> None:
        """Press these buttons one after the other, as somebody who has listened first."""
        self.answered = len([line for line in self.told("alert") if line.startswith("Your turn")])
        self.page.wait_for_timeout(LOCK_MS + 20)
        for name in names:
            self.page.get_by_role("button", name=re.compile(name)).click()

    def reads_out(self, key: str, pattern: str) -> str:
        """What a key lets be said; fails if nothing that fits the whole pattern comes."""
        before = len(self.told())
        self.page.keyboard.press(key)
        return self.wait_for(f"^{pattern}$", after=before)
