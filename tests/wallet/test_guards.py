"""What the database refuses by itself, whoever asks."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from django.db import connection

from players.models import User
from tests.support.postgres import runtime_url, session_cluster
from tests.wallet.conftest import Give
from tests.wallet.support import seat, settle, stake, superuser
from wallet import services
from wallet.models import Transfer

TABLES = ("wallet_entry", "wallet_transfer", "wallet_account", "wallet_balance")
BALANCE_COLUMNS = "wallet_balance (account_id, currency_id, may_go_negative, amount, seq) VALUES"
Rows = Iterator[psycopg.Connection[Any]]


@pytest.fixture
def runtime(transactional_db: None) -> Rows:
    """The role that serves, on the test's database."""
    url = runtime_url(session_cluster(), connection.settings_dict["NAME"])
    with psycopg.connect(url, autocommit=True) as runtime:
        yield runtime


@pytest.fixture
def owner(transactional_db: None) -> Rows:
    """A superuser: no grant stops it, only triggers and constraints do."""
    with superuser() as owner:
        yield owner


@pytest.fixture
def played(transactional_db: None, alice: User, bob: User, give: Give) -> services.Posted:
    """Alice beat Bob; both had 500."""
    for player in (alice, bob):
        give(player, TBTC=500)
    seats = [seat("m", n, player, TBTC=100) for n, player in enumerate((alice, bob))]
    stake("m", *seats)
    return settle("m", *seats, winners=[alice])


# --- the runtime role ------------------------------------------------------------------------------
CHANGES = [
    "UPDATE {table} SET {column} = {column}",
    "DELETE FROM {table}",
    "TRUNCATE {table} CASCADE",
    "INSERT INTO {table} SELECT * FROM {table}",
    "ALTER TABLE {table} DISABLE TRIGGER ALL",
    "DROP TABLE {table}",
    "LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE",
]


@pytest.mark.parametrize("table", TABLES)
def test_the_runtime_changes_nothing_in_the_ledger(
    table: str, runtime: psycopg.Connection[Any], played: services.Posted
) -> None:
    column = "created_at" if table == "wallet_transfer" else "currency_id"
    for change in CHANGES:
        with pytest.raises(psycopg.errors.InsufficientPrivilege), runtime.transaction():
            runtime.execute(change.format(table=table, column=column))


