"""`manage.py currency`: how staff add a currency, and stop asking who lies."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from wallet.models import Currency, PriceSource

pytestmark = pytest.mark.django_db


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("currency", *arguments, stdout=out)
    return out.getvalue()


def test_without_a_code_all_are_shown() -> None:
    shown = run().splitlines()
    assert shown[0] == "TBTC: Test Bitcoin, 8 decimals, test, on"
    assert "BTC: Bitcoin, 8 decimals, money, off" in shown
    assert "  kraken XXBTZUSD, on" in shown
    assert "CHIP: Play chips, 1 decimals, chips, off" in shown


def test_a_currency_is_added_without_code() -> None:
    shown = run(
        "DOGE", "--add", "Dogecoin", "--decimals", "8", "--order", "12", "--source", "coinbase=DOGE-USD",
        "--source", "kraken=XDGUSD", "--on",
    )  # fmt: skip
    assert shown.splitlines() == [
        "DOGE: Dogecoin, 8 decimals, money, on", "  coinbase DOGE-USD, on", "  kraken XDGUSD, on",
    ]  # fmt: skip
    row = Currency.objects.get(code="DOGE")
    assert (row.decimals, row.family, row.enabled, row.shown_order) == (8, "money", True, 12)


def test_a_liar_is_switched_off_for_several_currencies_and_on_again() -> None:
    run("BTC", "ETH", "--source-off", "kraken")
    off = PriceSource.objects.filter(exchange="kraken", enabled=False)
    assert set(off.values_list("currency", flat=True)) == {"BTC", "ETH"}
    run("BTC", "ETH", "--source-on", "kraken")
    assert not off.exists()


def test_too_few_sources_are_said_plainly() -> None:
    assert "(no price: fewer than two sources)" in run("USDC", "--on", "--source-off", "kraken")


@pytest.mark.parametrize(
    "arguments",
    [
        ["NONE", "--on"],
        ["DOGE", "--add", "Dogecoin"],  # no decimals
        ["BTC", "--add", "Bitcoin", "--decimals", "9"],  # there is one
        ["doge", "--add", "Dogecoin", "--decimals", "8"],
        ["DOGE", "--add", "Dogecoin", "--decimals", "31"],
        ["BTC", "ETH", "--source", "kraken=XXBTZUSD"],
        ["BTC", "--source", "elsewhere=BTC-USD"],
        ["BTC", "--source", "kraken=../../private"],
        ["BTC", "--source", "kraken"],
        ["USDC", "--source-off", "coinbase"],  # it has none
        ["CHIP", "--on"],  # chips buy nothing: they are no stake
    ],
)
def test_what_cannot_be_changes_nothing(arguments: list[str]) -> None:
    before = (list(Currency.objects.values()), list(PriceSource.objects.values()))
    with pytest.raises(CommandError):
        run(*arguments)
    assert (list(Currency.objects.values()), list(PriceSource.objects.values())) == before
