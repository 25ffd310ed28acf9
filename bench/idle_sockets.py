"""Memory of an idle socket: ``python -m bench.idle_sockets --sockets 3000`` prints one JSON line.

Goal: 60 kB a socket at 3,000. One Daphne, the real stack. Every fourth socket is a player's at practice without a
clock, who has been dealt cards and thinks; the others are pages that watch. What grows in the process between the
first hundred sockets and the last is divided by their number: tables, states and shoes in memory are in it. The CPU
is what the process needs to keep them all (pings, ticks, polls) in percent of one core.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import resource
import time
from typing import Any

import psutil
import websockets

from tests.support.client import Client
from tests.support.stack import Stack, running_stack

WARM = 100
"""Sockets before the first measurement: pools, templates and caches are filled by then."""
WATCHERS = 3
"""At each player's table."""
AT_ONCE = 25
SETTLE_S = 8.0
CPU_S = 10.0


class Crowd:
    """Connects players and watchers, and reads what they are sent so that nothing piles up."""

    def __init__(self, stack: Stack) -> None:
        self.stack = stack
        self.port = stack.webs[0].port
        self.players: list[Client] = []
        self.pages: list[Any] = []
        self._readers: list[asyncio.Task[None]] = []

    @property
    def size(self) -> int:
        return len(self.players) + len(self.pages)

    async def grow(self, sockets: int) -> None:
        tables = -(-(sockets - self.size) // (1 + WATCHERS))
        seeded = await asyncio.to_thread(self.stack.seed, tables=tables, mode="practice", clock=0)
        for first in range(0, tables, AT_ONCE):
            await asyncio.gather(*(self._fill(table) for table in seeded[first : first + AT_ONCE]))

    async def _fill(self, table: dict[str, Any]) -> None:
        player = await Client(self.port, table["table"], table["cookies"][0]).connect()
        await player.until(lambda view: bool(view["hand"]), "cards", 60)
        player.frames.clear()
        self.players.append(player)
        for _ in range(WATCHERS):
            address = f"ws://127.0.0.1:{self.port}/ws/table/{table['table']}/"
            origin = f"http://127.0.0.1:{self.port}"
            page = await websockets.connect(address, origin=origin)  # type: ignore[arg-type]
            self.pages.append(page)
            self._readers.append(asyncio.create_task(_read(page)))


async def _read(page: Any) -> None:
    async for _ in page:
        pass


async def measure(stack: Stack, sockets: int) -> dict[str, float | int]:
    process = stack.webs[0].process
    assert process is not None
    server = psutil.Process(process.pid)
    crowd = Crowd(stack)
    await crowd.grow(WARM)
    await asyncio.sleep(SETTLE_S)
    before, warm = server.memory_info().rss, crowd.size
    began = time.monotonic()
    await crowd.grow(sockets)
    seconds = time.monotonic() - began
    await asyncio.sleep(SETTLE_S)
    after = server.memory_info().rss
    server.cpu_percent()
    await asyncio.sleep(CPU_S)
    return {
        "sockets": crowd.size,
        "kb_per_socket": round((after - before) / 1024 / (crowd.size - warm), 1),
        "rss_mb_before": round(before / 2**20, 1),
        "rss_mb_after": round(after / 2**20, 1),
        "connects_per_s": round((crowd.size - warm) / seconds, 1),
        "idle_cpu_percent": server.cpu_percent(),
        "closed": sum(player.close_code is not None for player in crowd.players)
        + sum(page.close_code is not None for page in crowd.pages),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sockets", type=int, default=3_000)
    wanted = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    roomy = {"B21_SOCKETS_PER_ADDRESS": str(wanted.sockets + WARM)}
    with running_stack(webs=1, fsync=False, extra=roomy) as stack:
        print(json.dumps(asyncio.run(measure(stack, wanted.sockets))))


if __name__ == "__main__":
    main()
