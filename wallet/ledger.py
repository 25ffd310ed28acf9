"""Sends postings to `wallet_post`. The only place that does."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence

import msgspec
import structlog
from django.db import Error as DatabaseError
from django.db import connection

from wallet.errors import ClockSetBack, LedgerBusy, from_database
from wallet.postings import Posted, Posting, body

log = structlog.get_logger(__name__)

POST = "SELECT wallet_post(%s::jsonb)::text"
TRIES = 4
PAUSE_MS = 40
"""Between tries, with chance in it: two that met once should not meet again."""


def post_all(postings: Sequence[Posting]) -> tuple[Posted, ...]:
    """Make these transfers, all or none, in this order; one call per transaction (lock order).

    Inside a transaction a refusal spoils it: let the error through, or wrap the call in a savepoint. Outside of one
    it is a transaction by itself, tried again when it met others. Raises the errors of `wallet.errors`.
    """
    batch = msgspec.json.encode([body(posting) for posting in postings]).decode()
    tries = 1 if connection.in_atomic_block else TRIES
    for left in range(tries - 1, -1, -1):
        try:
            return _send(batch)
        except LedgerBusy:
            if not left:
                raise
        time.sleep((PAUSE_MS + secrets.randbelow(PAUSE_MS)) / 1000)
    raise LedgerBusy


def _send(batch: str) -> tuple[Posted, ...]:
    try:
        with connection.cursor() as cursor:
            cursor.execute(POST, [batch])
            row = cursor.fetchone()
    except DatabaseError as error:
        meaning = from_database(error)
        if meaning is error:
            raise
        if isinstance(meaning, ClockSetBack):
            log.error("the database's clock is behind the last closed day: nothing is posted", **meaning.data)
        raise meaning from error
    assert row is not None
    return msgspec.json.decode(row[0], type=tuple[Posted, ...])
