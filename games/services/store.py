"""The hot row: read it, keep it in this process, and write it by compare-and-set with the journal in one statement.

A kept state is only a guess: the compare-and-set refuses a stale one, and the caller loads again.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, NamedTuple

from django.conf import settings
from django.db import connection
from psycopg.types.numeric import Int2, Int4, Int8

from games.errors import refusal
from games.models import TableState
from games.rules.clocks import State, next_due
from games.rules.codec import decode_state, encode_state
from games.rules.commands import ENCODER, Act, Command
from games.rules.state import SCHEMA
from games.services import hot
from games.services.deals import TableDeals
from games.services.seal import seal, unseal

KEPT = 2_000
"""States kept in one process."""


class Loaded(NamedTuple):
    """A table's hot row as of `version`. `state` None: the match has not begun."""

    table_id: int
    version: int
    state: State | None
    deals: TableDeals
    halted: bool
    failures: int


_kept: OrderedDict[int, Loaded] = OrderedDict()
_lock = threading.Lock()

LOAD = """
SELECT s.version, s.schema, s.sealed, s.halted_at IS NOT NULL, s.failures, t.game, t.sealed_secret, t.commitment
FROM games_tablestate s JOIN games_table t ON t.id = s.table_id WHERE s.table_id = %s
"""

HOT = """
WITH hot AS (
    UPDATE games_tablestate
    SET version = %(version)s, schema = %(schema)s, due_at = %(due_at)s::timestamptz, sealed = %(sealed)b,
        hand_number = %(hand)s, live = %(live)s, failures = 0
    WHERE table_id = %(table)s AND version = %(was)s AND halted_at IS NULL
    RETURNING table_id
)
INSERT INTO games_journalentry
    (table_id, match_number, hand_number, seq, at, kind, seat, token, body)
"""
ADVANCE_BY_ONE = (
    HOT
    + """
SELECT hot.table_id, %(match)s, %(in_hand)s, %(seq)s::bigint, %(at)s::timestamptz, %(kind)s::text,
       %(seat)s::smallint, %(token)s::text, %(body)s::text
FROM hot
"""
)
ADVANCE = (
    HOT
    + """
SELECT hot.table_id, %(match)s, %(in_hand)s, e.*
FROM hot, unnest(%(seq)s::bigint[], %(at)s::timestamptz[], %(kind)s::text[], %(seat)s::smallint[],
                 %(token)s::text[], %(body)s::text[]) AS e
"""
)
CLOCK = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"
CLOCK_AND_LEASE = """
SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint,
       (SELECT (extract(epoch FROM max(renewed_at)) * 1000)::bigint FROM games_lease)
"""

_own_clock: ContextVar[Callable[[], int] | None] = ContextVar("own_clock", default=None)


@contextmanager
def own_clock(now: Callable[[], int]) -> Iterator[None]:
    """What this thread carries out meanwhile happens at `now()` (ms): for matches that a demo has had before.

    Never at a table that anybody could see already: its clocks would run by two.
    """
    if not settings.DEMO:
        raise RuntimeError("a clock of one's own exists in demo mode only")
    token = _own_clock.set(now)
    try:
        yield
    finally:
        _own_clock.reset(token)


def database_ms() -> int:
    """The database's clock, ms since 1970: the one clock of all processes."""
    own = _own_clock.get()
    return own() if own is not None else _row(CLOCK)[0]


def clock_and_lease() -> tuple[int, int | None]:
    """The database's clock, and when a web process last said that it lives (ms; None: none ever has), in one go."""
    now, newest = _row(CLOCK_AND_LEASE)
    own = _own_clock.get()
    return now if own is None else own(), newest


def _row(statement: str) -> tuple[Any, ...]:
    row = hot.execute(statement).fetchone()
    assert row is not None
    return row


def moment(ms: int) -> datetime:
    return datetime.fromtimestamp(ms / 1000, UTC)


def load(table_id: int, *, at_least: int = 0) -> Loaded:
    """The kept state if it is that new, else the row's. Raises AppError("unknown_table"), AppError("newer_schema")."""
    return remembered(table_id, at_least) or fetch(table_id)


def remembered(table_id: int, at_least: int) -> Loaded | None:
    """The kept state if it is that new. Asks nobody, so the event loop may call it."""
    with _lock:
        loaded = _kept.get(table_id)
        if loaded is not None:
            _kept.move_to_end(table_id)
    return loaded if loaded is not None and loaded.version >= at_least else None


