"""A replay proves that what was charged was agreed to: whatever is changed about it afterwards is named."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from datetime import timedelta
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps

from games.models import Consent, Seat, Table
from games.rules.commands import GiveUp
from games.services import agreements, play, records, tables
from games.services.stakes import TOTAL
from tests.live.classic import next_hand, price_is, stand, tampering
from tests.live.mixed import AMPLE, LITTLE, MOST, PAID, inside, player, total
from tests.live.seating import bring_seeds, prompt_of, state_of
from wallet.models import Currency, Entry, Transfer
from wallet.postings import AccountRef, Key, Line, Posting, body

pytestmark = pytest.mark.django_db

FOUR = {"TBTC": 1_000, "TETH": 10**14, "TUSDT": 10**9}
"""65 cents, 25 cents, the other $4.10 of $5: 4,100,000 units."""


@pytest.fixture
def table() -> Table:
    """Over. Alice has paid with three currencies, Bob with one of them; the proof finds nothing wrong."""
    alice, bob = player(FOUR), player({"TUSDT": 10**9})
    table = total(alice, bob)
    bring_seeds(table.id)
    assert inside(alice) == {"TBTC": 1_000, "TETH": 10**14, "TUSDT": 4_100_000}
    assert inside(bob) == {"TUSDT": 5_000_000}
    play.submit(table.id, GiveUp(at=0, seat=1))
    table.refresh_from_db()
    assert records.check_money(table) == ""
    return table


def kept(table: Table) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(Consent.objects.get(table=table).body)
    return content


def forge(table: Table, change: Callable[[Any], Any]) -> None:
    """Change what was agreed to, and the ledger's digest of it."""
    content = kept(table)
    change(content["seats"][0])
    text = json.dumps(content, separators=(",", ":"))
    Consent.objects.filter(table=table).update(body=text)
    with tampering() as cursor:
        cursor.execute(
            "UPDATE wallet_transfer SET request_sha256 = %s WHERE kind = 'stake'",
            [hashlib.sha256(text.encode()).digest()],
        )


def test_what_was_agreed_to_is_kept_with_the_stake_in_the_order_of_the_currencies(table: Table) -> None:
    alice, bob = kept(table)["seats"]
    assert kept(table)["cents"] == 500
    assert list(alice["most"].items()) == [("TBTC", "1000"), ("TETH", str(10**14)), ("TUSDT", "4200000")]
    assert alice["free"] == {"TBTC": "1000", "TETH": str(10**14), "TUSDT": str(10**9)}
    assert bob["most"] == {"TUSDT": "5100000"}
    digest = hashlib.sha256(Consent.objects.get().body.encode()).digest()
    assert bytes(Transfer.objects.get(kind="stake").request_sha256) == digest


FORGED: dict[str, tuple[Callable[[Any], Any], str]] = {
    "a currency was not shown": (
        lambda seat: seat["most"].pop("TETH"),
        "of seat 0 was 100000000000000 TETH, at most 0 could be taken",
    ),
    "less of one was agreed to": (
        lambda seat: seat["most"].update(TUSDT="4099999"),
        "of seat 0 was 4100000 TUSDT, at most 4099999 could be taken",
    ),
    "there was less of one": (
        lambda seat: seat["free"].update(TBTC="999"),
        "of seat 0 was 1000 TBTC, at most 999 could be taken",
    ),
    "there was more of one": (
        lambda seat: (seat["free"].update(TBTC="1001"), seat["most"].update(TBTC="1001")),
        "of seat 0 was",
    ),
    "another order": (
        lambda seat: seat.update(most={code: seat["most"][code] for code in ("TUSDT", "TBTC", "TETH")}),
        "of seat 0 was",
    ),
    "one was to come before": (
        lambda seat: seat.update(
            most={"TNEW": "5", **seat["most"]}, free={"TNEW": "5", **seat["free"]}
        ),
        "of seat 0 leaves out TNEW",
    ),
    "another player": (lambda seat: seat.update(player=7), "agreed to by 7"),
    "another seat": (lambda seat: seat.update(seat=5), "by seats [5, 1]"),
}  # fmt: skip


@pytest.mark.parametrize("name", FORGED)
def test_stake_that_was_not_agreed_to_so_is_named(table: Table, name: str) -> None:
    change, said = FORGED[name]
    forge(table, change)
    assert said in records.check_money(table)


@pytest.mark.parametrize("how", ["changed", "gone"])
def test_agreement_that_the_ledger_does_not_know_is_named(table: Table, how: str) -> None:
    """Its digest is part of the ledger, and of the digest of its day."""
    found = Consent.objects.filter(table=table)
    if how == "gone":
        found.delete()
    else:
        found.update(body=found.get().body.replace("4200000", "9200000"))
    assert records.check_money(table) == "ledger: stake was not agreed to so"


def test_stake_of_another_height_is_named(table: Table) -> None:
    Table.objects.update(stake_cents=501)
    table.refresh_from_db()
    assert "was agreed to for 500 cents" in records.check_money(table)


def test_second_quote_of_a_currency_is_named(table: Table) -> None:
    """At the same price, for Bob's USDT alone."""
    price_is(10**8, "TUSDT")
    with tampering() as cursor:
        cursor.execute(
            "UPDATE wallet_entry SET quote_id = (SELECT max(id) FROM wallet_quote WHERE currency_id = 'TUSDT')"
            " WHERE amount = 5000000 AND quote_id IS NOT NULL"
        )
        assert cursor.rowcount == 1
    assert records.check_money(table) == "ledger: stake has two quotes of TUSDT"


