"""What requests with an idempotency key were answered: the same request again gets the same answer, and does nothing.

The answer is written in the transaction of what it tells of, so there is never one without the other.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import NamedTuple

from django.db import connection, transaction
from django.utils import timezone

from games.errors import refusal
from games.models import ApiAnswer

KEPT = timedelta(hours=48)
FORGOTTEN_AT_ONCE = 20
"""Old answers that each new one clears away."""

LOCK = "SELECT pg_try_advisory_xact_lock(hashtextextended(%s, 21))"


class Answer(NamedTuple):
    status: int
    body: str
    replayed: bool = False


def answer_once(partner_id: int, key: str, request_hash: str, work: Callable[[], tuple[int, str]]) -> Answer:
    """Do `work` (it gives status and body) unless this partner has sent this key before.

    Raises AppError: idempotency_key_reused (another request had this key), request_in_progress (the first is still
    at work), and what `work` raises; then nothing is kept.
    """
    with transaction.atomic():
        if not _is_alone(partner_id, key):
            raise refusal("request_in_progress")
        known = ApiAnswer.objects.filter(partner_id=partner_id, key=key).first()
        if known is not None:
            if known.request_hash != request_hash:
                raise refusal("idempotency_key_reused")
            return Answer(known.status, known.body, replayed=True)
        status, body = work()
        ApiAnswer.objects.create(
            partner_id=partner_id, key=key, request_hash=request_hash, status=status, body=body
        )
        _forget_old()
    return Answer(status, body)


def _is_alone(partner_id: int, key: str) -> bool:
    """Until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute(LOCK, [f"api answer {partner_id} {key}"])
        row = cursor.fetchone()
    return bool(row and row[0])


def _forget_old() -> None:
    old = ApiAnswer.objects.filter(created_at__lt=timezone.now() - KEPT).order_by("created_at")
    locked = old.select_for_update(skip_locked=True).values_list("pk", flat=True)[:FORGOTTEN_AT_ONCE]
    ApiAnswer.objects.filter(pk__in=list(locked)).delete()