def test_the_runtime_is_stopped_around_the_ledger_too(runtime: psycopg.Connection[Any]) -> None:
    for statement in (
        "UPDATE wallet_currency SET decimals = 2",
        "INSERT INTO wallet_currency VALUES ('X21', 'X', 2, 'money', true, 1)",
        "INSERT INTO wallet_pricesource SELECT * FROM wallet_pricesource",
        "UPDATE wallet_pricesource SET symbol = 'X'",
        "UPDATE wallet_pricesource SET enabled = false",
        "DELETE FROM wallet_pricesource",
        "DELETE FROM wallet_quote",
        "UPDATE wallet_quote SET usd_price = 1",
        "DELETE FROM wallet_playergate",
        "UPDATE wallet_ledgercheck SET ok = true",
        "UPDATE wallet_closedday SET entries = 1",
        "DELETE FROM wallet_closedday",
        "TRUNCATE wallet_closedday",
        "SELECT wallet_open_accounts('[]')",
        "SELECT wallet_post_one('{}')",
        "SELECT wallet_grant('b21_runtime')",
        "CREATE OR REPLACE FUNCTION wallet_post(batch jsonb) RETURNS jsonb LANGUAGE sql AS 'SELECT batch'",
        "CREATE FUNCTION wallet_mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
        "SET session_replication_role = replica",
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            runtime.execute(statement)


def test_the_runtime_reads_and_posts(runtime: psycopg.Connection[Any], played: services.Posted) -> None:
    assert runtime.execute("SELECT count(*) FROM wallet_entry").fetchone() == (12,)
    posted = runtime.execute("SELECT wallet_post(%s::jsonb)", [coins("1000")]).fetchone()
    assert posted is not None
    assert posted[0][0][1] is False
    runtime.execute("UPDATE wallet_currency SET enabled = false, shown_order = 7 WHERE code = 'TETH'")
    runtime.execute(
        "UPDATE wallet_pricesource SET asked_at = now(), answered_at = now(), usd_price = 1, off_bps = 1,"
        " fault = 'x', fault_at = now(), rest_until = now()"
    )


def test_grants_given_again_at_a_start_leave_the_ledger_closed(
    runtime: psycopg.Connection[Any], played: services.Posted
) -> None:
    """battle21.ops.roles gives the runtime rows of all tables, each time the server starts."""
    runtime_url(session_cluster(), connection.settings_dict["NAME"])
    held = runtime.execute(
        "SELECT table_name, privilege_type FROM information_schema.table_privileges"
        " WHERE grantee = current_user AND table_name = ANY (%s) ORDER BY 1",
        [list(TABLES)],
    ).fetchall()
    assert held == [(table, "SELECT") for table in sorted(TABLES)]


def test_a_search_path_of_the_callers_own_changes_nothing(
    runtime: psycopg.Connection[Any], owner: psycopg.Connection[Any], alice: User
) -> None:
    """wallet_post runs with its owner's rights: it must find the owner's tables, not the caller's."""
    owner.execute("CREATE SCHEMA trap")
    try:
        owner.execute("CREATE TABLE trap.wallet_entry (LIKE public.wallet_entry)")
        owner.execute("GRANT USAGE ON SCHEMA trap TO PUBLIC")
        runtime.execute("SET search_path = trap, public")
        runtime.execute("SELECT wallet_post(%s::jsonb)", [coins("1000")])
        assert owner.execute("SELECT count(*) FROM trap.wallet_entry").fetchone() == (0,)
        assert owner.execute("SELECT count(*) FROM public.wallet_entry").fetchone() == (2,)
    finally:
        owner.execute("DROP SCHEMA trap CASCADE")


# --- triggers --------------------------------------------------------------------------------------
@pytest.mark.parametrize("table", TABLES)
def test_nobody_changes_what_was_written(
    table: str, owner: psycopg.Connection[Any], played: services.Posted
) -> None:
    column = "created_at" if table == "wallet_transfer" else "currency_id"
    for change in (
        "UPDATE {table} SET {column} = {column}",
        "DELETE FROM {table}",
        "TRUNCATE {table} CASCADE",
    ):
        with pytest.raises(psycopg.DatabaseError) as caught:
            owner.execute(change.format(table=table, column=column))
        assert caught.value.sqlstate == "W2190"


def accounts(owner: psycopg.Connection[Any]) -> tuple[int, int, int]:
    """Alice's, Bob's and the faucet's."""
    found = owner.execute(
        "SELECT id FROM wallet_account WHERE kind IN ('player', 'test') ORDER BY lock_rank, id"
    ).fetchall()
    (alice,), (bob,), (faucet,) = found
    return alice, bob, faucet


def test_a_transfer_that_does_not_sum_to_zero_is_refused_at_commit(
    owner: psycopg.Connection[Any], played: services.Posted
) -> None:
    alice, _bob, faucet = accounts(owner)
    for entries in ([(alice, 5), (faucet, -4)], [(alice, 5)], []):
        with pytest.raises(psycopg.DatabaseError) as caught:
            insert(owner, entries)
        assert caught.value.sqlstate == "W2191"
    insert(owner, [(alice, 5), (faucet, -5)])
    assert services.check_ledger().ok


def insert(owner: psycopg.Connection[Any], entries: list[tuple[int, int]], late: str = "") -> None:
    """A transfer by hand, as the owner's statements could make it; `late`: entries for this transfer instead."""
    with owner.transaction():
        transfer = late
        if not late:
            row = owner.execute(
                "INSERT INTO wallet_transfer (id, kind, idem_scope, idem_key, request_sha256, subject, part, actor,"
                " approved_by, reason, created_at) VALUES (gen_random_uuid(), 'deposit', 'hand', gen_random_uuid(),"
                " sha256(''), '', '', 'owner', '', '', now()) RETURNING id"
            ).fetchone()
            assert row is not None
            transfer = row[0]
        for account, amount in entries:
            owner.execute(
                "WITH b AS (UPDATE wallet_balance SET amount = amount + %(units)s, seq = seq + 1"
                " WHERE account_id = %(account)s RETURNING *)"
                " INSERT INTO wallet_entry (account_id, seq, transfer_id, currency_id, amount, balance_after)"
                " SELECT account_id, seq, %(transfer)s, currency_id, %(units)s, amount FROM b",
                {"units": amount, "account": account, "transfer": transfer},
            )


def test_nothing_is_added_to_a_transfer_of_an_earlier_transaction(
    owner: psycopg.Connection[Any], played: services.Posted
) -> None:
    _alice, bob, faucet = accounts(owner)
    with pytest.raises(psycopg.DatabaseError) as caught:
        insert(owner, [(bob, 5), (faucet, -5)], late=str(played.id))
    assert caught.value.sqlstate == "W2192"


def test_an_entry_has_the_currency_of_its_account(
    owner: psycopg.Connection[Any], played: services.Posted
) -> None:
    alice, _bob, _faucet = accounts(owner)
    with pytest.raises(psycopg.DatabaseError) as caught:
        owner.execute(
            "WITH t AS (INSERT INTO wallet_transfer (id, kind, idem_scope, idem_key, request_sha256, subject, part,"
            " actor, approved_by, reason, created_at) VALUES (gen_random_uuid(), 'deposit', 'h', 'h', sha256(''), '',"
            " '', 'o', '', '', now()) RETURNING id) INSERT INTO wallet_entry (account_id, seq, transfer_id,"
            " currency_id, amount, balance_after) SELECT %s, 9, id, 'TETH', 1, 1 FROM t",
            [alice],
        )
    assert caught.value.sqlstate == "W2192"


def test_a_balance_moves_by_one_entry_at_a_time(
    owner: psycopg.Connection[Any], played: services.Posted
) -> None:
    for change in (
        "UPDATE wallet_balance SET amount = amount + 1",
        "UPDATE wallet_balance SET amount = amount + 1, seq = seq + 2",
        "UPDATE wallet_balance SET seq = seq + 1",
        "INSERT INTO wallet_balance VALUES (999, 'TBTC', false, 5, 0)",
    ):
        with pytest.raises(psycopg.DatabaseError) as caught:
            owner.execute(change.replace("wallet_balance VALUES", BALANCE_COLUMNS))
        assert caught.value.sqlstate == "W2190"


def test_a_balance_does_not_go_below_zero(owner: psycopg.Connection[Any], played: services.Posted) -> None:
    alice, _bob, _faucet = accounts(owner)
    with pytest.raises(psycopg.errors.CheckViolation):
        owner.execute("UPDATE wallet_balance SET amount = -1, seq = seq + 1 WHERE account_id = %s", [alice])


def test_decimals_and_family_are_fixed_for_ever(owner: psycopg.Connection[Any]) -> None:
    for change in (
        "UPDATE wallet_currency SET decimals = 9",
        "UPDATE wallet_currency SET family = 'chips'",
        "UPDATE wallet_currency SET code = 'X' || code",
    ):
        with pytest.raises(psycopg.DatabaseError) as caught:
            owner.execute(change)
        assert caught.value.sqlstate == "W2195"


def test_a_quote_stays_what_it_was(owner: psycopg.Connection[Any], played: services.Posted) -> None:
    with pytest.raises(psycopg.DatabaseError) as caught:
        owner.execute("UPDATE wallet_quote SET usd_price = usd_price + 1")
    assert caught.value.sqlstate == "W2195"


# --- straight to the function ----------------------------------------------------------------------
def coins(units: str, **changes: Any) -> str:
    """A posting of test coins as JSON."""
    player = User.objects.order_by("id").values_list("id", flat=True)[0]
    given = {"kind": "player", "ref": str(player), "owner": player, "currency": "TBTC", "units": units}
    taken = {"kind": "test", "ref": "faucet", "currency": "TBTC", "units": f"-{units}"}
    posting = {
        "kind": "test_coins", "scope": "raw", "key": "1", "sha256": "ab" * 32, "subject": "", "part": "",
        "reverses": None, "actor": "me", "approved_by": "", "reason": "", "lines": [given, taken], **changes,
    }  # fmt: skip
    return json.dumps([posting])


def test_the_function_takes_digits_alone(runtime: psycopg.Connection[Any], alice: User) -> None:
    for units in (
        "1.5", "1e5", "1.0", "0", "00", "-0", "01", "", " 1", "1 ", "NaN", "Infinity", "0x10", "1_0", "١", "--1",
        "9" * 79,
    ):  # fmt: skip
        with pytest.raises(psycopg.DatabaseError) as caught:
            runtime.execute("SELECT wallet_post(%s::jsonb)", [coins(units)])
        assert caught.value.sqlstate == "W2108", units


def test_the_function_takes_78_digits(runtime: psycopg.Connection[Any], alice: User) -> None:
    runtime.execute("SELECT wallet_post(%s::jsonb)", [coins("9" * 78)])
    assert runtime.execute("SELECT max(amount) FROM wallet_balance").fetchone() == (10**78 - 1,)


def test_the_function_does_not_take_what_does_not_sum_to_zero(
    runtime: psycopg.Connection[Any], alice: User
) -> None:
    one_sided = json.loads(coins("5"))
    one_sided[0]["lines"].pop()
    with pytest.raises(psycopg.DatabaseError) as caught:
        runtime.execute("SELECT wallet_post(%s::jsonb)", [json.dumps(one_sided)])
    assert caught.value.sqlstate == "W2191"
    assert not Transfer.objects.exists()


def test_the_function_does_not_take_half_a_posting(runtime: psycopg.Connection[Any], alice: User) -> None:
    half: tuple[dict[str, Any], ...] = (
        {"actor": ""}, {"key": ""}, {"sha256": "ab"}, {"lines": []}, {"kind": "gift"}, {"kind": "reverse"},
        {"reverses": "0" * 32}, {"key": None}, {"subject": None},
    )  # fmt: skip
    for changes in half:
        with pytest.raises(psycopg.DatabaseError):
            runtime.execute("SELECT wallet_post(%s::jsonb)", [coins("5", **changes)])
    assert not Transfer.objects.exists()


def test_the_runtime_closes_no_day_that_is_not_over(
    runtime: psycopg.Connection[Any], played: services.Posted
) -> None:
    """A day of the future would stop every posting until then."""
    for days in (0, 1, 10_000):
        with pytest.raises(psycopg.DatabaseError) as caught, runtime.transaction():
            runtime.execute(
                "INSERT INTO wallet_closedday SELECT current_date + %s, 0, 0, sha256('c'), sha256('b'), p,"
                " sha256(p || sha256('c') || sha256('b')), now() FROM (SELECT decode(repeat('00', 32), 'hex') AS p) p",
                [days],
            )
        assert caught.value.sqlstate == "W2197"
    assert runtime.execute("SELECT count(*) FROM wallet_closedday").fetchone() == (0,)
