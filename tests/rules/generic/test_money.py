"""Every Classic row, played at random with troubles: what its effects move is never lost, made or paid twice."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.contracts import Fund
from tests.rules.books import Books
from tests.rules.classic_cards import KEYS as CLASSIC_KEYS
from tests.rules.generic.test_play import dice, new_match


@pytest.mark.parametrize("key", CLASSIC_KEYS)
@settings(max_examples=25)
@given(
    rng=dice,
    units=st.tuples(st.integers(0, 10**6), st.integers(0, 10**6)),
    same=st.booleans(),
)
def test_units_are_conserved_at_every_step_and_none_is_left(
    key: str, rng: random.Random, units: tuple[int, int], same: bool
) -> None:
    match = new_match(key, rng, "stake")
    books = Books(units, same_currency=same)
    posted = 0
    for state in match.play(rng, 250, troubles=0.1):
        books.post(match.effects[posted:])
        posted = len(match.effects)
        books.check()
        if state.phase == "hand":
            dealt: Any = state.match
            settled = len(dealt.history) if key == "classic_fixed" else 0
            assert books.held == tuple(of - of * settled // 6 for of in units)
    books.post(match.effects[posted:])
    if match.now.phase == "over":
        assert books.held == (0, 0)
    elif key == "classic_unlimited" and match.now.phase == "between":
        assert books.held == (0, 0), "between hands nothing is staked"


@pytest.mark.parametrize("key", CLASSIC_KEYS)
def test_hand_is_paid_in_before_its_cards_are_seen(key: str) -> None:
    """In the very step that deals it: no state shows a hand whose money is not in."""
    rng = random.Random(1)
    match = new_match(key, rng, "stake")
    for state in match.play(rng, 200, troubles=0):
        funded = [effect.hand for effect in match.effects if isinstance(effect, Fund)]
        assert funded == (list(range(1, state.hand_number + 1)) if key == "classic_unlimited" else [0])
