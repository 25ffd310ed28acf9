"""Fixtures for the live side: an own database cluster for every stack, and nothing remembered between tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.services import leases, store
from tests.support.stack import Stack, running_stack

SOCKETS_PER_ADDRESS = 100


@pytest.fixture(scope="session")
def stack() -> Iterator[Stack]:
    """Two web processes for all tests that leave them as they found them. Who kills takes a stack of its own."""
    extra = {"B21_EXTRA_GAMES": "tests.live.rows", "B21_SOCKETS_PER_ADDRESS": str(SOCKETS_PER_ADDRESS)}
    with running_stack(extra=extra) as stack:
        yield stack


@pytest.fixture(autouse=True)
def nothing_remembered() -> Iterator[None]:
    """States kept in this process belong to tables of one test's database."""
    store.forget()
    yield
    store.forget()
    leases._serves = False
