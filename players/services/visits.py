"""When somebody was here last, for the demo's living room: without visitors it rests. Nobody's name is kept."""

from __future__ import annotations

import time
from contextlib import suppress

from django.conf import settings
from django.core.cache import cache

KEY = "living-room-last-visit"
KEPT_S = 24 * 3600
STEP_S = 60.0
"""A web process says so once a minute at most."""

_began = time.time()
_noted = 0.0


def note() -> None:
    """Somebody is looking at a page, or has a table open."""
    global _noted
    if not settings.LIVING_ROOM or time.monotonic() - _noted < STEP_S:
        return
    _noted = time.monotonic()
    with suppress(Exception):  # whatever the cache does, the visitor gets the page
        cache.set(KEY, time.time(), KEPT_S)


def seconds_since_last() -> float:
    """At most the time that this process has run: a start is for somebody who comes soon."""
    noted: float = cache.get(KEY, 0.0)
    return max(0.0, time.time() - max(_began, noted))
