"""The real stack and people in real browsers, for the tests of pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.at_table import Person
from tests.support.stack import Stack, running_stack


@pytest.fixture(scope="session")
def site() -> Iterator[Stack]:
    """Two web processes for all tests that leave them as they found them."""
    with running_stack() as stack:
        yield stack


@pytest.fixture
def person(site: Stack, browser: Browser) -> Iterator[Callable[..., Person]]:
    """People on either web process; their pages must not have failed anywhere by the end of the test."""
    people: list[Person] = []

    def come(*, web: int = 0, port: int = 0, **how: Any) -> Person:
        people.append(Person(browser, port or site.webs[web].port, **how))
        return people[-1]

    yield come
    faults = [fault for each in people for fault in each.faults]
    for each in people:
        each.leave()
    assert faults == []
