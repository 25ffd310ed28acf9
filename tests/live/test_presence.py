"""Leases, outages and absences on a real database; what the processes make of them is in test_outage."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection

from battle21.errors import AppError
from games.errors import refusal
from games.models import JournalEntry, Lease, Outage, Seat, Table, TableState
from games.rules.clocks import CRASH_GRACE_MS, OUTAGE_GRACE_MS
from games.rules.commands import Back, Command, StoodStill
from games.services import deadlines, halts, leases, play, presence, store
from tests.live.seating import ALICE, BOB, act, playing_table, state_of
from tests.support.stack import wait_until

pytestmark = pytest.mark.django_db(transaction=True)

SECOND = 1_000


def last_lease_was(seconds: float) -> None:
    """As if no web process had said anything for so long."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE games_lease SET renewed_at = clock_timestamp() - make_interval(secs => %s)", [seconds]
        )


def turn_due(table: Table) -> int:
    due = state_of(table.id).prompts[0].due
    assert due is not None
    return due


def kinds(table: Table) -> list[str]:
    return list(JournalEntry.objects.filter(table=table).order_by("seq").values_list("kind", flat=True))


def as_worker(monkeypatch: Any) -> None:
    monkeypatch.setattr(leases, "_serves", False)


def test_time_without_any_web_process_is_taken_out_and_30_seconds_more_are_given() -> None:
    leases.renew("web-1", first=True)
    table = playing_table()
    due = turn_due(table)
    last_lease_was(40)
    presence.begin_service("web-2")
    outage = Outage.objects.get()
    lost = round((outage.until - outage.since).total_seconds() * 1000)
    assert 40 * SECOND <= lost - OUTAGE_GRACE_MS <= 42 * SECOND
    assert turn_due(table) == due + lost
    assert kinds(table)[-1] == "stood_still"


def test_second_web_process_that_starts_finds_service_running() -> None:
    leases.renew("web-1", first=True)
    table = playing_table()
    last_lease_was(40)
    presence.begin_service("web-2")
    due = turn_due(table)
    presence.begin_service("web-3")
    assert turn_due(table) == due
    assert Outage.objects.count() == 1


def test_restart_within_six_seconds_is_no_outage() -> None:
    leases.renew("web-1", first=True)
    table = playing_table()
    due = turn_due(table)
    last_lease_was(5)
    presence.begin_service("web-2")
    assert turn_due(table) == due
    assert not Outage.objects.exists()


def test_outage_of_more_than_ten_minutes_voids_what_is_unfinished() -> None:
    leases.renew("web-1", first=True)
    table = playing_table()
    last_lease_was(10 * 60 + 1)
    presence.begin_service("web-2")
    result = state_of(table.id).result
    assert result is not None
    assert (result.reason, result.winners) == ("void", ())
    table.refresh_from_db()
    assert table.status == Table.Status.OVER


def test_outage_of_just_under_ten_minutes_does_not() -> None:
    leases.renew("web-1", first=True)
    table = playing_table()
    last_lease_was(10 * 60 - 2)
    presence.begin_service("web-2")
    assert state_of(table.id).result is None


def test_table_that_the_lost_time_cannot_be_taken_out_of_stands_still_until_staff_resume_it(
    monkeypatch: Any,
) -> None:
    """Nobody loses to our outage (rules.md, All games): not at a table that is busy just then either."""
    leases.renew("web-1", first=True)
    table, other = playing_table(), playing_table()
    due, other_due = turn_due(table), turn_due(other)
    last_lease_was(40)
    begun = leases.newest()
    assert begun is not None

    def submit(table_id: int, command: Command, *, by: str = "") -> play.Reply:
        if table_id == table.id and isinstance(command, StoodStill):
            raise refusal("busy")
        return play.submit(table_id, command, by=by)

    monkeypatch.setattr(presence, "submit", submit)
    presence.begin_service("web-2")
    assert turn_due(other) > other_due + 40 * SECOND
    with pytest.raises(AppError, match="halted"):
        play.expire(table.id)
    halts.resume(table.id)
    left = turn_due(table) - store.database_ms()
    assert due - begun + OUTAGE_GRACE_MS - SECOND < left <= due - begun + OUTAGE_GRACE_MS


def test_service_that_begins_twice_because_it_was_killed_in_between_takes_the_time_out_once() -> None:
    leases.renew("web-1", first=True)
    table = playing_table()
    due = turn_due(table)
    last_lease_was(40)
    since, now = leases.newest(), store.database_ms()
    assert since is not None
    presence._take_out(since, now)  # and then the process is killed, its lease unwritten
    presence.begin_service("web-2")
    last = Outage.objects.order_by("until").last()
    assert last is not None
    assert turn_due(table) == due + round(last.until.timestamp() * 1000) - since


def test_web_process_that_finds_the_database_back_after_an_outage_takes_it_out() -> None:
    """The process lived, but nobody could play: the database stood still."""
    leases.renew("web-1", first=True)
    table = playing_table()
    due = turn_due(table)
    last_lease_was(40)
    assert not presence.renew_lease("web-1")
    assert turn_due(table) >= due + 40 * SECOND + OUTAGE_GRACE_MS
    assert presence.renew_lease("web-1")


