"""Matches that ended without a winner because both players stayed away. Once is bad luck; the same two doing it again
is flagged to staff (rules.md, Disconnects): so an agreed stake could be called off at will.
"""

from __future__ import annotations

from collections import defaultdict

import structlog

from games.models import Match, Seat

log = structlog.get_logger(__name__)

REASON = "mutual"
MOST_LOOKED_AT = 5_000
"""Newest of such matches that staff's list is made of."""


def note(table_id: int) -> None:
    """A match at this table has just ended so: the log hears when these players did it before."""
    people = frozenset(_people([table_id])[table_id])
    others = Match.objects.filter(reason=REASON).exclude(table_id=table_id)
    for user in people:
        others = others.filter(table__seats__user_id=user)
    if len(people) > 1 and (before := others.count()):
        log.warning("the same players have both stayed away again", table=table_id, before=before)


def repeated() -> list[int]:
    """Ids of the matches of all players who did it together more than once."""
    newest = (
        Match.objects.filter(reason=REASON).order_by("-id").values_list("id", "table_id")[:MOST_LOOKED_AT]
    )
    matches = list(newest)
    people = _people([table for _match, table in matches])
    together: dict[frozenset[int], list[int]] = defaultdict(list)
    for match, table in matches:
        together[frozenset(people[table])].append(match)
    return [match for pair, found in together.items() if len(pair) > 1 and len(found) > 1 for match in found]


def _people(tables: list[int]) -> dict[int, set[int]]:
    """Numbers of the people at each table."""
    people: dict[int, set[int]] = defaultdict(set)
    seats = Seat.objects.filter(table_id__in=tables, user__isnull=False).values_list("table_id", "user_id")
    for table, user in seats:
        people[table].add(user)
    return people
