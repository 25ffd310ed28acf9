"""rules.md, Classic: Fixed. A buy-in is divided across the hands without losing a unit."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.slices import slice_of


@pytest.mark.parametrize(
    ("units", "hands", "slices"),
    [
        (7, 6, [1, 1, 1, 1, 1, 2]),
        (1_000_003, 6, [166_667, 166_667, 166_667, 166_667, 166_667, 166_668]),
        (12, 6, [2] * 6),
        (1, 2, [0, 1]),
        (3, 2, [1, 2]),
        (99, 4, [24, 25, 25, 25]),
        (10, 4, [2, 3, 2, 3]),
        (0, 2, [0, 0]),
        (10**30 + 1, 2, [5 * 10**29, 5 * 10**29 + 1]),
    ],
)
def test_slices(units: int, hands: int, slices: list[int]) -> None:
    """Hand k gets S*k//N - S*(k-1)//N. Of 1,000,003 over 6 by that: 166,667.17 and its multiples, rounded down."""
    assert [slice_of(units, number, hands) for number in range(1, hands + 1)] == slices


@given(st.integers(0, 10**40), st.sampled_from([2, 4, 6, 10, 20]))
def test_slices_are_the_whole_and_within_one_unit_of_each_other(units: int, hands: int) -> None:
    slices = [slice_of(units, number, hands) for number in range(1, hands + 1)]
    assert sum(slices) == units
    assert max(slices) - min(slices) <= 1


@pytest.mark.parametrize(("number", "of"), [(0, 6), (7, 6), (-1, 6), (1, 0)])
def test_there_is_no_other_slice(number: int, of: int) -> None:
    with pytest.raises(ValueError, match="no slice"):
        slice_of(100, number, of)


def test_nothing_is_cut_from_a_debt() -> None:
    with pytest.raises(ValueError, match="no slice"):
        slice_of(-1, 1, 2)
