"""A table's socket: speaks the protocol and calls services; knows no rules. One plain ASGI callable, as thousands idle.

Close codes: 4401 log in again, 4403 may not look, 4404 no such table, 4409 opened elsewhere, 4429 too fast;
4500 and 4503: our fault, try again.
"""

from __future__ import annotations

import time
from functools import partial
from typing import Any
from urllib.parse import parse_qs

import msgspec
import structlog
from autobahn.exception import PayloadExceededError
from django.conf import settings
from django.utils import translation

from battle21.errors import AppError, socket_error
from games import inbound, outbound, selectors
from games.errors import from_rules, refusal
from games.live.hub import Mark, Snapshot, hub
from games.live.loops import ready
from games.live.pool import run
from games.rules.commands import Command
from games.rules.errors import RulesError
from games.selectors import TableFacts
from games.services import presence
from games.services.play import Reply, seat_of, submit
from games.visitors import BadKey, Visitor, address_of, living_keys, may_see, who_is_it

log = structlog.get_logger(__name__)

RATE_PER_S = settings.MESSAGES_PER_S
BURST = 2 * RATE_PER_S
"""Messages one connection may send; beyond that it is told once and closed, which counts as away."""


async def table_socket(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """ASGI websocket application for one table."""
    event = await receive()
    if event["type"] != "websocket.connect":
        return
    await ready()
    await send({"type": "websocket.accept"})
    address = address_of(scope)
    if not hub.admit(address):
        await send({"type": "websocket.close", "code": 4429})
        return
    try:
        await _serve(scope, receive, send)
    finally:
        hub.dismiss(address)


async def _serve(scope: dict[str, Any], receive: Any, send: Any) -> None:
    public_id = scope["url_route"]["kwargs"]["public_id"]
    asked = parse_qs(scope.get("query_string", b""))
    try:
        visitor = await run(who_is_it, scope, asked.get(b"player", [b""])[0].decode("latin-1"))
        facts = await run(selectors.table_facts, public_id)
        visible = await run(may_see, visitor, facts)
    except BadKey:
        await send({"type": "websocket.close", "code": 4401})
        return
    except AppError as error:
        unknown = error.code in ("unknown_table", "unknown_player")
        await send({"type": "websocket.close", "code": 4404 if unknown else 4503})
        return
    if not visible:
        await send({"type": "websocket.close", "code": 4404})
        return
    wants_json = asked.get(b"as") == [b"json"] or visitor.partner is not None
    socket = TableSocket(send, facts, visitor, as_json=wants_json)
    try:
        await socket.open()
        await socket.listen(receive)
    finally:
        socket.gone()


async def no_such_socket(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Any other address: a clear close code instead of a failed handshake."""
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": 4404})


class TableSocket:
    """One connection: a `Viewer` of the hub."""

    __slots__ = (
        "_allowance", "_announced", "_announcing", "_as_json", "_closed", "_conn", "_filled_at", "_seen", "_send",
        "_sent_cards", "_table", "_visitor", "language", "seat", "session_key",
    )  # fmt: skip

    def __init__(self, send: Any, facts: TableFacts, visitor: Visitor, *, as_json: bool) -> None:
        self._send = send
        self._table = facts.id
        self._visitor = visitor
        self._as_json = as_json
        self._conn = hub.next_connection()
        self._announced = 0
        """Version at which our connection became the seat's; 0: not yet."""
        self._announcing = False
        self._seen: Mark | None = None
        """Mark of the last snapshot sent."""
        self._closed = False
        self._sent_cards: set[tuple[int, int]] = set()
        self._allowance = BURST
        self._filled_at = time.monotonic()
        self.seat = facts.seat_of(visitor.user_id)
        self.language = visitor.language
        self.session_key = visitor.session_key

    async def open(self) -> None:
        """Enter the room first, then look: what changes in between arrives all the same."""
        hub.enter(self._table, self)
        hub.look_again(self._table)

    def gone(self) -> None:
        """The connection is over; what follows from that does not depend on it."""
        self._closed = True
        hub.leave(self._table, self)
        if self.seat is not None and self._announced:
            hub.spawn(hub.lose(self._table, self.seat, self._conn))

    # --- in -----------------------------------------------------------------------------------------------------------

    async def listen(self, receive: Any) -> None:
        while not self._closed:
            event = await receive()
            if event["type"] == "websocket.disconnect":
                return
            if not self._within_rate():
                await self._refuse(refusal("too_fast"))
                await self.close(4429)
                return
            await self._take(event.get("text"))

    def _within_rate(self) -> bool:
        now = time.monotonic()
        self._allowance = min(BURST, self._allowance + (now - self._filled_at) * RATE_PER_S) - 1
        self._filled_at = now
        return self._allowance >= 0

    async def _take(self, text: str | None) -> None:
        try:
            message = inbound.read(text or "")
            if isinstance(message, inbound.Sync):
                self._seen = None
                hub.look_again(self._table)
                return
            if self.seat is None:
                raise refusal("no_such_seat")
            command = inbound.command_for(message, self.seat)
            if command is None:
                return
            reply = await run(self._submit, command)
        except BadKey:
            await self.close(4401)
        except RulesError as error:
            await self._refuse(from_rules(error))
        except AppError as error:
            await self._refuse(error)
        else:
            await self.send_text(f'{{"reply":{{"ok":true,"v":{reply.version}}}}}')

    def _submit(self, command: Command) -> Reply:
        """A key that was revoked, or a player who was closed, does nothing from then on; that it also sees nothing any
        more, like a session, is looked after by the clock. Raises BadKey."""
        if self._visitor.partner is not None and not living_keys({self.session_key}):
            raise BadKey
        return submit(self._table, command, by=self._visitor.player)

    async def _refuse(self, error: AppError) -> None:
        with translation.override(self.language):
            await self.send_text(msgspec.json.encode(socket_error(error)).decode())

    # --- out ----------------------------------------------------------------------------------------------------------

    async def show(self, snapshot: Snapshot, shared: dict[Any, Any]) -> None:
        """Send the view of this snapshot, unless it was sent already; say that we are here, or that we are not."""
        if self._closed:
            return
        if not selectors.may_look(snapshot.facts, self._visitor.user_id):
            await self.close(4404)
            return
        self.seat = self._seat_in(snapshot)
        if self._is_replaced(snapshot):
            await self.close(4409)
            return
        mark = snapshot.mark
        if mark != self._seen and (self._seen is None or snapshot.version >= self._seen[2]):
            self._seen = mark
            await self.send_text(self._message(snapshot, shared))

    def _seat_in(self, snapshot: Snapshot) -> int | None:
        """Whose cards these are the state itself says: a seat may have been left and taken since."""
        if snapshot.state is None:
            return snapshot.facts.seat_of(self._visitor.user_id)
        return seat_of(snapshot.state, self._visitor.player)

    def _is_replaced(self, snapshot: Snapshot) -> bool:
        """Whether another page has taken the seat over. Where we have not said yet that we are here, or were called
        away while we lived, we say so; not when this process ends, for then it was us who called the seat away."""
        state = snapshot.state
        if hub.ending or self._announcing or snapshot.halted:
            return False
        if self.seat is None or state is None or state.phase == "over":
            return False
        current = state.seats[self.seat].conn
        if current == self._conn or snapshot.version < self._announced:
            return False
        if self._announced and current:
            return True
        self._announcing = True
        hub.spawn(self._announce(self.seat))
        return False

    async def _announce(self, seat: int) -> None:
        """Once it is said, what was said meanwhile by others is looked at. A connection gone by then is called away,
        also when we don't know whether we were heard."""
        try:
            connect = partial(
                presence.connect, self._table, seat, self._visitor.player, self._conn, self.session_key
            )
            self._announced = await run(connect)
        except AppError as error:
            if error.code in ("match_over", "halted"):
                return
            log.warning("seat not announced", table=self._table, code=error.code)
            await self.close(4503)
        finally:
            self._announcing = False
        if self._closed or hub.ending:
            await hub.lose(self._table, seat, self._conn)
        else:
            hub.look_again(self._table)

    def _message(self, snapshot: Snapshot, shared: dict[Any, Any]) -> str:
        if self._as_json:
            return outbound.json_message(snapshot, self.seat, self._sent_cards)
        key = (self.seat, self.language)
        if self.seat is not None or key not in shared:
            message = outbound.page_message(snapshot, self.seat, self.language, self._sent_cards)
            if self.seat is not None:
                return message
            shared[key] = message
        return str(shared[key])

    async def send_text(self, text: str) -> None:
        if not self._closed:
            await self._out({"type": "websocket.send", "text": text})

    async def close(self, code: int) -> None:
        if not self._closed:
            self._closed = True
            await self._out({"type": "websocket.close", "code": code})

    async def _out(self, message: dict[str, Any]) -> None:
        """The server refuses to send on a socket that is just closing; that is nobody else's trouble."""
        try:
            await self._send(message)
        except PayloadExceededError:
            raise
        except Exception as error:  # noqa: BLE001 -- autobahn raises bare exceptions
            log.info("socket was closing", error=repr(error))
