"""Closes days of the ledger: what a day came to is written down, chained to the day before, and proven ever after."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

import structlog
from django.db import connection

from wallet.day_digests import CLOSE
from wallet.models import ClosedDay, Transfer

log = structlog.get_logger(__name__)

STILL_COMING = timedelta(hours=1)
"""A transfer has the time it was made, and is seen when its transaction commits: seconds later at most, for a
transaction that idles is ended after ten."""
DAY = timedelta(days=1)


def close_days(now: datetime | None = None) -> list[ClosedDay]:
    """Close every day that is over (UTC) and not closed yet, oldest first, from that of the first transfer on. Days
    without transfers, too: the chain has no gaps. `now`: the database's time.

    Two at a time do no harm: a day is written once.
    """
    over = (now or database_time()).astimezone(UTC) - STILL_COMING
    closed = []
    for day in list(_open_days(over.date())):
        with connection.cursor() as cursor:
            cursor.execute(CLOSE, {"day": day})
        row = ClosedDay.objects.get(day=day)
        log.info("a day of the ledger is closed", day=f"{day}", entries=row.entries, sha256=row.hex)
        closed.append(row)
    return closed


def _open_days(end: date) -> Iterator[date]:
    """Days to be closed, before `end`."""
    last = ClosedDay.objects.order_by("-day").values_list("day", flat=True).first()
    first = Transfer.objects.order_by("id").values_list("id", flat=True).first()
    if last is not None:
        day = last + DAY
    elif first is not None:
        day = datetime.fromtimestamp((first.int >> 80) / 1000, UTC).date()
    else:
        return
    while day < end:
        yield day
        day += DAY


def database_time() -> datetime:
    """The clock that transfers are stamped by."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        now: datetime = cursor.fetchone()[0]
    return now
