"""Which database: `DATABASE_URL`, or the embedded cluster of the data folder."""

from __future__ import annotations

import atexit
import json
import sys
from pathlib import Path
from typing import Any

import dj_database_url

from battle21.installation import DATABASE_NAME as DATABASE_NAME
from battle21.installation import OWNER_ROLE as OWNER_ROLE
from battle21.installation import PLACE_FILE
from battle21.installation import RUNTIME_ROLE as RUNTIME_ROLE

# Page threads, consumers and workers of one process share this pool.
POOL = {
    "min_size": 1,
    "max_size": 16,
    "timeout": 5,
    # Else the pool waits longer and longer between its tries: 12 s measured after an outage of 12 s. Having given up,
    # it tries anew with the next query, which comes within a second.
    "reconnect_timeout": 1,
}

# A row that somebody stuck holds delays its own table only: who waits gives up, and who holds it while idle is ended.
PATIENCE = "-c lock_timeout=2s -c idle_in_transaction_session_timeout=10s"


def embedded_settings(data: Path, role: str = RUNTIME_ROLE) -> dict[str, Any]:
    """Settings for the embedded cluster of `data`; before its first start they point where it will be."""
    try:
        place = json.loads((data / PLACE_FILE).read_text())
    except FileNotFoundError:
        place = {"socket": str(data / "postgres" / "socket"), "database": DATABASE_NAME}
    password_file = data / "secrets" / role
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": place["database"],
        "USER": role,
        "PASSWORD": password_file.read_text() if password_file.exists() else "",
        "HOST": place["socket"],
        "PORT": "5432",
    }


def database_settings(data: Path, *, runtime_url: str, owner_url: str, owner: bool) -> dict[str, Any]:
    """Django's DATABASES entry: a URL if there is one (the owner falls back to the runtime's), else ours."""
    url = owner_url or runtime_url if owner else runtime_url
    role = OWNER_ROLE if owner else RUNTIME_ROLE
    config: dict[str, Any] = dict(dj_database_url.parse(url)) if url else embedded_settings(data, role)
    options: dict[str, Any] = {"pool": dict(POOL), **config.get("OPTIONS", {})}
    if not owner:  # migrations wait as long as they must
        options["options"] = f"{PATIENCE} {options.get('options', '')}".strip()
    # Psycopg's pool replaces kept connections; a health check makes it outlive a restart of the server.
    return {**config, "OPTIONS": options, "CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": True}


def close_pools() -> None:
    """Close Django's connection pools. Left to the interpreter's end each of their threads is waited for 5 s."""
    backend = sys.modules.get("django.db.backends.postgresql.base")
    if backend is not None:
        for pool in backend.DatabaseWrapper._connection_pools.values():
            pool.close()


atexit.register(close_pools)
