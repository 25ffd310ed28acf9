"""Visitors of the lobby beside the players: page requests at a fixed rate over one kept connection each."""

from __future__ import annotations

import asyncio
import time

VISITORS = 4


class Lobby:
    """`rate` requests a second for the home page; 0: nobody looks."""

    def __init__(self, port: int, rate: float) -> None:
        self.port = port
        self.rate = rate
        self.refused = 0
        self._latencies: list[float] = []

    async def run(self) -> None:
        if self.rate:
            await asyncio.gather(*(self._visit(number) for number in range(VISITORS)))

    async def _visit(self, number: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        request = f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nAccept-Language: en\r\n\r\n".encode()
        every = VISITORS / self.rate
        due = time.perf_counter() + number / self.rate
        while True:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            writer.write(request)
            status = await _read_response(reader)
            self._latencies.append((time.perf_counter() - due) * 1000)
            self.refused += status != 200
            due += every

    def figures(self) -> dict[str, float]:
        if not self._latencies:
            return {}
        ordered = sorted(self._latencies)
        return {
            "lobby_requests": len(ordered),
            "lobby_refused": self.refused,
            "lobby_p50_ms": round(ordered[len(ordered) // 2], 1),
            "lobby_p99_ms": round(ordered[int(len(ordered) * 0.99)], 1),
        }


async def _read_response(reader: asyncio.StreamReader) -> int:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    status = int(head.split(" ", 2)[1])
    headers = dict(line.lower().split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
    if "content-length" in headers:
        await reader.readexactly(int(headers["content-length"]))
        return status
    while size := int((await reader.readuntil(b"\r\n")).strip(), 16):
        await reader.readexactly(size + 2)
    await reader.readexactly(2)
    return status
