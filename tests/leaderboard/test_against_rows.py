"""Random adds, leaves and voids, beside a naive recomputation in Python over all that was ever played."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from leaderboard import past, selectors, services
from leaderboard.scoring import TIERS, WINDOW
from leaderboard.services import FinishedHand
from players.models import User
from tests.leaderboard.played import NOW, make_player

pytestmark = pytest.mark.django_db

NAMES = ("Alice", "Bob", "Charlie")
HOURS = st.sampled_from((0, 1, 719, 720, 721, 1_440))
"""Around the window's 720 hours."""
STEPS = st.one_of(
    st.tuples(st.just("add"), st.sampled_from(NAMES), HOURS, st.integers(0, 12), st.sampled_from((0, 1, 2, 60))),
    st.tuples(st.just("void"), st.integers(0, 40)),
    st.tuples(st.just("leave"), st.integers(1, 3)),
    st.tuples(st.just("later"), st.sampled_from((1, 700))),
)  # fmt: skip


class Undo(Exception):
    """Every example begins with nothing."""


class Naive:
    """All hands ever added; everything is computed from them anew."""

    def __init__(self) -> None:
        self.now = NOW
        self.hands: list[dict[str, Any]] = []

    def board(self, at: datetime) -> dict[str, tuple[int, int, int, int]]:
        """Name -> tier, rank, hands, score."""
        counting = [h for h in self.hands if not h["voided"] and at - WINDOW < h["ended_at"] <= at]
        sums = {name: [h["score"] for h in counting if h["name"] == name] for name in NAMES}
        tiers = {n: 3 if len(s) > 1_000 else 2 if len(s) > 100 else 1 for n, s in sums.items() if s}
        return {
            name: (
                tier,
                1 + sum(sum(sums[other]) > sum(sums[name]) for other in tiers if tiers[other] == tier),
                len(sums[name]),
                sum(sums[name]),
            )
            for name, tier in tiers.items()
        }


def shown_now(now: datetime) -> dict[str, tuple[int, int, int, int]]:
    return {
        place.name: (tier.number, place.rank, place.hands, place.score)
        for tier in TIERS
        for place in selectors.top_of(tier, now).places
    }


def shown_at(at: datetime) -> dict[str, tuple[int, int, int, int]]:
    return {
        place.name: (tier.number, place.rank, place.hands, place.score)
        for tier in TIERS
        for place in past.standings_at(at, tier, size=10)
    }


def take(step: tuple[Any, ...], naive: Naive, players: dict[str, User]) -> None:
    match step:
        case ("add", name, hours, won, times):
            first, ended = len(naive.hands), naive.now - timedelta(hours=hours)
            services.add_hands(
                [
                    FinishedHand(f"h{first + n}", 0, players[name].pk, ended, staked=won, returned=2 * won)
                    for n in range(times)
                ]
            )
            fresh = {"name": name, "ended_at": ended, "score": won, "voided": False}
            naive.hands += [dict(fresh) for _ in range(times)]
        case ("void", number):
            if number < len(naive.hands):
                services.void_hand(f"h{number}", reason="x", by="staff:sue")
                naive.hands[number]["voided"] = True
        case ("leave", batch):
            services.let_batch_leave(naive.now, batch)
        case ("later", hours):
            naive.now += timedelta(hours=hours)


@settings(max_examples=40)
@given(st.lists(STEPS, max_size=14))
def test_board_is_what_a_naive_recomputation_says(steps: list[tuple[Any, ...]]) -> None:
    with pytest.raises(Undo):
        compare_after(steps)


@transaction.atomic
def compare_after(steps: list[tuple[Any, ...]]) -> None:
    players = {name: make_player(name) for name in NAMES}
    naive = Naive()
    for step in steps:
        take(step, naive, players)
        assert shown_now(naive.now) == naive.board(naive.now)
    assert services.compare_standings(naive.now) == 0
    for back in (timedelta(0), timedelta(hours=1), timedelta(hours=720)):
        assert shown_at(naive.now - back) == naive.board(naive.now - back)
    services.let_hands_leave(naive.now)
    assert shown_now(naive.now) == naive.board(naive.now)
    for name, player in players.items():
        own = selectors.standing_of(player.pk, naive.now)
        expected = naive.board(naive.now).get(name)
        assert expected == ((own.tier.number, own.rank, own.hands, own.score) if own.tier else None)
    raise Undo
