"""Beat: only one of several sends, and another takes over when that one is gone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from celery import Celery
from django.db import connection

from battle21.beat import BEAT_LOCK, LockedScheduler
from battle21.celery import BEAT, filesystem_broker

# The schedulers have sessions of their own; the test's must not sit in a transaction that hides theirs.
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Celery]:
    """An app with the project's schedule on a broker of the test's own."""
    app = Celery("test", set_as_current=False)
    app.conf.update(
        broker_url="filesystem://",
        broker_transport_options=filesystem_broker(tmp_path),
        beat_schedule=BEAT,
        task_ignore_result=True,
    )
    yield app
    app.close()


@pytest.fixture
def beats(app: Celery) -> Iterator[tuple[LockedScheduler, LockedScheduler]]:
    two = (LockedScheduler(app=app), LockedScheduler(app=app))
    yield two
    for beat in two:
        beat.close()


def sent(folder: Path) -> int:
    return len(list((folder / "messages").glob("*.msg")))


def tick_often(beat: LockedScheduler) -> None:
    """Each tick sends at most one task; a new beat owes every one of them once."""
    for _ in range(2 * len(BEAT)):
        beat.tick()


def end_session_of_holder() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_locks WHERE locktype = 'advisory' AND objid = %s",
            [BEAT_LOCK & 0xFFFFFFFF],
        )
        assert cursor.rowcount == 1


def make_all_due(beat: LockedScheduler) -> None:
    for entry in beat.schedule.values():
        entry.last_run_at = entry.default_now().replace(year=2020)
    beat._heap = None  # type: ignore[attr-defined]


def test_only_the_first_of_two_beats_sends(
    beats: tuple[LockedScheduler, LockedScheduler], tmp_path: Path
) -> None:
    first, second = beats
    make_all_due(first)
    make_all_due(second)
    tick_often(first)
    by_first = sent(tmp_path)
    assert by_first >= len(BEAT)
    tick_often(second)
    assert sent(tmp_path) == by_first


def test_the_second_sends_when_the_session_of_the_first_is_gone(
    beats: tuple[LockedScheduler, LockedScheduler], tmp_path: Path
) -> None:
    first, second = beats
    tick_often(first)
    end_session_of_holder()
    make_all_due(second)
    before = sent(tmp_path)
    tick_often(second)
    assert sent(tmp_path) >= before + len(BEAT)
    after = sent(tmp_path)
    make_all_due(first)
    tick_often(first)
    assert sent(tmp_path) == after


def test_a_beat_that_lost_its_database_takes_the_lock_again(
    beats: tuple[LockedScheduler, LockedScheduler], tmp_path: Path
) -> None:
    first, _ = beats
    tick_often(first)
    end_session_of_holder()
    make_all_due(first)
    before = sent(tmp_path)
    tick_often(first)
    assert sent(tmp_path) >= before + len(BEAT)


def test_due_tables_are_swept_each_second_and_leases_every_two() -> None:
    periods = {row["task"]: row["schedule"] for row in BEAT.values()}
    assert periods["games.tasks.sweep_due"] <= 1.0
    assert periods["games.tasks.sweep_leases"] <= 2.0


def test_nudges_pile_up_nowhere() -> None:
    """With the worker away for a day, the broker's folder fills; what is too old is not done."""
    for row in BEAT.values():
        assert row["schedule"] < row["options"]["expires"] <= max(5.0, 3 * row["schedule"])


def test_every_scheduled_task_exists() -> None:
    from battle21.celery import app

    app.loader.import_default_modules()
    assert {row["task"] for row in BEAT.values()} <= set(app.tasks)
