"""Celery: a nudge, never the keeper of work. All work is a row that a sweep can find."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "battle21.settings")

from celery import Celery
from django.conf import settings


def every(seconds: float, task: str) -> dict[str, Any]:
    """A beat entry. A nudge that waited for three periods is worthless: the next one finds the same rows."""
    return {"task": task, "schedule": seconds, "options": {"expires": max(5.0, 3 * seconds)}}


# The tasks live in the apps.
BEAT: dict[str, dict[str, Any]] = {
    "sweep-due": every(1.0, "games.tasks.sweep_due"),
    "sweep-leases": every(2.0, "games.tasks.sweep_leases"),
    "verify-hands": every(10.0, "games.tasks.verify_hands"),
    "close-stale-tables": every(3600.0, "games.tasks.close_stale_tables"),
    "refresh-quotes": every(10.0, "wallet.tasks.refresh_quotes"),
    "close-ledger-days": every(3600.0, "wallet.tasks.close_days"),
    "check-ledger": every(3600.0, "wallet.tasks.check_ledger"),
    "count-ranked-hands": every(2.0, "leaderboard.tasks.take_told"),
    "let-ranked-hands-leave": every(60.0, "leaderboard.tasks.let_hands_leave"),
    "compare-standings": every(24 * 3600.0, "leaderboard.tasks.compare_standings"),
    "remove-stale-guests": every(3600.0, "players.tasks.remove_stale_guests"),
}
if settings.LIVING_ROOM:
    BEAT["tend-living-room"] = every(1.0, "games.tasks.tend_living_room")
POLL_S = 0.1


def filesystem_broker(folder: Path) -> dict[str, Any]:
    """Transport options of kombu's filesystem broker, its folders made (0700).

    In and out are one folder: every process both publishes and consumes.
    """
    folders = {name: folder / name for name in ("messages", "processed", "control")}
    for path in folders.values():
        path.mkdir(parents=True, exist_ok=True, mode=0o700)
    return {
        "data_folder_in": str(folders["messages"]),
        "data_folder_out": str(folders["messages"]),
        "processed_folder": str(folders["processed"]),
        "control_folder": str(folders["control"]),
        "store_processed": False,
        "polling_interval": POLL_S,
    }


# A killed worker's tasks come back after these, not after the hour that is the default.
REDIS_OPTIONS = {"visibility_timeout": 60, "unacked_restore_interval": 5, "unacked_restore_throttle": 1}


def redis_broker(url: str) -> str:
    """Celery's spelling of a Redis address; a Unix socket is `unix://` everywhere else."""
    return url.replace("unix://", "redis+socket://", 1)


def build_app() -> Celery:
    app = Celery("battle21")
    redis_url: str = settings.REDIS_URL
    app.conf.update(
        broker_url=redis_broker(redis_url) if redis_url else "filesystem://",
        broker_transport=None if redis_url else "battle21.broker:Transport",
        broker_transport_options=REDIS_OPTIONS if redis_url else filesystem_broker(settings.DATA / "broker"),
        broker_connection_retry_on_startup=True,
        worker_pool="threads",
        worker_concurrency=2,
        worker_prefetch_multiplier=1,
        worker_hijack_root_logger=False,
        worker_redirect_stdouts=False,
        task_ignore_result=True,
        task_acks_late=True,
        task_time_limit=None,
        beat_schedule=BEAT,
        beat_scheduler="battle21.beat:LockedScheduler",
        beat_max_loop_interval=1,
        timezone="UTC",
    )
    app.autodiscover_tasks()
    return app


app = build_app()
