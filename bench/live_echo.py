"""The least a Daphne can do for a table: what one socket of a room sends goes to both, as long as a view is."""

from __future__ import annotations

from typing import Any

VIEW = "x" * 7_000
"""About as long as a table's HTML."""

rooms: dict[str, list[Any]] = {}


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    if scope["type"] != "websocket":
        return
    await receive()
    await send({"type": "websocket.accept"})
    room = rooms.setdefault(scope["path"], [])
    room.append(send)
    while (event := await receive())["type"] == "websocket.receive":
        for seat in room:
            await seat({"type": "websocket.send", "text": event["text"] + VIEW})
    room.remove(send)
