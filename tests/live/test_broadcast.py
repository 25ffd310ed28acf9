"""Wake-ups: small, merged, and without a trace on the connection they were sent by."""

from __future__ import annotations

import json
import queue

import psycopg
import pytest
from django.db import connection

from battle21.beat import connection_parameters
from games import broadcast


@pytest.fixture
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody takes changes out of the queue but the test."""
    monkeypatch.setattr(broadcast, "_ensure_sender", lambda: None)
    monkeypatch.setattr(broadcast, "_outbox", queue.SimpleQueue())


def test_changes_that_come_together_travel_together_each_table_with_its_newest_version(quiet: None) -> None:
    for table, version in ((7, 3), (8, 1), (7, 5), (7, 4)):
        broadcast.table_changed(table, version)
    assert broadcast._next_changes(broadcast._outbox) == {7: 5, 8: 1}


@pytest.mark.parametrize("versions", [(0, 5), (5, 0)])
def test_look_again_is_not_lost_among_versions(quiet: None, versions: tuple[int, int]) -> None:
    for version in versions:
        broadcast.table_changed(7, version)
    assert broadcast._next_changes(broadcast._outbox) == {7: 0}


def test_message_stays_below_the_8000_bytes_of_notify_however_many_tables_change(quiet: None) -> None:
    for table in range(10_000):
        broadcast.table_changed(10**9 + table, 10**9)
    assert len(broadcast.encode(broadcast._next_changes(broadcast._outbox)).encode()) < 8_000


@pytest.mark.parametrize("text", ["", "[]", "{", '{"tables":7}', '{"from":"x","tables":[[1]]}', "null", "7"])
def test_message_that_is_none_of_ours_says_nothing(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(broadcast, "process", "web-1")
    assert broadcast.decode(text) == []


def test_process_does_not_wake_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broadcast, "process", "web-1")
    text = broadcast.encode({7: 3})
    assert broadcast.decode(text) == []
    monkeypatch.setattr(broadcast, "process", "web-2")
    assert broadcast.decode(text) == [(7, 3)]


@pytest.mark.django_db(transaction=True)
def test_wake_up_arrives_and_leaves_its_connection_as_durable_as_it_was() -> None:
    """The connection belongs to the pool: the next who gets it may write what must survive a crash."""
    with (
        psycopg.connect(**connection_parameters(), autocommit=True) as listener,
        connection.cursor() as cursor,
    ):
        listener.execute(f"LISTEN {broadcast.CHANNEL}")
        cursor.execute("SET synchronous_commit = on")
        broadcast._notify(broadcast.encode({7: 3}))
        notice = next(listener.notifies(timeout=10, stop_after=1))
        assert json.loads(notice.payload)["tables"] == [[7, 3]]
        cursor.execute("SHOW synchronous_commit")
        assert cursor.fetchone() == ("on",)
        cursor.execute("RESET synchronous_commit")
