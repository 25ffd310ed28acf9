"""Celery tasks: each calls one service. A task that is lost is made up for by the next beat."""

from __future__ import annotations

from celery import shared_task

from games.services import deadlines, living_room, presence, records, stale


@shared_task
def sweep_due() -> int:
    return deadlines.sweep_due(alive=False)


@shared_task
def sweep_leases() -> int:
    return presence.lose_orphans()


@shared_task
def verify_hands() -> int:
    return sum(records.verify_hands())


@shared_task
def close_stale_tables() -> int:
    return stale.close_stale_tables()


@shared_task
def tend_living_room() -> int:
    return living_room.tend()