def fetch(table_id: int) -> Loaded:
    """The row as it is now. Raises AppError like `load`."""
    with connection.cursor() as cursor:
        cursor.execute(LOAD, [table_id])
        row = cursor.fetchone()
    if row is None:
        raise refusal("unknown_table")
    version, schema, sealed, halted, failures, game, secret, commitment = row
    deals = TableDeals(unseal(secret, secret_purpose(table_id)), bytes.fromhex(commitment))
    state = None
    if sealed is not None:
        if schema > SCHEMA:
            raise refusal("newer_schema")
        if schema < SCHEMA:
            from games.services.records import rebuild

            state = rebuild(table_id, deals)
        else:
            state = _decode(game, unseal(sealed, state_purpose(table_id)))
    loaded = Loaded(table_id, version, state, deals, halted, failures)
    if not connection.in_atomic_block:  # else it may be a version that will never have been
        keep(loaded)
    return loaded


def _decode(game: str, encoded: bytes) -> State:
    try:
        return decode_state(game, encoded)
    except KeyError:  # a game, or rules, that only newer code has
        raise refusal("newer_schema") from None


def is_present(loaded: Loaded) -> bool:
    """Whether the row still is as it was loaded."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT version, halted_at IS NOT NULL FROM games_tablestate WHERE table_id = %s",
            [loaded.table_id],
        )
        row = cursor.fetchone()
    return row is not None and tuple(row) == (loaded.version, loaded.halted)


def lock(table_id: int) -> None:
    """Hold the row until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM games_tablestate WHERE table_id = %s FOR UPDATE", [table_id])


def keep(loaded: Loaded) -> None:
    """Remember a committed state, unless a newer one is known."""
    with _lock:
        known = _kept.get(loaded.table_id)
        if known is None or known.version <= loaded.version:
            _kept[loaded.table_id] = loaded
            _kept.move_to_end(loaded.table_id)
            if len(_kept) > KEPT:
                _kept.popitem(last=False)


def forget(table_id: int | None = None) -> None:
    """Drop a kept state (None: all of them)."""
    with _lock:
        if table_id is None:
            _kept.clear()
        else:
            _kept.pop(table_id, None)


def state_purpose(table_id: int) -> str:
    return f"state:{table_id}"


def secret_purpose(table_id: int) -> str:
    return f"secret:{table_id}"


def create(table_id: int) -> None:
    """The hot row of a table whose match is about to begin."""
    TableState.objects.create(table_id=table_id, version=0, schema=SCHEMA)


class Entry(NamedTuple):
    """A command to be journalled, and the state it led to."""

    command: Command
    state: State


def advance(loaded: Loaded, entries: Sequence[Entry]) -> Loaded | None:
    """Write the last entry's state and all commands, if the row is still at `loaded.version`; None if it is not."""
    state = entries[-1].state
    version = loaded.version + len(entries)
    due = next_due(state)
    before = loaded.state
    hand = 1 if before is None else before.hand_number + (before.phase != "hand")
    rows = [_journalled(entry.command, seq) for seq, entry in enumerate(entries, loaded.version + 1)]
    alone = len(rows) == 1
    written = hot.execute(
        ADVANCE_BY_ONE if alone else ADVANCE,
        {
            "table": Int8(loaded.table_id),
            "was": Int8(loaded.version),
            "version": Int8(version),
            "schema": Int4(SCHEMA),
            "due_at": None if due is None else moment(due),
            "sealed": seal(encode_state(state), state_purpose(loaded.table_id)),
            "hand": Int4(state.hand_number),
            "live": state.phase != "over",
            "match": Int4(state.match_number),
            "in_hand": Int4(hand),
            **(rows[0] if alone else {name: [row[name] for row in rows] for name in rows[0]}),
        },
    )
    if written.rowcount != len(entries):
        return None
    return loaded._replace(version=version, state=state, failures=0)


def _journalled(command: Command, seq: int) -> dict[str, Any]:
    """A command's own columns of its line in the journal."""
    seat = getattr(command, "seat", None)
    return {
        "seq": Int8(seq),
        "at": moment(command.at),
        "kind": command.type,
        "seat": None if seat is None else Int2(seat),
        "token": command.token if isinstance(command, Act) else None,
        "body": ENCODER.encode(command).decode(),
    }
