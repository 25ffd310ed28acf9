"""Which web process lives, by its own word, and so whether time counts. Writes Lease."""

from __future__ import annotations

from django.db import connection

LEASE_EVERY_S = 1.0
LEASE_DEAD_MS = 6_000
"""A lease older than this belongs to a dead process."""

RENEW = """
WITH old AS (SELECT renewed_at FROM games_lease WHERE process = %(process)s)
INSERT INTO games_lease (process, renewed_at)
SELECT %(process)s, clock_timestamp()
WHERE %(first)s OR EXISTS (
    SELECT 1 FROM games_lease WHERE renewed_at > clock_timestamp() - make_interval(secs => %(dead)s)
)
ON CONFLICT (process) DO UPDATE SET renewed_at = clock_timestamp()
RETURNING coalesce((SELECT renewed_at FROM old) > clock_timestamp() - make_interval(secs => %(dead)s), false)
"""
NEWEST = "SELECT (extract(epoch FROM max(renewed_at)) * 1000)::bigint FROM games_lease"
BURY = """
DELETE FROM games_lease WHERE renewed_at < clock_timestamp() - interval '1 hour'
  AND renewed_at < (SELECT max(renewed_at) FROM games_lease)
"""
"""The newest lease stays: it tells since when nobody lives."""

_serves = False
"""Whether this is a web process."""


def renew(process: str, *, first: bool = False) -> bool | None:
    """Say that this web process lives. False: it was taken for dead meanwhile, or is new.

    None: nobody lived, itself included, so nothing was written; who comes back first settles the lost time and then
    says so with `first`.
    """
    global _serves
    _serves = True
    with connection.cursor() as cursor:
        cursor.execute(RENEW, {"process": process, "first": first, "dead": LEASE_DEAD_MS / 1000})
        row = cursor.fetchone()
    return None if row is None else bool(row[0])


def newest() -> int | None:
    """When a web process last said that it lives (database time, ms); None: none ever has."""
    with connection.cursor() as cursor:
        cursor.execute(NEWEST)
        row = cursor.fetchone()
    return None if row is None else row[0]


def time_counts(due: int, now: int, last: int | None) -> bool:
    """Whether a clock that is due may run out now: time without any web process is nobody's (ms). `last`: the newest
    lease.

    In a web process somebody's lease must be alive: its own is, unless it, the machine or the database stood still,
    and then that time is taken out first. Workers live on when no web process does: there it takes a lease renewed
    since the clock was due.
    """
    return last is None or last >= (now - LEASE_DEAD_MS if _serves else due)


def is_served(now: int, last: int | None) -> bool:
    """Whether a web process may carry out what players say: not after time in which it stood still itself, until that
    is taken out of all clocks (ms). Workers say nothing for players. `last`: the newest lease."""
    return not _serves or last is None or last >= now - LEASE_DEAD_MS


def bury() -> None:
    """Drop the leases of those long dead."""
    with connection.cursor() as cursor:
        cursor.execute(BURY)
