"""Agreeing to a stake in several currencies, and tables that take some of them only."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Seat, Table
from games.rules.commands import GiveUp
from games.services import play, tables
from games.services.options import change_options
from games.services.stakes import TOTAL
from games.services.tables import Payment
from tests.live.mixed import (
    AMPLE,
    LITTLE,
    MOST,
    PLENTY,
    free,
    player,
    refused_with,
)  # fmt: skip
from tests.live.seating import bring_seeds
from wallet.models import Currency

pytestmark = pytest.mark.django_db


# --- agreeing -------------------------------------------------------------------------------------------------------


def test_total_balance_agrees_to_what_was_shown_and_two_percent_of_the_stake() -> None:
    alice = player(LITTLE)
    tables.open_table(alice, "tactical", mode="stake", stake_cents=500, currency=TOTAL, most_units=AMPLE)
    seat = Seat.objects.get(user=alice)
    assert (seat.currency, seat.most_units, seat.consent) == (TOTAL, None, MOST)
    assert free(alice) == LITTLE


@pytest.mark.parametrize(
    ("most", "code"),
    [
        ({}, "bad_amount"),
        (None, "bad_amount"),
        (7_847, "bad_amount"),
        ({"TBTC": 1.0, "TUSDT": 10**9}, "bad_amount"),
        ({"TBTC": "1000", "TUSDT": 10**9}, "bad_amount"),
        ({"TBTC": -1, "TUSDT": 10**9}, "bad_amount"),
        ({"TBTC": True, "TUSDT": 10**9}, "bad_amount"),
        ({"DOGE": 1_000, "TUSDT": 10**9}, "unknown_currency"),
        ({"BTC": 1_000, "USDT": 10**9}, "currency_disabled"),
        ({"TBTC": 1_000, "USDT": 10**9}, "mixed_currencies"),
        ({"TBTC": 1_000, "TUSDT": 4_349_999}, "above_consent"),
        ({"TBTC": 1_000}, "insufficient_funds"),
        ({"TETH": 10**18}, "insufficient_funds"),
    ],
)
def test_bad_consent_is_refused_and_nobody_sits(most: Any, code: str) -> None:
    alice = player(LITTLE)
    refused_with(code, lambda: tables.open_table(alice, "tactical", mode="stake", stake_cents=500, currency=TOTAL,
                                                 most_units=most))  # fmt: skip
    assert not Table.objects.exists()
    assert free(alice) == LITTLE


def test_consent_by_currency_is_for_total_balance_alone() -> None:
    alice = player(PLENTY)
    refused_with("bad_amount", lambda: tables.open_table(alice, "tactical", mode="stake", stake_cents=500,
                                                         currency="TBTC", most_units=AMPLE))  # fmt: skip


# --- tables that take some currencies -------------------------------------------------------------------------------


def restricted(codes: list[str], **payment: Any) -> Table:
    paid = {"currency": "TBTC", **payment}
    return tables.open_table(
        player(PLENTY), "tactical", mode="stake", stake_cents=500, currencies=codes, **paid
    )


def test_a_table_takes_only_its_currencies() -> None:
    table = restricted(["TUSDT", "TBTC"])
    assert table.currencies == ["TBTC", "TUSDT"]
    bob = player(PLENTY)
    refused_with("currency_not_taken", lambda: tables.join_table(bob, table.public_id, currency="TETH"))
    refused_with("currency_not_taken", lambda: tables.join_table(bob, table.public_id, currency=TOTAL,
                                                                 most_units=AMPLE))  # fmt: skip
    assert table.seats.count() == 1
    tables.join_table(bob, table.public_id, currency=TOTAL, most_units={"TBTC": 10**8, "TUSDT": 10**9})
    assert table.seats.count() == 2


def test_changed_options_are_paid_in_a_currency_the_table_takes_and_replace_the_consent() -> None:
    alice = player({"TBTC": 1_000, "TUSDT": 10**9, "TETH": 10**18})
    table = tables.open_table(
        alice, "classic_fixed", mode="stake", stake_cents=250, options={"hands": 2}, currency=TOTAL,
        currencies=["TBTC", "TUSDT"], most_units={"TBTC": 1_000, "TUSDT": 10**9},
    )  # fmt: skip
    dear = {"hands": 4}
    refused_with(
        "currency_not_taken", lambda: change_options(alice, table.public_id, dear, Payment("TETH", None))
    )
    change_options(alice, table.public_id, dear, Payment("TUSDT", None))
    assert Seat.objects.get(user=alice).consent == {"TUSDT": 10_200_000}
    assert Seat.objects.get(user=alice).most_by_currency == {}


@pytest.mark.parametrize(
    ("codes", "code"),
    [
        (["TBTC", "TBTC"], "bad_option"),
        (["TBTC", "DOGE"], "unknown_currency"),
        (["TBTC", "BTC"], "mixed_currencies"),
        (["BTC"], "currency_disabled"),
        (["TETH"], "currency_not_taken"),
    ],
)
def test_bad_restriction_is_refused(codes: list[str], code: str) -> None:
    refused_with(code, lambda: restricted(codes))
    assert not Table.objects.exists()


def test_restriction_without_a_stake_is_refused() -> None:
    refused_with(
        "bad_option", lambda: tables.open_table(player({}), "tactical", mode="free", currencies=["TBTC"])
    )


def test_a_rematch_takes_the_same_currencies() -> None:
    alice, bob = player(PLENTY), player(PLENTY)
    table = tables.open_table(
        alice, "tactical", mode="stake", stake_cents=500, currency="TBTC", currencies=["TBTC"]
    )
    tables.join_table(bob, table.public_id, currency="TBTC")
    bring_seeds(table.id)
    play.submit(table.id, GiveUp(at=0, seat=1))
    table.refresh_from_db()
    refused_with("currency_not_taken", lambda: tables.rematch(alice, table, currency="TETH"))
    assert tables.rematch(alice, table).currencies == ["TBTC"]


def test_test_coins_and_money_never_meet() -> None:
    table = restricted([])
    Currency.objects.filter(code="USDT").update(enabled=True)
    table.seats.update(currency="USDT")
    bob = player(PLENTY)
    refused_with("mixed_currencies", lambda: tables.join_table(bob, table.public_id, currency="TBTC"))
    assert table.seats.count() == 1
