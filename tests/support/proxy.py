"""A TCP proxy in front of a web process that can play the bad network: swallow, cut, slow down."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

CHUNK = 65_536


class Proxy:
    """Forwards to `target` on this machine. `swallowing`: connections stay open and no byte arrives, either way."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.port = 0
        self.swallowing = False
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there = await asyncio.open_connection("127.0.0.1", self.target)
        self._writers |= {writer, there[1]}
        for source, sink in ((reader, there[1]), (there[0], writer)):
            task = asyncio.create_task(self._pump(source, sink))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pump(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        try:
            while data := await source.read(CHUNK):
                if not self.swallowing:
                    sink.write(data)
                    await sink.drain()
        except OSError:
            pass
        finally:
            if not self.swallowing:
                sink.close()

    def cut(self) -> None:
        """Every connection ends at once, unflushed, on both sides."""
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()

    def end(self) -> None:
        self.cut()
        for task in self._tasks:
            task.cancel()


@asynccontextmanager
async def running_proxy(target: int) -> AsyncIterator[Proxy]:
    proxy = Proxy(target)
    server = await asyncio.start_server(proxy.accept, "127.0.0.1", 0)
    proxy.port = server.sockets[0].getsockname()[1]
    try:
        yield proxy
    finally:
        server.close()
        proxy.end()
