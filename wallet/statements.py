"""A player's statement: lines of the free balance, newest first, of any period, and what they add up to.

All of it is read by key, however long a history is: a period is found by bisection (an account's entries are in order
of time), a page walks down from its cursor, and what may have to walk far says where it stopped. Entries never
change, so a statement whose spans were read once stays right while new lines come.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from wallet.errors import BadAmount
from wallet.quotes import LIFETIME_S
from wallet.selectors import Price, read_rows
from wallet.statement_sql import CURRENCIES, LINES, LINES_OF_SUBJECTS, MOVED, SPANS

MOST_LINES = 200
"""Lines of one page of a statement."""
CHUNK = 1_000
"""Lines read by one query where not every line is wanted."""
MOST_READ = 10_000
"""Lines one page looks through for those that are wanted."""
CURSOR = re.compile(r"[0-9]{1,19}\.[0-9]{1,19}(-[0-9]{1,19}\.[0-9]{1,19})*", re.ASCII)
MOST_CURSOR = 2_000
"""Characters of it."""
MOST_SUMMED = 50_000
"""Lines that are added up by kind for a page."""


class Period(NamedTuple):
    """From `first` to before `until`; None is without an end."""

    first: datetime | None = None
    until: datetime | None = None


class Span(NamedTuple):
    """What a period holds of one currency: entries `low` + 1 to `high` of the player's account, and the balance before
    and after them."""

    account: int
    currency: str
    decimals: int
    low: int
    high: int
    opening: int
    closing: int

    @property
    def lines(self) -> int:
        return max(0, self.high - self.low)


class StatementLine(NamedTuple):
    """One entry of a player's free balance. `price`: where the entry used a quote; `then`: that one, else the newest
    that counted at the time, if any did."""

    transfer: UUID
    at: datetime
    kind: str
    subject: str
    part: str
    reason: str
    account: int
    currency: str
    decimals: int
    seq: int
    before: int
    units: int
    after: int
    price: Price | None
    then: Price | None


Keep = Callable[[Sequence[StatementLine]], Iterable[StatementLine]]
"""Which of some lines are wanted."""


class Statement(NamedTuple):
    """Newest first. `older`: give it back as `cursor` for the next page; empty at the end. `searched_to`: so far back
    the lines were looked through without filling the page; None when it is full or there are no more."""

    lines: tuple[StatementLine, ...]
    older: str
    searched_to: datetime | None = None


class Moved(NamedTuple):
    """What lines of one currency, kind and subject add up to; `subject` is empty unless it was asked for."""

    currency: str
    kind: str
    subject: str
    lines: int
    units: int


WHOLE = Period()


def currencies(player: int) -> tuple[str, ...]:
    """What the player's statement can be kept to: currencies that are in use, and those he ever had."""
    return tuple(code for (code,) in read_rows(CURRENCIES, {"player": player}))


def spans(player: int, *, currency: str = "", period: Period = WHOLE) -> tuple[Span, ...]:
    """What a period holds of each currency the player ever had, or of one; in the order they are shown."""
    asked = {"player": player, "currency": currency, "first": period.first, "until": period.until}
    return tuple(
        Span(account, code, decimals, low, max(low, high), int(opening), int(closing))
        for account, code, decimals, low, high, opening, closing in read_rows(SPANS, asked)
    )


