"""What is not posted: refusals that name whose fault it is, and faults of a caller."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from players.models import User
from tests.wallet.conftest import Give
from tests.wallet.support import free, quote_ids, refund, refused, seat, settle, stake
from wallet import selectors, services
from wallet.errors import (
    BadAmount,
    CurrencyDisabled,
    InsufficientFunds,
    LedgerFault,
    MixedCurrencies,
    StaleQuote,
    UnknownCurrency,
)
from wallet.models import Currency, Quote
from wallet.postings import Posting, body
from wallet.services import Key, Line, escrow_account, player_account

pytestmark = pytest.mark.django_db


# --- refusals --------------------------------------------------------------------------------------
def test_who_cannot_pay_is_named_and_nobody_is_charged(alice: User, bob: User, give: Give) -> None:
    give(alice, TBTC=100)
    give(bob, TBTC=99)
    with refused(InsufficientFunds) as caught:
        stake("m", seat("m", 0, alice, TBTC=100), seat("m", 1, bob, TBTC=100))
    assert caught.value.player == bob.pk
    assert caught.value.data == {"currency": "TBTC"}, "whose it is stays with the caller"
    assert (free(alice), free(bob)) == (100, 99)
    assert selectors.in_play(alice.pk) == ()


@pytest.mark.parametrize("wrong", [-1, 1.0, 1.5, "100", True, 10**78, None])
def test_amounts_that_are_not_whole_numbers_are_refused(wrong: Any, alice: User, give: Give) -> None:
    give(alice, TBTC=1_000)
    with refused(BadAmount):
        stake("m", seat("m", 0, alice, TBTC=wrong))
    with refused(BadAmount):
        refund("m", seat("m", 0, alice, TBTC=wrong))


@pytest.mark.parametrize("wrong", [1.0, "100", True, None, Decimal("1E+2"), 10**78])
def test_a_line_of_any_posting_is_a_whole_number(wrong: Any, alice: User) -> None:
    with refused(BadAmount):
        body(Posting("test_coins", Key("t", "1"), (Line(player_account(alice.pk, "TBTC"), wrong),), "t"))


def test_a_stake_of_nothing_is_refused(alice: User, bob: User, give: Give) -> None:
    give(alice, TBTC=5)
    for seats in ([], [seat("m", 0, alice, TBTC=5), seat("m", 1, bob)], [seat("m", 0, alice, TBTC=0)]):
        with refused(BadAmount):
            stake("m", *seats)


def test_a_quote_that_has_run_out_is_refused(alice: User, give: Give) -> None:
    give(alice, TBTC=100)
    old = Quote.objects.create(
        currency_id="TBTC",
        usd_price=1,
        source="test",
        fetched_at="2026-01-01T00:00Z",
        expires_at="2026-01-01T00:01Z",
    )
    for quotes in (
        {"TBTC": old.pk},
        {},
        quote_ids("TETH") | {"TBTC": quote_ids("TETH")["TETH"]},
        {"TBTC": 10**9},
    ):
        with refused(StaleQuote) as caught:
            services.transfer_stake(
                stakes=[seat("m", 0, alice, TBTC=100)], quotes=quotes, subject="m", key=Key("m", "fund"),
                actor="system:test",
            )  # fmt: skip
        assert caught.value.data == {"currency": "TBTC"}


def test_a_disabled_currency_is_not_staked_but_paid_out(alice: User, bob: User, give: Give) -> None:
    for player in (alice, bob):
        give(player, TBTC=200)
    seats = [seat("m", n, player, TBTC=100) for n, player in enumerate((alice, bob))]
    quotes = quote_ids("TBTC")
    stake("m", *seats)
    Currency.objects.filter(code="TBTC").update(enabled=False)
    with refused(CurrencyDisabled):
        services.transfer_stake(
            stakes=[seat("n", 0, alice, TBTC=5)],
            quotes=quotes,
            subject="n",
            key=Key("n", "f"),
            actor="system:test",
        )
    settle("m", *seats, winners=[alice])
    assert free(alice) == 298


def test_an_unknown_currency_is_refused(alice: User) -> None:
    with refused(UnknownCurrency):
        services.give_test_coins(
            player=alice.pk, currency="DOGE", units=1, key=Key("t", "1"), actor="system:test"
        )
    with refused(UnknownCurrency):
        services.fresh_quotes(currencies=["DOGE"])


def test_test_coins_and_money_do_not_mix(alice: User, give: Give) -> None:
    """Nobody stakes test coins against money."""
    Currency.objects.filter(code="BTC").update(enabled=True)
    give(alice, TBTC=100)
    deposit(alice, BTC=100)
    quotes = quote_ids("TBTC")
    quotes["BTC"] = Quote.objects.create(
        currency_id="BTC",
        usd_price=1,
        source="test",
        fetched_at="2026-01-01T00:00Z",
        expires_at="2099-01-01T00:00Z",
    ).pk
    with refused(MixedCurrencies):
        services.transfer_stake(
            stakes=[seat("m", 0, alice, TBTC=100, BTC=100)], quotes=quotes, subject="m", key=Key("m", "f"),
            actor="system:test",
        )  # fmt: skip


@pytest.mark.parametrize("other", ["TBTC", "BTC"])
def test_chips_mix_with_nothing(other: str, alice: User, give: Give) -> None:
    Currency.objects.filter(code__in=["BTC", "CHIP"]).update(enabled=True)
    give(alice, TBTC=100)
    deposit(alice, BTC=100)
    with refused(MixedCurrencies):
        services.transfer_stake(
            stakes=[seat("m", 0, alice, CHIP=5, **{other: 5})], quotes=quote_ids("TBTC"), subject="m",
            key=Key("m", "f"), actor="system:test",
        )  # fmt: skip


def test_chips_come_neither_from_outside_nor_from_the_faucet(alice: User) -> None:
    Currency.objects.filter(code="CHIP").update(enabled=True)
    with refused(LedgerFault):
        deposit(alice, CHIP=5)
    with refused(LedgerFault):
        services.give_test_coins(
            player=alice.pk, currency="CHIP", units=5, key=Key("t", "1"), actor="system:test"
        )


def deposit(player: User, **units: int) -> None:
    for currency, amount in units.items():
        services.post(
            kind="deposit",
            lines=[
                Line(services.outside("deposit", currency), -amount),
                Line(player_account(player.pk, currency), amount),
            ],
            key=Key("deposit", f"{player.pk}:{currency}"),
            actor="system:test",
        )


# --- faults of a caller ----------------------------------------------------------------------------
def test_no_money_comes_out_of_the_faucet(alice: User) -> None:
    with refused(LedgerFault):
        services.give_test_coins(
            player=alice.pk, currency="BTC", units=1, key=Key("t", "1"), actor="system:test"
        )


def test_no_test_coins_outside_a_demo(alice: User, settings: Any) -> None:
    from wallet.errors import NoTestCoins

    settings.DEMO = False
    with refused(NoTestCoins):
        services.give_test_coins(
            player=alice.pk, currency="TBTC", units=1, key=Key("t", "1"), actor="system:test"
        )


def test_no_transfer_from_player_to_player(alice: User, bob: User, give: Give) -> None:
    """rules.md, Money: only through a game's result."""
    give(alice, TBTC=100)
    lines = [Line(player_account(alice.pk, "TBTC"), -100), Line(player_account(bob.pk, "TBTC"), 100)]
    for kind in ("settle", "stake", "refund", "withdraw", "deposit", "test_coins", "gift"):
        with refused(LedgerFault):
            services.post(kind=kind, lines=lines, key=Key("t", kind), subject="m", actor="player:1")


