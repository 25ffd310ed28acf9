"""Hold'em against pokerkit: random hands of two to six seats, every decision and the final stacks.

`ORACLE_HANDS=40000` plays more of them, `ORACLE_FIRST` begins elsewhere.
"""

from __future__ import annotations

import os
from collections import Counter

import pytest

from games.rules.actions import Legal
from games.rules.hands.holdem import HoldemRules
from games.rules.hands.holdem_state import HoldemHand
from tests.oracle.comparing import DEVIATIONS, Comparison, Different

HANDS = int(os.environ.get("ORACLE_HANDS", "500"))
FIRST = int(os.environ.get("ORACLE_FIRST", "0"))


@pytest.mark.timeout(max(120, HANDS // 5))
def test_random_hands_are_played_as_by_pokerkit() -> None:
    """Actor, amount to call, right to raise and its bounds at each decision, and all stacks at the end, but for what is
    listed."""
    met: Counter[str] = Counter()
    decisions = ended = 0
    for seed in range(FIRST, FIRST + HANDS):
        hand = Comparison(seed)
        hand.play()
        met += hand.met
        decisions += hand.decisions
        ended += not hand.ours.to_act
    assert set(met) <= set(DEVIATIONS)
    assert decisions > 5 * HANDS
    assert ended > 0.9 * HANDS, f"too many hands were left for a listed difference: {met}"


class RaisesTooSmall(HoldemRules):
    """A raise that is one chip too small is offered."""

    def legal_actions(self, hand: HoldemHand, seat: int) -> Legal:
        offers = super().legal_actions(hand, seat)
        return tuple(type(o)(o.kind, o.low - 1, o.high) if o.low else o for o in offers)


class LowBlind(HoldemRules):
    """The small blind owes one chip less."""

    def view(self, hand: HoldemHand, seat: int | None):  # type: ignore[no-untyped-def]
        view = super().view(hand, seat)
        return type(view)(**{name: getattr(view, name) for name in view.__struct_fields__} | {"to_call": 14})


@pytest.mark.parametrize("wrong", [RaisesTooSmall(), LowBlind()])
def test_wrong_rule_would_be_found(wrong: HoldemRules) -> None:
    with pytest.raises(Different):
        play(range(20), wrong)


def play(seeds: range, rules: HoldemRules) -> None:
    for seed in seeds:
        Comparison(seed, rules).play()
