"""A match for a stake: paid in with the first cards, paid out in the winner's own commit, to the unit."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import psycopg
import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection, transaction
from django.utils import timezone

from battle21.beat import connection_parameters
from battle21.errors import AppError
from games.models import JournalEntry, Match, Table, TableState
from games.rules.commands import Digest, GiveUp, Reveal, Void
from games.rules.commitments import seed_digest
from games.services import halts, holds, play, records, store, tables
from players.models import User
from wallet import selectors as wallet
from wallet.models import Entry, Transfer
from wallet.postings import Key
from wallet.services import check_ledger, give_test_coins, set_gate

pytestmark = pytest.mark.django_db(transaction=True)

COIN = 10**8
STAKE_CENTS = 500
STAKE = 7_693  # $5 of TBTC at $65,000, 8 decimals: 7,692.3… rounded up
RAKE = 153  # 1 % of both stakes, 15,386: 153.86 rounded down
WON = 2 * STAKE - RAKE


def player(name: str, units: int = COIN) -> User:
    user = User.objects.create_user(username=name.lower(), display_name=name, password=None)
    if units:
        give_test_coins(player=user.pk, currency="TBTC", units=units, key=Key("test", name), actor="test")
    return user


def free(user: User, currency: str = "TBTC") -> int:
    return next(held.free for held in wallet.balances(user.pk) if held.currency == currency)


def in_play(user: User, currency: str = "TBTC") -> int:
    return next(held.in_play for held in wallet.balances(user.pk) if held.currency == currency)


def seated(alice: User, bob: User, currencies: tuple[str, str] = ("TBTC", "TBTC")) -> Table:
    table = tables.open_table(
        alice, "tactical", mode="stake", stake_cents=STAKE_CENTS, currency=currencies[0]
    )
    return tables.join_table(bob, table.public_id, currency=currencies[1])


def bring_seeds(table: Table) -> None:
    """Both seeds; the last one pays in and deals."""
    values = [bytes([65 + seat]) * 32 for seat in (0, 1)]
    for seat, value in enumerate(values):
        play.submit(table.id, Digest(at=0, seat=seat, digest=seed_digest(value).hex()))
    for seat, value in enumerate(values):
        play.submit(table.id, Reveal(at=0, seat=seat, value=value.hex()))


@pytest.fixture
def alice() -> User:
    return player("Alice")


@pytest.fixture
def bob() -> User:
    return player("Bob")


@pytest.fixture
def table(alice: User, bob: User) -> Table:
    """In play."""
    table = seated(alice, bob)
    bring_seeds(table)
    return table


@contextmanager
def tampering() -> Iterator[Any]:
    """As somebody who gets past the triggers."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        yield cursor


def books_are_right() -> None:
    check = check_ledger()
    assert check.ok, check.faults


def result_of(table: Table) -> tuple[str, list[int]]:
    match = Match.objects.get(table=table)
    return match.reason, match.winners


def test_nothing_is_held_before_all_seats_are_in_and_seeds_are_there(alice: User, bob: User) -> None:
    seated(alice, bob)
    assert (free(alice), free(bob)) == (COIN, COIN)
    assert not Transfer.objects.filter(kind="stake").exists()


def test_both_stakes_are_paid_in_with_the_first_cards(alice: User, bob: User, table: Table) -> None:
    assert (free(alice), in_play(alice)) == (COIN - STAKE, STAKE)
    assert (free(bob), in_play(bob)) == (COIN - STAKE, STAKE)
    funded = Transfer.objects.get(kind="stake")
    assert funded.subject == f"match:{table.public_id}/1"
    assert TableState.objects.get(table=table).hand_number == 1
    books_are_right()


def test_winner_gets_99_percent_of_the_pot_and_the_house_one(alice: User, bob: User, table: Table) -> None:
    play.submit(table.id, GiveUp(at=0, seat=1))
    assert result_of(table) == ("gave_up", [0])
    assert free(alice) == COIN - STAKE + WON
    assert free(bob) == COIN - STAKE
    assert [day.units for day in wallet.rake_by_day(*[table.created_at.date()] * 2)] == [RAKE]
    settlement = wallet.settlement(f"match:{table.public_id}/1")
    assert settlement.totals == {"TBTC": 0}
    assert settlement.left == {"TBTC": 0}
    books_are_right()


