"""A room without internet: phones on plain http, by the machine's own address in a network, not its loopback.

Browsers give such a page no `crypto.subtle`, no clipboard, no passkeys and no `randomUUID`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Request, expect

from tests.browser.at_table import Person
from tests.support.network import own_address
from tests.support.stack import Stack, running_stack


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with own_address() as address:
        yield address


@pytest.fixture(scope="module")
def room(address: str) -> Iterator[Stack]:
    with running_stack(webs=1, lan=address) as stack:
        yield stack


def test_guest_joins_by_phone_over_the_network_and_plays(room: Stack, browser: Browser, address: str) -> None:
    port = room.webs[0].port
    asked: list[str] = []
    host = Person(browser, port)
    phone = Person(browser, port, size="phone", host=address)

    def note(request: Request) -> None:
        asked.append(request.url)

    phone.context.on("request", note)
    try:
        link = host.open_for_a_friend("Alice")
        assert link.startswith(f"http://{address}:{port}/i/"), (
            "opened on the machine itself, it is for others"
        )
        phone.accept(link, "Bob")
        assert phone.page.evaluate("[isSecureContext, !!crypto.subtle, !!navigator.clipboard]") == [False] * 3
        host.wait_for_phase("hand")
        for _ in range(6):
            for person in (host, phone):
                if person.kinds:
                    person.play_on()
        expect(phone.page.locator("#fair-mark")).to_have_text(re.compile(r"^✓ cards checked: \d+$"))
        cookies = {cookie["name"]: cookie["secure"] for cookie in phone.context.cookies()}
        assert cookies["sessionid"] is False
        phone.page.goto("/accounts/login/")
        expect(phone.page.get_by_label("Password")).to_be_visible()
        assert phone.page.locator("#passkey_login").count() == 0
        host.page.goto("/accounts/login/")
        assert host.page.locator("#passkey_login").count() == 1
        assert {urlsplit(url).netloc for url in asked} == {f"{address}:{port}"}, "nothing came from outside"
        assert host.faults + phone.faults == []
    finally:
        host.leave()
        phone.leave()


def test_invitation_is_copied_without_a_clipboard(room: Stack, browser: Browser, address: str) -> None:
    guest = Person(browser, room.webs[0].port, host=address)
    try:
        link = guest.open_for_a_friend("Alice")
        guest.page.wait_for_function("() => document.querySelector('.qr-code').naturalWidth > 0")
        guest.page.get_by_role("button", name="Copy").click()
        guest.page.goto("/accounts/login/")
        guest.page.get_by_label("User name or e-mail").press("Control+v")
        expect(guest.page.get_by_label("User name or e-mail")).to_have_value(link)
        assert guest.faults == []
    finally:
        guest.leave()
