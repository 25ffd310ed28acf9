"""Rooms: for each table watched from this process its viewers, the version they have seen, and its next clock.

A wake-up, a poll, a first load and a reconnect all lead to one thing: the present state is drawn.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter
from collections.abc import Coroutine, Mapping
from functools import partial
from typing import Any, NamedTuple, Protocol

import structlog
from django.conf import settings

from battle21.errors import AppError
from games import broadcast, selectors
from games.live.pool import run
from games.paid_in import PaidIn, is_known, paid_in
from games.rules.clocks import State, next_due
from games.selectors import TableFacts
from games.services import play, presence, store
from games.services.deals import TableDeals

log = structlog.get_logger(__name__)

EARLY_MS = 3
"""A timer fires this much after what we take for the time; where that was still too early, it is set again."""


type Mark = tuple[str, tuple[int | None, ...], int, bool, Mapping[str, int]]
"""Of a table: status, users on its seats (None: a bot), version, whether it is halted, options."""


class Snapshot(NamedTuple):
    """A table as of one version. `state` None: it still waits for players."""

    facts: TableFacts
    version: int
    state: State | None
    halted: bool
    deals: TableDeals | None
    stakes: PaidIn | None = None

    @property
    def mark(self) -> Mark:
        """What the poll compares."""
        return self.facts.status, self.facts.seated, self.version, self.halted, self.facts.options


def take_snapshot(
    table_id: int,
    known: TableFacts | None = None,
    stakes: PaidIn | None = None,
    *,
    at_least: int = 0,
    fresh: bool = True,
) -> Snapshot:
    """The table as its row is now; unless `fresh`, what this process remembers of version `at_least` or later will do.

    `known` facts are used again while a match runs, `stakes` while a hand does. Raises AppError("unknown_table").
    """
    facts = known or selectors.table_facts_by_id(table_id)
    if facts.status in ("open", "closed"):
        facts = selectors.table_facts_by_id(table_id)
    if facts.status in ("open", "closed"):
        return Snapshot(facts, 0, None, False, None)
    loaded = store.fetch(table_id) if fresh else store.load(table_id, at_least=at_least)
    if loaded.state is not None and loaded.state.phase == "over" and facts.status != "over":
        facts = selectors.table_facts_by_id(table_id)
    if loaded.state is not None:  # a hand is in a state only when what it is played for is paid in
        stakes = paid_in(loaded.state, stakes)
    return Snapshot(facts, loaded.version, loaded.state, loaded.halted, loaded.deals, stakes)


def known_snapshot(
    table_id: int, facts: TableFacts | None, stakes: PaidIn | None, at_least: int
) -> Snapshot | None:
    """As `take_snapshot`, where this process remembers all it takes; None where the database must be asked."""
    if facts is None or facts.status in ("open", "closed"):
        return None
    loaded = store.remembered(table_id, at_least)
    if loaded is None or loaded.state is None or (loaded.state.phase == "over" and facts.status != "over"):
        return None
    if not is_known(loaded.state, stakes):
        return None
    return Snapshot(facts, loaded.version, loaded.state, loaded.halted, loaded.deals, stakes)


class Viewer(Protocol):
    """One open page or API socket."""

    session_key: str

    async def show(self, snapshot: Snapshot, shared: dict[Any, Any]) -> None:
        """Send the view of this snapshot. `shared` holds renderings that several viewers may use."""

    async def send_text(self, text: str) -> None: ...

    async def close(self, code: int) -> None: ...


class Room:
    __slots__ = ("drawing", "facts", "mark", "shown", "stakes", "timer", "viewers", "wanted")

    def __init__(self) -> None:
        self.viewers: set[Viewer] = set()
        self.facts: TableFacts | None = None
        self.stakes: PaidIn | None = None
        self.mark: Mark | None = None
        self.shown = -1
        self.wanted = 0
        self.drawing = False
        self.timer: asyncio.TimerHandle | None = None


class Hub:
    """All rooms of this process. Lives on one event loop."""

    def __init__(self) -> None:
        self.process = secrets.token_hex(8)
        self.rooms: dict[int, Room] = {}
        self.clock_offset_ms = 0.0
        """Database clock minus this machine's."""
        self.connections = 0
        self._unsaid: set[tuple[int, int, str]] = set()
        """Absences (table, seat, connection) that the database does not have yet."""
        self._by_address: Counter[str] = Counter()
        self.ending = False
        """Connections that end now are ended by us."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None

    def begin(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        broadcast.process = self.process
        broadcast.listen_locally(self.changed_in_thread)

    def next_connection(self) -> str:
        self.connections += 1
        return f"{self.process}/{self.connections}"

    def admit(self, address: str) -> bool:
        """Count a socket of this address, unless there are too many of it already."""
        if self._by_address[address] >= settings.SOCKETS_PER_ADDRESS:
            return False
        self._by_address[address] += 1
        return True

    def dismiss(self, address: str) -> None:
        """The inverse of `admit`."""
        self._by_address[address] -= 1
        if self._by_address[address] <= 0:
            del self._by_address[address]

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run to the end, whatever becomes of the connection that started it; a failure is logged."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("live task failed", exc_info=task.exception())

    def database_now(self) -> float:
        """Estimate of the database's clock in ms; good enough to set a timer by."""
        return time.time() * 1000 + self.clock_offset_ms

    # --- rooms --------------------------------------------------------------------------------------------------------

    def enter(self, table_id: int, viewer: Viewer) -> Room:
        room = self.rooms.get(table_id)
        if room is None:
            room = self.rooms[table_id] = Room()
        room.viewers.add(viewer)
        return room

    def leave(self, table_id: int, viewer: Viewer) -> None:
        room = self.rooms.get(table_id)
        if room is None:
            return
        room.viewers.discard(viewer)
        if not room.viewers:
            if room.timer is not None:
                room.timer.cancel()
            del self.rooms[table_id]

    def changed_in_thread(self, table_id: int, version: int) -> None:
        """A commit of this process; called from any thread."""
        if self._loop is not None and table_id in self.rooms:
            self._loop.call_soon_threadsafe(self.changed, table_id, version)

    def changed(self, table_id: int, version: int) -> None:
        """A table is at that version now (0: something about it changed): draw it for those who watch."""
        room = self.rooms.get(table_id)
        if room is None or (0 < version <= room.shown):
            return
        if version == 0:
            room.mark = None
        room.wanted = max(room.wanted, version)
        self._refresh(table_id, room)

    def look_again(self, table_id: int) -> None:
        """Read the table's row and draw it for those who have not seen it like that."""
        self.changed(table_id, 0)

    def _refresh(self, table_id: int, room: Room) -> None:
        """Draw the present state for all viewers, once, however many ask meanwhile."""
        if not room.drawing:
            room.drawing = True
            self.spawn(self._draw(table_id, room))

    async def _draw(self, table_id: int, room: Room) -> None:
        try:
            while room.mark is None or room.shown < room.wanted:
                fresh = room.mark is None
                facts, stakes, wanted = room.facts, room.stakes, room.wanted
                snapshot = None if fresh else known_snapshot(table_id, facts, stakes, wanted)
                if snapshot is None:
                    look = partial(take_snapshot, table_id, facts, stakes, at_least=wanted, fresh=fresh)
                    snapshot = await run(look)
                room.facts, room.stakes = snapshot.facts, snapshot.stakes
                room.mark, room.shown = snapshot.mark, snapshot.version
                room.wanted = min(room.wanted, snapshot.version)
                self._set_timer(table_id, room, snapshot)
                shared: dict[Any, Any] = {}
                for viewer in tuple(room.viewers):
                    await self._show(viewer, snapshot, shared)
        except AppError as error:
            # The poll finds it again in a second.
            log.warning("table not drawn", table=table_id, code=error.code)
        finally:
            room.drawing = False

    async def _show(self, viewer: Viewer, snapshot: Snapshot, shared: dict[Any, Any]) -> None:
        """One viewer's trouble is its own."""
        try:
            await viewer.show(snapshot, shared)
        except Exception:
            log.exception("view not sent", table=snapshot.facts.id)
            await viewer.close(4500)

    # --- clocks -------------------------------------------------------------------------------------------------------

    def _set_timer(self, table_id: int, room: Room, snapshot: Snapshot) -> None:
        if room.timer is not None:
            room.timer.cancel()
            room.timer = None
        due = None if snapshot.state is None or snapshot.halted else next_due(snapshot.state)
        if due is not None and room.viewers:
            wait = max(0.0, due - self.database_now() + EARLY_MS) / 1000
            loop = asyncio.get_running_loop()
            room.timer = loop.call_later(wait, lambda: self.spawn(self._fire(table_id, room)))

    async def _fire(self, table_id: int, room: Room) -> None:
        room.timer = None
        try:
            await run(play.expire, table_id)
            snapshot = await run(partial(take_snapshot, table_id, room.facts, room.stakes, fresh=False))
        except AppError as error:
            # The sweep tries again; a table that fails twice is halted by the service.
            log.warning("clock not run out", table=table_id, code=error.code)
            return
        if room.timer is None:
            self._set_timer(table_id, room, snapshot)

    async def call_back_seats(self) -> None:
        """This process was taken for dead: its seats say again that they are here, unless they sit elsewhere now."""
        for table_id in tuple(self.rooms):
            self.look_again(table_id)

    async def lose(self, table_id: int, seat: int, conn: str) -> None:
        """A seat's page is gone. What cannot be said now (a halt, a hold, no database) is said later."""
        try:
            await run(partial(presence.lose, table_id, seat, conn, ours=self.ending))
        except AppError as error:
            log.warning("absence not noted yet", table=table_id, code=error.code)
            self._unsaid.add((table_id, seat, conn))

    async def say_losses(self) -> None:
        """Say again what could not be said; tables that stand still are not even asked."""
        if not self._unsaid:
            return
        running = await run(presence.running_tables, {table_id for table_id, _, _ in self._unsaid})
        for absence in tuple(self._unsaid):
            if running.get(absence[0], False):
                self._unsaid.discard(absence)
                await self.lose(*absence)
            elif absence[0] not in running:
                self._unsaid.discard(absence)


hub = Hub()
