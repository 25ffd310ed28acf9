"""What a web process does by the clock: renew its lease, poll, sweep, tick, look after sessions; its start and end."""

from __future__ import annotations

import asyncio
import gc
import json
import time
from collections.abc import Awaitable, Callable
from typing import Any

import structlog
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from battle21.errors import AppError
from games.live.hub import Mark, hub
from games.live.pool import run, run_apart
from games.live.wakeups import subscribe
from games.services import deadlines, leases, polling, presence, store
from games.visitors import living_keys
from players.services import visits

log = structlog.get_logger(__name__)

POLL_S = 1.0
SWEEP_S = 0.5
ORPHANS_S = 2.0
TICK_S = 5.0
SESSIONS_S = 30.0
OTHERS_LATE_MS = 300
"""A web process takes over clocks of others when they are this late."""

MARKS = """
SELECT t.id, t.status, ARRAY(SELECT s.user_id FROM games_seat s WHERE s.table_id = t.id ORDER BY s.number),
       coalesce(h.version, 0), h.halted_at IS NOT NULL, t.options::text
FROM games_table t LEFT JOIN games_tablestate h ON h.table_id = t.id
WHERE t.id = ANY(%s)
"""

_ready: asyncio.Event | None = None


async def ready() -> None:
    """Waits until this process serves; the first to call starts it."""
    global _ready
    if _ready is None:
        _ready = asyncio.Event()
        hub.begin(asyncio.get_running_loop())
        hub.spawn(_begin(_ready))
    await _ready.wait()


async def _begin(event: asyncio.Event) -> None:
    """Clocks first (time without us is nobody's), then the lease, then everything else."""
    while True:
        try:
            await run_apart(presence.begin_service, hub.process)
            break
        except AppError:
            await asyncio.sleep(0.5)
    for period, work in (
        (leases.LEASE_EVERY_S, _renew),
        (POLL_S, poll),
        (SWEEP_S, _sweep),
        (ORPHANS_S, _lose_orphans),
        (TICK_S, _tick),
        (SESSIONS_S, _check_sessions),
    ):
        hub.spawn(_every(period, work))
    hub.spawn(subscribe(hub.changed, poll))
    gc.collect()
    gc.freeze()  # what is loaded by now stays: each look for garbage among it would stop all tables for 0.1 s
    log.info("live side ready", process=hub.process)
    event.set()


async def end() -> None:
    """An orderly stop: the absences are our fault, and said at once. Daphne ends the sockets meanwhile."""
    hub.ending = True
    if _ready is not None and _ready.is_set():
        await run(presence.end_service, hub.process)


async def _every(seconds: float, work: Callable[[], Awaitable[Any]]) -> None:
    while True:
        started = time.monotonic()
        try:
            await work()
        except AppError as error:
            log.warning("live loop refused", loop=work.__name__, code=error.code)
        except Exception:
            log.exception("live loop failed", loop=work.__name__)
        await asyncio.sleep(max(0.05, seconds - (time.monotonic() - started)))


async def _renew() -> None:
    in_time = await run_apart(presence.renew_lease, hub.process)
    before = time.time() * 1000
    database = await run_apart(store.database_ms)
    hub.clock_offset_ms = database - (before + time.time() * 1000) / 2
    if not in_time:
        log.warning("lease had run out", process=hub.process)
        await hub.call_back_seats()


async def poll() -> None:
    """All wake-ups may get lost: once a second one query finds what changed."""
    if not hub.rooms:
        return
    for table_id, mark in await run(_marks, list(hub.rooms)):
        room = hub.rooms.get(table_id)
        if room is not None and room.mark != mark and mark[2] >= room.shown:
            hub.look_again(table_id)


def _marks(table_ids: list[int]) -> list[tuple[int, Mark]]:
    with connection.cursor() as cursor:
        cursor.execute(MARKS, [table_ids])
        rows = cursor.fetchall()
    return [(row[0], (row[1], tuple(row[2]), *row[3:5], json.loads(row[5]))) for row in rows]


async def _sweep() -> None:
    await run(lambda: deadlines.sweep_due(alive=True, late_ms=OTHERS_LATE_MS))


async def _lose_orphans() -> None:
    await run(presence.lose_orphans)
    await run(polling.lose_silent)
    await hub.say_losses()


async def _tick() -> None:
    text = f'{{"tick":{int(hub.database_now())}}}'
    for room in tuple(hub.rooms.values()):
        for viewer in tuple(room.viewers):
            await viewer.send_text(text)
    if hub.rooms:
        await run(visits.note)


async def _check_sessions() -> None:
    """Logged out elsewhere, blocked, password changed or expired: the socket must not live on."""
    viewers = [viewer for room in hub.rooms.values() for viewer in room.viewers if viewer.session_key]
    if not viewers:
        return
    alive = await run(_living_sessions, {viewer.session_key for viewer in viewers})
    for viewer in viewers:
        if viewer.session_key not in alive:
            await viewer.close(4401)


def _living_sessions(keys: set[str]) -> set[str]:
    """Those of people who are still logged in by them: active, and with the password they logged in with."""
    found = Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    sessions = {session.session_key: session.get_decoded() for session in found}
    people = get_user_model().objects.in_bulk(
        {int(session[SESSION_KEY]) for session in sessions.values() if SESSION_KEY in session}
    )
    return living_keys(keys) | {
        key
        for key, session in sessions.items()
        if (user := people.get(int(session.get(SESSION_KEY, 0)))) is not None
        and user.is_active
        and constant_time_compare(session.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash())
    }
