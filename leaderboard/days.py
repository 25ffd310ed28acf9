"""A player's 30 days. A day here is 24 hours that end at the time of day it is now: so the window is 30 whole days, the
last point of the curve is the score of this moment, and each day that leaves is one that was entered."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import connection

from leaderboard.scoring import WINDOW, chips

DAY = timedelta(days=1)
DAYS = WINDOW // DAY

# How many days back a hand ended: 0 are the 24 hours up to now. Exact: extract() of an interval is numeric.
BY_DAY = """
SELECT floor(extract(epoch FROM %(now)s::timestamptz - ended_at) / 86400)::int, count(*), sum(score)
FROM leaderboard_rankedhand
WHERE player_id = %(player)s AND voided_at IS NULL AND ended_at > %(since)s AND ended_at <= %(now)s
GROUP BY 1
"""


class PlayedDay(NamedTuple):
    """Scores are in half-chips."""

    ends: datetime
    played: int
    won: int
    """What this day's hands added to the score."""
    hands: int
    score: int
    """Hands and score of the whole window as of the day's end."""

    @property
    def chips(self) -> str:
        return chips(self.score)

    @property
    def won_chips(self) -> str:
        return chips(self.won)


class LeavingDay(NamedTuple):
    ends: datetime
    """By then they have left."""
    hands: int
    score: int
    left_score: int
    """The score that is left if nothing is played."""

    @property
    def chips(self) -> str:
        return chips(self.score)

    @property
    def left_chips(self) -> str:
        return chips(self.left_score)


class Month(NamedTuple):
    played: tuple[PlayedDay, ...]
    """Oldest first, the last ends now."""
    leaving: tuple[LeavingDay, ...]
    """The next first; only days on which something leaves."""


def month_of(player: int, now: datetime) -> Month:
    """Two windows of rows, added up by day in one statement."""
    values: dict[str, Any] = {"player": player, "now": now, "since": now - 2 * WINDOW}
    with connection.cursor() as cursor:
        cursor.execute(BY_DAY, values)
        by_day = {back: (int(hands), int(score)) for back, hands, score in cursor.fetchall()}
    hands = [by_day.get(back, (0, 0))[0] for back in range(2 * DAYS)]
    score = [by_day.get(back, (0, 0))[1] for back in range(2 * DAYS)]
    played = tuple(
        PlayedDay(
            now - back * DAY,
            hands[back],
            score[back],
            sum(hands[back : back + DAYS]),
            sum(score[back : back + DAYS]),
        )
        for back in reversed(range(DAYS))
    )
    leaving = tuple(
        LeavingDay(now + (DAYS - back) * DAY, hands[back], score[back], sum(score[:back]))
        for back in reversed(range(DAYS))
        if hands[back]
    )
    return Month(played, leaving)
