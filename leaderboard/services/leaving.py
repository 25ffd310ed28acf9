"""Hands leave the standings at their minute; standings follow who is ranked. Nudged by Celery, found by rows."""

from __future__ import annotations

from datetime import datetime

from django.db import connection

from leaderboard.ranked import RANKED_SQL, USERS
from leaderboard.scoring import WINDOW

BATCH = 1_000

# A hand that another worker holds is that worker's. `locked` takes the standings in order of player.
LEAVE = """
WITH leaving AS (
    SELECT id FROM leaderboard_rankedhand WHERE counted AND ended_at <= %(edge)s
    ORDER BY ended_at LIMIT %(batch)s FOR UPDATE SKIP LOCKED
), left_now AS (
    UPDATE leaderboard_rankedhand h SET counted = false FROM leaving l WHERE h.id = l.id
    RETURNING h.player_id, h.score
), sums AS (
    SELECT player_id, count(*) AS hands, sum(score) AS score FROM left_now GROUP BY player_id
), locked AS MATERIALIZED (
    SELECT s.player_id FROM leaderboard_standing s JOIN sums USING (player_id)
    ORDER BY s.player_id FOR UPDATE OF s
), stood AS (
    UPDATE leaderboard_standing s SET hands = s.hands - sums.hands, score = s.score - sums.score
    FROM sums JOIN locked USING (player_id) WHERE s.player_id = sums.player_id
)
SELECT count(*) FROM left_now
"""

FOLLOW = f"""
WITH changed AS MATERIALIZED (
    SELECT s.player_id FROM leaderboard_standing s JOIN {USERS} u ON u.id = s.player_id
    WHERE s.ranked <> ({RANKED_SQL})
    ORDER BY s.player_id FOR UPDATE OF s
)
UPDATE leaderboard_standing s SET ranked = NOT s.ranked FROM changed c WHERE s.player_id = c.player_id
"""  # noqa: S608 -- text of our own


def let_batch_leave(now: datetime, batch: int = BATCH) -> int:
    """Up to `batch` hands whose time has passed, oldest first, in one transaction; returns how many left."""
    with connection.cursor() as cursor:
        cursor.execute(LEAVE, {"edge": now - WINDOW, "batch": batch})
        (left,) = cursor.fetchone()
    return int(left)


def let_hands_leave(now: datetime, batch: int = BATCH) -> int:
    """All of them, batch by batch; what was committed when this is killed has left once, the rest leaves next time."""
    total = 0
    while left := let_batch_leave(now, batch):
        total += left
    return total


def follow_flags() -> int:
    """Take players who became staff off the board, and put back who is a player again; returns how many changed."""
    with connection.cursor() as cursor:
        cursor.execute(FOLLOW)
        return int(cursor.rowcount)
