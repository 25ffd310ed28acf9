"""What test coins are worth: made up, the same in every process at the same time. Pure.

A price moves around a middle by waves of chance: a slow one of an hour, one of five minutes, and a ripple in every
slot. Each is a straight line between points that a hash fixes, so nobody has to remember where the price was.
"""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from wallet.units import USD_SCALE

SLOT_S = 5
"""A price stands this long."""
MILLION = 10**6

MIDDLES = {
    "TBTC": 65_000 * USD_SCALE,
    "TETH": 2_500 * USD_SCALE,
    "TUSDT": USD_SCALE,
}
"""Of one test coin, in 1e-8 USD."""


class Wave(NamedTuple):
    slots: int
    """Between two points of chance."""
    height: int
    """At most this far from the middle, in millionths of the price."""


WAVES = (Wave(720, 30_000), Wave(60, 4_000), Wave(1, 300))
"""Together at most 3.43 % from the middle, and 0.09 % between two slots: within half a minute a player's consent
(2 %) is never passed by chance."""
STEADY = {"TUSDT": 50}
"""What moves less: its waves are divided by this."""


def demo_price(currency: str, at_s: int, *, walking: bool) -> int:
    """Of one test coin in 1e-8 USD at this second (Unix time). Raises KeyError for any other currency."""
    middle = MIDDLES[currency]
    if not walking:
        return middle
    slot = at_s // SLOT_S
    off = sum(_height(currency, wave, slot) for wave in WAVES) // STEADY.get(currency, 1)
    return middle + middle * off // MILLION


def _height(currency: str, wave: Wave, slot: int) -> int:
    before, passed = divmod(slot, wave.slots)
    first, second = _chance(currency, wave, before), _chance(currency, wave, before + 1)
    return (first * (wave.slots - passed) + second * passed) // wave.slots


def _chance(currency: str, wave: Wave, point: int) -> int:
    """From -height to +height. Not a secret: everybody may know what a test coin will be worth."""
    digest = hashlib.sha256(f"{currency}/{wave.slots}/{point}".encode()).digest()
    return int.from_bytes(digest[:8]) % (2 * wave.height + 1) - wave.height
