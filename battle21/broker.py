"""Celery's filesystem broker made safe for kill -9: nothing half written is ever read.

Kombu's own writes tables and messages in place, so a reader, or the next start after a kill, can find an empty file;
a worker that meets one ends. Here everything is written aside and renamed, and what cannot be read is dropped:
Celery is a nudge, the sweeps find the work again.
"""

from __future__ import annotations

import os
import uuid
from pathlib import Path
from queue import Empty
from time import monotonic
from typing import Any

from kombu.transport import filesystem as untyped
from kombu.utils.json import dumps, loads

# Its stubs know nothing of what is overridden here.
filesystem: Any = untyped

ASIDE = ".aside"
TAKEN = ".taken"


class Channel(filesystem.Channel):  # type: ignore[misc]
    def get_table(self, exchange: str) -> list[Any]:
        """Queues bound to the exchange."""
        try:
            table = loads(self._exchange_file(exchange).read_text())
        except (FileNotFoundError, ValueError):
            return []
        return [filesystem.exchange_queue_t(*queue) for queue in table]

    def _queue_bind(self, exchange: str, routing_key: str, pattern: str, queue: str) -> None:
        self.control_folder.mkdir(exist_ok=True)
        bound = filesystem.exchange_queue_t(routing_key or "", pattern or "", queue or "")
        with (self.control_folder / "lock").open("w") as lock_file:
            filesystem.lock(lock_file, filesystem.LOCK_EX)
            table = self.get_table(exchange)
            if bound not in table:
                _write(self._exchange_file(exchange), dumps([bound, *table]))

    def _delete(
        self, queue: str, exchange: str, routing_key: str, pattern: str, *args: Any, **kwargs: Any
    ) -> None:
        super(filesystem.Channel, self)._delete(queue, exchange, routing_key, pattern, *args, **kwargs)
        bound = filesystem.exchange_queue_t(routing_key or "", pattern or "", queue or "")
        with (self.control_folder / "lock").open("w") as lock_file:
            filesystem.lock(lock_file, filesystem.LOCK_EX)
            table = self.get_table(exchange)
            if bound in table:
                _write(self._exchange_file(exchange), dumps([other for other in table if other != bound]))

    def _put(self, queue: str, payload: Any, **kwargs: Any) -> None:
        name = f"{round(monotonic() * 1000)}_{uuid.uuid4()}.{queue}.msg"
        _write(Path(self.data_folder_out) / name, dumps(payload))

    def _get(self, queue: str) -> Any:
        """The oldest message of the queue; a rename takes it, so two workers never get the same one."""
        folder = Path(self.data_folder_in)
        for name in sorted(os.listdir(folder)):
            if name.partition(".")[2] != f"{queue}.msg":
                continue
            taken = folder / (name + TAKEN)
            try:
                (folder / name).rename(taken)
            except OSError:
                continue  # another worker has it
            try:
                return loads(taken.read_text())
            except (OSError, ValueError):
                continue
            finally:
                taken.unlink(missing_ok=True)
        raise Empty


class Transport(filesystem.Transport):  # type: ignore[misc]
    Channel = Channel


def _write(path: Path, text: str) -> None:
    aside = path.with_name(f"{path.name}.{uuid.uuid4().hex}{ASIDE}")
    aside.write_text(text)
    aside.rename(path)
