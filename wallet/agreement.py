"""What one coin is worth when several say so: the median of those that agree. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from wallet.units import BPS

MOST_SAID_BPS = 10**9
"""A price may be off by any amount; what is noted of it has to fit its column."""
LEAST_AGREEING = 2
"""Nobody is believed alone."""


class Agreement(NamedTuple):
    price: int | None
    """None when fewer than two agree."""
    by: tuple[str, ...]
    """Who agrees, in order of the alphabet."""
    off_bps: Mapping[str, int]
    """How far each is off the middle, rounded up; also of who is left out."""

    @property
    def source(self) -> str:
        """For the quote: "median:coinbase,kraken"."""
        return f"median:{','.join(self.by)}"


def agree(prices: Mapping[str, int], most_off_bps: int) -> Agreement:
    """Who is further off the median than `most_off_bps` is left out; of the rest the median counts.

    Of an even number both prices in the middle must be near: two that differ by 3 % are each 1.5 % off the mean between
    them, and do not agree.
    """
    if not prices:
        return Agreement(None, (), {})
    low, high = _middle(sorted(prices.values()))
    off = {name: max(_off_bps(price, low), _off_bps(price, high)) for name, price in prices.items()}
    by = tuple(sorted(name for name in prices if off[name] <= most_off_bps))
    if len(by) < LEAST_AGREEING:
        return Agreement(None, (), off)
    return Agreement(sum(_middle(sorted(prices[name] for name in by))) // 2, by, off)


def _middle(ordered: Sequence[int]) -> tuple[int, int]:
    """The two in the middle; of an odd number the one twice."""
    return ordered[(len(ordered) - 1) // 2], ordered[len(ordered) // 2]


def _off_bps(price: int, middle: int) -> int:
    return min(-(-abs(price - middle) * BPS // middle), MOST_SAID_BPS)
