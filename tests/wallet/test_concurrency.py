"""Many at once on a real PostgreSQL: one balance is spent once, nobody waits for ever, the books stay right."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import partial

import pytest
from django.db import connection, transaction

from players.models import User
from tests.wallet.conftest import Give, make_player
from tests.wallet.support import (
    at_once,
    free,
    quote_ids,
    refund,
    seat,
    settle,
    stake,
    superuser,
    totals,
    waiting_backend,
)
from wallet import selectors, services
from wallet.errors import AccountFrozen, AlreadySettled, InsufficientFunds, LedgerBusy
from wallet.models import Balance, Entry, Transfer
from wallet.services import Key, Posted

pytestmark = pytest.mark.django_db(transaction=True)

SEED = 21


def kinds(results: list[object]) -> Counter[str]:
    return Counter(type(result).__name__ for result in results)


def test_twenty_spend_one_balance_and_one_succeeds(alice: User, give: Give) -> None:
    """faults.md: money spent twice."""
    give(alice, TBTC=100)
    results = at_once(*(partial(stake, f"m{n}", seat(f"m{n}", 0, alice, TBTC=100)) for n in range(20)))
    assert kinds(results) == {"Posted": 1, "InsufficientFunds": 19}
    assert free(alice) == 0
    assert sum(held.units for held in selectors.in_play(alice.pk)) == 100
    assert services.check_ledger().ok


def test_twenty_send_the_same_posting_and_it_happens_once(alice: User, bob: User, give: Give) -> None:
    for player in (alice, bob):
        give(player, TBTC=100)
    seats = [seat("m", n, player, TBTC=100) for n, player in enumerate((alice, bob))]
    results = at_once(*(partial(stake, "m", *seats) for _ in range(20)))
    assert len({posted.id for posted in results}) == 1
    assert sorted(posted.repeated for posted in results) == [False] + [True] * 19
    results = at_once(*(partial(settle, "m", *seats, winners=[bob]) for _ in range(20)))
    assert sorted(posted.repeated for posted in results) == [False] + [True] * 19
    assert (free(alice), free(bob)) == (0, 198)
    assert services.check_ledger().ok


def test_two_results_of_one_match_at_once_and_one_counts(alice: User, bob: User, give: Give) -> None:
    for player in (alice, bob):
        give(player, TBTC=100)
    seats = [seat("m", n, player, TBTC=100) for n, player in enumerate((alice, bob))]
    stake("m", *seats)
    jobs: list[Callable[[], Posted]] = [
        partial(settle, "m", *seats, winners=[alice], key="a"),
        partial(settle, "m", *seats, winners=[bob], key="b"),
        partial(refund, "m", *seats, key="c"),
    ]
    results = at_once(*jobs * 3)
    assert all(isinstance(result, Posted | AlreadySettled) for result in results), results
    assert sum(isinstance(result, Posted) and not result.repeated for result in results) == 1
    assert selectors.in_play(alice.pk) == ()
    assert services.check_ledger().ok


def test_seats_in_opposite_order_do_not_wait_for_each_other(alice: User, bob: User, give: Give) -> None:
    """Locks are taken by rank and number, in whatever order the lines came."""
    for player in (alice, bob):
        give(player, TBTC=1_000)

    def fund(number: int) -> Posted:
        players = [alice, bob] if number % 2 else [bob, alice]
        return stake(f"m{number}", *(seat(f"m{number}", n, p, TBTC=10) for n, p in enumerate(players)))

    results = at_once(*(partial(fund, number) for number in range(16)))
    assert kinds(results) == {"Posted": 16}
    assert (free(alice), free(bob)) == (840, 840)


def test_batches_in_opposite_order_do_not_wait_for_each_other(alice: User, bob: User, give: Give) -> None:
    """One commit settles a hand and funds the next; two tables share both players."""
    for player in (alice, bob):
        give(player, TBTC=10_000)
    quotes = quote_ids("TBTC")

    def posting(number: int, player: User) -> services.Posting:
        lines = tuple(services.stake_lines([seat(f"m{number}:{player.pk}", 0, player, TBTC=10)], quotes))
        return services.Posting(
            "stake", Key("t", f"{number}:{player.pk}"), lines, "system:test", f"m{number}"
        )

    def fund(number: int) -> tuple[Posted, ...]:
        players = [alice, bob] if number % 2 else [bob, alice]
        return services.post_all([posting(number, player) for player in players])

    results = at_once(*(partial(fund, number) for number in range(16)))
    assert kinds(results) == {"tuple": 16}, results
    assert (free(alice), free(bob)) == (9_840, 9_840)


def test_a_gate_shut_meanwhile_stops_the_stake(alice: User, give: Give) -> None:
    """Each stake either commits before the gate is shut, or is refused by it."""
    give(alice, TBTC=1_000)
    shut = partial(services.set_gate, player=alice.pk, frozen=True, by="staff:1", reason="test")
    jobs: list[Callable[[], object]] = [
        partial(stake, f"m{n}", seat(f"m{n}", 0, alice, TBTC=10)) for n in range(12)
    ]
    results = at_once(*jobs[:6], shut, *jobs[6:])
    staked = kinds(results)["Posted"]
    assert staked + kinds(results)["AccountFrozen"] == 12
    assert free(alice) == 1_000 - 10 * staked
    (late,) = at_once(partial(stake, "late", seat("late", 0, alice, TBTC=10)))
    assert isinstance(late, AccountFrozen)


def test_who_waits_too_long_is_told_the_ledger_is_busy(alice: User, bob: User, give: Give) -> None:
    """lock_timeout is the function's own; a transaction that hangs does not hang the others."""
    for player in (alice, bob):
        give(player, TBTC=100)
    with superuser() as other, other.transaction():
        other.execute("SELECT 1 FROM wallet_balance FOR UPDATE")
        with pytest.raises(LedgerBusy), transaction.atomic():
            stake("m", seat("m", 0, alice, TBTC=100))
    assert free(alice) == 100
    assert not stake("m", seat("m", 0, alice, TBTC=100)).repeated, "the same key, later"


