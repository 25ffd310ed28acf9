"""A table whose step or posting fails unexpectedly twice is halted; all others go on. Staff resume or void it."""

from __future__ import annotations

import structlog
from django.db import connection, transaction

from games import broadcast
from games.errors import refusal
from games.models import TableState
from games.rules.clocks import OUTAGE_GRACE_MS
from games.rules.commands import StoodStill, Void
from games.services import store

log = structlog.get_logger(__name__)

FAILURES_BEFORE_HALT = 2

NOTE = """
UPDATE games_tablestate
SET failures = failures + 1,
    halted_at = CASE WHEN failures + 1 >= %(most)s THEN clock_timestamp() ELSE halted_at END,
    halt_reason = CASE WHEN failures + 1 >= %(most)s THEN %(reason)s ELSE halt_reason END,
    due_at = CASE WHEN failures + 1 >= %(most)s THEN NULL ELSE due_at END
WHERE table_id = %(table)s AND halted_at IS NULL
RETURNING halted_at IS NOT NULL
"""


def note_failure(table_id: int, fault: Exception) -> bool:
    """Count an unexpected failure; at the second in a row the table halts. Returns whether it is halted now."""
    log.exception("a step failed", table=table_id, exc_info=fault)
    store.forget(table_id)
    with connection.cursor() as cursor:
        cursor.execute(
            NOTE, {"table": table_id, "most": FAILURES_BEFORE_HALT, "reason": type(fault).__name__[:200]}
        )
        row = cursor.fetchone()
    if row is None:
        return False
    if row[0]:
        log.error("table halted", table=table_id)
        _tell(table_id)
    return bool(row[0])


def halt(table_id: int, reason: str, *, since: int | None = None) -> None:
    """Stop a table at once: its clocks stand, nobody can act. `since`: they have stood from then on (ms); None: now."""
    TableState.objects.filter(table_id=table_id, halted_at__isnull=True).update(
        halted_at=store.moment(store.database_ms() if since is None else since),
        halt_reason=reason[:200],
        due_at=None,
    )
    store.forget(table_id)
    _tell(table_id)


def _tell(table_id: int) -> None:
    """A halt makes no new version, so viewers are told to look again."""
    transaction.on_commit(lambda: broadcast.table_changed(table_id, 0))


def resume(table_id: int) -> None:
    """Go on where the table stood: the time of the halt, however long, is nobody's, and 30 s more are given.

    Staff who would rather end the match call `void`. Raises AppError("no_match") when the table is not halted.
    """
    from games.services.play import submit

    with transaction.atomic():
        since = _lift(table_id)
        submit(
            table_id, StoodStill(at=0, since=since, until=store.database_ms() + OUTAGE_GRACE_MS, voids=False)
        )


def void(table_id: int, staff: str, reason: str) -> None:
    """End the match without a winner, halted or not; what is not settled goes back."""
    from games.services.play import submit

    with transaction.atomic():
        if TableState.objects.filter(table_id=table_id, halted_at__isnull=False).exists():
            _lift(table_id)
        submit(table_id, Void(at=0, staff=staff, reason=reason))


def _lift(table_id: int) -> int:
    """Clear the halt; gives back since when it stood (ms)."""
    row = TableState.objects.filter(table_id=table_id, halted_at__isnull=False).first()
    if row is None or row.halted_at is None:
        raise refusal("no_match")
    since = round(row.halted_at.timestamp() * 1000)
    TableState.objects.filter(table_id=table_id).update(halted_at=None, halt_reason="", failures=0)
    store.forget(table_id)
    return since
