"""What the wallet's tests share: a match in few words, balances, refusals."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import Any

import psycopg
import pytest
from django.db import connection, transaction

from battle21.ops.postgres import SUPERUSER
from players.models import User
from tests.support.postgres import session_cluster
from wallet import selectors, services
from wallet.errors import LedgerFault, WalletError
from wallet.models import ClosedDay, Entry, Transfer
from wallet.services import Escrow, Key, Posted


@contextmanager
def refused(error: type[WalletError] | type[LedgerFault]) -> Iterator[pytest.ExceptionInfo[Any]]:
    """The block is refused by `error`, and no transfer or entry has come of it."""
    before = (Transfer.objects.count(), Entry.objects.count())
    with pytest.raises(error) as caught, transaction.atomic():
        yield caught
    assert (Transfer.objects.count(), Entry.objects.count()) == before


def free(player: User, currency: str = "TBTC") -> int:
    """Units the player can use."""
    return {held.currency: held.free for held in selectors.balances(player.pk)}[currency]


def seat(match: str, number: int, player: User, **units: int) -> Escrow:
    return Escrow(f"{match}/seat:{number}", player.pk, units)


def stake(match: str, *seats: Escrow, key: str = "fund") -> Posted:
    return services.transfer_stake(
        stakes=seats,
        quotes=quote_ids(*{currency for escrow in seats for currency in escrow.units}),
        subject=match,
        key=Key(match, key),
        actor="system:test",
    )


def settle(
    match: str, *seats: Escrow, winners: list[User], bps: int = 100, key: str = "settle", part: str = ""
) -> Posted:
    return services.settle_pot(
        contributions=seats,
        winners=[winner.pk for winner in winners],
        rake_bps=bps,
        subject=match,
        part=part,
        key=Key(match, key),
        actor="system:test",
    )


def refund(match: str, *seats: Escrow, key: str = "refund", part: str = "") -> Posted:
    return services.refund(
        contributions=seats, subject=match, part=part, key=Key(match, key), actor="system:test"
    )


def quote_ids(*currencies: str) -> dict[str, int]:
    return {code: quote.pk for code, quote in services.fresh_quotes(currencies=currencies).items()}


def superuser() -> psycopg.Connection[Any]:
    """On the test's own database, outside of Django."""
    return session_cluster().connect(SUPERUSER, database=connection.settings_dict["NAME"])


def rake(currency: str = "TBTC") -> int:
    """Units that the operator has raked."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT coalesce(sum(b.amount), 0) FROM wallet_balance b JOIN wallet_account a ON a.id = b.account_id"
            " WHERE a.kind = 'rake' AND a.currency_id = %s",
            [currency],
        )
        return int(cursor.fetchone()[0])


def totals() -> Mapping[str, int]:
    """All balances of each currency added up."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT currency_id, sum(amount) FROM wallet_balance GROUP BY currency_id")
        return {code: int(total) for code, total in cursor.fetchall()}


def at_once(*jobs: Callable[[], Any]) -> list[Any]:
    """Run the jobs in threads of their own, let loose together; what each returned or raised, in order."""
    barrier = threading.Barrier(len(jobs))
    results: list[Any] = [None] * len(jobs)

    def run(number: int, job: Callable[[], Any]) -> None:
        try:
            connection.ensure_connection()
            barrier.wait(30)
            results[number] = job()
        except Exception as error:  # noqa: BLE001 -- what a job raises is its result
            results[number] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return results


@contextmanager
def without_triggers() -> Iterator[None]:
    """As somebody who gets past them."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        yield
        cursor.execute("SET LOCAL session_replication_role = origin")


def closed_early(now: datetime) -> list[ClosedDay]:
    """Days that are over at `now`, closed although they may not be yet: past the trigger that looks at the clock."""
    with without_triggers():
        return services.close_days(now)


def waiting_backend() -> int:
    """The server process of a posting that waits for a lock; waits until there is one."""
    waiting = "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%wallet_post%'"
    with superuser() as watcher:
        while True:
            row = watcher.execute(waiting).fetchone()
            if row is not None:
                return int(row[0])