def test_a_player_stakes_for_his_own_seat_alone(alice: User, bob: User, give: Give) -> None:
    give(alice, TBTC=100)
    quote = quote_ids("TBTC")["TBTC"]
    lines = [
        Line(player_account(alice.pk, "TBTC"), -100, quote),
        Line(escrow_account("m/seat:1", bob.pk, "TBTC"), 100, quote),
    ]
    with refused(LedgerFault):
        services.post(kind="stake", lines=lines, key=Key("t", "1"), subject="m", actor="player:1")


def test_a_refund_goes_to_whose_it_was(alice: User, bob: User, give: Give) -> None:
    give(alice, TBTC=100)
    stake("m", seat("m", 0, alice, TBTC=100))
    lines = [
        Line(escrow_account("m/seat:0", alice.pk, "TBTC"), -100),
        Line(player_account(bob.pk, "TBTC"), 100),
    ]
    with refused(LedgerFault):
        services.post(kind="refund", lines=lines, key=Key("t", "1"), subject="m", actor="system:test")


def test_an_escrow_belongs_to_one_player(alice: User, bob: User, give: Give) -> None:
    give(alice, TBTC=100)
    give(bob, TBTC=100)
    stake("m", seat("m", 0, alice, TBTC=100))
    with refused(LedgerFault):
        stake("n", seat("m", 0, bob, TBTC=100))


def test_an_escrow_does_not_go_below_zero(alice: User, bob: User, give: Give) -> None:
    for player in (alice, bob):
        give(player, TBTC=100)
    stake("m", *(seat("m", n, player, TBTC=100) for n, player in enumerate((alice, bob))))
    with refused(LedgerFault):
        settle("m", *(seat("m", n, player, TBTC=101) for n, player in enumerate((alice, bob))), winners=[bob])


def test_lines_that_do_not_sum_to_zero_are_not_sent(alice: User) -> None:
    lines = [Line(services.outside("deposit", "BTC"), -5), Line(player_account(alice.pk, "BTC"), 4)]
    with refused(LedgerFault):
        services.post(kind="deposit", lines=lines, key=Key("t", "1"), actor="system:test")


def test_a_pot_without_winners_is_a_refund(alice: User, give: Give) -> None:
    give(alice, TBTC=100)
    stake("m", seat("m", 0, alice, TBTC=100))
    with refused(LedgerFault):
        settle("m", seat("m", 0, alice, TBTC=100), winners=[])
