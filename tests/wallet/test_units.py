"""Exact arithmetic, against numbers worked by hand (rules.md, Money; reference, Exact division)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wallet.units import (
    CENT,
    RAKE_SHARDS,
    USD_SCALE,
    rake_of,
    rake_shard,
    split,
    split_equally,
    units_for_usd,
    usd_for_units,
)

UNITS = st.integers(0, 10**40)


@pytest.mark.parametrize(
    ("pot", "rake"),
    [(0, 0), (1, 0), (99, 0), (100, 1), (101, 1), (199, 1), (200, 2), (15_386, 153), (2 * 10**27, 2 * 10**25)]
)  # fmt: skip
def test_rake_is_one_percent_rounded_down(pot: int, rake: int) -> None:
    assert rake_of(pot, 100) == rake


def test_rake_at_two_percent() -> None:
    assert [rake_of(pot, 200) for pot in (49, 50, 99, 100)] == [0, 1, 1, 2]


@pytest.mark.parametrize(("pot", "bps"), [(-1, 100), (10, -1), (10, 10_001)])
def test_rake_of_nonsense_is_refused(pot: int, bps: int) -> None:
    with pytest.raises(ValueError):
        rake_of(pot, bps)


def test_fixed_hands_get_their_parts() -> None:
    """rules.md, Classic: 7 units over 6 hands, 1,000,003 over 6."""
    assert split(7, [1] * 6) == (1, 1, 1, 1, 1, 2)
    assert split(1_000_003, [1] * 6) == (166_667, 166_667, 166_667, 166_667, 166_667, 166_668)


def test_equal_winners_get_odd_units_one_each_from_the_first() -> None:
    """rules.md, Hold'em; faults.md: three winners of 16 and of 17 units."""
    assert split_equally(16, 3) == (6, 5, 5)
    assert split_equally(17, 3) == (6, 6, 5)
    assert split_equally(2, 3) == (1, 1, 0)


@given(UNITS, st.lists(st.integers(0, 10**12), min_size=1, max_size=9).filter(any))
def test_a_split_is_exact_and_each_share_within_one_unit(total: int, weights: list[int]) -> None:
    shares = split(total, weights)
    assert sum(shares) == total
    for share, weight in zip(shares, weights, strict=True):
        assert abs(share - Fraction(total * weight, sum(weights))) < 1
        assert weight or not share


@given(UNITS, st.integers(1, 9))
def test_equal_shares_differ_by_one_unit_at_most(total: int, parts: int) -> None:
    shares = split_equally(total, parts)
    assert sum(shares) == total
    assert shares[0] - shares[-1] in (0, 1)
    assert list(shares) == sorted(shares, reverse=True)


@pytest.mark.parametrize("weights", [[], [0, 0], [1, -1, 2]])
def test_a_split_among_nobody_is_refused(weights: list[int]) -> None:
    with pytest.raises(ValueError):
        split(10, weights)


@pytest.mark.parametrize(
    ("usd", "price", "decimals", "units"),
    [
        (5 * USD_SCALE, 6_543_210 * CENT, 8, 7_642),  # $5 of BTC at 65,432.10
        (5 * USD_SCALE, 65_000 * USD_SCALE, 8, 7_693),
        (USD_SCALE, USD_SCALE, 6, 1_000_000),
        (1, 65_000 * USD_SCALE, 8, 1),  # a hundred-millionth of a dollar is still a unit
        (0, 1, 8, 0),
        (10 * CENT, 2_500 * USD_SCALE, 18, 40_000_000_000_000),
    ],
)
def test_dollars_become_units_rounded_up(usd: int, price: int, decimals: int, units: int) -> None:
    assert units_for_usd(usd, price=price, decimals=decimals) == units


@given(st.integers(0, 10**15), st.integers(1, 10**15), st.integers(0, 18))
def test_the_units_are_the_fewest_that_are_worth_it(usd: int, price: int, decimals: int) -> None:
    units = units_for_usd(usd, price=price, decimals=decimals)
    assert Fraction(units * price, 10**decimals) >= usd
    assert units == 0 or Fraction((units - 1) * price, 10**decimals) < usd


def test_the_estimate_is_rounded_down() -> None:
    """12,345 units of BTC at 65,432.10 are $8.077592745."""
    assert usd_for_units(12_345, price=6_543_210 * CENT, decimals=8) == 807_759_274


def test_a_key_finds_the_same_shard_and_keys_spread() -> None:
    shards = {rake_shard(f"settle:{number}") for number in range(500)}
    assert rake_shard("settle:1") == rake_shard("settle:1")
    assert shards == {str(number) for number in range(RAKE_SHARDS)}
