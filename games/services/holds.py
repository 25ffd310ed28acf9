"""When the ledger is found wrong no table begins another hand, until staff have looked and say so."""

from __future__ import annotations

import structlog
from django.db.models.functions import Now

from battle21.errors import AppError
from games.models import Hold, Match, Table, TableState
from games.services import halts
from games.services.postings import SUBJECT, match_subject
from wallet import selectors as wallet
from wallet.models import LedgerCheck

log = structlog.get_logger(__name__)

LEDGER = "ledger"
"""Why a table is halted that a hold has stopped."""


def place(reason: str) -> None:
    """From now on every table halts at its next hand boundary. One hold at a time is enough."""
    if not in_force():
        Hold.objects.create(reason=reason[:200], since=Now())
        log.error("all tables halt at their next hand", reason=reason)


def in_force() -> bool:
    return Hold.objects.filter(lifted_at__isnull=True).exists()


def lift(staff: str) -> tuple[list[str], list[str]]:
    """Staff have looked: hands are dealt again, and the tables that were stopped go on.

    Ids of the tables that do and of those that cannot: one that fails stops no other and stays halted.
    """
    Hold.objects.filter(lifted_at__isnull=True).update(lifted_at=Now(), lifted_by=staff)
    stopped = TableState.objects.filter(halted_at__isnull=False, halt_reason=LEDGER)
    going: list[str] = []
    failing: list[str] = []
    for table_id, public_id in list(stopped.values_list("table_id", "table__public_id")):
        try:
            halts.resume(table_id)
            going.append(public_id)
        except AppError as refused:
            log.error("table not resumed", table=table_id, code=refused.code)
            failing.append(public_id)
    return going, failing


def hold_on_fault(check: LedgerCheck) -> None:
    """Hook of the ledger's check."""
    names = ", ".join(fault["invariant"] for fault in check.faults)
    place(f"ledger check {check.pk}: {names}")


def money_left_in_ended_matches() -> list[str]:
    """Escrows that hold something though their match is over: an invariant of ours in the ledger's check."""
    filled = wallet.filled_escrows()
    subjects = {ref.partition("/seat:")[0] for ref in filled}
    ended = {
        match_subject(match.table.public_id, match.number)
        for match in Match.objects.filter(
            ended_at__isnull=False,
            table__mode__in=Table.BOOKED,
            table__public_id__in=map(_table_of, subjects),
        ).select_related("table")
    }
    return [ref for ref in filled if ref.partition("/seat:")[0] in ended]


def _table_of(subject: str) -> str:
    return subject.removeprefix(SUBJECT).partition("/")[0]
