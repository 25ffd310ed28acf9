"""House Blackjack, played at random with troubles: what its effects move is what the match counts."""

from __future__ import annotations

import random

from hypothesis import given, settings

from games.rules.contracts import Effect, Fund, Refund, Settle
from tests.rules.generic.test_play import dice, new_match

BEGUN_WITH = 2_000


class Purse:
    """Half-chips outside the match, as the ledger would have them; no bet may be without cover."""

    def __init__(self) -> None:
        self.free = BEGUN_WITH
        self.in_play: dict[int, int] = {}
        """By round."""
        self.settled: set[int] = set()

    def post(self, effect: Effect) -> None:
        match effect:
            case Fund(amounts=(amount,), hand=hand):
                assert 0 < amount <= self.free
                self.free -= amount
                self.in_play[hand] = self.in_play.get(hand, 0) + amount
            case Settle(pots=(pot,), hand=hand):
                assert pot.contributions == (self.in_play.pop(hand),)
                self.free += pot.shares[0]
                self.settled.add(hand)
            case Refund(hand=hand):
                self.free += self.in_play.pop(hand)
                self.settled.add(hand)
            case _:
                raise AssertionError(effect)


@settings(max_examples=60)
@given(rng=dice)
def test_every_bet_is_covered_and_each_round_is_settled_once(rng: random.Random) -> None:
    match = new_match("house", rng, "ranked")
    purse, posted, keys = Purse(), 0, set()
    for state in match.play(rng, 150, troubles=0.1):
        for effect in match.effects[posted:]:
            purse.post(effect)
            key = (type(effect), effect.hand, getattr(effect, "extra", 0))
            assert key not in keys, "would be taken for a repetition"
            keys.add(key)
        posted = len(match.effects)
        if state.phase == "hand":
            assert list(purse.in_play) == [state.hand_number]
        else:
            assert purse.in_play == {}
            assert state.result is not None or state.match.balance == purse.free  # type: ignore[union-attr]