def test_void_gives_both_stakes_back_without_rake(alice: User, bob: User, table: Table) -> None:
    play.submit(table.id, Void(at=0, staff="support", reason="test"))
    assert (free(alice), free(bob)) == (COIN, COIN)
    assert not Entry.objects.filter(account__kind="rake").exists()
    books_are_right()


def test_players_may_pay_in_different_currencies_and_rake_is_of_each(alice: User, bob: User) -> None:
    ether = 10**18
    give_test_coins(player=bob.pk, currency="TETH", units=ether, key=Key("test", "eth"), actor="test")
    table = seated(alice, bob, ("TBTC", "TETH"))
    bring_seeds(table)
    stake = 2 * 10**15  # $5 at $2,500
    assert in_play(bob, "TETH") == stake
    play.submit(table.id, GiveUp(at=0, seat=1))
    assert free(alice) == COIN - STAKE // 100  # 76.93 rounded down
    assert free(alice, "TETH") == stake - stake // 100
    assert free(bob, "TETH") == ether - stake
    books_are_right()


def test_money_spent_elsewhere_ends_the_match_before_its_first_card(alice: User, bob: User) -> None:
    """Both sit down with enough; Bob's coins go into another match first."""
    poor = player("Charlie", units=STAKE)
    first, second = seated(alice, poor), seated(bob, poor)
    bring_seeds(first)
    with pytest.raises(AppError) as refused:
        bring_seeds(second)
    assert refused.value.code == "insufficient_funds"
    assert result_of(second) == ("not_funded", [])
    assert JournalEntry.objects.filter(table=second).order_by("seq").last().kind == "not_funded"  # type: ignore[union-attr]
    assert (free(bob), in_play(poor)) == (COIN, STAKE)
    books_are_right()


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"stake_cents": 99, "currency": "TBTC"}, "bad_stake"),
        ({"stake_cents": 1_000_001, "currency": "TBTC"}, "bad_stake"),
        ({"stake_cents": 5.5, "currency": "TBTC"}, "bad_stake"),
        ({"stake_cents": "500", "currency": "TBTC"}, "bad_stake"),
        ({"stake_cents": None, "currency": "TBTC"}, "bad_option"),
        ({"stake_cents": 500, "currency": "DOGE"}, "unknown_currency"),
        ({"stake_cents": 500, "currency": "BTC"}, "currency_disabled"),
        ({"stake_cents": 500, "currency": "TETH"}, "insufficient_funds"),
    ],
)
def test_bad_stake_is_refused_and_no_table_is_left(alice: User, terms: dict[str, Any], code: str) -> None:
    with pytest.raises(AppError) as refused:
        tables.open_table(alice, "tactical", mode="stake", **terms)
    assert refused.value.code == code
    assert not Table.objects.exists()


def test_guests_cannot_stake() -> None:
    guest = User.objects.create_user(username="guest-1", display_name="Guest", is_guest=True)
    with pytest.raises(AppError, match="needs_account"):
        tables.open_table(guest, "tactical", mode="stake", stake_cents=500, currency="TBTC")


def test_price_that_moved_above_consent_charges_nobody(alice: User, bob: User) -> None:
    table = seated(alice, bob)
    table.seats.filter(user=bob).update(most_units=STAKE - 1)
    with pytest.raises(AppError, match="above_consent"):
        bring_seeds(table)
    assert result_of(table) == ("not_funded", [])
    assert (free(alice), free(bob)) == (COIN, COIN)


def test_replay_proves_the_money(alice: User, bob: User, table: Table) -> None:
    play.submit(table.id, GiveUp(at=0, seat=1))
    assert records.verify_hands() == (1, 0)
    call_command("replay", "--all")


@pytest.mark.parametrize("change", ["more", "missing"])
def test_replay_names_a_wrong_ledger_line(alice: User, bob: User, table: Table, change: str) -> None:
    play.submit(table.id, GiveUp(at=0, seat=1))
    with tampering() as cursor:
        if change == "more":
            cursor.execute("UPDATE wallet_entry e SET amount = amount + 1 FROM wallet_account a "
                           "WHERE a.id = e.account_id AND a.kind = 'rake'")  # fmt: skip
        else:
            cursor.execute("DELETE FROM wallet_entry WHERE transfer_id = (SELECT id FROM wallet_transfer "
                           "WHERE kind = 'settle')")  # fmt: skip
    with pytest.raises(CommandError, match="ledger: settle"):
        call_command("replay", "--all")


