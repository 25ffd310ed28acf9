"""A statement as a file: every line that was asked for, exact, for programs and spreadsheets.

What came in and what went out stand in columns of their own, so no number is below zero and no cell begins with a
sign: what a spreadsheet could take for a formula (a staff member's reason, say) gets an apostrophe in front, and
numbers stay numbers. Header and kinds are for programs and not translated; times are UTC.
"""

from __future__ import annotations

import csv
import io
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from datetime import UTC, datetime

from asgiref.sync import sync_to_async

from games import history, statements
from games.history import MatchRow
from games.money import plain
from games.services.postings import hand_of
from games.statement_filters import Filters
from wallet import statements as ledger
from wallet.statements import Span, StatementLine
from wallet.units import USD_SCALE, usd_for_units

MOST_LINES = 100_000
"""Of a period that is exported: a request holds one of a few places while it is answered."""
CHUNK = 500
"""Lines that are read and sent at a time."""
USD_DECIMALS = len(str(USD_SCALE)) - 1
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What makes a formula of a cell; the last four are the same signs as wide as East Asian ones."""
Column = Callable[[StatementLine, MatchRow | None], str]


def rows_of(user_id: int, filters: Filters, spans: Sequence[Span]) -> Iterator[str]:
    """The file in pieces, the header first; a few queries for each."""
    yield _written([list(COLUMNS)])
    keep = filters.keep
    for chunk in ledger.chunks(spans, subjects=statements.subjects_of(user_id, filters), size=CHUNK):
        lines = list(keep(chunk)) if keep else chunk
        matches = history.rows_by_subject({line.subject for line in lines} - {""}, user_id)
        cells = [[column(line, matches.get(line.subject)) for column in COLUMNS.values()] for line in lines]
        yield _written(cells)


async def sent(pieces: Iterator[str]) -> AsyncIterator[str]:
    """Piece by piece, each made in the request's own thread: a response of Django's streams only what is awaited."""

    def after_this() -> str | None:
        return next(pieces, None)

    while (piece := await sync_to_async(after_this)()) is not None:
        yield piece


def guarded(cell: str) -> str:
    """No formula, whatever reads the file."""
    return f"'{cell}" if cell.startswith(FORMULA) else cell


def _written(rows: list[list[str]]) -> str:
    text = io.StringIO()
    csv.writer(text).writerows([guarded(cell) for cell in row] for row in rows)
    return text.getvalue()


def _utc(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%S.%f}Z"


def _in(line: StatementLine) -> int | None:
    return line.units if line.units > 0 else None


def _out(line: StatementLine) -> int | None:
    return -line.units if line.units < 0 else None


def _units(units: int | None) -> str:
    return "" if units is None else str(units)


def _coins(units: int | None, line: StatementLine) -> str:
    return "" if units is None else plain(units, line.decimals)


def _estimate(line: StatementLine) -> str:
    """What the change was worth at the price of then; rounded down to 1e-8 dollars."""
    if line.then is None:
        return ""
    return plain(usd_for_units(abs(line.units), price=line.then.usd, decimals=line.decimals), USD_DECIMALS)


COLUMNS: dict[str, Column] = {
    "time_utc": lambda line, match: _utc(line.at),
    "kind": lambda line, match: line.kind,
    "currency": lambda line, match: line.currency,
    "in": lambda line, match: _coins(_in(line), line),
    "out": lambda line, match: _coins(_out(line), line),
    "balance": lambda line, match: plain(line.after, line.decimals),
    "in_units": lambda line, match: _units(_in(line)),
    "out_units": lambda line, match: _units(_out(line)),
    "balance_units": lambda line, match: str(line.after),
    "game": lambda line, match: match.game.title if match else "",
    "match": lambda line, match: match.public_id if match else "",
    "hand": lambda line, match: str(hand_of(line.part) or ""),
    "usd_estimate": lambda line, match: _estimate(line),
    "usd_price": lambda line, match: plain(line.then.usd, USD_DECIMALS) if line.then else "",
    "price_time_utc": lambda line, match: _utc(line.then.at) if line.then else "",
    "price_source": lambda line, match: line.then.source if line.then else "",
    "reason": lambda line, match: line.reason if line.kind == "reverse" else "",
    "transfer": lambda line, match: str(line.transfer),
    "line": lambda line, match: str(line.seq),
}
