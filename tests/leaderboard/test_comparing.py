"""The daily comparison finds what was changed behind our back, keeps a row of it and puts it right."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from structlog.testing import capture_logs

from battle21.celery import BEAT
from leaderboard import services, tasks
from leaderboard.models import RankedHand, Standing, StandingDifference
from players.models import User
from tests.leaderboard.played import NOW, play, stands

pytestmark = pytest.mark.django_db

WINDOW = timedelta(days=30)


def too_much(alice: User) -> None:
    Standing.objects.filter(player=alice).update(score=999, hands=7)


def no_standing(alice: User) -> None:
    Standing.objects.filter(player=alice).delete()


def marked_as_left(alice: User) -> None:
    RankedHand.objects.filter(player=alice, score=200).update(counted=False)
    Standing.objects.filter(player=alice).update(score=20, hands=2)


def marked_as_counted(alice: User) -> None:
    RankedHand.objects.filter(player=alice, score=2_000).update(counted=True)


@pytest.mark.parametrize(
    ("plant", "kept"),
    [
        (too_much, (7, 999)),
        (no_standing, (0, 0)),
        (marked_as_left, (2, 20)),
        (marked_as_counted, (1, 0)),  # 220 less the 2,000 that readers would take off
    ],
)
def test_planted_difference_is_logged_kept_and_put_right(
    alice: User, bob: User, plant: Callable[[User], None], kept: tuple[int, int]
) -> None:
    play(alice, bet=100, back=200)
    play(alice, bet=10, back=20)
    play(alice, bet=1_000, back=2_000, ago=WINDOW)
    play(bob, bet=7, back=14)
    services.let_hands_leave(NOW)
    if plant is marked_as_counted:
        Standing.objects.filter(player=alice).update(score=2_000)
    assert plant is marked_as_counted or services.compare_standings(NOW) == 0
    plant(alice)
    with capture_logs() as logged:
        assert services.compare_standings(NOW) == 1
    assert [(line["log_level"], line["player"]) for line in logged] == [("error", alice.pk)]
    (row,) = StandingDifference.objects.all()
    assert (row.player_id, row.found_at) == (alice.pk, NOW)
    assert ((row.hands_kept, row.score_kept), (row.hands_true, row.score_true)) == (kept, (2, 220))
    assert stands(alice) == (2, 220)
    assert stands(bob) == (1, 14)
    assert services.compare_standings(NOW) == 0


def test_hands_that_have_yet_to_leave_are_no_difference(alice: User) -> None:
    play(alice, bet=100, back=200, ago=WINDOW)
    assert services.compare_standings(NOW) == 0


def test_both_jobs_are_on_the_beat_and_run(alice: User) -> None:
    assert {"leaderboard.tasks.let_hands_leave", "leaderboard.tasks.compare_standings"} <= {
        entry["task"] for entry in BEAT.values()
    }
    play(alice, bet=100, back=200)
    RankedHand.objects.update(ended_at="2000-01-01T00:00:00Z")
    assert tasks.let_hands_leave() == 1
    Standing.objects.update(hands=3)
    assert tasks.compare_standings() == 1
