"""Clocks that are due act by themselves. The serving process is on time; these sweeps catch what it could not."""

from __future__ import annotations

import structlog
from django.db import OperationalError, connection, transaction

from battle21.errors import AppError
from games.services.play import expire

log = structlog.get_logger(__name__)

DUE = """
SELECT table_id FROM games_tablestate
WHERE due_at <= clock_timestamp() - make_interval(secs => %(late)s) AND halted_at IS NULL
  AND table_id <> ALL(%(tried)s)
  AND (%(alive)s OR EXISTS (SELECT 1 FROM games_lease WHERE renewed_at >= games_tablestate.due_at))
ORDER BY due_at LIMIT 1
FOR UPDATE SKIP LOCKED
"""
"""A worker may let a clock run out only if a web process has been alive since: time without us is nobody's time."""


def sweep_due(*, alive: bool, late_ms: int = 0, limit: int = 1_000) -> int:
    """Let every clock run out that is due for `late_ms`, oldest first; how many tables.

    `alive`: the caller is itself a live web process. One transaction a table; rows another sweep works on are skipped.
    """
    tried: list[int] = []
    while len(tried) < limit:
        before = len(tried)
        try:
            if not _sweep_next(tried, alive, late_ms):
                break
        except OperationalError as fault:
            if len(tried) == before:
                raise  # no table's own trouble
            log.exception("clock not run out", table=tried[-1], exc_info=fault)
    return len(tried)


@transaction.atomic
def _sweep_next(tried: list[int], alive: bool, late_ms: int) -> bool:
    """One table more, which is added to `tried`; False when there is none."""
    table_id = _next_due(tried, alive, late_ms)
    if table_id is None:
        return False
    tried.append(table_id)
    try:
        expire(table_id)
    except AppError as refused:
        log.warning("clock not run out", table=table_id, code=refused.code)
    return True


def _next_due(tried: list[int], alive: bool, late_ms: int) -> int | None:
    with connection.cursor() as cursor:
        cursor.execute(DUE, {"late": late_ms / 1000, "alive": alive, "tried": tried})
        row = cursor.fetchone()
    return None if row is None else int(row[0])
