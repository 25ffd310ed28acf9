"""Who may move money, and at what price."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from players.models import User
from tests.wallet.conftest import Give
from tests.wallet.support import free, refund, refused, seat, settle, stake
from wallet import quotes, selectors, services
from wallet.currencies import CURRENCIES, make_known_currencies
from wallet.demo_prices import demo_price
from wallet.errors import AccountExcluded, AccountFrozen, CurrencyDisabled, NoFreshQuote
from wallet.models import Currency, Quote
from wallet.services import Key, Line, outside, player_account

pytestmark = pytest.mark.django_db

BY: dict[str, Any] = {"by": "staff:1", "reason": "test"}


def move(kind: str, way: str, player: User, units: int) -> services.Posted:
    """A deposit or a withdrawal of BTC."""
    lines = [
        Line(outside(way, "BTC"), -units if kind == "deposit" else units),
        Line(player_account(player.pk, "BTC"), units if kind == "deposit" else -units),
    ]
    return services.post(kind=kind, lines=lines, key=Key(kind, str(player.pk)), actor="system:test")


# --- gates -----------------------------------------------------------------------------------------
def test_a_frozen_player_stakes_and_withdraws_nothing(alice: User, bob: User, give: Give) -> None:
    Currency.objects.filter(code="BTC").update(enabled=True)
    for player in (alice, bob):
        give(player, TBTC=100)
    move("deposit", "deposit", alice, 50)
    services.set_gate(player=alice.pk, frozen=True, **BY)
    with refused(AccountFrozen) as caught:
        stake("m", seat("m", 0, alice, TBTC=10), seat("m", 1, bob, TBTC=10))
    assert caught.value.player == alice.pk
    assert caught.value.data == {}
    with refused(AccountFrozen):
        move("withdraw", "withdraw", alice, 50)


def test_an_excluded_player_withdraws_but_neither_stakes_nor_deposits(alice: User, give: Give) -> None:
    """rules.md, Money: free balance is withdrawable, also during exclusion."""
    Currency.objects.filter(code="BTC").update(enabled=True)
    give(alice, TBTC=100)
    move("deposit", "deposit", alice, 50)
    services.set_gate(player=alice.pk, excluded=True, **BY)
    with refused(AccountExcluded):
        stake("m", seat("m", 0, alice, TBTC=10))
    with refused(AccountExcluded):
        services.post(
            kind="deposit",
            lines=[Line(outside("deposit", "BTC"), -1), Line(player_account(alice.pk, "BTC"), 1)],
            key=Key("deposit", "again"),
            actor="system:test",
        )
    move("withdraw", "withdraw", alice, 50)
    assert free(alice, "BTC") == 0


def test_what_is_in_play_is_paid_out_to_frozen_and_excluded(alice: User, bob: User, give: Give) -> None:
    """rules.md, All games: a match with an end is finished."""
    for player in (alice, bob):
        give(player, TBTC=200)
    for match in ("m", "n"):
        stake(match, *(seat(match, n, player, TBTC=100) for n, player in enumerate((alice, bob))))
    services.set_gate(player=alice.pk, frozen=True, excluded=True, **BY)
    settle("m", *selectors.escrows(["m/seat:0", "m/seat:1"]), winners=[alice])
    refund("n", *selectors.escrows(["n/seat:0", "n/seat:1"]))
    assert (free(alice), free(bob)) == (298, 100)


def test_a_gate_opens_again_and_keeps_its_other_flag(alice: User, give: Give) -> None:
    give(alice, TBTC=100)
    services.set_gate(player=alice.pk, frozen=True, excluded=True, **BY)
    gate = services.set_gate(player=alice.pk, frozen=False, by="staff:2", reason="cleared")
    assert (gate.frozen, gate.excluded, gate.changed_by, gate.reason) == (False, True, "staff:2", "cleared")
    services.set_gate(player=alice.pk, excluded=False, **BY)
    stake("m", seat("m", 0, alice, TBTC=100))


def test_a_gate_can_be_shut_before_there_is_any_account(alice: User, give: Give) -> None:
    services.set_gate(player=alice.pk, frozen=True, **BY)
    give(alice, TBTC=100)
    with refused(AccountFrozen):
        stake("m", seat("m", 0, alice, TBTC=100))


def test_a_gate_is_changed_for_a_reason(alice: User) -> None:
    for by, reason in (("staff:1", ""), ("", "why")):
        with pytest.raises(ValueError, match="for a reason"):
            services.set_gate(player=alice.pk, frozen=True, by=by, reason=reason)


# --- quotes ----------------------------------------------------------------------------------------
def test_a_quote_is_fetched_kept_and_used_by_all() -> None:
    first = services.fresh_quotes(currencies=["TBTC", "TETH"])
    again = services.fresh_quotes(currencies=["TETH", "TBTC", "TBTC"])
    assert {code: quote.pk for code, quote in first.items()} == {
        code: quote.pk for code, quote in again.items()
    }
    assert Quote.objects.count() == 2
    quote = first["TBTC"]
    assert (quote.usd_price, quote.source) == (65_000 * 10**8, "demo")
    assert quote.expires_at - quote.fetched_at == timedelta(seconds=30)
    assert services.units_for_usd(5 * 10**8, quote) == 7_693


@pytest.mark.parametrize(("left", "kept"), [(20, True), (2, False), (-1, False)])
def test_a_quote_about_to_run_out_is_fetched_anew(left: int, kept: bool) -> None:
    now = timezone.now()
    old = Quote.objects.create(
        currency_id="TBTC", usd_price=7, source="old", fetched_at=now - timedelta(seconds=60),
        expires_at=now + timedelta(seconds=left),
    )  # fmt: skip
    assert (services.fresh_quotes(currencies=["TBTC"])["TBTC"].pk == old.pk) is kept


def test_the_newest_quote_is_given_and_one_before_it_still_counts(alice: User, give: Give) -> None:
    """A worker may keep the next one between looking and posting: no stake fails for that."""
    give(alice, TBTC=100)
    now = timezone.now()
    older, newer = (
        Quote.objects.create(
            currency_id="TBTC", usd_price=7, source="test", fetched_at=now - timedelta(seconds=age),
            expires_at=now + timedelta(seconds=60 - age),
        )
        for age in (10, 0)
    )  # fmt: skip
    assert services.fresh_quotes(currencies=["TBTC"])["TBTC"].pk == newer.pk
    services.transfer_stake(
        stakes=[seat("m", 0, alice, TBTC=100)], quotes={"TBTC": older.pk}, subject="m", key=Key("m", "f"),
        actor="system:test",
    )  # fmt: skip


def test_without_a_source_there_is_no_quote(settings: Any) -> None:
    """No fresh quote: no funding. Demo prices are for test coins in demo mode alone."""
    settings.DEMO = False
    with pytest.raises(NoFreshQuote) as caught:
        services.fresh_quotes(currencies=["TBTC"])
    assert caught.value.data == {"currency": "TBTC"}
    settings.DEMO = True
    Currency.objects.filter(code="BTC").update(enabled=True)
    with pytest.raises(NoFreshQuote):
        services.fresh_quotes(currencies=["TBTC", "BTC"])


def test_a_disabled_currency_has_no_quote() -> None:
    with pytest.raises(CurrencyDisabled):
        services.fresh_quotes(currencies=["BTC"])


def test_the_demo_source_leaves_out_what_it_does_not_know() -> None:
    assert quotes.DemoSource(walking=False).prices(["TUSDT", "BTC"]) == {"TUSDT": 10**8}


def test_demo_prices_walk_where_they_are_not_fixed(settings: Any) -> None:
    """Tests work with fixed ones; an installation's own walk."""
    settings.DEMO_PRICES = "walking"
    with time_machine.travel("2026-01-01T00:00:00Z", tick=False):
        walked = quotes.sources()["test"].prices(["TBTC"])["TBTC"]
        assert walked == demo_price("TBTC", 1_767_225_600, walking=True)
    settings.DEMO_PRICES = "fixed"
    assert quotes.sources()["test"].prices(["TBTC"]) == {"TBTC": 65_000 * 10**8}


# --- currencies ------------------------------------------------------------------------------------
def test_known_currencies_are_there_and_money_is_off() -> None:
    rows = {row.code: row for row in Currency.objects.all()}
    assert rows.keys() == {known.code for known in CURRENCIES}
    assert {code for code, row in rows.items() if row.enabled} == {"TBTC", "TETH", "TUSDT"}
    assert {code for code, row in rows.items() if row.is_test} == {"TBTC", "TETH", "TUSDT"}
    decimals = {"BTC": 8, "ETH": 18, "USDT": 6, "USDC": 6, "LTC": 8, "CHIP": 1}
    assert {code: rows[code].decimals for code in decimals} == decimals
    assert [code for code, row in rows.items() if row.family == "chips"] == ["CHIP"]


def test_making_them_again_changes_nothing_that_staff_chose() -> None:
    Currency.objects.filter(code="TBTC").update(enabled=False, shown_order=50)
    make_known_currencies()
    row = Currency.objects.get(code="TBTC")
    assert (row.enabled, row.shown_order) == (False, 50)
