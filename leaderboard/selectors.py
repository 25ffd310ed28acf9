"""Standings as of now, exact to the microsecond: a kept standing, less those of its hands that are outside the window.

Between two runs of the job a handful of hands are; every statement here finds them by an index and corrects the
players they belong to. Each answer is one statement, so it is of one moment.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db import connection

from leaderboard.ranked import USERS
from leaderboard.scoring import NO_TIER, TIERS, WINDOW, Tier, chips, tier_of

PAGE = 50
MOST_PAGES = 400
"""Deeper nobody reads; who wants to know where somebody stands looks for the name."""
MOST_FOUND = 20


class Place(NamedTuple):
    """One line of a tier."""

    rank: int
    """Inside the tier, by score; equal scores share one: 1, 1, 3."""
    public_id: str
    name: str
    hands: int
    score: int
    """In half-chips."""

    @property
    def chips(self) -> str:
        return chips(self.score)


class Places(NamedTuple):
    places: tuple[Place, ...]
    more: bool
    """Whether there is a page after this one."""


class Own(NamedTuple):
    """Where one player stands."""

    hands: int
    score: int
    tier: Tier | None
    rank: int | None
    """None without a tier."""

    @property
    def chips(self) -> str:
        return chips(self.score)

    @property
    def next_tier(self) -> Tier | None:
        """The tier that more hands would lead to; None in the highest."""
        return next((tier for tier in TIERS if tier.least > self.hands), None)

    @property
    def hands_to_next_tier(self) -> int:
        return self.next_tier.least - self.hands if self.next_tier else 0


class Found(NamedTuple):
    """One line of a search. Without its rank, which would have to be counted for each."""

    public_id: str
    name: str
    hands: int
    score: int
    tier: Tier | None

    @property
    def chips(self) -> str:
        return chips(self.score)


def tier_sql(hands: str) -> str:
    """The number of the tier of a count of hands, as SQL."""
    cases = " ".join(f"WHEN {hands} >= {tier.least} THEN {tier.number}" for tier in reversed(TIERS))
    return f"CASE {cases} ELSE {NO_TIER} END"


# Sums of bigint are numeric, and no index of bigint finds a numeric: hence the cast.
MOVED = f"""
outside AS MATERIALIZED (
    SELECT player_id, count(*) AS hands, sum(score)::bigint AS score FROM leaderboard_rankedhand
    WHERE counted AND (ended_at <= %(edge)s OR ended_at > %(now)s) GROUP BY player_id
), moved AS MATERIALIZED (
    SELECT s.player_id, s.hands - o.hands AS hands, s.score - o.score AS score, s.tier AS old_tier,
        s.score AS old_score, CASE WHEN s.ranked THEN {tier_sql("(s.hands - o.hands)")} ELSE {NO_TIER} END AS tier
    FROM outside o JOIN leaderboard_standing s USING (player_id)
)
"""  # noqa: S608 -- text of our own

# Counted by the index alone, which knows no standing without a tier: that has to be said where the tier is looked up.
# Those who have moved are counted where they were, and put where they are.
ABOVE = f"""
    (SELECT count(*) FROM leaderboard_standing s
    WHERE s.tier = {{tier}} AND s.tier > {NO_TIER} AND s.score > {{score}})
    - (SELECT count(*) FROM moved m WHERE m.old_tier = {{tier}} AND m.old_score > {{score}})
    + (SELECT count(*) FROM moved m WHERE m.tier = {{tier}} AND m.score > {{score}})
"""  # noqa: S608 -- text of our own

TOP = f"""
WITH {MOVED}, still AS (
    SELECT s.player_id, s.hands, s.score FROM leaderboard_standing s
    WHERE s.tier = %(tier)s AND s.player_id <> ALL (ARRAY(SELECT player_id FROM moved))
    ORDER BY s.score DESC, s.player_id LIMIT %(reach)s
), page AS MATERIALIZED (
    SELECT player_id, hands, score FROM (
        SELECT player_id, hands, score FROM still
        UNION ALL SELECT player_id, hands, score FROM moved WHERE tier = %(tier)s
    ) AS everybody
    ORDER BY score DESC, player_id LIMIT %(size)s OFFSET %(offset)s
), best AS MATERIALIZED (SELECT max(score) AS score FROM page)
SELECT u.public_id, u.display_name, p.hands, p.score,
    {ABOVE.format(tier="%(tier)s", score="(SELECT score FROM best)")} AS above
