"""How many requests a key may send in a minute, and what every answer says about it
(draft-ietf-httpapi-ratelimit-headers)."""

from __future__ import annotations

import time
from typing import Any, NamedTuple

import structlog
from django.conf import settings
from django.core.cache import cache
from rest_framework.throttling import BaseThrottle

from games.api.problems import TooFast

log = structlog.get_logger(__name__)

WINDOW_S = 60
GUESSES = 30
"""Wrong keys one address may send in a minute."""


class Window(NamedTuple):
    """The present minute of one key."""

    quota: int
    left: int
    ends_in: int


def _count(name: str) -> tuple[int, int]:
    """Requests in the present minute, this one included, and seconds until it ends. Counted in the shared cache;
    without it nobody is refused: the API's work does not hang on it."""
    now = int(time.time())
    name = f"api:{name}:{now // WINDOW_S}"
    ends_in = WINDOW_S - now % WINDOW_S
    try:
        cache.add(name, 0, WINDOW_S + 5)
        return int(cache.incr(name)), ends_in
    except ValueError:  # it has just been cleared away
        return 1, ends_in
    except Exception as error:  # noqa: BLE001 -- each cache has its own
        log.warning("requests not counted", error=repr(error))
        return 1, ends_in


class KeyThrottle(BaseThrottle):
    def allow_request(self, request: Any, view: Any) -> bool:
        quota = settings.API_REQUESTS_PER_MINUTE
        used, ends_in = _count(f"key:{request.user.key.pk}")
        request.window = Window(quota, max(0, quota - used), ends_in)
        if used > quota:
            raise TooFast(retry_after=ends_in)
        return True


def count_guess(address: str) -> None:
    """A wrong key came from there. Raises TooFast after too many; right keys from the same address go on working."""
    tried, ends_in = _count(f"guess:{address}")
    if tried > GUESSES:
        raise TooFast(retry_after=ends_in)


def add_headers(request: Any, response: Any) -> None:
    window = getattr(request, "window", None)
    if isinstance(window, Window):
        response.headers["RateLimit-Policy"] = f'"key";q={window.quota};w={WINDOW_S}'
        response.headers["RateLimit"] = f'"key";r={window.left};t={window.ends_in}'
