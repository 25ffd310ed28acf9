"""Celery tasks: each calls one service."""

from __future__ import annotations

from celery import shared_task

from leaderboard import selectors, services


@shared_task(name="leaderboard.tasks.let_hands_leave")
def let_hands_leave() -> int:
    """Each minute. Returns how many hands left; standings follow who is ranked by the way."""
    services.follow_flags()
    return services.let_hands_leave(selectors.database_now())


@shared_task(name="leaderboard.tasks.take_told")
def take_told() -> int:
    """Every two seconds. Returns how many rows of the outbox were taken."""
    return services.take_told()


@shared_task(name="leaderboard.tasks.compare_standings")
def compare_standings() -> int:
    """Once a day, and at each start. Returns how many standings were wrong."""
    return services.compare_standings(selectors.database_now())
