"""Which seats are connected, through which web process, and what its end means. Writes Outage; absences go by `submit`.

A connection is named `process/number`, so a dead process's connections are known without asking it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from hashlib import sha256

import structlog
from django.db import connection

from battle21.errors import AppError
from games.models import Outage, Seat, TableState
from games.rules.clocks import OUTAGE_GRACE_MS
from games.rules.commands import Back, Lost, StoodStill
from games.services import halts, leases, store
from games.services.play import submit

log = structlog.get_logger(__name__)

START_LOCK = 0x_B21_57A7
NOT_PLAYING = ("halted", "match_over", "no_match", "unknown_table")
"""Refusals of a table that has ended, or been halted, meanwhile."""

ORPHANS = """
SELECT s.table_id, s.number, s.conn FROM games_seat s
JOIN games_tablestate t ON t.table_id = s.table_id AND t.live AND t.halted_at IS NULL
WHERE s.process <> '' AND NOT EXISTS (
    SELECT 1 FROM games_lease l
    WHERE l.process = s.process AND l.renewed_at > clock_timestamp() - make_interval(secs => %s)
)
"""


def renew_lease(process: str) -> bool:
    """Say that this web process lives. False when it was taken for dead meanwhile: its seats may have been called away.

    When nobody lived (the database or the machine stood still), that was an outage like any other.
    """
    in_time = leases.renew(process)
    if in_time is None:
        begin_service(process)
    return bool(in_time)


def begin_service(process: str) -> None:
    """A web process starts. The first after a time without any takes that time out of every clock.

    Until its lease is there, nobody lets a clock run out that was due meanwhile (`leases.time_counts`), so all clocks
    are right before the first can. Others that start meanwhile wait for the lock.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [START_LOCK])
        try:
            newest, now = leases.newest(), store.database_ms()
            if newest is not None and now - newest > leases.LEASE_DEAD_MS:
                _take_out(newest, now)
            leases.renew(process, first=True)
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [START_LOCK])


def end_service(process: str) -> None:
    """A web process stops in order: its connections are closed by us, and that is said at once."""
    seats = Seat.objects.filter(process=process)
    _lose_all(list(seats.values_list("table_id", "number", "conn")))


def _take_out(since: int, now: int) -> None:
    """No web process lived from `since` to `now`: stand every live table's clocks still, and 30 s more."""
    until = now + OUTAGE_GRACE_MS
    Outage.objects.create(since=store.moment(since), until=store.moment(until))
    log.warning("service is back after an outage", seconds=(now - since) / 1000)
    for table_id in TableState.objects.filter(live=True, halted_at__isnull=True).values_list(
        "table_id", flat=True
    ):
        try:
            submit(table_id, StoodStill(at=0, since=since, until=until))
        except AppError as refused:
            log.warning("outage not taken out of a table", table=table_id, code=refused.code)
            if refused.code not in NOT_PLAYING:
                halts.halt(table_id, "outage", since=since)  # else its players would lose the time to us


def connect(table_id: int, seat: int, player: str, conn: str, session_key: str = "") -> int:
    """The page of that player's seat is here now and replaces any other. The version since. Raises AppError.

    `session_key`: of the browser the page is open in.
    """
    version = submit(table_id, Back(at=0, seat=seat, conn=conn), by=player).version
    if session_key:
        Seat.objects.filter(table_id=table_id, number=seat, conn=conn).update(
            session=session_digest(session_key)
        )
    return version


def session_digest(session_key: str) -> str:
    """Tells sessions apart without opening one."""
    return sha256(session_key.encode()).hexdigest()


def lose(table_id: int, seat: int, conn: str, *, ours: bool = False) -> None:
    """The connection is gone; nothing happens when it was not the seat's current one, or the match is over.

    Raises any other AppError ("busy", "halted", "ledger_hold"): then it is to be said again.
    """
    try:
        submit(table_id, Lost(at=0, seat=seat, conn=conn, ours=ours))
    except AppError as refused:
        if refused.code not in ("stale_connection", "match_over", "unknown_table", "no_match"):
            raise


def running_tables(table_ids: Collection[int]) -> dict[int, bool]:
    """Whether commands are taken now, for those of these tables whose match is not over."""
    rows = TableState.objects.filter(table_id__in=table_ids, live=True).values_list("table_id", "halted_at")
    return {table_id: halted_at is None for table_id, halted_at in rows}


def lose_orphans() -> int:
    """Call away the seats whose web process is dead (by our fault: 15 s free); drop leases long dead. How many."""
    with connection.cursor() as cursor:
        cursor.execute(ORPHANS, [leases.LEASE_DEAD_MS / 1000])
        orphans = cursor.fetchall()
    _lose_all(orphans)
    leases.bury()
    return len(orphans)


def _lose_all(seats: Iterable[tuple[int, int, str]]) -> None:
    """Our absences; what does not work out for one table is found again by the next sweep."""
    for table_id, number, conn in seats:
        try:
            lose(table_id, number, conn, ours=True)
        except AppError as refused:
            log.warning("absence not noted", table=table_id, code=refused.code)
