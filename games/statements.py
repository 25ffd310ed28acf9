"""A player's statement as pages show it: lines of the free balance, and how each currency's movements add up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from games import history
from games.history import MatchRow
from games.money import Amount, dollars
from games.services.postings import hand_of
from games.statement_filters import KINDS, PLAY, Filters
from wallet import statements as ledger
from wallet.selectors import Price
from wallet.statements import Moved, Span, StatementLine
from wallet.units import CENT, usd_for_units

LINES = 25
"""On one page."""


class PriceShown(NamedTuple):
    """A quote that was used."""

    coin_usd: str
    at: datetime
    source: str


class Line(NamedTuple):
    """One line of the statement; the amounts are of the free balance."""

    transfer: UUID
    at: datetime
    kind: str
    reason: str
    match: MatchRow | None
    hand: int
    """It was for that hand of the match alone; 0: for all of it."""
    change: Amount
    before: Amount
    after: Amount
    price: PriceShown | None
    """The quote the line used, else the newest that counted then."""
    used_price: bool
    usd: str
    """What the change was worth then, an estimate; "" without a price."""

    @property
    def came_in(self) -> bool:
        return self.change.units > 0


class Part(NamedTuple):
    """What the lines of one kind add up to."""

    kind: str
    amount: Amount


class Sums(NamedTuple):
    """One currency in a period: the opening balance and all movements are the closing balance.

    `play` and `other` add up to `moved`, `play` alone to `net`; both are empty where there are too many lines to be
    added up by kind.
    """

    currency: str
    opening: Amount
    play: tuple[Part, ...]
    net: Amount | None
    other: tuple[Part, ...]
    moved: Amount
    closing: Amount
    picked: Amount | None
    """The lines that were picked by kind, game or match; None where all are."""


class Page(NamedTuple):
    sums: tuple[Sums, ...]
    lines: tuple[Line, ...]
    in_period: int
    """How many lines the period has, whatever is picked of them."""
    split: bool
    """The sums tell play from the rest."""
    older: str
    searched_to: datetime | None


def page(user_id: int, filters: Filters, cursor: str) -> Page:
    """Raises BadAmount for a cursor that is none."""
    spans = spans_of(user_id, filters)
    subjects = subjects_of(user_id, filters)
    found = ledger.statement(spans, cursor=cursor, limit=LINES, subjects=subjects, keep=filters.keep)
    moved = ledger.moved(spans)
    return Page(
        sums=_sums(spans, moved, _picked(spans, moved, subjects, filters)),
        lines=lines_of(found.lines, user_id),
        in_period=sum(span.lines for span in spans),
        split=moved is not None,
        older=found.older,
        searched_to=found.searched_to,
    )


def newest(user_id: int, number: int) -> tuple[Line, ...]:
    """The last lines, whatever they are."""
    return lines_of(ledger.statement(ledger.spans(user_id), limit=number).lines, user_id)


def spans_of(user_id: int, filters: Filters) -> tuple[Span, ...]:
    return ledger.spans(user_id, currency=filters.currency, period=filters.period)


def subjects_of(user_id: int, filters: Filters) -> list[str] | None:
    """What the ledger calls the chosen match; None where none is chosen. A match of others is none of his."""
    return history.subjects_at(filters.match, user_id) if filters.match else None


# --- lines ----------------------------------------------------------------------------------------------------------


def lines_of(lines: Sequence[StatementLine], user_id: int) -> tuple[Line, ...]:
    matches = history.rows_by_subject({line.subject for line in lines} - {""}, user_id)
    return tuple(_line(line, matches) for line in lines)


def _line(line: StatementLine, matches: Mapping[str, MatchRow]) -> Line:
    def amount(units: int) -> Amount:
        return Amount(units, line.currency, line.decimals)

    return Line(
        transfer=line.transfer,
        at=line.at,
        kind=str(KINDS.get(line.kind, line.kind)),
        reason=line.reason if line.kind == "reverse" else "",
        match=matches.get(line.subject),
        hand=hand_of(line.part),
        change=amount(line.units),
        before=amount(line.before),
        after=amount(line.after),
        price=price_shown(line.then),
        used_price=line.price is not None,
        usd=worth(line.units, line.decimals, line.then),
    )


def price_shown(price: Price | None) -> PriceShown | None:
    return None if price is None else PriceShown(dollars(price.usd // CENT), price.at, price.source)


def worth(units: int, decimals: int, price: Price | None) -> str:
    """An estimate at that price, without a sign, rounded down; "" without one."""
    if price is None:
        return ""
    return dollars(usd_for_units(abs(units), price=price.usd, decimals=decimals) // CENT)


# --- sums -----------------------------------------------------------------------------------------------------------


def _picked(
    spans: Sequence[Span], moved: Sequence[Moved] | None, subjects: list[str] | None, filters: Filters
) -> dict[str, int] | None:
    """By currency, what the picked lines add up to; None where all are, or where they are too many."""
    if not filters.picks:
        return None
    if subjects is not None or filters.game:
        moved = ledger.moved(spans, subjects=subjects, by_subject=bool(filters.game))
    if moved is None:
        return None
    if filters.game:
        of_game = history.of_game({line.subject for line in moved}, filters.game)
        moved = [line for line in moved if line.subject in of_game]
    return _by_currency(line for line in moved if line.kind in filters.kinds)


def _by_currency(moved: Iterable[Moved]) -> dict[str, int]:
    found: dict[str, int] = {}
    for line in moved:
        found[line.currency] = found.get(line.currency, 0) + line.units
    return found


def _sums(
    spans: Sequence[Span], moved: Sequence[Moved] | None, picked: Mapping[str, int] | None
) -> tuple[Sums, ...]:
    """Currencies that had something or moved."""
    return tuple(
        _sums_of(span, None if moved is None else [line for line in moved if line.currency == span.currency], picked)
        for span in spans
        if span.lines or span.closing
    )  # fmt: skip


def _sums_of(span: Span, moved: Sequence[Moved] | None, picked: Mapping[str, int] | None) -> Sums:
    def amount(units: int) -> Amount:
        return Amount(units, span.currency, span.decimals)

    by_kind = {} if moved is None else {line.kind: line.units for line in moved}
    play = [kind for kind in KINDS if kind in PLAY and kind in by_kind]
    return Sums(
        currency=span.currency,
        opening=amount(span.opening),
        play=tuple(Part(str(KINDS[kind]), amount(by_kind[kind])) for kind in play),
        net=amount(sum(by_kind[kind] for kind in play)) if play else None,
        other=tuple(
            Part(str(KINDS.get(kind, kind)), amount(units))
            for kind, units in by_kind.items()
            if kind not in PLAY
        ),
        moved=amount(span.closing - span.opening),
        closing=amount(span.closing),
        picked=None if picked is None else amount(picked.get(span.currency, 0)),
    )
