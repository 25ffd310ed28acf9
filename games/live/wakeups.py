"""One subscriber a process: listens to other processes' commits, by PostgreSQL's NOTIFY or Redis.

After each (re)connect everything shown is checked, as what was sent meanwhile is lost.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

import psycopg
import structlog
from django.conf import settings

from battle21.beat import connection_parameters
from games import broadcast

log = structlog.get_logger(__name__)

RETRY_S = (0.2, 5.0)
"""First and longest wait before the next try."""

Changed = Callable[[int, int], None]
CheckAll = Callable[[], Awaitable[None]]


async def subscribe(changed: Changed, check_all: CheckAll) -> None:
    """Runs for ever. `changed(table_id, version)` for each hint, `check_all()` after each (re)connect."""
    listen = _listen_redis if settings.REDIS_URL else _listen_postgres
    wait = RETRY_S[0]
    while True:
        began = time.monotonic()
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(listen(changed, check_all))
        except* (OSError, psycopg.Error, ConnectionError, TimeoutError) as failure:
            log.warning("wake-ups are deaf", error=repr(failure.exceptions[0]))
        except* Exception as failure:
            log.error("wake-ups failed", exc_info=failure)
        wait = RETRY_S[0] if time.monotonic() - began > RETRY_S[1] else min(wait * 2, RETRY_S[1])
        await asyncio.sleep(wait)


async def _listen_postgres(changed: Changed, check_all: CheckAll) -> None:
    connection = await psycopg.AsyncConnection.connect(**connection_parameters(), autocommit=True)
    async with connection:
        await connection.execute(f"LISTEN {broadcast.CHANNEL}")
        await check_all()
        async for notice in connection.notifies():
            for table_id, version in broadcast.decode(notice.payload):
                changed(table_id, version)


async def _listen_redis(changed: Changed, check_all: CheckAll) -> None:
    import redis.asyncio as redis

    # An idle subscription is no failure: redis-py 8 would call it one after 5 s.
    client = redis.Redis.from_url(settings.REDIS_URL, socket_timeout=None, health_check_interval=15)
    async with client, client.pubsub() as channel:
        await channel.subscribe(broadcast.CHANNEL)
        await check_all()
        async for message in channel.listen():
            if message["type"] == "message":
                for table_id, version in broadcast.decode(message["data"].decode()):
                    changed(table_id, version)
