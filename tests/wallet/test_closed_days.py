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
from tests.wallet.support import closed_early, refused, seat, settle, stake
from wallet import invariants, services, tasks
from wallet.errors import ClockSetBack, LedgerBusy
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
    closed = closed_early(datetime.combine(first + 2 * DAY, datetime.min.time(), UTC) + timedelta(hours=1))
    assert [row.day for row in closed] == [first, first + DAY]
    assert bytes(closed[0].previous_sha256) == bytes(32)
    assert bytes(closed[1].previous_sha256) == bytes(closed[0].sha256)
    # Four gifts of two lines; the match: two stakes of two lines in one transfer, the result 2 + rake + winner.
    assert [(row.transfers, row.entries) for row in closed] == [(4, 8), (2, 8)]
    closed_early(datetime.combine(first + 2 * DAY, datetime.min.time(), UTC) + timedelta(hours=1))
    assert ClosedDay.objects.count() == 2


def test_a_day_is_closed_an_hour_after_its_end(played: None) -> None:
    """What was made before midnight may be committed after it."""
    first = Transfer.objects.earliest("created_at").created_at.date()
    midnight = datetime.combine(first + DAY, datetime.min.time(), UTC)
    assert closed_early(midnight + timedelta(minutes=59, seconds=59)) == []
    assert [row.day for row in closed_early(midnight + timedelta(hours=1))] == [first]


def test_a_day_without_transfers_is_closed_too(played: None) -> None:
    closed_early(after_today() + DAY)
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
    days = closed_early(after_today())
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
    closed_early(after_today() - DAY)
    seats = [seat("n", number, player, TBTC=7) for number, player in enumerate((alice, bob))]
    stake("n", *seats)
    settle("n", *seats, winners=[bob])
    assert faults() == []


@pytest.mark.parametrize(
    ("place", "said"), [(0, "of a day before the first"), (1, "the day before is missing")]
)
def test_a_day_that_is_gone_is_found(place: int, said: str, played: None) -> None:
    day = closed_early(after_today() + DAY)[place].day
    assert faults() == []
    without_triggers("DELETE FROM wallet_closedday WHERE day = %s", day)
    assert said in " ".join(faults())


@pytest.mark.django_db(transaction=True)
def test_the_newest_days_cannot_be_taken_out_either(played: None) -> None:
    """A check prints the last day it saw, and remembers it."""
    last = closed_early(after_today())[-1]
    out = StringIO()
    call_command("check_ledger", stdout=out)
    assert f"Closed until {last.day}: {last.hex}" in out.getvalue()
    without_triggers("DELETE FROM wallet_closedday")
    for _ in ("an hour later", "until it is put right"):
        found = services.check_ledger().faults
        assert [fault["invariant"] for fault in found] == ["closed_before"]
        assert found[0]["found"] == [f"day {last.day}: {last.hex} before, now gone"]


def test_nobody_changes_a_closed_day(played: None) -> None:
    closed_early(after_today())
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


# --- what the database itself refuses ----------------------------------------------------------------
def closing(day: date, **wrong: str) -> str:
    """A row as the service would write it, right but for `wrong`."""
    column = {
        "previous": "(SELECT sha256 FROM wallet_closedday ORDER BY day DESC LIMIT 1)",
        "content": "sha256('content')",
        **wrong,
    }
    digest = column.get(
        "digest", f"sha256({column['previous']} || {column['content']} || sha256('balances'))"
    )
    return (
        "INSERT INTO wallet_closedday (day, transfers, entries, content_sha256, balances_sha256, previous_sha256,"  # noqa: S608
        f" sha256, closed_at) VALUES ('{day}', 0, 0, {column['content']}, sha256('balances'), {column['previous']},"
        f" {digest}, now())"
    )


def run(statement: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


def test_a_day_is_closed_when_it_is_over_for_an_hour_whoever_closes_it(played: None) -> None:
    """The runtime role may add days: one of the future would stop every posting until then."""
    for _ in range(2):
        a_day_passes()
    last = services.close_days()[-1].day
    today = Transfer.objects.earliest("created_at").created_at.date() + 4 * DAY
    for day in (today, today + DAY, today + 1_000 * DAY):
        with pytest.raises(DatabaseError, match="is not over for an hour yet"):
            run(closing(day))
    assert ClosedDay.objects.latest("day").day == last


@pytest.mark.parametrize(
    "wrong",
    [
        {"previous": "sha256('another')"},
        {"digest": "sha256('another')"},
        {"previous": "decode(repeat('00', 32), 'hex')"},
    ],
)
def test_a_day_that_is_not_chained_to_the_one_before_is_refused(wrong: dict[str, str], played: None) -> None:
    for _ in range(3):
        a_day_passes()
    first = Transfer.objects.earliest("created_at").created_at.date()
    closed_early(datetime.combine(first + DAY, datetime.min.time(), UTC) + timedelta(hours=1))
    for statement in (closing(first + DAY, **wrong), closing(first + 2 * DAY), closing(first - DAY)):
        with pytest.raises(DatabaseError, match="is not chained to the day before"):
            run(statement)
    run(closing(first + DAY))


def test_the_chain_begins_with_the_day_of_the_first_transfer(played: None) -> None:
    for _ in range(2):
        a_day_passes()
    first = Transfer.objects.earliest("created_at").created_at.date()
    zeros = "decode(repeat('00', 32), 'hex')"
    for day in (first - DAY, first + DAY):
        with pytest.raises(DatabaseError, match="is not chained to the day before"):
            run(closing(day, previous=zeros))
    run(closing(first, previous=zeros))


def test_a_clock_that_was_set_back_over_midnight_moves_nothing_and_says_so(
    played: None, alice: User, bob: User
) -> None:
    """The day that it says is closed. As if it were today: tomorrow's clock, set back to today's."""
    closed_early(after_today())
    seats = [seat("n", number, player, TBTC=7) for number, player in enumerate((alice, bob))]
    with refused(ClockSetBack) as said:
        stake("n", *seats)
    assert isinstance(said.value, LedgerBusy), "the same again is right once the clock is"
    assert said.value.status == 503
    assert "clock is wrong" in str(said.value.message)
    assert faults() == []
    without_triggers("DELETE FROM wallet_closedday WHERE day = %s", timezone.now().date())
    stake("n", *seats)


def test_beat_closes_days() -> None:
    from battle21.celery import BEAT

    assert (BEAT["close-ledger-days"]["task"], BEAT["close-ledger-days"]["schedule"]) == (
        tasks.close_days.name,
        3600.0,
    )
