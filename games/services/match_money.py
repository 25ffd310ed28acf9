"""Every transfer of a match, rake included, is what its hands lead to: an invariant of ours in the ledger's check."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime, timedelta

from games.models import Match, Table
from games.services import our_rules, records
from games.services.postings import SUBJECT, match_subject
from wallet import selectors as wallet
from wallet.models import LedgerCheck

OVERLAP = timedelta(minutes=1)
"""A transfer has the time it was made, and is seen when its transaction commits."""


def wrong_matches() -> list[str]:
    """Matches with transfers since the last check that found all right (all matches, when there is none), replayed from
    their hand records. Older ones were proven by then, and the digests of closed days keep them; `manage.py replay
    --all` proves every one.
    """
    last = LedgerCheck.objects.filter(ok=True).order_by("-started_at").values_list("started_at", flat=True)
    return list(_wrong(last.first()))


def _wrong(since: datetime | None) -> Iterator[str]:
    moved = wallet.subjects_moved(None if since is None else since - OVERLAP)
    subjects = {subject for subject in moved if subject.startswith(SUBJECT)}
    names = {subject.removeprefix(SUBJECT).partition("/")[0] for subject in subjects}
    for subject in sorted(subjects - _played_for(names)):
        yield f"{subject}: moved, and no such match is played for it"
    tables = Table.objects.filter(public_id__in=names, mode__in=Table.BOOKED, state__isnull=False)
    for table in tables.prefetch_related("matches").order_by("id").iterator(chunk_size=200):
        if not _has_our_rules(table):
            continue
        try:
            difference = records.check_money(table)
        except Exception as fault:  # noqa: BLE001 -- whatever a damaged record does, it is what we look for
            difference = f"cannot be replayed: {type(fault).__name__} {fault}"
        if difference:
            yield f"table {table.public_id}: {difference}"


def _played_for(names: Collection[str]) -> set[str]:
    """Subjects of all matches at these tables that are played for what is in the ledger."""
    matches = Match.objects.filter(table__public_id__in=names, table__mode__in=Table.BOOKED)
    return {match_subject(name, number) for name, number in matches.values_list("table__public_id", "number")}


def _has_our_rules(table: Table) -> bool:
    return all(our_rules.has(table.game, match.version) for match in table.matches.all())
