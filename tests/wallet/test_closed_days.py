"""Days of the ledger are closed once, chained, and recomputed by whoever reads how (wallet.day_digests)."""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, date, datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from players.models import User
from tests.wallet.conftest import Give
from tests.wallet.support import seat, settle, stake
from wallet import invariants, services, tasks
from wallet.models import Account, ClosedDay, Entry, Transfer
from wallet.services import checking

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
EARLIER = """
UPDATE {table} SET {id} = (lpad(to_hex(
    ('x' || left(replace({id}::text, '-', ''), 12))::bit(48)::bigint - 86400000), 12, '0'
) || substr(replace({id}::text, '-', ''), 13))::uuid
"""


@pytest.fixture
def played(alice: User, bob: User, give: Give) -> None:
    """Two days ago: coins. Yesterday: a match. All times are as if the day had passed."""
    for player in (alice, bob):
        give(player, TBTC=500, TUSDT=500)
    a_day_passes()
    seats = [seat("m", number, player, TBTC=101) for number, player in enumerate((alice, bob))]
    stake("m", *seats)
    settle("m", *seats, winners=[alice])
    a_day_passes()


def a_day_passes() -> None:
    """Everything in the ledger was made a day earlier than it was."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # the transfers are looked at by the ids they have
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")
    for table, column in (("wallet_entry", "transfer_id"), ("wallet_transfer", "id")):
        without_triggers(EARLIER.replace("{table}", table).replace("{id}", column))
    without_triggers("UPDATE wallet_transfer SET created_at = created_at - interval '24 h'")


def without_triggers(statement: str, *parameters: Any) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(statement, parameters)
        assert cursor.rowcount
        cursor.execute("SET LOCAL session_replication_role = origin")


def faults() -> list[str]:
    with connection.cursor() as cursor:
        return checking.find_faults(cursor, invariants.CLOSED_DAYS)


def after_today() -> datetime:
    return timezone.now() + DAY + timedelta(hours=1)


# --- closing ---------------------------------------------------------------------------------------
def test_days_that_are_over_are_closed_once_and_chained(played: None) -> None:
    first = Transfer.objects.earliest("created_at").created_at.date()
    closed = services.close_days(
        datetime.combine(first + 2 * DAY, datetime.min.time(), UTC) + timedelta(hours=1)
    )
    assert [row.day for row in closed] == [first, first + DAY]
    assert bytes(closed[0].previous_sha256) == bytes(32)
    assert bytes(closed[1].previous_sha256) == bytes(closed[0].sha256)
    # Four gifts of two lines; the match: two stakes of two lines in one transfer, the result 2 + rake + winner.
    assert [(row.transfers, row.entries) for row in closed] == [(4, 8), (2, 8)]
    services.close_days(datetime.combine(first + 2 * DAY, datetime.min.time(), UTC) + timedelta(hours=1))
    assert ClosedDay.objects.count() == 2


def test_a_day_is_closed_an_hour_after_its_end(played: None) -> None:
    """What was made before midnight may be committed after it."""
    first = Transfer.objects.earliest("created_at").created_at.date()
    midnight = datetime.combine(first + DAY, datetime.min.time(), UTC)
    assert services.close_days(midnight + timedelta(minutes=59, seconds=59)) == []
    assert [row.day for row in services.close_days(midnight + timedelta(hours=1))] == [first]


def test_a_day_without_transfers_is_closed_too(played: None) -> None:
    services.close_days(after_today() + DAY)
    last = ClosedDay.objects.latest("day")
    assert last.day == (timezone.now() + DAY).date()
    assert (last.transfers, last.entries) == (0, 0)
    assert bytes(last.content_sha256) == hashlib.sha256(b"").digest()


def test_nothing_is_closed_before_the_first_transfer() -> None:
    assert services.close_days() == []
    assert tasks.close_days() == []


def test_the_task_goes_by_the_databases_clock(played: None) -> None:
    """The day of the gifts is over for certain; today is not."""
    closed = tasks.close_days()
    assert Transfer.objects.earliest("created_at").created_at.date().isoformat() in closed
    assert timezone.now().date().isoformat() not in closed


# --- recomputed by another program -----------------------------------------------------------------
def test_the_digests_are_what_is_written_about_them(played: None) -> None:
    days = services.close_days(after_today())
    previous = bytes(32)
    for closed in days:
        content = hashlib.sha256(
            b"".join(digest_of(transfer) for transfer in transfers_of(closed.day))
        ).digest()
        balances = hashlib.sha256("\n".join(balances_of(closed.day)).encode()).digest()
        previous = hashlib.sha256(previous + content + balances).digest()
        assert (bytes(closed.content_sha256), bytes(closed.balances_sha256)) == (content, balances)
        assert closed.hex == previous.hex()


def transfers_of(day: date) -> list[Transfer]:
    found = Transfer.objects.filter(created_at__date=day)
    return sorted(found, key=lambda transfer: transfer.id)


def digest_of(transfer: Transfer) -> bytes:
    lines: list[Any] = [
        transfer.id, transfer.kind, json.dumps(transfer.idem_scope), json.dumps(transfer.idem_key),
        bytes(transfer.request_sha256).hex(), json.dumps(transfer.subject), json.dumps(transfer.part),
        transfer.reverses_id or "-", json.dumps(transfer.actor), json.dumps(transfer.approved_by),
        json.dumps(transfer.reason), transfer.created_at.strftime("%Y-%m-%dT%H:%M:%S.%f"),
    ]  # fmt: skip
    for entry in transfer.entries.select_related("quote").order_by("account_id"):
        quote = (entry.quote.pk, entry.quote.usd_price) if entry.quote else ("-", "-")
        line = (entry.account_id, entry.seq, entry.currency_id, entry.amount, entry.balance_after, *quote)
        lines.append(" ".join(str(part) for part in line))
    return hashlib.sha256("\n".join(str(line) for line in lines).encode()).digest()


def balances_of(day: date) -> list[str]:
    lines = []
    for account in Account.objects.order_by("id"):
        last = (
            Entry.objects.filter(account=account, transfer__created_at__date__lte=day)
            .order_by("-seq")
            .first()
        )
        if last is not None:
            about = (
                account.pk,
                account.kind,
                json.dumps(account.ref),
                account.currency_id,
                account.owner_id or "-",
            )
            lines.append(" ".join(str(part) for part in (*about, last.seq, last.balance_after)))
    return lines


# --- proving ---------------------------------------------------------------------------------------
def test_play_goes_on_after_days_are_closed(played: None, alice: User, bob: User) -> None:
    """What comes later changes nothing that is closed."""
    services.close_days(after_today() - DAY)
    seats = [seat("n", number, player, TBTC=7) for number, player in enumerate((alice, bob))]
    stake("n", *seats)
    settle("n", *seats, winners=[bob])
    assert faults() == []


@pytest.mark.parametrize(
    ("place", "said"), [(0, "of a day before the first"), (1, "the day before is missing")]
)
def test_a_day_that_is_gone_is_found(place: int, said: str, played: None) -> None:
    day = services.close_days(after_today() + DAY)[place].day
    assert faults() == []
    without_triggers("DELETE FROM wallet_closedday WHERE day = %s", day)
    assert said in " ".join(faults())


@pytest.mark.django_db(transaction=True)
def test_the_newest_days_cannot_be_taken_out_either(played: None) -> None:
    """A check prints the last day it saw, and remembers it."""
    last = services.close_days(after_today())[-1]
    out = StringIO()
    call_command("check_ledger", stdout=out)
    assert f"Closed until {last.day}: {last.hex}" in out.getvalue()
    without_triggers("DELETE FROM wallet_closedday")
    found = services.check_ledger().faults
    assert [fault["invariant"] for fault in found] == ["closed_before"]
    assert found[0]["found"] == [f"day {last.day}: {last.hex} before, now gone"]


def test_nobody_changes_a_closed_day(played: None) -> None:
    services.close_days(after_today())
    for statement in (
        "UPDATE wallet_closedday SET entries = entries",
        "DELETE FROM wallet_closedday",
        "TRUNCATE wallet_closedday",
    ):
        with (
            pytest.raises(DatabaseError, match="a closed day stays what it was"),
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute(statement)


def test_beat_closes_days() -> None:
    from battle21.celery import BEAT

    assert (BEAT["close-ledger-days"]["task"], BEAT["close-ledger-days"]["schedule"]) == (
        tasks.close_days.name,
        3600.0,
    )
