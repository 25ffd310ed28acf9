"""Hands come in: each once, its row and its player's standing in one statement."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db import connection

from leaderboard.ranked import RANKED_SQL, USERS
from leaderboard.scoring import score_of


class FinishedHand(NamedTuple):
    """One completed player hand, as the reader of the outbox knows it."""

    hand: str
    """Public id of the deal."""
    player_hand: int
    """0, after a split also 1. With `hand` the source: adding it twice is adding it once."""
    player: int
    ended_at: datetime
    staked: int
    """All that was bet on this player hand, in half-chips; insurance is no part of it."""
    returned: int
    """What came back for it, in half-chips; insurance is no part of it."""


# Sorted twice: who inserts the same hands, or adds to the same standings, at once takes turns.
ADD = f"""
WITH given AS (
    SELECT * FROM unnest(%s::text[], %s::int[], %s::bigint[], %s::timestamptz[], %s::bigint[])
        AS given(hand, player_hand, player_id, ended_at, score)
), added AS (
    INSERT INTO leaderboard_rankedhand (hand, player_hand, player_id, ended_at, score, counted, void_reason, voided_by)
    SELECT g.hand, g.player_hand, g.player_id, g.ended_at, g.score, true, '', ''
    FROM given g JOIN {USERS} u ON u.id = g.player_id
    WHERE {RANKED_SQL}
    ORDER BY g.hand, g.player_hand
    ON CONFLICT (hand, player_hand) DO NOTHING
    RETURNING player_id, score
), sums AS (
    SELECT player_id, count(*) AS hands, sum(score) AS score FROM added GROUP BY player_id
), stood AS (
    INSERT INTO leaderboard_standing AS s (player_id, hands, score, ranked)
    SELECT player_id, hands, score, true FROM sums ORDER BY player_id
    ON CONFLICT (player_id) DO UPDATE SET hands = s.hands + excluded.hands, score = s.score + excluded.score
)
SELECT count(*) FROM added
"""  # noqa: S608 -- text of our own


def add_hands(hands: Sequence[FinishedHand]) -> int:
    """Count the hands; returns how many were new. Those of players who are not ranked are left out, for good.

    Every completed hand counts for the tier, a won one for the score too. A hand older than the window may come:
    readers leave it out at once, the job soon. Raises ValueError for a time without zone, or amounts below zero.
    """
    for hand in hands:
        if hand.ended_at.tzinfo is None or hand.staked < 0 or hand.returned < 0:
            raise ValueError(f"no finished hand: {hand}")
    if not hands:
        return 0
    columns: list[Any] = [
        [hand.hand for hand in hands],
        [hand.player_hand for hand in hands],
        [hand.player for hand in hands],
        [hand.ended_at for hand in hands],
        [score_of(staked=hand.staked, returned=hand.returned) for hand in hands],
    ]
    with connection.cursor() as cursor:
        cursor.execute(ADD, columns)
        (added,) = cursor.fetchone()
    return int(added)
