"""Two pages a table, as two browsers would hold them: they get the table's HTML, find the token and the offered actions
in it, and send forms in the envelope of hx-ws. One action at a time a table; it counts when both seats have got a view
at least as new as the reply says. Its latency runs from the moment it was due to be sent.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
import uuid
from typing import TYPE_CHECKING, Any

from bench.live_socket import LeanSocket, connect
from games.rules.commitments import seed_digest

if TYPE_CHECKING:
    from bench.live_clients import Players

VERSION = re.compile(rb'"v":(\d+)')
PHASE = re.compile(rb'data-phase=\\"(\w+)\\"')
TOKEN = re.compile(rb'data-token=\\"([^\\]+)\\"')
KIND = re.compile(rb'name=\\"kind\\" value=\\"(\w+)\\"')
LOW = re.compile(rb'data-low=\\"(\d+)\\"')
SKIP = b'id=\\"act-skip\\"'
SIZED = ("bet", "raise")
WEIGHTS = {"check": 40, "call": 40, "bet": 2, "raise": 1, "fold": 1, "hit": 4, "pass": 6, "stand": 6}
"""How gladly an action is taken: mostly small pots, so that a match lasts."""
STALLED_S = 10.0
AGAIN_S = 0.2


class Seat:
    """One page."""

    def __init__(self, lane: Lane) -> None:
        self.lane = lane
        self.socket: LeanSocket | None = None
        self.version = 0
        self.phase = b""
        self.view = b""
        self._early: list[str] = []
        """What was to be said before `open` had the socket: the first view can come together with the handshake."""
        self._seed = random.randbytes(32)
        self._brought = ""
        self._unasked = 0
        """Replies to come to what the page sends by itself."""

    async def open(self, port: int, table: str, cookie: str) -> None:
        self.socket = await connect(port, f"/ws/table/{table}/", cookie, self.heard, self.lost)
        for text in self._early:
            self.socket.send(text)

    def lost(self, code: int) -> None:
        self.lane.players.closed += not self.lane.players.ending

    def heard(self, text: bytes) -> None:
        if text.startswith(b'{"v":'):
            found = VERSION.search(text, 0, 40)
            assert found is not None
            self.version, self.view = int(found[1]), text
            self.lane.players.view_bytes += len(text)
            self.lane.players.views += 1
            if b'"wants":"' in text:
                self._bring_seed(text)
            self.lane.seen()
        elif text.startswith(b'{"reply"'):
            if self._unasked:
                self._unasked -= 1
            else:
                self.lane.replied(int(json.loads(text)["reply"]["v"]))
        elif text.startswith(b'{"error"') and self._unasked:
            self._unasked -= 1
            self._brought = ""
            asyncio.get_running_loop().call_later(AGAIN_S, self._send, {"type": "sync"})
        elif text.startswith(b'{"error"'):
            self.lane.refused(text)

    def _bring_seed(self, text: bytes) -> None:
        wanted = "value" if b'"wants":"value"' in text else "digest"
        if self._brought == wanted:
            return
        self._brought = wanted
        self._unasked += 1
        value = self._seed.hex() if wanted == "value" else seed_digest(self._seed).hex()
        self._send({"type": "reveal" if wanted == "value" else "digest", wanted: value})

    def form(self) -> dict[str, str] | None:
        """What the person at this page would submit now; None where nothing is offered."""
        token = TOKEN.search(self.view)
        if token is None:
            return {"type": "skip"} if SKIP in self.view else None
        kinds = [kind.decode() for kind in KIND.findall(self.view)]
        kind = random.choices(kinds, [WEIGHTS.get(kind, 1) for kind in kinds])[0]
        body = {"type": "act", "token": token[1].decode(), "kind": kind}
        if kind in SIZED and (low := LOW.search(self.view)):
            body["to"] = low[1].decode()
        return body

    def submit(self, form: dict[str, str]) -> None:
        headers = {
            "HX-Request": "true",
            "HX-Source": "form",
            "HX-Current-URL": "http://127.0.0.1/t/table/",
            "HX-Target": "section#table",
            "HX-Request-ID": str(uuid.uuid4()),
        }
        self._send({"headers": headers, "body": form})

    def _send(self, message: dict[str, Any]) -> None:
        text = json.dumps(message, separators=(",", ":"))
        if self.socket is None:
            self._early.append(text)
        else:
            self.socket.send(text)


class Lane:
    """One table at a time; another when its match is over."""

    def __init__(self, players: Players) -> None:
        self.players = players
        self.seats: tuple[Seat, Seat] = (Seat(self), Seat(self))
        self.ready = asyncio.Event()
        self._due = 0.0
        self._sent = 0.0
        self._awaited: int | None = None
        self._replied = True
        self._armed = False
        self._next = 0.0

    async def open(self, table: dict[str, Any]) -> None:
        job = self.players.job
        self.seats = (Seat(self), Seat(self))
        for number, seat in enumerate(self.seats):
            port = job.ports[number % len(job.ports)]
            await seat.open(port, table["table"], table["cookies"][number])

    def seen(self) -> None:
        one, other = self.seats
        if not self.ready.is_set():
            if any(TOKEN.search(seat.view) for seat in self.seats) and one.version == other.version:
                self.ready.set()
                self._resume()
            return
        if self._awaited is not None:
            if min(one.version, other.version) >= self._awaited:
                self._awaited = None
                self.players.done(self._due, time.perf_counter())
                self._schedule()
        elif self._replied:
            self._resume()

    def replied(self, version: int) -> None:
        if not self._replied:
            self._replied, self._awaited = True, version
            self.seen()

    def refused(self, text: bytes) -> None:
        """A clock was quicker, or a fault: shown in the result; the present view says what is asked now."""
        self.players.errors += 1
        self.players.last_error = text.decode()
        if not self._replied:
            self._replied = True
            asyncio.get_running_loop().call_later(0.05, self._resume)

    def begin(self, after: float) -> None:
        """Start acting, `after` seconds from now."""
        self._next = time.perf_counter() + after
        self._resume()

    def _schedule(self) -> None:
        every = self.players.job.every_s
        self._next = max(self._next + every, time.perf_counter() - every) if every else 0.0
        self._resume()

    def _resume(self) -> None:
        if self._armed or self._awaited is not None or not self._replied or not self.players.begun:
            return
        wait = self._next - time.perf_counter()
        if wait <= 0:
            self._act(wait)
        else:
            self._armed = True
            asyncio.get_running_loop().call_later(wait, self._fire)

    def _fire(self) -> None:
        self._armed = False
        if self._awaited is None and self._replied:
            self._act(self._next - time.perf_counter())

    def _act(self, late: float) -> None:
        if self.players.ending:
            return
        newest = max(seat.version for seat in self.seats)
        for seat in self.seats:
            form = seat.form() if seat.version == newest else None
            if form is not None:
                self._replied = False
                self._sent = time.perf_counter()
                self._due = self._next or self._sent
                seat.submit(form)
                return
        if b'data-phase=\\"over\\"' in self.seats[0].view:
            self.ready.clear()
            self.players.spawn(self._replace())
        else:
            self._next = 0.0 if not self.players.job.every_s else time.perf_counter()

    async def _replace(self) -> None:
        for seat in self.seats:
            if seat.socket is not None:
                self.players.closed -= 1
                seat.socket.close()
        self.players.replaced += 1
        await self.open((await self.players.ask_for(1))[0])

    @property
    def shown(self) -> list[tuple[int, str]]:
        """Version and phase each page has last seen."""
        phases = (PHASE.search(seat.view) for seat in self.seats)
        return [
            (seat.version, found[1].decode() if found else "")
            for seat, found in zip(self.seats, phases, strict=True)
        ]

    @property
    def stalled(self) -> bool:
        waiting = self._awaited is not None or not self._replied
        return waiting and time.perf_counter() - self._sent > STALLED_S
