"""Lists: newest first, by cursor. `{data, next_cursor, has_more}`; a page that was read never moves."""

from __future__ import annotations

import base64
import re
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from games.api.problems import BadCursor
from games.api.strict import bad_parameter

DEFAULT = 25
MOST = 100
ID = re.compile(r"[0-9A-Za-z_]{1,40}", re.ASCII)
PAGING = ("limit", "cursor")


class Page(NamedTuple):
    rows: list[Any]
    next_cursor: str | None

    def body(self, data: list[Any]) -> dict[str, Any]:
        return {"data": data, "next_cursor": self.next_cursor, "has_more": self.next_cursor is not None}


def limit_of(query: dict[str, str]) -> int:
    """Raises BadParameters."""
    text = query.get("limit", str(DEFAULT))
    if not re.fullmatch(r"[0-9]{1,3}", text, re.ASCII) or not 1 <= int(text) <= MOST:
        raise bad_parameter("limit", _("Give a number from 1 to %(most)d.") % {"most": MOST})
    return int(text)


def page_of(rows: QuerySet[Any], query: dict[str, str], *, at: str, by: str) -> Page:
    """One page of `rows`, ordered by the time `at`, then the public id `by`. Raises BadParameters, BadCursor."""
    limit = limit_of(query)
    if "cursor" in query:
        time, public_id = _read(query["cursor"])
        rows = rows.filter(Q(**{f"{at}__lt": time}) | Q(**{at: time, f"{by}__lt": public_id}))
    found = list(rows.order_by(f"-{at}", f"-{by}")[: limit + 1])
    if len(found) <= limit:
        return Page(found, None)
    last = found[limit - 1]
    return Page(found[:limit], _write(_value(last, at), _value(last, by)))


def _value(row: Any, name: str) -> Any:
    for part in name.split("__"):
        row = getattr(row, part)
    return row


def _write(time: datetime, public_id: str) -> str:
    return base64.urlsafe_b64encode(f"{time.isoformat()}|{public_id}".encode()).decode().rstrip("=")


def _read(cursor: str) -> tuple[datetime, str]:
    try:
        text = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True).decode(
            "ascii"
        )
        stamp, public_id = text.split("|")
        time = datetime.fromisoformat(stamp)
    except (ValueError, OverflowError):
        raise BadCursor from None
    # Ours are in UTC; offsets that Python knows and PostgreSQL does not are nobody's.
    if time.utcoffset() != timedelta(0) or not ID.fullmatch(public_id) or not 2000 <= time.year < 9000:
        raise BadCursor
    return time, public_id
