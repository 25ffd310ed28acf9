"""Hands played by the rules alone, told as one of their seats may tell them."""

from __future__ import annotations

from datetime import UTC, datetime

from games.hand_histories import TELLERS, HandFacts, ToldHand
from tests.rules.hands.holdem.hands import NAMES, HoldemPlaying

STARTED = datetime(2026, 11, 30, 12, 0, 5, tzinfo=UTC)


def told(hand: HoldemPlaying, viewer: int, *, small: int = 15, names: tuple[str, ...] = NAMES) -> ToldHand:
    about = HandFacts(
        hand_id="abcdefghjk", number=512_345, game="heads_up", table="tttttttttt", match=1, hand=7,
        started_at=STARTED, names=names,
    )  # fmt: skip
    return TELLERS[hand.rules.state_type](hand.view(viewer), hand.hand.facts, small, viewer, about)
