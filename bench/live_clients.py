"""The players of `bench.live`, in a process of their own: ``python -m bench.live_clients`` with a job (JSON) on stdin.

What they do at their tables is told in `bench.live_tables`; here they are counted and their time is taken.
"""

from __future__ import annotations

import asyncio
import gc
import json
import subprocess
import sys
import time
from typing import Any, NamedTuple

import psutil

from bench.live_lobby import Lobby
from bench.live_tables import Lane

AT_ONCE = 25
READY_S = 60.0


class Job(NamedTuple):
    ports: list[int]
    """Of the processes with sockets: the seats of a table take them in turn."""
    lanes: int
    seconds: float
    warmup: float
    every_s: float
    """0: closed loop; else each table acts once in that time."""
    lobby_port: int
    lobby_rate: float
    pids: dict[str, list[int]]
    profile: str
    """A file for py-spy's stacks of the first web process; "": none."""


class Players:
    """All lanes, and what they have measured."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.begun = self.ending = False
        self.errors = self.closed = self.replaced = self.views = self.view_bytes = 0
        self.last_error = ""
        self._from = float("inf")
        self._latencies: list[float] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._asking = asyncio.Lock()

    def spawn(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def ask_for(self, tables: int) -> list[dict[str, Any]]:
        """New tables, as `Stack.seed` makes them: just now, since they don't wait for long for their players' seeds."""
        async with self._asking:
            return await asyncio.to_thread(_ask_for, tables)

    def done(self, due: float, now: float) -> None:
        if due >= self._from and not self.ending:
            self._latencies.append((now - due) * 1000)

    async def play(self) -> dict[str, Any]:
        memory = self._memory()
        lanes = [Lane(self) for _ in range(self.job.lanes)]
        for first in range(0, len(lanes), AT_ONCE):
            some = lanes[first : first + AT_ONCE]
            tables = await self.ask_for(len(some))
            await asyncio.gather(*(lane.open(table) for lane, table in zip(some, tables, strict=True)))
            await self._until_ready(some)
        grown = self._memory() - memory
        gc.collect()
        gc.freeze()
        self.begun = True
        for number, lane in enumerate(lanes):
            lane.begin(number / len(lanes) * self.job.every_s)
        lobby = Lobby(self.job.lobby_port, self.job.lobby_rate)
        self.spawn(lobby.run())
        await asyncio.sleep(self.job.warmup)
        cpu, began = self._cpu(), time.perf_counter()
        self._from, self.views, self.view_bytes = began, 0, 0
        if self.job.profile:
            _profile(self.job)
        await asyncio.sleep(self.job.seconds)
        self.ending = True
        seconds = time.perf_counter() - began
        used = {name: round((value - cpu[name]) / seconds, 3) for name, value in self._cpu().items()}
        return {
            **figures(self._latencies, seconds),
            "cpu": used,
            "kb_per_socket": round(grown / 1024 / 2 / len(lanes), 1),
            "views_per_action": round(self.views / max(1, len(self._latencies)), 2),
            "view_kb": round(self.view_bytes / max(1, self.views) / 1000, 2),
            "stalled": sum(lane.stalled for lane in lanes),
            "errors": self.errors,
            "closed": self.closed,
            "matches_over": self.replaced,
            **({"last_error": self.last_error} if self.last_error else {}),
            **lobby.figures(),
        }

    async def _until_ready(self, lanes: list[Lane]) -> None:
        """Raises TimeoutError that says what the tables show which have not begun."""
        try:
            await asyncio.wait_for(asyncio.gather(*(lane.ready.wait() for lane in lanes)), READY_S)
        except TimeoutError:
            shown = [lane.shown for lane in lanes if not lane.ready.is_set()]
            raise TimeoutError(
                f"{len(shown)} tables have not begun: {shown[:5]}; {self.last_error}"
            ) from None

    def _memory(self) -> int:
        """Bytes of the web processes."""
        webs = (pids[0] for name, pids in self.job.pids.items() if name.startswith("web"))
        return sum(psutil.Process(pid).memory_info().rss for pid in webs)

    def _cpu(self) -> dict[str, float]:
        """Seconds used by each process with its children, and by this one."""
        used = {name: sum(map(seconds_of, pids)) for name, pids in self.job.pids.items()}
        return {**used, "client": time.process_time()}


def _ask_for(tables: int) -> list[dict[str, Any]]:
    print(json.dumps({"wanted": tables}), flush=True)
    answer: list[dict[str, Any]] = json.loads(sys.stdin.readline())["tables"]
    return answer


def _profile(job: Job) -> None:
    command = ["py-spy", "record", "--pid", str(job.pids["web0"][0]), "--duration", str(int(job.seconds))]
    options = ["--rate", "200", "--threads", "--gil", "--format", "raw", "--output", job.profile]
    subprocess.Popen([*command, *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def seconds_of(pid: int) -> float:
    total = 0.0
    process = psutil.Process(pid)
    for each in (process, *process.children(recursive=True)):
        try:
            times = each.cpu_times()
            total += times.user + times.system
        except psutil.NoSuchProcess:
            pass
    return total


def figures(latencies: list[float], seconds: float) -> dict[str, float]:
    """Actions a second, and percentiles of their latencies (ms)."""
    ordered = sorted(latencies)
    at = (
        {name: round(ordered[int(len(ordered) * part)], 2) for name, part in PARTS.items()} if ordered else {}
    )
    return {"actions_per_s": round(len(ordered) / seconds, 1), **at}


PARTS = {"p50_ms": 0.5, "p99_ms": 0.99}


def main() -> None:
    job = Job(**json.loads(sys.stdin.readline()))
    print(json.dumps(asyncio.run(Players(job).play())))


if __name__ == "__main__":
    main()
