"""Ties the live side to the web server: it starts with Daphne's reactor and ends in order with it."""

from __future__ import annotations

import asyncio
import os
import sys
from typing import Any

from django.conf import settings

from games.live.loops import end, ready

SWITCH_S = 0.001
"""After so long a thread that computes lets another one go on. With Python's own 5 ms a command, which comes back from
the database three times, waits for the drawing of other tables' views each time."""


def start_with_server() -> None:
    """Begin when the reactor runs; without a reactor (tests, other servers) the first visitor begins it."""
    if "twisted.internet.reactor" not in sys.modules:
        return
    sys.setswitchinterval(SWITCH_S)
    keep_to_one_core(settings.WEB_CORE)
    _leave_debug_lines_unpainted()
    from twisted.internet import reactor
    from twisted.internet.defer import Deferred

    running: Any = reactor
    running.callWhenRunning(lambda: asyncio.ensure_future(ready()))
    running.addSystemEventTrigger(
        "before", "shutdown", lambda: Deferred.fromFuture(asyncio.ensure_future(end()))
    )


def keep_to_one_core(core: int | None) -> None:
    """Python computes in one thread at a time. Threads on several cores hand its lock, and all they work on, from one
    cache to another: that took a quarter of this process's time. `core` counts those it may use; None: as it is."""
    if core is None or not hasattr(os, "sched_setaffinity"):  # macOS knows no such thing
        return
    allowed = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {allowed[core % len(allowed)]})


def _leave_debug_lines_unpainted() -> None:
    """Autobahn makes the coloured words of its debug lines for every message, also where no such line is written:
    a twentieth of all that this process does."""
    from autobahn.twisted import websocket
    from autobahn.websocket import protocol

    for module in (websocket, protocol):
        for painter in ("hltype", "hlval"):
            setattr(module, painter, _unpainted)


def _unpainted(word: object) -> str:
    return type(word).__name__


class WhenReady:
    """ASGI: pages, too, wait until time without us has been taken out of all clocks."""

    def __init__(self, app: Any) -> None:
        self.app = app

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            await ready()
        await self.app(scope, receive, send)
