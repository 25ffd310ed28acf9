"""Exact arithmetic on units: dividing, rake, and what a sum of USD is in units. Pure.

Every division here is one floor or one ceiling of integers; nothing is ever rounded twice.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

BPS = 10_000
"""Basis points in a whole: 100 bps are 1 %."""
RAKE_SHARDS = 16
"""Rake accounts of one currency: one alone would be the row every settlement waits for."""
USD_SCALE = 10**8
"""USD amounts and prices are integers of 1e-8 dollars."""
CENT = USD_SCALE // 100


def split(total: int, weights: Sequence[int]) -> tuple[int, ...]:
    """Shares by cumulative floor: exact, each within one unit of the true share; zero weight, zero share.

    `split(7, [1] * 6)` is 1, 1, 1, 1, 1, 2 (rules.md, Classic: fixed hands). Raises ValueError when nobody has a
    weight.
    """
    whole = sum(weights)
    if total < 0 or whole <= 0 or min(weights) < 0:
        raise ValueError("a split needs something to split and somebody to get it")
    shares, before, weight = [], 0, 0
    for own in weights:
        weight += own
        upto = total * weight // whole
        shares.append(upto - before)
        before = upto
    return tuple(shares)


def split_equally(total: int, parts: int) -> tuple[int, ...]:
    """Equal shares, the odd units one each to the first (rules.md, Hold'em: from the left of the button).

    `split_equally(17, 3)` is 6, 6, 5.
    """
    if total < 0 or parts < 1:
        raise ValueError("a split needs something to split and somebody to get it")
    share, odd = divmod(total, parts)
    return tuple(share + (number < odd) for number in range(parts))


def rake_of(pot: int, bps: int) -> int:
    """The operator's part of a whole pot, rounded down: in the players' favour. At 100 bps a pot below 100 units
    pays none."""
    if pot < 0 or not 0 <= bps <= BPS:
        raise ValueError("rake is a part of a pot")
    return pot * bps // BPS


def units_for_usd(usd: int, *, price: int, decimals: int) -> int:
    """Units worth at least `usd`; rounded up. `usd` and `price` (of one whole coin) in 1e-8 USD.

    $5 of BTC (8 decimals) at 65,432.10: 7,642.
    """
    if usd < 0 or price <= 0 or decimals < 0:
        raise ValueError("a price is above zero, an amount not below")
    coin: int = 10**decimals
    return -(-usd * coin // price)


class Purse(NamedTuple):
    """What there is of one currency. `price`: of one whole coin, in 1e-8 USD."""

    currency: str
    units: int
    price: int
    decimals: int


def composed_of(usd: int, purses: Sequence[Purse]) -> dict[str, int] | None:
    """Units of each currency that together are worth `usd` (in 1e-8 USD): every purse in this order is used up, and
    the last one that is needed gives the rest, rounded up (rules.md, Money). None: they are not worth that much.

    $10 with 12,345 units of BTC at 65,432.10: these are worth $8.077592745; the rest is 1,921,831 units of USDT at
    1.0003. Nothing is rounded but the last amount.
    """
    if usd <= 0 or any(purse.price <= 0 or purse.units < 0 or purse.decimals < 0 for purse in purses):
        raise ValueError("a price is above zero, a purse not below")
    found: dict[str, int] = {}
    rest = Fraction(usd)
    for purse in purses:
        coin = 10**purse.decimals
        needed = -(-rest * coin // purse.price)
        if purse.currency in found:
            raise ValueError("each currency has one purse")
        found[purse.currency] = min(needed, purse.units)
        if needed <= purse.units:
            return {code: units for code, units in found.items() if units}
        rest -= Fraction(purse.units * purse.price, coin)
    return None


def usd_for_units(units: int, *, price: int, decimals: int) -> int:
    """An estimate for pages: what `units` are worth in 1e-8 USD, rounded down."""
    coin: int = 10**decimals
    return units * price // coin


def rake_shard(key: str) -> str:
    """The rake account of a posting, from its key: a retry finds the same."""
    return str(int.from_bytes(hashlib.sha256(key.encode()).digest()[:2]) % RAKE_SHARDS)
