"""Celery tasks: each calls one service."""

from __future__ import annotations

from celery import shared_task

from wallet import services


@shared_task(name="wallet.tasks.refresh_quotes")
def refresh_quotes() -> list[str]:
    """Every ten seconds. Returns the currencies with a new quote; nothing is asked while no money is switched on."""
    return sorted(services.refresh_quotes())


@shared_task(name="wallet.tasks.close_days")
def close_days() -> list[str]:
    """Hourly: a night that was missed is made up for. Returns the days closed now."""
    return [f"{closed.day}" for closed in services.close_days()]


@shared_task(name="wallet.tasks.check_ledger")
def check_ledger() -> bool:
    """Hourly. Returns whether everything was right."""
    return services.check_ledger().ok
