"""What pages and the admin read."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from players.models import User
from tests.wallet.conftest import Give
from tests.wallet.support import refund, seat, settle, stake
from wallet import selectors, services
from wallet.models import Currency
from wallet.selectors import InPlay

pytestmark = pytest.mark.django_db


def test_balances_tell_free_and_in_play(alice: User, bob: User, played: None) -> None:
    assert [(held.currency, held.free, held.in_play) for held in selectors.balances(alice.pk)] == [
        ("TBTC", 598, 0),
        ("TETH", 0, 0),
        ("TUSDT", 450, 50),
    ]
    assert [held.free for held in selectors.balances(bob.pk)] == [400, 0, 450]


def test_a_disabled_currency_is_shown_while_something_is_in_it(alice: User, played: None) -> None:
    Currency.objects.filter(code__in=["TBTC", "TETH"]).update(enabled=False)
    assert [held.currency for held in selectors.balances(alice.pk)] == ["TBTC", "TUSDT"]


def test_in_play_names_seat_and_subject(alice: User, played: None) -> None:
    assert selectors.in_play(alice.pk) == (InPlay("match:2/seat:0", "match:2", "TUSDT", 50, 6),)


def test_escrows_are_what_the_seats_have_in_play(alice: User, bob: User, played: None) -> None:
    refs = ["match:2/seat:1", "match:2/seat:0", "match:1/seat:0", "nowhere"]
    assert selectors.escrows(refs) == (
        seat("match:2", 1, bob, TUSDT=50),
        seat("match:2", 0, alice, TUSDT=50),
    )


def test_the_settlement_of_a_match_adds_up_to_zero(alice: User, bob: User, played: None) -> None:
    page = selectors.settlement("match:1")
    assert page.totals == {"TBTC": 0}
    assert page.left == {"TBTC": 0}
    seen = [(line.kind, line.account_kind, line.player, line.units) for line in page.lines]
    assert sorted(seen[:4]) == sorted([
        ("stake", "player", alice.pk, -100), ("stake", "player", bob.pk, -100),
        ("stake", "escrow", alice.pk, 100), ("stake", "escrow", bob.pk, 100),
    ])  # fmt: skip
    assert sorted(seen[4:], key=str) == sorted([
        ("settle", "player", alice.pk, 198), ("settle", "escrow", alice.pk, -100),
        ("settle", "escrow", bob.pk, -100), ("settle", "rake", None, 2),
    ], key=str)  # fmt: skip


def test_an_open_match_still_holds_its_stakes(played: None) -> None:
    page = selectors.settlement("match:2")
    assert (page.totals, page.left) == ({"TUSDT": 0}, {"TUSDT": 100})
    assert selectors.settlement("match:3").lines == ()


def test_rake_by_day_and_currency(alice: User, bob: User, played: None) -> None:
    for number in (3, 4):
        seats = [seat(f"match:{number}", n, player, TUSDT=100) for n, player in enumerate((alice, bob))]
        stake(f"match:{number}", *seats)
        settle(f"match:{number}", *seats, winners=[bob])
    refund("match:2", *selectors.escrows(["match:2/seat:0", "match:2/seat:1"]))
    today = datetime.now(UTC).date()
    rows = selectors.rake_by_day(today - timedelta(days=1), today)
    assert [(row.currency, row.units, row.transfers) for row in rows] == [("TBTC", 2, 1), ("TUSDT", 4, 2)]
    assert selectors.rake_by_day(today - timedelta(days=9), today - timedelta(days=2)) == ()
    assert selectors.rake_by_day(today + timedelta(days=1), today + timedelta(days=2)) == ()


def test_a_reversed_result_takes_its_rake_back(alice: User, bob: User, give: Give) -> None:
    for player in (alice, bob):
        give(player, TBTC=100)
    seats = [seat("m", n, player, TBTC=100) for n, player in enumerate((alice, bob))]
    stake("m", *seats)
    wrong = settle("m", *seats, winners=[alice])
    services.reverse(transfer_id=wrong.id, reason="wrong", actor="staff:1", approved_by="staff:2")
    today = datetime.now(UTC).date()
    assert [row.units for row in selectors.rake_by_day(today - timedelta(days=1), today)] == [0]


def test_each_selector_takes_one_query(alice: User, played: None) -> None:
    selects: list[Callable[[], object]] = [
        lambda: selectors.balances(alice.pk),
        lambda: selectors.in_play(alice.pk),
        lambda: selectors.settlement("match:1"),
    ]
    for select in selects:
        with CaptureQueriesContext(connection) as queries:
            select()
        assert len(queries) == 1


def test_parts_of_a_stake_come_by_ref_in_the_order_currencies_are_shown(
    alice: User, bob: User, played: None
) -> None:
    """Whatever has been settled since, and with the price of each: a TBTC is $65,000, a TUSDT $1."""
    found = selectors.stake_parts("match:1", [""])
    assert [tuple(each) for each in found] == [
        ("", "match:1/seat:0", "TBTC", 100, 8, 65_000 * 10**8),
        ("", "match:1/seat:1", "TBTC", 100, 8, 65_000 * 10**8),
    ]
    assert selectors.stake_parts("match:1", ["hand:1"]) == ()
    assert selectors.stake_parts("match:9", [""]) == ()
