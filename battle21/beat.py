"""Beat that sends only while it holds a PostgreSQL advisory lock: several beats may run, one sends."""

from __future__ import annotations

from typing import Any

import psycopg
import structlog
from celery.beat import Scheduler
from django.db import connection

log = structlog.get_logger(__name__)

BEAT_LOCK = 0x_B21_BEA7
RETRY_S = 1.0


class LockedScheduler(Scheduler):
    """The static schedule in memory, gated by the lock.

    The lock belongs to a database session, so it is free the moment its holder dies. Nothing is kept on
    disk: after a start every task is due once, and all of them may run at any time.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._session: psycopg.Connection[Any] | None = None
        super().__init__(*args, **kwargs)

    def tick(self, *args: Any, **kwargs: Any) -> float:
        if not self._hold_lock():
            return RETRY_S
        delay: float = super().tick(*args, **kwargs)
        return delay

    def close(self) -> None:
        self._drop_session()
        super().close()

    def _hold_lock(self) -> bool:
        """Is the lock ours, now? Asked at each tick: a lost session has lost the lock."""
        try:
            if self._session is None:
                self._session = psycopg.connect(**connection_parameters(), autocommit=True)
                taken = self._session.execute("SELECT pg_try_advisory_lock(%s)", [BEAT_LOCK]).fetchone()
                if not (taken and taken[0]):
                    self._drop_session()
            else:
                self._session.execute("SELECT 1")
        except psycopg.Error as error:
            log.warning("beat has no database", error=str(error))
            self._drop_session()
        return self._session is not None

    def _drop_session(self) -> None:
        if self._session is not None:
            self._session.close()
            self._session = None


def connection_parameters() -> dict[str, Any]:
    """psycopg parameters of the default database, outside Django's pool: the lock lives with its session."""
    wanted = ("host", "port", "user", "password", "dbname")
    parameters = connection.get_connection_params()
    return {name: parameters[name] for name in wanted if name in parameters}
