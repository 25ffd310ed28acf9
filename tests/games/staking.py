"""Accounts with test coins, tables for a stake, and matches that were played for it."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from games.models import Table
from games.rules.commands import GiveUp
from games.services import play, tables
from players.models import User
from tests.live.seating import bring_seeds
from wallet import selectors as ledger
from wallet.postings import Key
from wallet.services import give_test_coins

GAME = "tactical"
COIN = 10**8
CENTS = 500
STAKE = 7_693  # $5 of TBTC at $65,000, 8 decimals: 7,692.3… rounded up
MOST = 7_847  # 2 % more, 7,846.86, rounded up
RAKE = 153  # 1 % of 15,386 rounded down


def player(name: str, **coins: int) -> User:
    """An account; `coins`: units by currency, else one TBTC."""
    user = User.objects.create_user(username=name.lower(), display_name=name, password=None)
    for currency, units in (coins or {"TBTC": COIN}).items():
        give_test_coins(
            player=user.pk, currency=currency, units=units, key=Key("t", f"{name}{currency}"), actor="t"
        )
    return user


def staked(alice: User, bob: User | None = None, **options: Any) -> Table:
    table = tables.open_table(alice, GAME, mode="stake", stake_cents=CENTS, currency="TBTC", **options)
    if bob is not None:
        tables.join_table(bob, table.public_id, invitation=table.invitation, currency="TBTC")
        bring_seeds(table.id)
    return table


def over(alice: User, bob: User) -> Table:
    """A match that Bob gives up in its first hand: Alice wins the pot."""
    table = staked(alice, bob)
    play.submit(table.id, GiveUp(at=0, seat=1))
    table.refresh_from_db()
    return table


def page(name: str, *args: str) -> str:
    return reverse(f"games:{name}", args=args)


def amounts(user: User) -> tuple[int, int]:
    held = next(held for held in ledger.balances(user.pk) if held.currency == "TBTC")
    return held.free, held.in_play