def test_a_lock_let_go_in_time_is_waited_for(alice: User, give: Give) -> None:
    """Outside a transaction the same posting is tried again until the other one is done."""
    give(alice, TBTC=100)
    with superuser() as other:
        other.execute("BEGIN")
        other.execute("SELECT 1 FROM wallet_balance FOR UPDATE")
        waiting: list[object] = []

        def release() -> None:
            waiting_backend()
            other.execute("COMMIT")

        waiting += at_once(partial(stake, "m", seat("m", 0, alice, TBTC=100)), release)
    assert isinstance(waiting[0], Posted)


def test_many_matches_at_once_leave_the_books_right() -> None:
    """Six threads, six players, stakes, wins, ties, refunds and retries by a fixed seed."""
    players = [make_player(f"P{number}") for number in range(6)]
    for player in players:
        for currency in ("TBTC", "TUSDT"):
            services.give_test_coins(
                player=player.pk,
                currency=currency,
                units=2_000,
                key=Key("t", f"{player.pk}{currency}"),
                actor="t",
            )
    quote_ids("TBTC", "TUSDT")

    def play(number: int) -> Counter[str]:
        chance = random.Random(SEED + number)
        done: Counter[str] = Counter()
        for match in (f"m{number}.{n}" for n in range(15)):
            pair = chance.sample(players, 2)
            units = {"TBTC": chance.randint(1, 300), "TUSDT": chance.randint(1, 300)}
            seats = [seat(match, n, player, **units) for n, player in enumerate(pair)]
            try:
                stake(match, *seats)
            except InsufficientFunds:
                done["refused"] += 1
                continue
            ending = chance.choice(["win", "tie", "refund"])
            for _ in range(chance.randint(1, 2)):
                if ending == "refund":
                    refund(match, *seats)
                else:
                    settle(match, *seats, winners=pair[: 1 if ending == "win" else 2])
            done[ending] += 1
        return done

    results = at_once(*(partial(play, number) for number in range(6)))
    done: Counter[str] = sum(results, Counter())
    assert done.total() == 90
    assert totals() == {"TBTC": 0, "TUSDT": 0}
    assert not Balance.objects.filter(account__kind="escrow", amount__gt=0).exists()
    assert Transfer.objects.count() == 12 + 2 * (90 - done["refused"])
    result = services.check_ledger()
    assert result.ok, result.faults
    assert result.figures["entries"] == Entry.objects.count()


def test_the_connection_of_this_thread_is_not_shared(alice: User) -> None:
    """Guards the tests above: each thread has a session of its own."""

    def backend() -> int:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            return int(cursor.fetchone()[0])

    assert len(set(at_once(backend, backend, backend))) == 3
