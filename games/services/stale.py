"""Tables that nobody will come back to: practice left alone, challenges nobody took."""

from __future__ import annotations

from datetime import timedelta

import structlog
from django.utils import timezone

from battle21.errors import AppError
from games.models import Table
from games.rules.commands import Void
from games.services.play import submit

log = structlog.get_logger(__name__)

PRACTICE_AFTER = timedelta(hours=24)
"""Without a command. Practice has no reconnect budget, so nothing else ends it."""
CHALLENGE_AFTER = timedelta(hours=24)
SYSTEM = "system"


def close_stale_tables() -> int:
    """Close challenges older than a day and void practice that has stood for a day; how many."""
    now = timezone.now()
    waiting = Table.objects.filter(status=Table.Status.OPEN, created_at__lt=now - CHALLENGE_AFTER)
    closed = waiting.update(status=Table.Status.CLOSED)
    for table_id in _practice_left_alone(now - PRACTICE_AFTER):
        try:
            submit(table_id, Void(at=0, staff=SYSTEM, reason="left alone"))
            closed += 1
        except AppError as refused:
            log.warning("stale table not closed", table=table_id, code=refused.code)
    return closed


def _practice_left_alone(since: object) -> list[int]:
    practice = Table.objects.filter(
        mode=Table.Mode.PRACTICE, status=Table.Status.PLAYING, created_at__lt=since, state__live=True
    )
    return list(practice.exclude(journal__at__gte=since).values_list("id", flat=True)[:200])