def test_failed_check_halts_tables_at_their_next_hand_and_staff_lift_it(alice: User, bob: User) -> None:
    table = seated(alice, bob)
    holds.place("ledger check 1: zero_sum")
    with pytest.raises(AppError, match="ledger_hold"):
        bring_seeds(table)
    assert TableState.objects.get(table=table).halt_reason == holds.LEDGER
    assert (free(alice), free(bob)) == (COIN, COIN)
    call_command("lift_hold", "--staff", "support")
    bring_last_seed = Reveal(at=0, seat=1, value=(b"B" * 32).hex())
    play.submit(table.id, bring_last_seed)
    assert (in_play(alice), in_play(bob)) == (STAKE, STAKE)


def test_practice_writes_no_ledger_line(alice: User) -> None:
    table = tables.open_table(alice, "tactical", mode="practice", clock=0)
    value = b"A" * 32
    play.submit(table.id, Digest(at=0, seat=0, digest=seed_digest(value).hex()))
    play.submit(table.id, Reveal(at=0, seat=0, value=value.hex()))
    play.submit(table.id, GiveUp(at=0, seat=0))
    assert Transfer.objects.exclude(kind="test_coins").count() == 0


def test_only_the_player_himself_learns_why_his_stake_was_not_paid_in(alice: User, bob: User) -> None:
    """Bob brings the last seed and so meets the refusal; that Alice is excluded is not for him to know."""
    table = seated(alice, bob)
    set_gate(player=alice.pk, excluded=True, reason="test", by="test")
    with pytest.raises(AppError) as refused:
        bring_seeds(table)
    assert refused.value.code == "not_funded"
    assert "exclu" not in str(refused.value.message)
    state = store.fetch(table.id).state
    assert state is not None
    assert [fact.kind for fact in state.log] == ["over_not_funded"]
    assert state.log[0].seat == -1


def test_hold_of_any_length_gives_the_match_back_as_it_stood(alice: User, bob: User, table: Table) -> None:
    """A ledger is looked at for longer than ten minutes; that is no outage, so nobody's lead is voided."""
    halts.halt(table.id, holds.LEDGER)
    TableState.objects.filter(table=table).update(halted_at=timezone.now() - timedelta(hours=3))
    holds.place("test")
    assert holds.lift("support") == ([table.public_id], [])
    state = store.fetch(table.id).state
    assert state is not None
    assert (state.phase, state.result) == ("hand", None)
    assert in_play(alice) == STAKE


def test_table_that_cannot_go_on_keeps_no_other_from_it(alice: User, bob: User) -> None:
    broken, sound = seated(alice, bob), seated(alice, bob)
    for each in (broken, sound):
        bring_seeds(each)
        halts.halt(each.id, holds.LEDGER)
    TableState.objects.filter(table=broken).update(sealed=b"\x02k1" + bytes(40))
    holds.place("test")
    assert holds.lift("support") == ([sound.public_id], [broken.public_id])
    assert TableState.objects.get(table=broken).halted_at is not None
    assert TableState.objects.get(table=sound).halted_at is None


def test_result_the_ledger_refuses_halts_the_table(alice: User, bob: User, table: Table) -> None:
    with tampering() as cursor:
        cursor.execute(
            "DELETE FROM wallet_entry WHERE account_id IN (SELECT id FROM wallet_account WHERE kind = 'escrow')"
        )
        cursor.execute("UPDATE wallet_balance SET amount = 0, seq = 0 WHERE account_id IN "
                       "(SELECT id FROM wallet_account WHERE kind = 'escrow')")  # fmt: skip
    for _ in range(2):
        with pytest.raises(AppError, match="busy"):
            play.submit(table.id, GiveUp(at=0, seat=1))
    assert TableState.objects.get(table=table).halted_at is not None
    assert free(alice) == COIN - STAKE


def test_busy_ledger_ends_no_match(alice: User, bob: User) -> None:
    """Somebody else holds a balance for longer than the ledger waits: nothing is journalled."""
    table = seated(alice, bob)
    with psycopg.connect(**connection_parameters()) as other:
        other.execute("SELECT 1 FROM wallet_balance FOR UPDATE")
        with pytest.raises(AppError, match="busy"):
            bring_seeds(table)
    assert Match.objects.get(table=table).ended_at is None
    play.submit(table.id, Reveal(at=0, seat=1, value=(b"B" * 32).hex()))
    assert in_play(alice) == STAKE
