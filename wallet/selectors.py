"""Reads: balances, what is in play, rake, and the settlement of a subject. Statements: `wallet.statements`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection

from wallet.payouts import Escrow


class Held(NamedTuple):
    """What a player has in one currency."""

    currency: str
    name: str
    decimals: int
    family: str
    free: int
    in_play: int


class InPlay(NamedTuple):
    """One escrow with something in it."""

    ref: str
    subject: str
    currency: str
    units: int
    decimals: int


class Price(NamedTuple):
    """A quote that was used. `usd`: of one whole coin, in 1e-8 USD."""

    usd: int
    at: datetime
    source: str


class StakePart(NamedTuple):
    """What one stake brought of one currency, into the escrow of that ref."""

    part: str
    ref: str
    currency: str
    units: int
    decimals: int
    usd_price: int
    """Of the quote it was paid in at: one whole coin, in 1e-8 USD."""


class DayOfRake(NamedTuple):
    day: date
    currency: str
    units: int
    transfers: int


class SettlementLine(NamedTuple):
    """One entry of a subject's transfers. `player`: whose account or seat; None for the operator."""

    transfer: UUID
    at: datetime
    kind: str
    part: str
    account_kind: str
    ref: str
    player: int | None
    currency: str
    units: int
    price: Price | None
    decimals: int
    reason: str
    """Why staff corrected something; "" otherwise."""
    quote: int | None
    """Number of the quote that was used."""
    request: bytes
    """SHA-256 of what was asked for by the transfer's key (`Posting.request`)."""

    @property
    def usd_price(self) -> int | None:
        return None if self.price is None else self.price.usd


class Settlement(NamedTuple):
    """Everything that moved for a subject. `totals` by currency are zero when all is well, and so are `left`: what
    its escrows still hold; not zero while it is being played."""

    lines: tuple[SettlementLine, ...]
    totals: Mapping[str, int]
    left: Mapping[str, int]


BALANCES = """
SELECT c.code, c.name, c.decimals, c.family,
    coalesce(sum(b.amount) FILTER (WHERE a.kind = 'player'), 0),
    coalesce(sum(b.amount) FILTER (WHERE a.kind = 'escrow'), 0)
FROM wallet_currency c
LEFT JOIN wallet_account a ON a.currency_id = c.code AND a.owner_id = %(player)s
LEFT JOIN wallet_balance b ON b.account_id = a.id
GROUP BY c.code HAVING c.enabled OR sum(b.amount) > 0 ORDER BY c.shown_order, c.code
"""

# The subject is that of the newest stake into the escrow.
IN_PLAY = """
SELECT a.ref, t.subject, a.currency_id, b.amount, c.decimals
FROM wallet_account a
JOIN wallet_currency c ON c.code = a.currency_id
JOIN wallet_balance b ON b.account_id = a.id
JOIN wallet_entry e ON e.account_id = a.id AND e.seq = b.seq
JOIN wallet_transfer t ON t.id = e.transfer_id
WHERE a.owner_id = %(player)s AND a.kind = 'escrow' AND b.amount > 0
ORDER BY t.id DESC, a.currency_id
"""

ESCROWS = """
SELECT a.ref, a.owner_id, a.currency_id, b.amount
FROM wallet_account a JOIN wallet_balance b ON b.account_id = a.id
WHERE a.kind = 'escrow' AND a.ref = ANY (%(refs)s) ORDER BY a.ref, a.currency_id
"""

# Ids of transfers begin with their time, so a range of days is a range of ids.
RAKE_BY_DAY = """
SELECT (t.created_at AT TIME ZONE 'UTC')::date AS day, e.currency_id, sum(e.amount), count(DISTINCT t.id)
FROM wallet_transfer t
JOIN wallet_entry e ON e.transfer_id = t.id
JOIN wallet_account a ON a.id = e.account_id AND a.kind = 'rake'
WHERE t.id >= %(first)s AND t.id < %(last)s
GROUP BY day, e.currency_id ORDER BY day DESC, e.currency_id
"""

SETTLEMENT = """
SELECT t.id, t.created_at, t.kind, t.part, a.kind, a.ref, a.owner_id, e.currency_id, e.amount, q.usd_price,
    q.fetched_at, q.source, c.decimals, t.reason, e.quote_id, t.request_sha256
FROM wallet_transfer t
JOIN wallet_entry e ON e.transfer_id = t.id
JOIN wallet_account a ON a.id = e.account_id
JOIN wallet_currency c ON c.code = e.currency_id
LEFT JOIN wallet_quote q ON q.id = e.quote_id
WHERE t.subject = %(subject)s AND (%(parts)s::text[] IS NULL OR t.part = ANY (%(parts)s))
ORDER BY t.created_at, t.id, a.lock_rank, a.id
"""

STAKED = """
SELECT a.ref, a.owner_id, e.currency_id, e.amount
FROM wallet_transfer t
JOIN wallet_entry e ON e.transfer_id = t.id
JOIN wallet_account a ON a.id = e.account_id
WHERE t.subject = %(subject)s AND t.part = %(part)s AND t.kind = 'stake' AND a.kind = 'escrow'
ORDER BY a.ref, a.currency_id
"""

STAKE_PARTS = """
SELECT t.part, a.ref, e.currency_id, e.amount, c.decimals, coalesce(q.usd_price, 0)
FROM wallet_transfer t JOIN wallet_entry e ON e.transfer_id = t.id
JOIN wallet_account a ON a.id = e.account_id JOIN wallet_currency c ON c.code = e.currency_id
LEFT JOIN wallet_quote q ON q.id = e.quote_id
WHERE t.subject = %(subject)s AND t.part = ANY (%(parts)s) AND t.kind = 'stake' AND a.kind = 'escrow'
ORDER BY a.ref, c.shown_order, c.code, t.id
"""


