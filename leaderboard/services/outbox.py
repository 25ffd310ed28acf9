"""The outbox between who deals hands and the standings: told in the transaction of the hand, counted a moment later.

Rows are taken in the order in which they were told, by one worker at a time; each is counted once: its row goes in the
transaction that counts it. So a worker that is killed leaves nothing half done, and a void never comes before its hand.
"""

from __future__ import annotations

from collections.abc import Sequence

import structlog
from django.db import connection, transaction

from leaderboard.models import MOST_BY, MOST_REASON, Told
from leaderboard.services.hands import FinishedHand, add_hands
from leaderboard.services.voiding import UnknownHand, void_hand

log = structlog.get_logger(__name__)

BATCH = 500
TURN = 0x_B21_70_1D
"""Advisory lock of who takes rows."""


def tell_hands(hands: Sequence[FinishedHand]) -> None:
    """Put finished player hands into the outbox; inside the transaction that finished them."""
    Told.objects.bulk_create(
        Told(
            hand=hand.hand,
            player_hand=hand.player_hand,
            player_id=hand.player,
            ended_at=hand.ended_at,
            staked=hand.staked,
            returned=hand.returned,
        )
        for hand in hands
    )


def tell_void(hand: str, *, reason: str, by: str) -> None:
    """Put the void of a deal into the outbox; inside the transaction that voids it."""
    Told.objects.create(hand=hand, reason=reason.strip()[:MOST_REASON], by=by.strip()[:MOST_BY])


def take_told(batch: int = BATCH) -> int:
    """Count everything that was told until now; returns how many rows. Nothing while another worker is at it."""
    total = 0
    while taken := _take_some(batch):
        total += taken
    return total


@transaction.atomic
def _take_some(batch: int) -> int:
    """The next hands up to a void, or that void alone: the standings allow one service a transaction."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [TURN])
        if not cursor.fetchone()[0]:
            return 0
    rows = list(Told.objects.order_by("id")[:batch])
    first_void = next((number for number, row in enumerate(rows) if row.player_hand is None), len(rows))
    rows = rows[: first_void or 1]
    if first_void == 0 and rows:
        _void(rows[0])
    else:
        add_hands([_hand(row) for row in rows])
    Told.objects.filter(pk__in=[row.pk for row in rows]).delete()
    return len(rows)


def _hand(row: Told) -> FinishedHand:
    assert row.player_hand is not None
    assert row.player_id is not None
    assert row.ended_at is not None
    return FinishedHand(row.hand, row.player_hand, row.player_id, row.ended_at, row.staked, row.returned)


def _void(row: Told) -> None:
    """A hand of somebody who is not ranked was never added: there is nothing to take back."""
    try:
        void_hand(row.hand, reason=row.reason, by=row.by)
    except UnknownHand:
        log.info("a void of a hand that never counted", hand=row.hand)