def test_nothing_runs_out_before_that_time_is_taken_out() -> None:
    """The timer, the sweep or a player may be faster than the lease once the database is back."""
    leases.renew("web-1", first=True)
    table = playing_table(game="quick")
    due = turn_due(table)
    wait_until(lambda: store.database_ms() > due, "the turn is over")
    last_lease_was(40)
    before = kinds(table)
    assert deadlines.sweep_due(alive=True) == 1
    for command in (lambda: play.expire(table.id), lambda: act(table.id, "check")):
        with pytest.raises(AppError, match="busy"):
            command()
    assert kinds(table) == before
    presence.renew_lease("web-1")
    act(table.id, "check")


def test_worker_lets_no_clock_run_out_that_was_due_when_no_web_process_lived(monkeypatch: Any) -> None:
    leases.renew("web-1", first=True)
    table = playing_table(game="quick")
    due = turn_due(table)
    as_worker(monkeypatch)
    wait_until(lambda: store.database_ms() > due + 200, "the turn is over")
    assert deadlines.sweep_due(alive=False) == 0
    with pytest.raises(AppError, match="busy"):
        play.expire(table.id)
    assert "tick" not in kinds(table)


def test_worker_that_calls_seats_away_lets_no_clock_run_out_by_the_way(monkeypatch: Any) -> None:
    """Who is called away is the first command after the web processes died, and every command looks at the clocks."""
    leases.renew("web-1", first=True)
    table = playing_table(game="quick")
    play.submit(table.id, Back(at=0, seat=ALICE, conn="web-1/1"))
    due = turn_due(table)
    as_worker(monkeypatch)
    wait_until(lambda: store.database_ms() > due + 200, "the turn is over")
    last_lease_was(7)
    presence.lose_orphans()
    assert kinds(table)[-1] == "back"
    assert state_of(table.id).prompts[0].due == due


def test_worker_lets_a_clock_run_out_that_was_due_while_a_web_process_lived(monkeypatch: Any) -> None:
    table = playing_table(game="quick")
    due = turn_due(table)
    wait_until(lambda: store.database_ms() > due, "the turn is over")
    leases.renew("web-1", first=True)
    as_worker(monkeypatch)
    assert deadlines.sweep_due(alive=False) == 1
    assert kinds(table)[-1] == "tick"


def test_seats_of_a_dead_process_are_called_away_by_our_fault_and_the_others_stay() -> None:
    for process in ("web-1", "web-2"):
        leases.renew(process, first=True)
    table = playing_table()
    play.submit(table.id, Back(at=0, seat=ALICE, conn="web-1/1"))
    play.submit(table.id, Back(at=0, seat=BOB, conn="web-2/1"))
    Lease.objects.filter(process="web-1").update(renewed_at=store.moment(store.database_ms() - 6_001))
    assert presence.lose_orphans() == 1
    state = state_of(table.id)
    assert (state.seats[ALICE].conn, state.seats[BOB].conn) == ("", "web-2/1")
    assert state.seats[ALICE].away_since == state.at + CRASH_GRACE_MS
    assert state.paused_at is not None
    assert presence.lose_orphans() == 0


def test_process_that_stops_in_order_calls_its_seats_away_by_our_fault_at_once() -> None:
    leases.renew("web-1", first=True)
    table = playing_table()
    play.submit(table.id, Back(at=0, seat=ALICE, conn="web-1/1"))
    presence.end_service("web-1")
    state = state_of(table.id)
    assert state.seats[ALICE].away_since == state.at + CRASH_GRACE_MS
    assert Seat.objects.get(table=table, number=ALICE).process == ""


def test_one_table_that_fails_does_not_keep_the_others_seats() -> None:
    leases.renew("web-1", first=True)
    broken, sound = playing_table(), playing_table()
    for table in (broken, sound):
        play.submit(table.id, Back(at=0, seat=ALICE, conn="web-1/1"))
    TableState.objects.filter(table=broken).update(sealed=b"\x05nokey" + bytes(40))
    store.forget()
    last_lease_was(7)
    leases.renew("web-2", first=True)
    presence.lose_orphans()
    assert state_of(sound.id).seats[ALICE].conn == ""


def test_halted_table_keeps_its_seats_until_it_goes_on() -> None:
    leases.renew("web-1", first=True)
    table = playing_table()
    play.submit(table.id, Back(at=0, seat=ALICE, conn="web-1/1"))
    halts.halt(table.id, "looked into")
    last_lease_was(7)
    leases.renew("web-2", first=True)
    assert presence.lose_orphans() == 0
    halts.resume(table.id)
    assert state_of(table.id).seats[ALICE].conn == "web-1/1"
    presence.lose_orphans()
    assert state_of(table.id).seats[ALICE].conn == ""


def test_leases_of_the_long_dead_go_but_the_newest_stays() -> None:
    for process in ("web-1", "web-2"):
        leases.renew(process, first=True)
    hour = 3_600_000
    Lease.objects.filter(process="web-1").update(renewed_at=store.moment(store.database_ms() - 3 * hour))
    Lease.objects.filter(process="web-2").update(renewed_at=store.moment(store.database_ms() - 2 * hour))
    leases.bury()
    assert list(Lease.objects.values_list("process", flat=True)) == ["web-2"]
