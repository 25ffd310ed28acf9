"""A player's 30 days: each hand on its day, the curve ends at the score of now, what leaves was entered."""

from __future__ import annotations

from datetime import timedelta

import pytest

from leaderboard import services
from leaderboard.days import PlayedDay, month_of
from leaderboard.shown import curve_of
from players.models import User
from tests.leaderboard.played import NOW, play

DAY = timedelta(days=1)
TICK = timedelta(microseconds=1)


@pytest.mark.django_db
def test_curve_is_the_windows_score_at_the_end_of_each_day(alice: User) -> None:
    play(alice, bet=1, back=2)  # ended this moment: today's
    play(alice, bet=10, back=20, ago=DAY)  # the day before ends with it
    play(alice, bet=100, back=200, ago=DAY - TICK)  # today's first
    play(alice, bet=1_000, back=2_000, ago=30 * DAY)  # has just left
    services.void_hand(play(alice, bet=7, back=14), reason="x", by="staff:sue")
    days = month_of(alice.pk, NOW).played
    assert len(days) == 30
    assert [(day.ends, day.played, day.won, day.hands, day.score) for day in days[-2:]] == [
        (NOW - DAY, 1, 20, 2, 2_000 + 20),
        (NOW, 2, 200 + 2, 3, 20 + 200 + 2),
    ]
    assert (days[0].ends, days[0].played, days[0].score) == (NOW - 29 * DAY, 0, 2_000)


@pytest.mark.django_db
def test_leaving_days_say_what_goes_and_what_is_left(alice: User) -> None:
    play(alice, bet=100, back=200, ago=30 * DAY - TICK)  # leaves within the next day
    play(alice, bet=10, back=10, ago=30 * DAY - TICK)
    play(alice, bet=10, back=20, ago=27 * DAY)  # in three days to the second
    play(alice, bet=1, back=2)
    assert [
        (leaving.ends - NOW, leaving.hands, leaving.score, leaving.left_score)
        for leaving in month_of(alice.pk, NOW).leaving
    ] == [(DAY, 2, 200, 22), (3 * DAY, 1, 20, 2), (30 * DAY, 1, 2, 0)]


@pytest.mark.django_db
def test_month_of_who_never_played_is_30_empty_days(alice: User) -> None:
    month = month_of(alice.pk, NOW)
    assert {(day.played, day.score) for day in month.played} == {(0, 0)}
    assert month.leaving == ()
    assert curve_of(month.played).bars == ()


def test_curve_is_drawn_to_the_scale_of_its_best_day() -> None:
    days = [
        PlayedDay(NOW, played, 0, 0, score) for played, score in ((0, 0), (1, 50), (200, 200), (100, 100))
    ]
    curve = curve_of(days)
    assert curve.points == "10,120 30,90 50,0 70,60"
    assert [(bar.x, bar.height) for bar in curve.bars] == [(24, 1), (44, 60), (64, 30)]
    assert curve.width == 80
