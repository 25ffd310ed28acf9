"""A hand is voided: it never counted."""

from __future__ import annotations

from datetime import datetime

from django.db import connection
from django.utils import timezone

from leaderboard.models import MOST_BY, MOST_REASON, RankedHand

VOID = """
WITH hit AS MATERIALIZED (
    SELECT id, player_id, score, counted FROM leaderboard_rankedhand
    WHERE hand = %(hand)s AND voided_at IS NULL
    ORDER BY id FOR UPDATE
), voided AS (
    UPDATE leaderboard_rankedhand h
    SET counted = false, voided_at = %(now)s, void_reason = %(reason)s, voided_by = %(by)s
    FROM hit WHERE h.id = hit.id
    RETURNING h.id
), sums AS (
    SELECT player_id, count(*) AS hands, sum(score) AS score FROM hit WHERE counted GROUP BY player_id
), locked AS MATERIALIZED (
    SELECT s.player_id FROM leaderboard_standing s JOIN sums USING (player_id)
    ORDER BY s.player_id FOR UPDATE OF s
), stood AS (
    UPDATE leaderboard_standing s SET hands = s.hands - sums.hands, score = s.score - sums.score
    FROM sums JOIN locked USING (player_id) WHERE s.player_id = sums.player_id
)
SELECT count(*) FROM voided
"""


class UnknownHand(LookupError):
    """No hand of that source has been added (yet)."""


class VoidWithoutReason(ValueError):
    """A void says why, and by whom."""


def void_hand(hand: str, *, reason: str, by: str, now: datetime | None = None) -> int:
    """Take all player hands of a deal out of score and tier for ever; returns how many were voided now.

    Voiding again changes nothing: the first reason stays. `by` as in the ledger ("staff:sue").
    Raises UnknownHand, VoidWithoutReason.
    """
    reason, by = reason.strip()[:MOST_REASON], by.strip()[:MOST_BY]
    if not reason or not by:
        raise VoidWithoutReason
    values: dict[str, str | datetime] = {
        "hand": hand,
        "reason": reason,
        "by": by,
        "now": now or timezone.now(),
    }
    with connection.cursor() as cursor:
        cursor.execute(VOID, values)
        (voided,) = cursor.fetchone()
    if not voided and not RankedHand.objects.filter(hand=hand).exists():
        raise UnknownHand(hand)
    return int(voided)
