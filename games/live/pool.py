"""Threads and database connections of the live side, apart from those of pages (design.md, Own threads)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import structlog
from django.db import InterfaceError, OperationalError, connection

from games.errors import refusal
from games.services import store

log = structlog.get_logger(__name__)

THREADS = 4
TRIES = 2
"""Everything submitted counts once, so a lost database connection is simply tried again."""

_executor = ThreadPoolExecutor(THREADS, thread_name_prefix="live")
_apart = ThreadPoolExecutor(1, thread_name_prefix="lease")
"""For what must not wait behind visitors: a lease renewed late would count as an outage."""


async def run[T](function: Callable[..., T], *args: object) -> T:
    """Call a service in a thread that has a database connection of its own. Raises what it raises, or AppError("busy")
    when the database cannot be reached."""
    return await asyncio.get_running_loop().run_in_executor(_executor, _guarded, function, args)


async def run_apart[T](function: Callable[..., T], *args: object) -> T:
    """As `run`, in a thread that nobody's messages ever keep busy."""
    return await asyncio.get_running_loop().run_in_executor(_apart, _guarded, function, args)


def _guarded[T](function: Callable[..., T], args: tuple[object, ...]) -> T:
    for _ in range(TRIES):
        try:
            return function(*args)
        except (OperationalError, InterfaceError) as error:
            log.warning("database connection lost", error=str(error).strip())
            connection.close()
            store.forget()
    raise refusal("busy")
