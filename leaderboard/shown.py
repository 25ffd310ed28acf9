"""A player's 30 days as a drawing: coordinates only, the page draws them. Figures stand in the table beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from leaderboard.days import PlayedDay

STEP, HEIGHT = 20, 120
"""Of a day, and of the highest point, in units of the drawing."""
BAR = 12


class Bar(NamedTuple):
    x: int
    y: int
    height: int


class Curve(NamedTuple):
    """The score at the end of each day as a line, the hands of each day as bars; each on a scale of its own."""

    points: str
    bars: tuple[Bar, ...]
    width: int


def curve_of(days: Sequence[PlayedDay]) -> Curve:
    """Whole numbers; a day with hands has a bar of at least one unit. Nothing played: a line along the bottom."""
    most_score = max((day.score for day in days), default=0) or 1
    most_played = max((day.played for day in days), default=0) or 1
    points = " ".join(
        f"{n * STEP + STEP // 2},{HEIGHT - day.score * HEIGHT // most_score}" for n, day in enumerate(days)
    )
    heights = [day.played and max(1, day.played * HEIGHT // (2 * most_played)) for day in days]
    bars = (
        Bar(n * STEP + (STEP - BAR) // 2, HEIGHT - height, height)
        for n, height in enumerate(heights)
        if height
    )
    return Curve(points, tuple(bars), len(days) * STEP)
