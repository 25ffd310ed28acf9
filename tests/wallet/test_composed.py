"""A stake made of several currencies, against numbers worked by hand (rules.md, Money)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wallet.units import CENT, USD_SCALE, Purse, composed_of, rake_of, units_for_usd

BTC = 6_543_210_000_000  # 65,432.10
USDT = 100_030_000  # 1.0003


def test_five_dollars_in_one_currency() -> None:
    assert units_for_usd(500 * CENT, price=BTC, decimals=8) == 7_642
    assert composed_of(500 * CENT, [Purse("BTC", 10**8, BTC, 8)]) == {"BTC": 7_642}


def test_both_stakes_make_the_pot_that_rake_is_taken_of() -> None:
    stake = composed_of(500 * CENT, [Purse("BTC", 10**8, 65_000 * USD_SCALE, 8)])
    assert stake == {"BTC": 7_693}
    assert (2 * 7_693, rake_of(2 * 7_693, 100)) == (15_386, 153)


def test_first_currency_is_used_up_and_the_last_gives_the_rest() -> None:
    """12,345 units are worth $8.077592745; $1.922407255 are 1,921,830.7 units at 1.0003."""
    purses = [Purse("BTC", 12_345, BTC, 8), Purse("USDT", 10**9, USDT, 6)]
    assert composed_of(1_000 * CENT, purses) == {"BTC": 12_345, "USDT": 1_921_831}


def test_an_empty_purse_is_passed_over_and_one_that_is_not_needed_left_alone() -> None:
    purses = [Purse("BTC", 0, BTC, 8), Purse("USDT", 5_000_000, USD_SCALE, 6), Purse("ETH", 10**18, BTC, 18)]
    assert composed_of(500 * CENT, purses) == {"USDT": 5_000_000}


@pytest.mark.parametrize("purses", [[], [Purse("BTC", 7_641, BTC, 8)]])
def test_too_little_in_all_is_none(purses: list[Purse]) -> None:
    assert composed_of(500 * CENT, purses) is None


@pytest.mark.parametrize(
    ("usd", "purses"),
    [
        (0, [Purse("BTC", 1, BTC, 8)]),
        (CENT, [Purse("BTC", -1, BTC, 8)]),
        (CENT, [Purse("BTC", 1, 0, 8)]),
        (10**12 * CENT, [Purse("BTC", 1, BTC, 8), Purse("BTC", 1, BTC, 8)]),
    ],
)
def test_nonsense_is_refused(usd: int, purses: list[Purse]) -> None:
    with pytest.raises(ValueError):
        composed_of(usd, purses)


@given(
    usd=st.integers(1, 10**12),
    held=st.lists(
        st.tuples(st.integers(0, 10**20), st.integers(1, 10**13), st.integers(0, 18)), min_size=1, max_size=4
    ),
)
def test_what_is_composed_is_worth_the_stake_and_not_a_unit_more(
    usd: int, held: list[tuple[int, int, int]]
) -> None:
    purses = [Purse(str(at), *purse) for at, purse in enumerate(held)]
    worth = {purse.currency: Fraction(purse.price, 10**purse.decimals) for purse in purses}
    found = composed_of(usd, purses)
    if found is None:
        assert sum(purse.units * worth[purse.currency] for purse in purses) < usd
        return
    value = sum(units * worth[code] for code, units in found.items())
    last = list(found)[-1]
    assert 0 <= value - usd < worth[last]
    for purse in purses[: int(last)]:
        assert found.get(purse.currency, 0) == purse.units