def statement(
    of: Sequence[Span],
    *,
    cursor: str = "",
    limit: int = 50,
    subjects: Sequence[str] | None = None,
    keep: Keep | None = None,
) -> Statement:
    """A page of the lines in these spans: all of them, those for `subjects`, and of either only what `keep` chooses.

    Pages that follow a cursor do not move when new lines come. Raises BadAmount ("bad_cursor") for a cursor that is
    none; one of another player's statement leads nowhere.
    """
    limit = max(1, min(limit, MOST_LINES))
    of = _after_cursor(of, cursor)
    before = {span.account: span.high + 1 for span in of}
    found: list[StatementLine] = []
    read = 0
    for chunk in chunks(of, subjects=subjects, size=limit + 1 if keep is None else CHUNK):
        wanted = {(line.account, line.seq) for line in (keep(chunk) if keep else chunk)}
        for line in chunk:
            if (line.account, line.seq) in wanted:
                if len(found) == limit:
                    return Statement(tuple(found), _write_cursor(before))
                found.append(line)
            before[line.account] = line.seq
        read += len(chunk)
        if keep and read >= MOST_READ:
            return Statement(tuple(found), _write_cursor(before), chunk[-1].at)
    return Statement(tuple(found), "")


def chunks(
    of: Sequence[Span], *, subjects: Sequence[str] | None = None, size: int = CHUNK
) -> Iterator[tuple[StatementLine, ...]]:
    """All lines of these spans, or those for `subjects`, newest first; a query for each chunk, none is empty."""
    query = LINES if subjects is None else LINES_OF_SUBJECTS
    by_account = {span.account: span for span in of}
    while of:
        asked = {**_bounds(of), "subjects": subjects, "limit": size, "lifetime": LIFETIME_S}
        rows = read_rows(query, asked)
        if rows:
            yield tuple(_line(row, by_account[row[6]].decimals) for row in rows)
        if len(rows) < size:
            return
        reached = {row[6]: row[8] for row in rows}
        of = [span._replace(high=reached.get(span.account, span.high + 1) - 1) for span in of]


def moved(
    of: Sequence[Span], *, subjects: Sequence[str] | None = None, by_subject: bool = False
) -> tuple[Moved, ...] | None:
    """What the lines add up to, by currency and kind; None when they are too many to be added up for a page."""
    if subjects is None and sum(span.lines for span in of) > MOST_SUMMED:
        return None
    asked = {**_bounds(of), "subjects": subjects, "by_subject": by_subject}
    return tuple(
        Moved(code, kind, subject, lines, int(units))
        for code, kind, subject, lines, units in read_rows(MOVED, asked)
    )


def _bounds(of: Sequence[Span]) -> dict[str, Any]:
    return {
        "accounts": [span.account for span in of],
        "lows": [span.low for span in of],
        "before": [span.high + 1 for span in of],
    }


def _line(row: Sequence[Any], decimals: int) -> StatementLine:
    transfer, at, kind, subject, part, reason, account, code, seq, units, after, _quote, _by_then, *prices = (
        row
    )
    used, newest = _price(prices[:3]), _price(prices[3:])
    units, after = int(units), int(after)
    return StatementLine(
        transfer, at, kind, subject, part, reason, account, code, decimals, seq, after - units, units, after,
        used, used or newest,
    )  # fmt: skip


def _price(quote: Sequence[Any]) -> Price | None:
    return None if quote[0] is None else Price(*quote)


def _after_cursor(of: Sequence[Span], cursor: str) -> Sequence[Span]:
    """What is left of the spans behind a cursor. An account that is not in it was opened since the first page."""
    if not cursor:
        return of
    reached = _read_cursor(cursor)
    return [
        span._replace(high=min(span.high, reached[span.account] - 1))
        for span in of
        if span.account in reached
    ]


def _read_cursor(text: str) -> dict[int, int]:
    """Accounts and the number of the last line shown: "12.340-15.22"."""
    if len(text) > MOST_CURSOR or not CURSOR.fullmatch(text):
        raise BadAmount(code="bad_cursor")
    pairs = [part.split(".") for part in text.split("-")]
    found = {int(account): int(seq) for account, seq in pairs}
    if any(not 0 < number < 2**63 for pair in found.items() for number in pair):
        raise BadAmount(code="bad_cursor")
    return found


def _write_cursor(before: Mapping[int, int]) -> str:
    return "-".join(f"{account}.{seq}" for account, seq in before.items())
