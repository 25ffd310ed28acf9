"""A WebSocket client with next to no cost of its own: the load of `bench.live` shares its cores with the server.

Text frames as asyncio hands them over, no compression (the server offers none), no queue, no task a socket.
"""

from __future__ import annotations

import asyncio
import base64
import os
import struct
from collections.abc import Callable

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
FINAL = 0x80
MASKED = 0x80
NO_MASK = b"\0\0\0\0"
"""Frames of clients carry a mask; this one changes nothing, so no byte needs to be touched."""

Heard = Callable[[bytes], None]


class LeanSocket(asyncio.Protocol):
    """One connection. `heard(payload)` is called for each text frame, `lost(code)` once at its end."""

    def __init__(self, heard: Heard, lost: Callable[[int], None]) -> None:
        self.heard = heard
        self.lost = lost
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.code = 1006
        self._buffer = bytearray()
        self._shaken = False
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.open.done():
            self.open.set_exception(exc or ConnectionError("closed before it was open"))
        self.lost(self.code)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._shaken:
            end = self._buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            head = bytes(self._buffer[:end])
            del self._buffer[: end + 4]
            if not head.startswith(b"HTTP/1.1 101"):
                self.open.set_exception(ConnectionError(head.decode("latin-1")))
                return
            self._shaken = True
            self.open.set_result(None)
        self._read_frames()

    def _read_frames(self) -> None:
        buffer, at = self._buffer, 0
        while len(buffer) - at >= 2:
            length, start = buffer[at + 1], at + 2
            if length == 126:
                start += 2
                length = int.from_bytes(buffer[at + 2 : start])
            elif length == 127:
                start += 8
                length = int.from_bytes(buffer[at + 2 : start])
            if len(buffer) < start + length or len(buffer) < start:
                break
            kind, payload = buffer[at] & 0x0F, bytes(buffer[start : start + length])
            at = start + length
            self._take(kind, payload)
        del buffer[:at]

    def _take(self, kind: int, payload: bytes) -> None:
        if kind == TEXT:
            self.heard(payload)
        elif kind == PING:
            self._send(PONG, payload)
        elif kind == CLOSE:
            self.code = int.from_bytes(payload[:2]) if payload else 1005
            self.close()

    def send(self, text: str) -> None:
        self._send(TEXT, text.encode())

    def _send(self, kind: int, payload: bytes) -> None:
        length = len(payload)
        head = struct.pack("!BB", FINAL | kind, MASKED | (min(126, length)))
        if length >= 126:
            head += struct.pack("!H", length)
        if self._transport is not None:
            self._transport.write(head + NO_MASK + payload)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()


async def connect(port: int, path: str, cookie: str, heard: Heard, lost: Callable[[int], None]) -> LeanSocket:
    """An open connection to this machine. Raises ConnectionError."""
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(lambda: LeanSocket(heard, lost), "127.0.0.1", port)
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
        "Sec-WebSocket-Version: 13",
        f"Origin: http://127.0.0.1:{port}",
        *([f"Cookie: {cookie}"] if cookie else []),
    ]
    assert socket._transport is not None
    socket._transport.write(("\r\n".join(lines) + "\r\n\r\n").encode())
    await asyncio.wait_for(socket.open, 30)
    return socket
