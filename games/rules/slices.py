"""A stake that is paid in once and played for hand by hand (rules.md, Classic: Fixed)."""

from __future__ import annotations


def slice_of(units: int, number: int, of: int) -> int:
    """Units of the stake for hand `number` (1…`of`): all slices together are the whole stake, each within one
    unit of its true share. 7 units over 6 hands: 1, 1, 1, 1, 1, 2. Raises ValueError for another hand."""
    if units < 0 or not 1 <= number <= of:
        raise ValueError(f"no slice {number} of {of} in {units} units")
    return units * number // of - units * (number - 1) // of
