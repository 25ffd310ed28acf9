"""What an exchange's answer says, and what several together are worth. Prices in 1e-8 USD, worked out by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wallet.agreement import agree
from wallet.exchanges import EXCHANGES, ExchangeFault, exact_price, price_in
from wallet.models import PriceSource
from wallet.units import USD_SCALE

USD = USD_SCALE


# --- one answer ------------------------------------------------------------------------------------
def test_every_exchange_is_one_a_source_can_name() -> None:
    assert set(PriceSource.Exchange.values) == set(EXCHANGES)


@pytest.mark.parametrize(
    ("text", "price"),
    [
        ("65432.10", 6_543_210_000_000),
        ("65432.1", 6_543_210_000_000),
        ("1.0003", 100_030_000),
        ("1", 100_000_000),
        ("0.00000001", 1),
        ("0.000000019", 1),  # the ninth digit is dropped
        ("9999999999.99999999", 999_999_999_999_999_999),
        ("0.1", 10_000_000),  # no float has this value
    ],
)
def test_a_price_is_read_exactly(text: str, price: int) -> None:
    assert exact_price(text) == price


@pytest.mark.parametrize(
    "text",
    ["", "-1", "+1", "1e5", "1.", ".5", "1,000", "NaN", "inf", "0x10", " 1", "1\n", "1_0", "٣", "1" * 11],
)
def test_what_is_no_price_is_refused(text: str) -> None:
    with pytest.raises(ExchangeFault):
        exact_price(text)


def test_the_middle_of_bid_and_ask_counts_rounded_down() -> None:
    assert price_in("coinbase", b'{"bid": "64999.00000001", "ask": "65001.00"}') == 65_000 * USD
    kraken = b'{"error": [], "result": {"XXBTZUSD": {"a": ["102", "1", "1"], "b": ["101", "1", "1"]}}}'
    assert price_in("kraken", kraken) == 101 * USD + USD // 2
    assert price_in("bitstamp", b'{"bid": "1.0002", "ask": "1.0004", "last": "7"}') == 100_030_000


def test_two_markets_in_one_answer_are_refused() -> None:
    pair = '{"a": ["1", "1", "1"], "b": ["1", "1", "1"]}'
    with pytest.raises(ExchangeFault, match="other markets"):
        price_in("kraken", f'{{"error": [], "result": {{"A": {pair}, "B": {pair}}}}}'.encode())


def test_a_wide_market_is_none() -> None:
    """2 % of the ask: 98 and 100 just are a market."""
    assert price_in("bitstamp", b'{"bid": "98", "ask": "100"}') == 99 * USD
    with pytest.raises(ExchangeFault, match="apart"):
        price_in("bitstamp", b'{"bid": "97.99", "ask": "100"}')


# --- several ---------------------------------------------------------------------------------------
def test_the_median_of_three_counts() -> None:
    found = agree({"a": 100 * USD, "b": 101 * USD, "c": 100 * USD + 1}, 200)
    assert (found.price, found.by, found.source) == (100 * USD + 1, ("a", "b", "c"), "median:a,b,c")


def test_one_that_lies_is_left_out() -> None:
    found = agree({"a": 100 * USD, "b": 101 * USD, "c": 150 * USD}, 200)
    assert (found.price, found.by) == (100 * USD + USD // 2, ("a", "b"))
    assert found.off_bps["c"] == 4_852  # 49 of 101 are 48.514… %


def test_a_price_out_of_this_world_is_noted_in_a_column_and_left_out() -> None:
    """Digits that an exchange may send: 10 before the point, 8 behind it."""
    found = agree({"a": USD, "b": USD, "c": 9_999_999_999 * USD}, 200)
    assert (found.price, found.by) == (USD, ("a", "b"))
    assert found.off_bps["c"] < 2**31


def test_two_that_differ_do_not_agree() -> None:
    """100 and 102.1 are further apart than 2 %, however near both are to 101.05."""
    assert agree({"a": 100 * USD, "b": 102 * USD}, 200).price == 101 * USD
    assert agree({"a": 1_000 * USD, "b": 1_021 * USD}, 200).price is None


def test_one_alone_or_none_is_not_believed() -> None:
    assert agree({"a": 100}, 200).price is None
    assert agree({}, 200).price is None
    assert agree({"a": 100, "b": 200, "c": 300}, 200).price is None


@given(
    st.lists(st.integers(USD, 100_000 * USD), min_size=2, max_size=2),
    st.integers(1, 10**18),
    st.integers(0, 2),
)
def test_one_liar_among_three_never_moves_the_price_out_of_what_the_others_say(
    honest: list[int], lie: int, place: int
) -> None:
    honest[1] = honest[0] + honest[0] * (honest[1] % 200) // 10_000  # within 2 % of the first
    prices = [*honest[:place], lie, *honest[place:]]
    found = agree(dict(zip("abc", prices, strict=True)), 200)
    assert found.price is None or min(honest) <= found.price <= max(honest)
    near = max(honest) - min(honest) < min(honest) * 99 // 10_000
    assert found.price is not None or not near
