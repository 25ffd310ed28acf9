"""A web process that was given a core keeps to it."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from games.live.start import keep_to_one_core

pytestmark = pytest.mark.skipif(
    not hasattr(os, "sched_getaffinity"), reason="this system does not let a process keep to a core"
)


@pytest.fixture
def allowed() -> Iterator[list[int]]:
    """The cores this thread may use, before and after."""
    before = os.sched_getaffinity(0)
    yield sorted(before)
    os.sched_setaffinity(0, before)


@pytest.mark.parametrize("core", [0, 1, 2, 1_023])
def test_process_keeps_to_its_core_counted_round(allowed: list[int], core: int) -> None:
    keep_to_one_core(core)
    assert os.sched_getaffinity(0) == {allowed[core % len(allowed)]}


def test_without_a_core_it_uses_all(allowed: list[int]) -> None:
    keep_to_one_core(None)
    assert sorted(os.sched_getaffinity(0)) == allowed
