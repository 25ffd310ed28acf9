"""Proves the ledger: every invariant on one snapshot, the result kept, the alarm raised when something is wrong.

Other apps add checks of their own (`register_check`: is a closed table's escrow empty?) and say what happens on a
fault (`register_fault_hook`: halt the tables). The wallet knows neither.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

import structlog
from django.db import DatabaseError, connection, transaction

from wallet.currencies import DECIMALS
from wallet.invariants import INVARIANTS, Invariant
from wallet.models import LedgerCheck
from wallet.services.closing import database_time

log = structlog.get_logger(__name__)

MOST_IDS = 50
"""Ids named for one invariant; the first are enough to begin with."""

Found = list[str]
"""Texts with ids, one per fault."""
Check = Callable[[], Found]
Hook = Callable[[LedgerCheck], None]

_checks: dict[str, tuple[str, Check]] = {}
_hooks: dict[str, Hook] = {}


class Cursor(Protocol):
    """What of Django's and psycopg's cursors is used here."""

    def execute(self, sql: Any, params: Any = None, /) -> Any: ...
    def fetchmany(self, size: int, /) -> list[Any]: ...
    def fetchall(self) -> list[Any]: ...


def register_check(name: str, sentence: str, check: Check) -> None:
    """Another app's invariant. `check` runs in the snapshot, may only read, and names what is wrong."""
    _checks[name] = (sentence, check)


def register_fault_hook(name: str, hook: Hook) -> None:
    """Called with the kept result whenever a check has found something."""
    _hooks[name] = hook


def check_ledger() -> LedgerCheck:
    """Check everything now and keep the result. On a fault all hooks are called; one that fails stops no other.

    Not inside a transaction: the snapshot is a transaction of its own.
    """
    started = database_time()
    with _snapshot():
        faults, figures = _look(LedgerCheck.objects.filter(ok=True).order_by("-started_at").first())
    ended = database_time()
    figures["ms"] = round((ended - started).total_seconds() * 1000)
    result = LedgerCheck.objects.create(
        started_at=started, ended_at=ended, ok=not faults, faults=faults, figures=figures
    )
    if faults:
        _raise_alarm(result)
    return result


def find_faults(cursor: Cursor, invariant: Invariant) -> Found:
    """Where this invariant does not hold, in what the cursor sees."""
    cursor.execute(invariant.query)
    return [row[0] for row in cursor.fetchmany(MOST_IDS)]


def decimals_faults(now: dict[str, int], before: dict[str, int]) -> Found:
    """Decimals that are not what they were at the last check that was right, or what this program was written for."""
    known = {**before, **DECIMALS}
    return [
        f"{code}: {now[code]} decimals, {known[code]} before"
        for code in sorted(now)
        if code in known and now[code] != known[code]
    ]


def closing_faults(cursor: Cursor, before: dict[str, Any]) -> Found:
    """The last closed day that an earlier check has seen, if it is not there any more as it was: whoever takes the
    newest days out of the chain leaves no gap in it. `before`: figures of that check."""
    seen = before.get("closed")
    if not seen:
        return []
    cursor.execute("SELECT encode(sha256, 'hex') FROM wallet_closedday WHERE day = %s", [seen["day"]])
    found = [row[0] for row in cursor.fetchall()]
    return (
        []
        if found == [seen["sha256"]]
        else [f"day {seen['day']}: {seen['sha256']} before, now {found or 'gone'}"]
    )


@contextmanager
def _snapshot() -> Iterator[None]:
    with transaction.atomic(durable=True):
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            cursor.execute("SET LOCAL work_mem = '64MB'")  # sums over every transfer there is
        yield


def _look(right: LedgerCheck | None) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """`right`: the last check that found nothing wrong. A later one proves nothing, whatever it has seen."""
    faults: list[dict[str, Any]] = []

    def note(name: str, sentence: str, found: Found) -> None:
        if found:
            faults.append({"invariant": name, "sentence": sentence, "found": found[:MOST_IDS]})

    with connection.cursor() as cursor:
        for invariant in INVARIANTS:
            note(invariant.name, invariant.sentence, find_faults(cursor, invariant))
        figures = _figures(cursor)
        before = right.figures if right else {}
        note("closed_before", "A closed day is never opened again.", closing_faults(cursor, before))
    decimals = decimals_faults(figures["decimals"], before.get("decimals", {}))
    note("decimals", "A currency's decimals never change.", decimals)
    for name, (sentence, check) in _checks.items():
        note(name, sentence, _found(name, check))
    return faults, figures


def _found(name: str, check: Check) -> Found:
    """A check that breaks off has proven nothing. That the database does not answer is another matter: then there is no
    result at all."""
    try:
        return check()
    except DatabaseError:
        raise
    except Exception as fault:
        log.exception("a check of the ledger broke off", check=name)
        return [f"cannot be checked: {type(fault).__name__}"]


def _figures(cursor: Cursor) -> dict[str, Any]:
    cursor.execute("SELECT (SELECT count(*) FROM wallet_entry), (SELECT count(*) FROM wallet_transfer)")
    entries, transfers = cursor.fetchall()[0]
    cursor.execute("SELECT code, decimals FROM wallet_currency")
    decimals = dict(cursor.fetchall())
    cursor.execute("SELECT day::text, encode(sha256, 'hex') FROM wallet_closedday ORDER BY day DESC LIMIT 1")
    closed = [{"day": day, "sha256": sha256} for day, sha256 in cursor.fetchall()]
    return {
        "entries": entries,
        "transfers": transfers,
        "decimals": decimals,
        "closed": closed[0] if closed else None,
    }


def _raise_alarm(result: LedgerCheck) -> None:
    log.error(
        "the ledger is wrong", check=result.pk, invariants=[fault["invariant"] for fault in result.faults]
    )
    for name, hook in _hooks.items():
        try:
            hook(result)
        except Exception:  # each app must hear of it, whatever another one does
            log.exception("a hook on ledger faults failed", hook=name)
