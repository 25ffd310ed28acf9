"""The rule of scoring as data and arithmetic (seed 001, leaderboard). Chips are counted in halves, as integers."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple

from django.utils.formats import get_format, number_format
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise

WINDOW = timedelta(days=30)
"""The window of a moment is (moment - 30 days, moment]: who ended exactly 30 days ago has left."""


class Tier(NamedTuple):
    """Who completed from `least` to `most` player hands in the window; `most` None: any number."""

    number: int
    key: str
    title: StrPromise | str
    least: int
    most: int | None

    @property
    def span(self) -> str:
        """As people read it: "101\u20131,000", "1,001+"."""
        least = grouped(self.least)
        return f"{least}+" if self.most is None else f"{least}\u2013{grouped(self.most)}"


TIERS = (
    Tier(1, "rookie", _("Rookie"), 1, 100),
    Tier(2, "pro", _("Pro"), 101, 1_000),
    Tier(3, "high-roller", _("High Roller"), 1_001, None),
)
NO_TIER = 0


def tier_of(hands: int) -> Tier | None:
    """By completed hands in the window; None without any."""
    return next((tier for tier in reversed(TIERS) if hands >= tier.least), None)


def score_of(*, staked: int, returned: int) -> int:
    """What one completed player hand adds to the score, in half-chips: the profit of a won hand, otherwise nothing.

    `staked` is all that was bet on this hand (doubled: twice the bet), `returned` what came back, both in half-chips;
    insurance belongs to neither. A natural of 5 chips: staked 10, returned 25, score 15, which are 7.5 chips.
    """
    return max(0, returned - staked)


def chips(halves: int) -> str:
    """As people read it: 15 is "7.5", 2400 is "1,200"; in German "7,5" and "1.200"."""
    whole, half = divmod(abs(halves), 2)
    part = f"{get_format('DECIMAL_SEPARATOR')}5" if half else ""
    return f"{'\u2212' if halves < 0 else ''}{grouped(whole)}{part}"


def grouped(number: int) -> str:
    """1,000 as the language writes it."""
    return str(number_format(number, use_l10n=True, force_grouping=True))
