"""Once a day every standing is recomputed from the hands themselves. What differs is logged, kept and put right."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import structlog
from django.db import connection, transaction

from leaderboard.models import StandingDifference
from leaderboard.scoring import WINDOW

log = structlog.get_logger(__name__)

# One statement, one snapshot: what a page shows (standing less what has to leave) beside what the rows say.
COMPARE = """
WITH truth AS (
    SELECT player_id, count(*) AS hands, sum(score) AS score FROM leaderboard_rankedhand
    WHERE voided_at IS NULL AND ended_at > %(edge)s AND ended_at <= %(now)s GROUP BY player_id
), outside AS (
    SELECT player_id, count(*) AS hands, sum(score) AS score FROM leaderboard_rankedhand
    WHERE counted AND (ended_at <= %(edge)s OR ended_at > %(now)s) GROUP BY player_id
), kept AS (
    SELECT player_id, s.hands - coalesce(o.hands, 0) AS hands, s.score - coalesce(o.score, 0) AS score
    FROM leaderboard_standing s LEFT JOIN outside o USING (player_id)
)
SELECT player_id, coalesce(k.hands, 0), coalesce(t.hands, 0), coalesce(k.score, 0), coalesce(t.score, 0)
FROM kept k FULL JOIN truth t USING (player_id)
WHERE (coalesce(k.hands, 0), coalesce(k.score, 0)) <> (coalesce(t.hands, 0), coalesce(t.score, 0))
ORDER BY player_id
"""

LOCK_HANDS = "SELECT id FROM leaderboard_rankedhand WHERE player_id = %(player)s ORDER BY id FOR UPDATE"
LOCK_STANDING = """
INSERT INTO leaderboard_standing (player_id, hands, score, ranked) VALUES (%(player)s, 0, 0, true)
ON CONFLICT (player_id) DO UPDATE SET ranked = leaderboard_standing.ranked
"""
MARK = """
UPDATE leaderboard_rankedhand SET counted = NOT counted
WHERE player_id = %(player)s AND counted <> (voided_at IS NULL AND ended_at > %(edge)s)
"""
SUM_UP = """
UPDATE leaderboard_standing s SET (hands, score) = (
    SELECT count(*), coalesce(sum(score), 0) FROM leaderboard_rankedhand h WHERE h.player_id = s.player_id AND counted
) WHERE s.player_id = %(player)s
"""


def compare_standings(now: datetime) -> int:
    """Compare all standings as of `now` and put wrong ones right; returns how many there were. Nothing is stopped:
    hands may come and go meanwhile."""
    with connection.cursor() as cursor:
        cursor.execute(COMPARE, {"edge": now - WINDOW, "now": now})
        found = cursor.fetchall()
    for player, hands_kept, hands_true, score_kept, score_true in found:
        difference = StandingDifference(
            found_at=now,
            player_id=player,
            hands_kept=hands_kept,
            hands_true=hands_true,
            score_kept=score_kept,
            score_true=score_true,
        )
        _put_right(difference, now)
        log.error(
            "a standing differs from its hands",
            player=player,
            hands=[hands_kept, hands_true],
            score=[int(score_kept), int(score_true)],
        )
    return len(found)


@transaction.atomic
def _put_right(difference: StandingDifference, now: datetime) -> None:
    """Hands first, then the standing, as everywhere; each statement sees what was committed before its locks."""
    values: dict[str, Any] = {"player": difference.player_id, "edge": now - WINDOW}
    with connection.cursor() as cursor:
        for statement in (LOCK_HANDS, LOCK_STANDING, MARK, SUM_UP):
            cursor.execute(statement, values)
    difference.save()
