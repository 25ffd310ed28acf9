"""The broker: files without, Redis with REDIS_URL; a nudge goes through either."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from celery import Celery
from django.core.cache import caches
from django.test import override_settings

from battle21.celery import build_app, filesystem_broker


def nudge_and_receive(app: Celery) -> str:
    """Publish a task and take it from the queue; returns its name."""
    app.send_task("games.tasks.sweep_due")
    with app.connection_for_read() as connection, connection.SimpleQueue("celery") as queue:
        message = queue.get(timeout=10)
        message.ack()
        return str(message.headers["task"])


def test_a_nudge_goes_through_files(tmp_path: Path) -> None:
    with override_settings(DATA=tmp_path, REDIS_URL=""):
        app = build_app()
    try:
        assert app.conf.broker_url == "filesystem://"
        assert nudge_and_receive(app) == "games.tasks.sweep_due"
    finally:
        app.close()


def test_the_brokers_folders_are_closed_to_others(tmp_path: Path) -> None:
    """Whoever may write a message may call a task."""
    filesystem_broker(tmp_path / "broker")
    assert {stat.S_IMODE(folder.stat().st_mode) for folder in (tmp_path / "broker").iterdir()} == {0o700}


@pytest.mark.redis
def test_a_nudge_goes_through_redis(redis_server: str) -> None:
    with override_settings(REDIS_URL=redis_server):
        app = build_app()
    try:
        assert nudge_and_receive(app) == "games.tasks.sweep_due"
    finally:
        app.close()


@pytest.mark.redis
def test_the_cache_is_in_redis_when_there_is_one(redis_server: str) -> None:
    backend = {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": redis_server}
    with override_settings(CACHES={"default": backend, "again": backend}):
        caches["default"].set("attempts", 3)
        assert caches["again"].get("attempts") == 3
        caches.close_all()


def test_a_worker_neither_pickles_nor_keeps_results() -> None:
    app = build_app()
    try:
        assert app.conf.task_ignore_result is True
        assert app.conf.task_acks_late is True
        assert set(app.conf.accept_content) == {"json"}
        assert (app.conf.worker_pool, app.conf.worker_concurrency) == ("threads", 2)
    finally:
        app.close()
