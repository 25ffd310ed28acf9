"""Where prices come from on demand: sources that cost nothing to ask. `services.fresh_quotes` keeps what they give.

Money has no source here: its prices come from exchanges, are fetched by workers alone (`services.refresh_quotes`) and
only read by everybody else.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping
from typing import Protocol

from django.conf import settings

from wallet.demo_prices import MIDDLES, demo_price
from wallet.models import Currency

LIFETIME_S = 30
"""How long a quote counts (rules.md, Money)."""
LEFT_S = 5
"""A quote with less time than this is fetched anew: who uses it should still be able to commit."""


class Source(Protocol):
    """Prices of one coin in 1e-8 USD. A currency the source knows no price of now is left out."""

    name: str

    def prices(self, currencies: Collection[str]) -> Mapping[str, int]: ...


class DemoSource:
    """Made-up prices of test coins, in demo mode alone: walking, or fixed where sums are worked out by hand."""

    name = "demo"

    def __init__(self, *, walking: bool) -> None:
        self._walking = walking

    def prices(self, currencies: Collection[str]) -> Mapping[str, int]:
        now = int(time.time())
        return {code: demo_price(code, now, walking=self._walking) for code in currencies if code in MIDDLES}


def sources() -> dict[str, Source]:
    """By family of currency."""
    if not settings.DEMO:
        return {}
    return {Currency.Family.TEST: DemoSource(walking=settings.DEMO_PRICES == "walking")}
