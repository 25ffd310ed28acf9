"""The page gate: a few page requests at a time, a short queue, then a polite refusal.

Pages and sockets may share a process, and each page holds a thread and a database connection. Without a
gate a burst of page loads would keep a player's decision waiting behind it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

Scope = dict[str, Any]
ASGIApp = Callable[[Scope, Any, Any], Awaitable[Any]]

REFUSAL = b"Too many people are loading pages right now. Please try again in a few seconds.\n"
RETRY_AFTER_S = b"5"
API_PREFIX = "/api/"
PROBLEM = (
    b'{"type":"/api/errors#busy","title":"Busy","status":503,"code":"busy",'
    b'"detail":"Too many requests are being served right now. Please try again in a few seconds."}'
)
"""The same refusal for programs (RFC 9457)."""


class PageGate:
    """ASGI: lets `running` HTTP requests in at a time, `queue` more wait up to `wait_ms`, the rest get 503.

    Anything but HTTP passes. One instance serves one event loop.
    """

    def __init__(self, app: ASGIApp, *, running: int, queue: int, wait_ms: int) -> None:
        self.app = app
        self.queue = queue
        self.wait_s = wait_ms / 1000
        self.waiting = 0
        self._slots = asyncio.Semaphore(running)

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
        elif await self._enter():
            try:
                await self.app(scope, receive, send)
            finally:
                self._slots.release()
        else:
            await refuse(send, as_problem=scope.get("path", "").startswith(API_PREFIX))

    async def _enter(self) -> bool:
        if not self._slots.locked():
            await self._slots.acquire()
            return True
        if self.waiting >= self.queue:
            return False
        self.waiting += 1
        try:
            async with asyncio.timeout(self.wait_s):
                await self._slots.acquire()
        except TimeoutError:
            return False
        finally:
            self.waiting -= 1
        return True


async def refuse(send: Any, *, as_problem: bool = False) -> None:
    """Answer 503 with a plain sentence, or a program with a problem; no template, no session, no database."""
    kind = b"application/problem+json" if as_problem else b"text/plain; charset=utf-8"
    body = PROBLEM if as_problem else REFUSAL
    headers = [
        (b"content-type", kind),
        (b"content-length", str(len(body)).encode()),
        (b"retry-after", RETRY_AFTER_S),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    await send({"type": "http.response.body", "body": body})
