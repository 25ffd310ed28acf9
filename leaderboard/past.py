"""Standings and their hands as of any moment, from the rows themselves: for staff, and as the truth of the tests.

What was voided since never counted, who is not ranked today is left out.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Count, QuerySet, Sum

from leaderboard.models import RankedHand
from leaderboard.ranked import RANKED_SQL, USERS
from leaderboard.scoring import WINDOW, Tier
from leaderboard.selectors import tier_sql


class PastPlace(NamedTuple):
    rank: int
    player: int
    name: str
    hands: int
    score: int
    """In half-chips."""


AT = f"""
WITH sums AS (
    SELECT player_id, count(*) AS hands, sum(score) AS score FROM leaderboard_rankedhand
    WHERE voided_at IS NULL AND ended_at > %(edge)s AND ended_at <= %(at)s GROUP BY player_id
)
SELECT rank() OVER (ORDER BY s.score DESC), s.player_id, u.display_name, s.hands, s.score
FROM sums s JOIN {USERS} u ON u.id = s.player_id
WHERE {tier_sql("s.hands")} = %(tier)s AND {RANKED_SQL}
ORDER BY s.score DESC, s.player_id LIMIT %(size)s OFFSET %(offset)s
"""  # noqa: S608 -- text of our own


def standings_at(at: datetime, tier: Tier, *, size: int, offset: int = 0) -> list[PastPlace]:
    """A tier as it was at that moment."""
    values: dict[str, Any] = {
        "at": at,
        "edge": at - WINDOW,
        "tier": tier.number,
        "size": size,
        "offset": offset,
    }
    with connection.cursor() as cursor:
        cursor.execute(AT, values)
        return [
            PastPlace(rank, player, name, hands, int(score))
            for rank, player, name, hands, score in cursor.fetchall()
        ]


def hands_at(player: int, at: datetime) -> QuerySet[RankedHand]:
    """The hands that made a player's score and tier at that moment, newest first."""
    return RankedHand.objects.filter(
        player_id=player, voided_at=None, ended_at__gt=at - WINDOW, ended_at__lte=at
    ).order_by("-ended_at", "-id")


def sums_of(hands: QuerySet[RankedHand]) -> tuple[int, int]:
    """How many they are, and their score in half-chips."""
    sums = hands.aggregate(hands=Count("id"), score=Sum("score"))
    return sums["hands"], int(sums["score"] or 0)
