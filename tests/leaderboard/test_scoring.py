"""The rule of scoring and the tiers (seed 001, leaderboard); amounts in half-chips."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from leaderboard.scoring import TIERS, chips, score_of, tier_of


@pytest.mark.parametrize(
    ("staked", "returned", "score"),
    [
        (200, 400, 200),  # 100 chips won: 100
        (10, 25, 15),  # a natural of 5 chips returns 12.5 and scores 7.5
        (200, 500, 300),  # a natural of 100 chips: 150
        (400, 800, 400),  # 100 chips doubled and won: 200
        (200, 200, 0),  # push
        (200, 0, 0),  # loss
        (400, 0, 0),  # doubled and lost
    ],
)
def test_score_is_the_profit_of_won_hands_alone(staked: int, returned: int, score: int) -> None:
    assert score_of(staked=staked, returned=returned) == score


@pytest.mark.parametrize(
    ("hands", "title"),
    [
        (0, None),
        (1, "Rookie"),
        (100, "Rookie"),
        (101, "Pro"),
        (1_000, "Pro"),
        (1_001, "High Roller"),
        (50_000, "High Roller"),
    ],
)
def test_tier_of_completed_hands(hands: int, title: str | None) -> None:
    tier = tier_of(hands)
    assert (str(tier.title) if tier else None) == title


@pytest.mark.parametrize(
    ("halves", "written"), [(0, "0"), (15, "7.5"), (1, "0.5"), (2_400, "1,200"), (4_000_001, "2,000,000.5")]
)
def test_half_chips_are_written_as_chips(halves: int, written: str) -> None:
    assert chips(halves) == written


def test_chips_and_tiers_are_written_as_in_the_readers_language() -> None:
    with override("de"):
        assert [chips(4_000_001), *(tier.span for tier in TIERS)] == [
            "2.000.000,5", "1\u2013100", "101\u20131.000", "1.001+",
        ]  # fmt: skip
    with override("pl"):
        assert [chips(2_401), TIERS[1].span] == ["1\xa0200,5", "101\u20131\xa0000"]
