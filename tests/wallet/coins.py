"""Four test coins of the tests' own, with 8, 0, 18 and 6 decimals, and what a stake is in them by hand."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from django.utils import timezone

from wallet.models import Currency, Quote

COINS = {
    "EIGHT": (8, 6_543_210_000_000),
    "NONE": (0, 7_000_000),
    "MANY": (18, 251_234_567_890),
    "SIX": (6, 100_030_000),
}
"""Decimals and the price of one coin in 1e-8 USD, in the order in which they are shown: $65,432.10, 7 cents,
$2,512.3456789 and $1.0003."""
ORDER = tuple(COINS)
WORTH: dict[str, int] = {code: price * 10 ** (18 - decimals) for code, (decimals, price) in COINS.items()}
"""Of one unit, in 1e-26 USD: whole numbers for each of them."""
CENT = 10**24


def make_coins() -> None:
    """The rows, besides those that every installation has."""
    for order, (code, (decimals, _price)) in enumerate(COINS.items()):
        Currency.objects.create(
            code=code, name=code.title(), decimals=decimals, family="test", enabled=True, shown_order=500 + order
        )  # fmt: skip


def quote_coins(**prices: int) -> None:
    """New quotes of all four, for 30 s; `prices` in 1e-8 USD replace theirs."""
    now = timezone.now()
    for code, (_decimals, price) in COINS.items():
        Quote.objects.create(
            currency_id=code, usd_price=prices.get(code, price), source="test", fetched_at=now,
            expires_at=now + timedelta(seconds=30),
        )  # fmt: skip


def most_units(code: str, cents: int) -> int:
    """So many units of the coin that are worth no more than that."""
    return cents * CENT // WORTH[code]


def due(purse: dict[str, int], cents: int, order: Sequence[str] = ORDER) -> dict[str, int] | None:
    """Of each in the order in which they are taken as much as there is, the last rounded up; None: not enough."""
    rest, paid = cents * CENT, {}
    for code in order:
        units = min(purse.get(code, 0), max(0, -(-rest // WORTH[code])))
        rest -= units * WORTH[code]
        if units:
            paid[code] = units
    return paid if rest <= 0 else None
