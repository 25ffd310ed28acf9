"""An API client of a table's socket, as a partner would write it: reads views, brings its seed, answers prompts."""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
import time
from collections import deque
from collections.abc import Callable
from typing import Any

import websockets

from games.rules.commitments import seed_digest

View = dict[str, Any]
SYNC = {"type": "sync"}
"""Asks for the present view; the one message that gets no reply."""
WAIT_S = 20.0
RATE_PER_S, BURST = 19.0, 36.0
"""Just within what a table's socket takes (games/consumers.py); a fast machine would play faster than that."""


def digest(view: View) -> str:
    """The same for equal views, whatever the order of their keys."""
    return hashlib.sha256(json.dumps(view, sort_keys=True).encode()).hexdigest()[:20]


class Client:
    """One seat (or a watcher, without cookie) at one table, on one web process."""

    def __init__(self, port: int, table: str, cookie: str | None) -> None:
        self.port = port
        self.table = table
        self.cookie = cookie
        self.seed = secrets.token_bytes(32)
        self.message: dict[str, Any] = {}
        """The last message with a view."""
        self.frames: list[str] = []
        self.replies: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.close_code: int | None = None
        self.hurries = False
        """Sends faster than the socket allows."""
        self._allowance = BURST
        self._filled_at = time.monotonic()
        self._asked: deque[bool] = deque()
        self._changed = asyncio.Condition()
        self._closed = asyncio.Event()
        self._socket: Any = None
        self._reader: asyncio.Task[None] | None = None

    @property
    def view(self) -> View:
        return self.message.get("view") or {}

    @property
    def seat(self) -> int:
        return int(self.view["seat"])

    @property
    def prompt(self) -> dict[str, Any] | None:
        return self.view.get("prompt")

    async def connect(self) -> Client:
        headers = {"Cookie": self.cookie} if self.cookie else {}
        self._socket = await websockets.connect(
            f"ws://127.0.0.1:{self.port}/ws/table/{self.table}/?as=json",
            additional_headers=headers,
            origin=f"http://127.0.0.1:{self.port}",  # type: ignore[arg-type]
            max_size=2**20,
        )
        self.close_code = None
        self.message = {}
        self._allowance = BURST
        self._asked.clear()
        self._closed.clear()
        self._reader = asyncio.create_task(self._read())
        return self

    async def _read(self) -> None:
        try:
            async for text in self._socket:
                await self._take(str(text))
        except websockets.ConnectionClosed:
            pass
        async with self._changed:
            self.close_code = self._socket.close_code or 1006
            self._changed.notify_all()
        self._closed.set()

    async def _take(self, text: str) -> None:
        self.frames.append(text)
        message = json.loads(text)
        if "view" in message:
            async with self._changed:
                self.message = message
                self._changed.notify_all()
            await self._bring_seed()
        elif "tick" not in message and (not self._asked or self._asked.popleft()):
            # Replies come in the order of what was sent; those to the seed we brought by ourselves are left out.
            await self.replies.put(message)

    async def _bring_seed(self) -> None:
        wants = self.message.get("wants")
        digest = seed_digest(self.seed).hex()
        if wants == "digest" or (wants == "value" and self.message.get("bound") != digest):
            await self.send({"type": "digest", "digest": digest}, asked=False)
        elif wants == "value":
            await self.send({"type": "reveal", "value": self.seed.hex()}, asked=False)

    async def send(self, message: dict[str, Any] | str | bytes, *, asked: bool = True) -> None:
        """`asked`: the reply is to be found in `replies`."""
        await self._keep_within_rate()
        if message != SYNC:
            self._asked.append(asked)
        await self._socket.send(json.dumps(message) if isinstance(message, dict) else message)

    async def _keep_within_rate(self) -> None:
        now = time.monotonic()
        self._allowance = min(BURST, self._allowance + (now - self._filled_at) * RATE_PER_S) - 1
        self._filled_at = now
        if self._allowance < 0 and not self.hurries:
            await asyncio.sleep(-self._allowance / RATE_PER_S)

    async def until_version(self, version: int, seconds: float = WAIT_S) -> View:
        return await self.until(lambda _: int(self.message["v"]) >= version, f"version {version}", seconds)

    async def until(self, condition: Callable[[View], Any], what: str = "", seconds: float = WAIT_S) -> View:
        """The first view that fulfils the condition."""
        async with self._changed:
            try:
                async with asyncio.timeout(seconds):
                    await self._changed.wait_for(
                        lambda: (self.view and condition(self.view)) or self.close_code is not None
                    )
            except TimeoutError:
                raise AssertionError(
                    f"not within {seconds:g} s: {what or 'condition'}; last: {self.message}"
                ) from None
            if not (self.view and condition(self.view)):
                raise AssertionError(f"closed with {self.close_code}, before: {what}; last: {self.message}")
            return self.view

    async def until_closed(self, seconds: float = WAIT_S) -> int:
        async with self._changed:
            async with asyncio.timeout(seconds):
                await self._changed.wait_for(lambda: self.close_code is not None)
            assert self.close_code is not None
            return self.close_code

    def pause_reading(self) -> None:
        """A page that is frozen: bytes pile up on the way."""
        self._socket.transport.pause_reading()

    def resume_reading(self) -> None:
        self._socket.transport.resume_reading()

    async def reply(self, seconds: float = WAIT_S) -> dict[str, Any]:
        """The next reply or error, in the order of what was sent. Raises ConnectionError when none can come."""
        answer = asyncio.create_task(self.replies.get())
        closed = asyncio.create_task(self._closed.wait())
        try:
            await asyncio.wait({answer, closed}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
            if answer.done():
                return answer.result()
            if closed.done():
                raise ConnectionError(f"closed with {self.close_code} before the reply")
            raise TimeoutError(f"no reply within {seconds:g} s")
        finally:
            answer.cancel()
            closed.cancel()

    async def act(
        self, kind: str, token: str | None = None, seconds: float = WAIT_S, **fields: int
    ) -> dict[str, Any]:
        """Answer the present prompt; the reply to it."""
        while not self.replies.empty():
            self.replies.get_nowait()
        used = token or (self.prompt or {}).get("token", "")
        await self.send({"type": "act", "token": used, "action": {"kind": kind, **fields}})
        return await self.reply(seconds)

    async def close(self) -> None:
        if self._socket is not None:
            await self._socket.close()
        if self._reader is not None:
            await self._reader

    async def reconnect(self, port: int) -> Client:
        """As the page does when its server is gone."""
        await self.close()
        self.port = port
        return await self.connect()

    def abort(self) -> None:
        """Cut the connection without a word."""
        if self._socket is not None:
            self._socket.transport.abort()