FROM page p JOIN {USERS} u ON u.id = p.player_id ORDER BY p.score DESC, p.player_id
"""  # noqa: S608 -- text of our own

OWN = f"""
WITH {MOVED}, me AS MATERIALIZED (
    SELECT coalesce(m.hands, s.hands) AS hands, coalesce(m.score, s.score) AS score, coalesce(m.tier, s.tier) AS tier
    FROM leaderboard_standing s LEFT JOIN moved m USING (player_id) WHERE s.player_id = %(player)s
)
SELECT hands, score, tier, {ABOVE.format(tier="(SELECT tier FROM me)", score="(SELECT score FROM me)")} FROM me
"""  # noqa: S608 -- text of our own

FIND = f"""
WITH {MOVED}, named AS MATERIALIZED (
    SELECT s.player_id, s.hands, s.score, s.tier, u.public_id, u.display_name
    FROM {USERS} u JOIN leaderboard_standing s ON s.player_id = u.id
    WHERE lower(u.display_name) LIKE lower(%(begin)s) || '%%' AND s.tier > {NO_TIER}
    ORDER BY lower(u.display_name), u.id LIMIT %(most)s
)
SELECT n.public_id, n.display_name, coalesce(m.hands, n.hands), coalesce(m.score, n.score)
FROM named n LEFT JOIN moved m USING (player_id)
ORDER BY lower(n.display_name), n.player_id
"""  # noqa: S608 -- text of our own


def database_now() -> datetime:
    """The clock that hands are stamped by."""
    ((now,),) = _rows("SELECT statement_timestamp()", {})
    assert isinstance(now, datetime)
    return now


def top_of(tier: Tier, now: datetime, page: int = 1, size: int = PAGE) -> Places:
    """The players of a tier by score, `size` a page; page 1 is the top."""
    offset = (page - 1) * size
    values = {
        **_window(now),
        "tier": tier.number,
        "size": size + 1,
        "offset": offset,
        "reach": offset + size + 1,
    }
    rows = _rows(TOP, values)
    return Places(tuple(_places(rows[:size], offset)), len(rows) > size)


def standing_of(player: int, now: datetime) -> Own:
    """Where a player stands. Who never completed a hand, or is not ranked, has no tier."""
    rows = _rows(OWN, {**_window(now), "player": player})
    if not rows:
        return Own(0, 0, None, None)
    hands, score, tier, above = rows[0]
    placed = tier != NO_TIER
    return Own(int(hands), int(score), TIERS[tier - 1] if placed else None, above + 1 if placed else None)


def find_players(text: str, now: datetime) -> tuple[Found, ...]:
    """Ranked players whose names begin with the text, without case, by name; at most MOST_FOUND."""
    begin = text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    rows = _rows(FIND, {**_window(now), "begin": begin, "most": MOST_FOUND})
    found = (Found(public_id, name, int(h), int(s), tier_of(int(h))) for public_id, name, h, s in rows)
    return tuple(each for each in found if each.tier)


def _places(rows: Sequence[tuple[Any, ...]], offset: int) -> list[Place]:
    """The first row's rank is counted; the others follow from their scores."""
    places: list[Place] = []
    for line, (public_id, name, hands, score, above) in enumerate(rows):
        if not places:
            rank = above + 1
        else:
            rank = places[-1].rank if score == places[-1].score else offset + line + 1
        places.append(Place(rank, public_id, name, int(hands), int(score)))
    return places


def _window(now: datetime) -> dict[str, Any]:
    return {"now": now, "edge": now - WINDOW}


def _rows(statement: str, values: dict[str, Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows
