"""The connection dies between any two statements, and inside one: all or nothing, and the retry finds out which."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction

from players.models import User
from tests.wallet.conftest import Give
from tests.wallet.support import at_once, free, refund, seat, settle, stake, superuser, waiting_backend
from wallet import selectors, services
from wallet.models import Transfer
from wallet.services import Key, Posted
from wallet.units import rake_shard

pytestmark = pytest.mark.django_db(transaction=True)

STEPS = ("fund", "hand 1", "hand 2", "refund")


def backend() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def kill(pid: int) -> None:
    """End a server process and wait until it is gone."""
    with superuser() as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])


def steps(alice: User, bob: User) -> list[Callable[[], Posted]]:
    """A match in four postings, of 100 units each: fund, Alice's hand, Bob's hand, the rest back."""

    def own(units: int) -> list[services.Escrow]:
        return [seat("m", n, player, TBTC=units) for n, player in enumerate((alice, bob))]

    return [
        partial(stake, "m", *own(100)),
        partial(settle, "m", *own(30), winners=[alice], key="1", part="hand:1"),
        partial(settle, "m", *own(30), winners=[bob], key="2", part="hand:2"),
        partial(refund, "m", *own(40)),
    ]


@pytest.mark.parametrize("survived", range(len(STEPS) + 1), ids=["nothing", *STEPS])
def test_a_transaction_cut_after_any_statement_has_done_nothing(
    survived: int, alice: User, bob: User, give: Give
) -> None:
    for player in (alice, bob):
        give(player, TBTC=500)
    before = Transfer.objects.count()

    @transaction.atomic
    def cut() -> None:
        for step in steps(alice, bob)[:survived]:
            step()
        kill(backend())

    with pytest.raises(OperationalError):
        cut()
    connection.close()
    assert Transfer.objects.count() == before
    assert (free(alice), free(bob)) == (500, 500)
    assert services.check_ledger().ok
    assert [step().repeated for step in steps(alice, bob)] == [False] * len(STEPS)
    assert (free(alice), free(bob)) == (500, 500), (
        "60 to each, less nothing: pots below 100 units pay no rake"
    )


@pytest.mark.parametrize("survived", range(len(STEPS) + 1), ids=["nothing", *STEPS])
def test_postings_committed_one_by_one_stay_and_the_retry_finishes(
    survived: int, alice: User, bob: User, give: Give
) -> None:
    for player in (alice, bob):
        give(player, TBTC=500)
    for step in steps(alice, bob)[:survived]:
        step()
    kill(backend())
    connection.close()
    assert services.check_ledger().ok
    again = [step().repeated for step in steps(alice, bob)]
    assert again == [True] * survived + [False] * (len(STEPS) - survived)
    assert (free(alice), free(bob)) == (500, 500)
    assert selectors.in_play(alice.pk) == ()
    assert services.check_ledger().ok


@pytest.mark.parametrize("row", ["player", "escrow", "rake"])
def test_a_posting_killed_in_the_middle_has_done_nothing(
    row: str, alice: User, bob: User, give: Give
) -> None:
    """Held up at its first, a middle and its last balance, and killed there."""
    for player in (alice, bob):
        give(player, TBTC=500)
    seats = [seat("m", n, player, TBTC=100) for n, player in enumerate((alice, bob))]
    stake("m", *seats)
    shard = rake_shard("m/final")
    earlier = next(key for key in map(str, range(1_000)) if rake_shard(f"m/{key}") == shard)
    settle("m", *seats, winners=[bob], key=earlier, part="earlier")
    stake("m", *seats, key="again")
    final = partial(settle, "m", *seats, winners=[alice], key="final", part="final")
    with superuser() as other, other.transaction():
        other.execute(
            "SELECT 1 FROM wallet_balance b JOIN wallet_account a ON a.id = b.account_id WHERE a.kind = %s"
            " FOR UPDATE OF b",
            [row],
        )
        (result,) = killed_while_waiting(final)
    assert isinstance(result, OperationalError), result
    assert not Transfer.objects.filter(part="final").exists()
    assert services.check_ledger().ok
    assert not final().repeated
    assert services.check_ledger().ok


def killed_while_waiting(job: Callable[[], Any]) -> list[Any]:
    """Run the job in a thread until it waits for a lock; then end its server process."""

    return at_once(job, lambda: kill(waiting_backend()))[:1]


def test_an_answer_that_never_came_is_asked_for_again(alice: User, give: Give) -> None:
    """The commit happened, the reply was lost: the same key tells."""
    give(alice, TBTC=100)
    key = Key("test", "once")
    first = services.give_test_coins(player=alice.pk, currency="TBTC", units=5, key=key, actor="t")
    kill(backend())
    connection.close()
    assert services.give_test_coins(player=alice.pk, currency="TBTC", units=5, key=key, actor="t") == (
        first.id,
        True,
    )
    assert free(alice) == 105
