"""Seats played by single requests: each request says "here", silence says "away". Writes ApiSeat; the rest by `submit`.

Such a connection is named "/api/…": it belongs to no web process, so none's end calls it away. What its player sends
next may come to any of them.
"""

from __future__ import annotations

import secrets
from datetime import datetime

import structlog
from django.db import connection

from battle21.errors import AppError
from games.models import ApiSeat
from games.rules.clocks import State
from games.services import presence

log = structlog.get_logger(__name__)

PREFIX = "/api/"
SILENT_MS = 10_000
"""Not heard of for so long is away (rules.md, Disconnects: a lost network is found within 10 s)."""
NOTED_EVERY_MS = 1_000

HEARD = """
INSERT INTO games_apiseat (seat_id, heard_at)
SELECT id, clock_timestamp() FROM games_seat WHERE table_id = %(table)s AND number = %(seat)s
ON CONFLICT (seat_id) DO UPDATE SET heard_at = excluded.heard_at
WHERE games_apiseat.heard_at < excluded.heard_at - make_interval(secs => %(step)s)
"""

# Time in which no web process lived, and what is given back of it, is nobody's silence.
SILENT = """
SELECT a.seat_id, a.heard_at, s.table_id, s.number, s.conn, coalesce(t.live AND t.halted_at IS NULL, false)
FROM games_apiseat a
JOIN games_seat s ON s.id = a.seat_id
LEFT JOIN games_tablestate t ON t.table_id = s.table_id
WHERE greatest(a.heard_at, (SELECT max(until) FROM games_outage))
    < clock_timestamp() - make_interval(secs => %(silent)s)
"""


def hear(table_id: int, state: State, seat: int, player: str) -> bool:
    """The seat's player has sent a request. Who was away is back, which changes the state (True); where a page or
    socket is open, it stays in charge.

    Raises AppError like `presence.connect`.
    """
    conn = state.seats[seat].conn
    if state.phase == "over" or (conn and not conn.startswith(PREFIX)):
        return False
    with connection.cursor() as cursor:
        cursor.execute(HEARD, {"table": table_id, "seat": seat, "step": NOTED_EVERY_MS / 1000})
    if conn:
        return False
    presence.connect(table_id, seat, player, PREFIX + secrets.token_hex(12))
    return True


def lose_silent() -> int:
    """Call away the seats not heard of any more; how many."""
    with connection.cursor() as cursor:
        cursor.execute(SILENT, {"silent": SILENT_MS / 1000})
        rows = cursor.fetchall()
    return sum(_lose(*row) for row in rows)


def _lose(seat_id: int, heard_at: datetime, table_id: int, number: int, conn: str, taken: bool) -> bool:
    """Whether a seat was called away. What cannot be said now is found again by the next sweep."""
    ours = conn.startswith(PREFIX)
    if ours and not taken:
        return False
    if ours:
        try:
            presence.lose(table_id, number, conn)
        except AppError as refused:
            log.warning("silence not noted", table=table_id, code=refused.code)
            return False
    # Unless it was heard of meanwhile.
    ApiSeat.objects.filter(seat_id=seat_id, heard_at=heard_at).delete()
    return ours