SUBJECTS_MOVED = """
SELECT DISTINCT subject FROM wallet_transfer
WHERE subject <> '' AND (%(first)s::uuid IS NULL OR id >= %(first)s) ORDER BY subject
"""


def balances(player: int) -> tuple[Held, ...]:
    """Every enabled currency, and any other the player holds, in the order they are shown."""
    return tuple(
        Held(code, name, decimals, family, int(free), int(held))
        for code, name, decimals, family, free, held in read_rows(BALANCES, {"player": player})
    )


def in_play(player: int) -> tuple[InPlay, ...]:
    """The player's escrows that are not empty, newest first."""
    return tuple(
        InPlay(ref, subject, currency, int(units), decimals)
        for ref, subject, currency, units, decimals in read_rows(IN_PLAY, {"player": player})
    )


def escrows(refs: Collection[str]) -> tuple[Escrow, ...]:
    """What these seats have in play, empty currencies left out; in the order of `refs`. For `settle_pot`, `refund`."""
    found = {escrow.ref: escrow for escrow in _by_ref(read_rows(ESCROWS, {"refs": list(refs)}))}
    return tuple(found[ref] for ref in refs if ref in found)


def staked(subject: str, part: str = "") -> tuple[Escrow, ...]:
    """What was paid in for that part of a subject, whatever has been settled since; by ref."""
    return tuple(_by_ref(read_rows(STAKED, {"subject": subject, "part": part})))


def stake_parts(subject: str, parts: Collection[str]) -> tuple[StakePart, ...]:
    """What was paid in for these parts of a subject, by ref and then in the order in which currencies are shown."""
    return tuple(
        StakePart(part, ref, code, int(units), places, price)
        for part, ref, code, units, places, price in read_rows(
            STAKE_PARTS, {"subject": subject, "parts": [*parts]}
        )
    )


def _by_ref(rows: Iterable[tuple[str, int, str, int]]) -> Iterator[Escrow]:
    found: dict[str, tuple[int, dict[str, int]]] = {}
    for ref, player, currency, units in rows:
        if units:
            found.setdefault(ref, (player, {}))[1][currency] = int(units)
    for ref, held in found.items():
        yield Escrow(ref, *held)


def rake_by_day(first: date, last: date) -> tuple[DayOfRake, ...]:
    """Rake of the days from `first` to `last`, both included (UTC), per currency; newest day first."""
    bounds = {"first": _first_id(first), "last": _first_id(date.fromordinal(last.toordinal() + 1))}
    return tuple(
        DayOfRake(day, code, int(units), count) for day, code, units, count in read_rows(RAKE_BY_DAY, bounds)
    )


def settlement(subject: str, *, parts: Collection[str] | None = None) -> Settlement:
    """All lines of all transfers of a subject, or of these parts of it; oldest first."""
    asked = {"subject": subject, "parts": None if parts is None else list(parts)}
    lines = tuple(_settlement_line(row) for row in read_rows(SETTLEMENT, asked))
    totals: dict[str, int] = {}
    left: dict[str, int] = {}
    for line in lines:
        totals[line.currency] = totals.get(line.currency, 0) + line.units
        if line.account_kind == "escrow":
            left[line.currency] = left.get(line.currency, 0) + line.units
    return Settlement(lines, totals, left)


def _settlement_line(row: Sequence[Any]) -> SettlementLine:
    (
        transfer,
        at,
        kind,
        part,
        account_kind,
        ref,
        player,
        code,
        units,
        *used,
        decimals,
        reason,
        quote,
        request,
    ) = row
    price = None if used[0] is None else Price(*used)
    said = reason if kind == "reverse" else ""
    return SettlementLine(
        transfer, at, kind, part, account_kind, ref, player, code, int(units), price, decimals, said, quote,
        bytes(request),
    )  # fmt: skip


def read_rows(query: str, parameters: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """What the database answers."""
    with connection.cursor() as cursor:
        cursor.execute(query, parameters)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows


def subjects_moved(since: datetime | None = None) -> tuple[str, ...]:
    """What transfers were made for from that time on; None: ever."""
    first = None if since is None else _id_at(round(since.timestamp() * 1000))
    return tuple(subject for (subject,) in read_rows(SUBJECTS_MOVED, {"first": first}))


def _first_id(day: date) -> UUID:
    """Below every id of this day, above those before it."""
    return _id_at((day.toordinal() - date(1970, 1, 1).toordinal()) * 86_400_000)


def _id_at(milliseconds: int) -> UUID:
    """Below every id of a transfer made from then on, above those before."""
    return UUID(int=milliseconds << 80)


def filled_escrows() -> tuple[str, ...]:
    """Refs of all escrows that hold something."""
    query = """
    SELECT DISTINCT a.ref FROM wallet_account a JOIN wallet_balance b ON b.account_id = a.id
    WHERE a.kind = 'escrow' AND b.amount > 0 ORDER BY a.ref
    """
    return tuple(ref for (ref,) in read_rows(query, {}))


def decimals_of(currency: str) -> int:
    """One coin is 10^decimals units; fixed for ever. Raises KeyError for an unknown currency."""
    rows = read_rows("SELECT decimals FROM wallet_currency WHERE code = %(code)s", {"code": currency})
    if not rows:
        raise KeyError(currency)
    return int(rows[0][0])
