"""A web process that was given a core keeps to it."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from battle21.installation import BASE_DIR
from games.live.start import keep_to_one_core

LEFT_WITH = """
import os, sys
from games.live.start import keep_to_one_core
keep_to_one_core(int(sys.argv[1]) if sys.argv[1] else None)
print(*sorted(os.sched_getaffinity(0)))
"""

pytestmark = pytest.mark.skipif(
    not hasattr(os, "sched_getaffinity"), reason="this system does not let a process keep to a core"
)


def cores_left_with(core: str) -> list[int]:
    """In a process of its own: this one is to keep all."""
    done = subprocess.run(
        [sys.executable, "-c", LEFT_WITH, core], cwd=BASE_DIR, capture_output=True, text=True, check=True
    )
    return [int(number) for number in done.stdout.split()]


def test_process_keeps_to_its_core_counted_round() -> None:
    allowed = sorted(os.sched_getaffinity(0))
    for core in (0, 1, len(allowed)):
        assert cores_left_with(str(core)) == [allowed[core % len(allowed)]]


def test_without_a_core_it_uses_all() -> None:
    keep_to_one_core(None)
    assert cores_left_with("") == sorted(os.sched_getaffinity(0))
