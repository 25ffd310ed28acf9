"""Wake-ups: every channel name and every send. A wake-up is a hint that may get lost: "table 17 is at version 40".
Version 0 says: look again, something else about it has changed.

Sent after commit, in a transaction of its own (NOTIFY inside serialises all commits), batched per process.
"""

from __future__ import annotations

import json
import queue
import threading
from collections.abc import Callable

import structlog
from django.conf import settings
from django.db import connection

log = structlog.get_logger(__name__)

CHANNEL = "b21_tables"
"""PostgreSQL channel, and the Redis channel of the same name."""
MOST_PER_MESSAGE = 200
"""Tables in one message: below NOTIFY's 8,000 bytes."""

Listener = Callable[[int, int], None]

process = ""
"""Name of this web process; a process does not wake itself over the wire. Empty in workers."""

_local: list[Listener] = []
_outbox: queue.SimpleQueue[tuple[int, int]] = queue.SimpleQueue()
_sender: threading.Thread | None = None
_starting = threading.Lock()


def listen_locally(listener: Listener) -> None:
    """`listener(table_id, version)` is called, from any thread, for each commit of this process."""
    _local.append(listener)


def stop_listening(listener: Listener) -> None:
    if listener in _local:
        _local.remove(listener)


def table_changed(table_id: int, version: int) -> None:
    """Tell this process's viewers at once, and the other processes soon. Only after commit."""
    for listener in tuple(_local):
        listener(table_id, version)
    _outbox.put((table_id, version))
    _ensure_sender()


def encode(changes: dict[int, int]) -> str:
    return json.dumps({"from": process, "tables": list(changes.items())}, separators=(",", ":"))


def decode(text: str) -> list[tuple[int, int]]:
    """Changes of other processes in a message; nothing for our own, and for text that is no such message."""
    try:
        message = json.loads(text)
        if process and message["from"] == process:
            return []
        return [(int(table), int(version)) for table, version in message["tables"]]
    except (ValueError, KeyError, TypeError):
        log.warning("wake-up not understood", text=text[:100])
        return []


def _ensure_sender() -> None:
    global _sender
    if _sender is None or not _sender.is_alive():
        with _starting:
            if _sender is None or not _sender.is_alive():
                _sender = threading.Thread(target=_send_forever, name="wake-ups", daemon=True)
                _sender.start()


def _send_forever() -> None:
    send = _redis_sender() if settings.REDIS_URL else _notify
    outbox = _outbox
    while True:
        try:
            send(encode(_next_changes(outbox)))
        except Exception as error:  # noqa: BLE001 -- a hint that is lost is found by the poll
            log.warning("wake-up not sent", error=repr(error))
            connection.close()


def _next_changes(outbox: queue.SimpleQueue[tuple[int, int]]) -> dict[int, int]:
    """Waits for a change and takes what has come with it: the newest version by table, 0 where one was 0."""
    changes = dict([outbox.get()])
    while len(changes) < MOST_PER_MESSAGE:
        try:
            table, version = outbox.get_nowait()
        except queue.Empty:
            break
        known = changes.get(table, version)
        changes[table] = max(known, version) if known and version else 0
    return changes


def _notify(text: str) -> None:
    """Without waiting for the disk, which is set for this statement alone: the connection goes back to the pool."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT set_config('synchronous_commit', 'off', true), pg_notify(%s, %s)", [CHANNEL, text]
        )


def _redis_sender() -> Callable[[str], None]:
    import redis

    client = redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2)

    def send(text: str) -> None:
        client.publish(CHANNEL, text)

    return send
