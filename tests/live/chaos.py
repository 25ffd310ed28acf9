"""Random players at many tables, and a killer: `python -m tests.live.chaos --tables 50 --kills 100 --seed 1`.

Web processes, worker, beat and PostgreSQL are killed with SIGKILL, at random, and started again. In the end everything
that any player was told is held against journal, hand records and replay. Prints one line of JSON; exit 1 on a fault.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import websockets

from games.rules.dealt import Opening, verify_opening
from tests.live.players import any_action, until
from tests.support.client import Client, digest
from tests.support.stack import Stack, running_stack

THINKS_S = (0.3, 1.5)
BETWEEN_KILLS_S = (0.5, 4.0)
CALM_S = 3.0
"""Before the first kill and after the last."""
GONE = (websockets.WebSocketException, OSError, TimeoutError, AssertionError)
"""What a client may meet while processes die; it comes back."""
BATCH = 10
"""Tables audited in one call."""


class Player:
    """One seat. Remembers all it sent and was told; answers again with the same token until it gets a reply."""

    def __init__(self, ports: list[int], table: dict[str, Any], seat: int, dice: random.Random) -> None:
        self.ports = ports
        self.seat = seat
        self.dice = dice
        self.client = Client(ports[seat % len(ports)], table["table"], table["cookies"][seat])
        self.sent: dict[str, dict[str, Any]] = {}
        self.acknowledged: list[tuple[str, dict[str, Any], int]] = []
        self.views: dict[int, str] = {}
        self.faults: list[str] = []
        self.reconnects = -1

    @property
    def told(self) -> dict[str, Any]:
        return {"acknowledged": self.acknowledged, "sent": self.sent, "views": self.views}

    async def play(self, stop: asyncio.Event) -> bool:
        """Until told to stop or the match is over; whether it is over."""
        while not stop.is_set():
            try:
                await self._connect()
                while not stop.is_set() and self.client.close_code is None:
                    if await self._take_part():
                        return True
            except GONE:
                pass
            finally:
                self._note_frames()
            await asyncio.sleep(self.dice.uniform(0.1, 0.5))
        return False

    async def _connect(self) -> None:
        self.reconnects += 1
        async with asyncio.timeout(10):
            await self.client.reconnect(self.dice.choice(self.ports) if self.reconnects else self.client.port)

    async def _take_part(self) -> bool:
        """One look at the table and what follows; whether the match is over."""
        await asyncio.sleep(self.dice.uniform(*THINKS_S))
        self._note_frames()
        view = self.client.view
        if not view:
            return False
        if view["phase"] == "over":
            return True
        if view["phase"] == "between":
            await self.client.send({"type": "skip"}, asked=False)
        elif view["prompt"] and not view["paused"]:
            await self._answer(view["prompt"])
        return False

    async def _answer(self, prompt: dict[str, Any]) -> None:
        """What was sent once for a token is sent again, now and then although it was acknowledged."""
        token = prompt["token"]
        action = self.sent.setdefault(token, any_action(prompt["legal"], self.dice))
        for _ in range(self.dice.choice((1, 1, 1, 2))):
            reply = await self.client.act(token=token, seconds=15, **action)
            if "reply" in reply:
                self.acknowledged.append((token, action, reply["reply"]["v"]))

    def _note_frames(self) -> None:
        frames, self.client.frames = self.client.frames, []
        for message in map(json.loads, frames):
            if message.get("view"):
                self._note_view(message)

    def _note_view(self, message: dict[str, Any]) -> None:
        version, seen = message["v"], digest(message["view"])
        if self.views.setdefault(version, seen) != seen:
            self.faults.append(f"version {version} was shown in two ways to {self.client.table}#{self.seat}")
        for opened in message.get("openings", ()):
            root, decks = bytes.fromhex(opened["root"]), opened["decks"]
            opening = Opening(opened["position"], opened["face"], opened["salt"], tuple(opened["path"]))
            if not verify_opening(root, decks, opening):
                self.faults.append(f"a card of {self.client.table} is not the one that was fixed: {opened}")

    async def leave(self) -> None:
        await self.client.close()
        self._note_frames()


class Arena:
    """Keeps so many tables in play, each with two players on two web processes."""

    def __init__(self, stack: Stack, tables: int, seed: int) -> None:
        self.stack = stack
        self.tables = tables
        self.seed = seed
        self.dice = random.Random(f"{seed}/arena")
        self.ports = [web.port for web in stack.webs]
        self.stop = asyncio.Event()
        self._opening = asyncio.Lock()
        self.seated: list[tuple[dict[str, Any], list[Player]]] = []

    async def run(self) -> None:
        async with asyncio.TaskGroup() as group:
            for _ in range(self.tables):
                group.create_task(self._keep_a_table())

    async def all_playing(self) -> None:
        await until(lambda: len(self.seated) >= self.tables, "all tables are opened", 120)
        await until(lambda: all(player.views for player in self.seated[-1][1]), "the last one is played", 60)

    async def _keep_a_table(self) -> None:
        """When a match is over, the next one begins."""
        while not self.stop.is_set():
            await asyncio.sleep(self.dice.uniform(0, 2))
            table = await self._open_table()
            if table is None:
                continue
            players = [
                Player(self.ports, table, seat, random.Random(f"{self.seed}/{len(self.seated)}/{seat}"))
                for seat in (0, 1)
            ]
            self.seated.append((table, players))
            await asyncio.gather(*(player.play(self.stop) for player in players))
            await asyncio.gather(*(player.leave() for player in players))

    async def _open_table(self) -> dict[str, Any] | None:
        """None while the database is away."""
        try:
            async with self._opening:
                mode = self.dice.choice(("free", "stake"))
                return (await asyncio.to_thread(partial(self.stack.seed, mode=mode)))[0]
        except AssertionError:
            return None


class Killer:
    """kill -9, at random, and up again. Several may be down at the same time."""

    def __init__(self, stack: Stack, seed: int) -> None:
        self.stack = stack
        self.dice = random.Random(f"{seed}/killer")
        self.kills: Counter[str] = Counter()
        self.faults: list[str] = []
        """What was wrong with the books after a kill."""
        self._ups: set[asyncio.Task[None]] = set()

    async def run(self, kills: int) -> None:
        while self.kills.total() < kills:
            await asyncio.sleep(self.dice.uniform(*BETWEEN_KILLS_S))
            name = self.dice.choice(["database", *(server.name for server in self.stack.servers)])
            down_for = self.dice.choice((0, 0, 0, 0.5, 2))
            if name in {task.get_name() for task in self._ups}:
                continue
            self.kills[name] += 1
            up = asyncio.create_task(asyncio.to_thread(self._cycle(name), down_for), name=name)
            self._ups.add(up)
            up.add_done_callback(self._ups.discard)
        await asyncio.gather(*self._ups)

    def _cycle(self, name: str) -> Callable[[float], None]:
        if name == "database":
            return self._cycle_database
        server = next(server for server in self.stack.servers if server.name == name)

        def cycle(down_for: float) -> None:
            server.kill()
            time.sleep(down_for)
            server.start()
            if server.port:
                server.wait_ready(60)
            self._check_books()

        return cycle

    def _check_books(self) -> None:
        """Whenever the database is there: after each kill every unit must be where it belongs."""
        try:
            self.faults += self.stack.call("tests.live.audit:books")
        except AssertionError:
            pass  # the database was killed meanwhile; its own cycle looks again

    def _cycle_database(self, down_for: float) -> None:
        self.stack.kill_database()
        time.sleep(down_for)
        self.stack.cluster.start()
        self._check_books()


async def rage(stack: Stack, *, tables: int, kills: int, seed: int) -> dict[str, Any]:
    """Play, kill, stop, audit. The report; "faults" is empty when nothing was lost."""
    arena, killer = Arena(stack, tables, seed), Killer(stack, seed)
    began = time.monotonic()
    playing = asyncio.create_task(arena.run())
    await arena.all_playing()
    await asyncio.sleep(CALM_S)
    await killer.run(kills)
    await asyncio.sleep(CALM_S)
    arena.stop.set()
    await playing
    for web in stack.webs:
        await asyncio.to_thread(web.wait_ready, 60)
    books = [*killer.faults, *await asyncio.to_thread(stack.call, "tests.live.audit:books")]
    audited = await _audit(stack, arena)
    return {
        "seed": seed,
        "tables": len(arena.seated),
        "kills": dict(sorted(killer.kills.items())),
        "seconds": round(time.monotonic() - began, 1),
        **_totals(arena),
        "staked": sum(table["mode"] == "stake" for table, _ in arena.seated),
        **audited,
        "faults": [*audited["faults"], *books],
    }


def _totals(arena: Arena) -> dict[str, int]:
    players = [player for _, pair in arena.seated for player in pair]
    return {
        "answers": sum(len(player.sent) for player in players),
        "acknowledged": sum(len(player.acknowledged) for player in players),
        "views": sum(len(player.views) for player in players),
        "reconnects": sum(player.reconnects for player in players),
    }


async def _audit(stack: Stack, arena: Arena) -> dict[str, Any]:
    faults = [fault for _, players in arena.seated for player in players for fault in player.faults]
    versions = hands = 0
    seats = [
        {"id": table["id"], "seats": [player.told for player in players]} for table, players in arena.seated
    ]
    for first in range(0, len(seats), BATCH):
        batch = seats[first : first + BATCH]
        found = await asyncio.to_thread(partial(stack.call, "tests.live.audit:audit", tables=batch))
        faults += found["faults"]
        versions += found["versions"]
        hands += found["hands"]
    return {"versions": versions, "hands": hands, "faults": faults}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    with running_stack(worker=True) as stack:
        report = asyncio.run(rage(stack, tables=wanted.tables, kills=wanted.kills, seed=wanted.seed))
        if report["faults"]:
            sys.stderr.write(stack.log_text())
    sys.stdout.write(json.dumps(report) + "\n")
    sys.exit(1 if report["faults"] else 0)


if __name__ == "__main__":
    main()