@pytest.mark.parametrize(("age", "said"), [(30, ""), (31, "that was 31 s old"), (-1, "that was -1 s old")])
def test_quote_that_was_not_alive_is_named(table: Table, age: int, said: str) -> None:
    """rules.md, Money: at most 30 s."""
    posted = Transfer.objects.get(kind="stake").created_at
    with tampering() as cursor:
        cursor.execute("UPDATE wallet_quote SET fetched_at = %s", [posted - timedelta(seconds=age)])
    difference = records.check_money(table)
    assert said in difference
    assert bool(difference) is bool(said)


def test_stake_without_a_quote_is_named(table: Table) -> None:
    with tampering() as cursor:
        cursor.execute("UPDATE wallet_entry SET quote_id = NULL WHERE currency_id = 'TETH'")
    assert records.check_money(table) == "ledger: stake has no quote of TETH"


def test_stake_that_was_paid_in_twice_is_named(table: Table) -> None:
    with tampering() as cursor:
        cursor.execute(
            "WITH twin AS (INSERT INTO wallet_transfer (id, kind, idem_scope, idem_key, request_sha256, subject, part,"
            " actor, approved_by, reason, created_at) SELECT gen_random_uuid(), kind, idem_scope, 'again',"
            " request_sha256, subject, part, actor, '', '', created_at FROM wallet_transfer WHERE kind = 'stake'"
            " RETURNING id) INSERT INTO wallet_entry (account_id, seq, transfer_id, currency_id, amount,"
            " balance_after, quote_id) SELECT e.account_id, 99, twin.id, e.currency_id, e.amount, 0, e.quote_id"
            " FROM twin, wallet_entry e JOIN wallet_transfer t ON t.id = e.transfer_id AND t.kind = 'stake'"
        )
    assert records.check_money(table) == "ledger: stake was paid in twice"


@pytest.mark.parametrize(("more", "said"), [(0, ""), (1, "must be")])
def test_stakes_from_before_agreements_were_kept_are_worth_what_they_must(
    table: Table, more: int, said: str
) -> None:
    """The ledger's digest is then that of the posting itself."""
    with tampering() as cursor:
        cursor.execute(
            "UPDATE wallet_entry SET amount = amount + sign(amount) * %s WHERE abs(amount) = 5000000"
            " AND quote_id IS NOT NULL",
            [more],
        )
        cursor.execute(
            "UPDATE wallet_transfer SET request_sha256 = %s WHERE kind = 'stake'",
            [bytes.fromhex(older_digest())],
        )
    Consent.objects.all().delete()
    difference = records.check_money(table)
    assert said in difference
    assert difference.startswith("ledger: ") is bool(said)


def older_digest() -> str:
    """Of a posting without a request of its own."""
    stake = Transfer.objects.get(kind="stake")
    entries = Entry.objects.filter(transfer=stake).select_related("account")
    lines = [
        Line(AccountRef(to.kind, to.ref, entry.currency_id, to.owner_id), entry.amount)
        for entry in entries
        for to in [entry.account]
    ]
    posting = Posting("stake", Key("", ""), tuple(lines), "table", stake.subject)
    found: str = body(posting)["sha256"]
    return found


# --- what is agreed to changes --------------------------------------------------------------------------------------


def test_each_hand_keeps_what_was_agreed_to_by_then() -> None:
    """Bob agrees anew between two hands, to a higher price; both hands are proven."""
    alice, bob = player({"TUSDT": 10**9}), player({"TETH": 10**18})
    table = total(alice, bob, game="classic_unlimited")
    bring_seeds(table.id)
    stand(table)
    price_is(2_000 * 10**8, "TETH")  # $5 are a quarter more
    next_hand(table)
    shown = prompt_of(state_of(table.id), 1)
    assert shown is not None
    assert shown.why == "above_consent"
    agreements.agree_anew(bob, table.public_id, token=shown.token, most_units={"TETH": 10**18})
    play.expire(table.id)
    assert state_of(table.id).hand_number == 2
    agreed = [
        list(json.loads(row.body)["seats"][1]["most"].items()) for row in Consent.objects.order_by("hand")
    ]
    # $5 at $2,500 and $2,000 a coin and 2 % more: 0.00204 and 0.00255.
    assert agreed == [[("TETH", "2040000000000000")], [("TETH", "2550000000000000")]]
    stand(table)
    assert records.verify_hands() == (2, 0)


def test_currencies_are_taken_in_the_order_that_was_shown_whatever_it_is_by_then() -> None:
    """Staff show the currencies otherwise while Alice waits: she has agreed to BTC first."""
    alice, bob = player(LITTLE), player({"TETH": 10**18})
    table = total(alice, bob, most=MOST)
    Currency.objects.filter(code="TUSDT").update(shown_order=0)
    assert list(Seat.objects.get(user=alice).consent) == ["TBTC", "TUSDT"]
    bring_seeds(table.id)
    assert inside(alice) == PAID
    play.submit(table.id, GiveUp(at=0, seat=1))
    table.refresh_from_db()
    assert records.check_money(table) == ""
    again = tables.open_table(
        player(LITTLE), "tactical", mode="stake", stake_cents=500, currency=TOTAL, most_units=AMPLE
    )
    assert list(Seat.objects.get(table=again).consent.items()) == [("TUSDT", 5_100_000)]


# --- what is there already -------------------------------------------------------------------------------------------


def test_who_waits_when_the_order_comes_to_be_kept_has_agreed_to_the_order_that_is_shown() -> None:
    alice = player(FOUR)
    tables.open_table(alice, "tactical", mode="stake", stake_cents=500, currency=TOTAL, most_units=AMPLE)
    Seat.objects.update(currency_order=[])
    assert Seat.objects.get().consent == {}
    import_module("games.migrations.0007_consents").order_as_shown(apps, None)
    assert list(Seat.objects.get().consent) == ["TBTC", "TETH", "TUSDT"]
