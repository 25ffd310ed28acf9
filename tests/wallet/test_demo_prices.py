"""Made-up prices: everybody sees the same, they move, and never far."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wallet.demo_prices import MIDDLES, demo_price

TIMES = st.integers(1_600_000_000, 4_000_000_000)
CODES = st.sampled_from(sorted(MIDDLES))


def walked(code: str, at_s: int) -> int:
    return demo_price(code, at_s, walking=True)


def test_fixed_prices_stand_still() -> None:
    for at_s in (0, 1_767_225_600, 1_767_225_655):
        found = [demo_price(code, at_s, walking=False) for code in ("TBTC", "TETH", "TUSDT")]
        assert found == [65_000 * 10**8, 2_500 * 10**8, 10**8]


def test_a_walking_price_stands_for_five_seconds_and_moves() -> None:
    start = 1_767_225_600
    assert len({walked("TBTC", start + second) for second in range(5)}) == 1
    assert len({walked("TBTC", start + 5 * slot) for slot in range(200)}) > 150


@given(CODES, TIMES)
def test_a_walking_price_stays_near_its_middle(code: str, at_s: int) -> None:
    """3.43 % of it; a coin that stands for a dollar within 0.07 %, and one unit of rounding down."""
    most = {"TUSDT": 687}.get(code, 34_300)
    assert abs(walked(code, at_s) - MIDDLES[code]) <= MIDDLES[code] * most // 10**6 + 1


@given(CODES, TIMES, st.integers(0, 30))
def test_half_a_minute_never_passes_what_a_player_agreed_to(code: str, at_s: int, later_s: int) -> None:
    """2 % (rules.md, Money); a quote lives 30 s."""
    before, after = walked(code, at_s), walked(code, at_s + later_s)
    assert abs(after - before) * 100 < 2 * before


def test_only_test_coins_have_a_made_up_price() -> None:
    for code in ("BTC", "USDT", "CHIP"):
        with pytest.raises(KeyError):
            walked(code, 1_767_225_600)
