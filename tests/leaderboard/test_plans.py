"""Statements of the board are answered from indexes, however many players there are. At size: bench.leaderboard."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection

from leaderboard import selectors
from leaderboard.scoring import WINDOW
from players.models import User
from tests.leaderboard.played import NOW, play

pytestmark = pytest.mark.django_db


def read_whole(plan: dict[str, Any]) -> Iterator[str]:
    """Tables that the plan reads from end to end."""
    if plan["Node Type"] == "Seq Scan":
        yield plan["Relation Name"]
    for part in plan.get("Plans", ()):
        yield from read_whole(part)


@pytest.mark.parametrize("statement", [selectors.TOP, selectors.OWN], ids=["a tier", "one's own place"])
def test_who_is_above_is_counted_by_the_index(alice: User, statement: str) -> None:
    """Where PostgreSQL reads a whole table although it should not, no index can answer."""
    play(alice, bet=100, back=200)
    values: dict[str, Any] = {
        "now": NOW,
        "edge": NOW - WINDOW,
        "player": alice.pk,
        "tier": 1,
        "size": 1,
        "offset": 0,
        "reach": 1,
    }
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute(f"EXPLAIN (FORMAT JSON) {statement}", values)
        (found,) = cursor.fetchone()
    plan = (json.loads(found) if isinstance(found, str) else found)[0]["Plan"]
    assert "standing_order" in json.dumps(plan)
    assert list(read_whole(plan)) == []
