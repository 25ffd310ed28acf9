"""What is told is counted once, in order, whoever dies in between."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection, transaction

from leaderboard import selectors
from leaderboard.models import RankedHand, Standing, Told
from leaderboard.services import FinishedHand, add_hands, outbox, take_told, tell_hands, tell_void
from players.models import User

pytestmark = pytest.mark.django_db
AT = datetime(2026, 11, 30, 9, tzinfo=UTC)


def hand(user: User, name: str = "h1", number: int = 0, returned: int = 400) -> FinishedHand:
    return FinishedHand(name, number, user.pk, AT, 200, returned)


def standing(user: User) -> tuple[int, int]:
    return Standing.objects.values_list("hands", "score").get(pk=user.pk)


def test_told_hands_are_counted_once_and_the_rows_go(alice: User) -> None:
    tell_hands([hand(alice), hand(alice, number=1, returned=0)])
    tell_hands([hand(alice, "h2")])
    assert (take_told(), take_told()) == (3, 0)
    assert standing(alice) == (3, 400)
    assert Told.objects.count() == 0


def test_hand_that_is_told_twice_counts_once(alice: User) -> None:
    tell_hands([hand(alice)])
    tell_hands([hand(alice)])
    take_told()
    assert standing(alice) == (1, 200)


def test_void_takes_back_what_was_told_before_it_and_nothing_else(alice: User) -> None:
    tell_hands([hand(alice), hand(alice, number=1)])
    tell_void("h1", reason="wrong card", by="staff:sue, staff:tom")
    tell_hands([hand(alice, "h2")])
    assert take_told() == 4
    assert standing(alice) == (1, 200)
    assert set(RankedHand.objects.filter(hand="h1").values_list("void_reason", "voided_by")) == {
        ("wrong card", "staff:sue, staff:tom")
    }


def test_void_by_somebody_with_a_long_name_is_taken_like_any_other(alice: User) -> None:
    tell_hands([hand(alice)])
    tell_void("h1", reason="wrong card", by=f"staff:{'s' * 150}")
    assert take_told() == 2
    assert standing(alice) == (0, 0)
    assert RankedHand.objects.get().voided_by == f"staff:{'s' * 94}"


def test_void_of_a_hand_that_never_counted_is_taken_and_changes_nothing(alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(is_staff=True)
    tell_hands([hand(alice)])
    tell_void("h1", reason="wrong card", by="staff:sue")
    assert take_told() == 2
    assert RankedHand.objects.count() == 0


def test_more_than_a_batch_is_taken_batch_by_batch(alice: User) -> None:
    tell_hands([hand(alice, f"h{number}") for number in range(5)])
    assert take_told(batch=2) == 5
    assert standing(alice) == (5, 1_000)


def test_hand_that_ended_at_the_edge_of_the_window_is_told_and_has_left(alice: User) -> None:
    """(now - 30 days, now]: to the second, whenever the outbox is read."""
    tell_hands([hand(alice, "out")._replace(ended_at=AT - timedelta(days=30))])
    tell_hands([hand(alice, "in")._replace(ended_at=AT - timedelta(days=30) + timedelta(seconds=1))])
    take_told()
    assert selectors.standing_of(alice.pk, AT).hands == 1
    assert selectors.standing_of(alice.pk, AT + timedelta(seconds=1)).hands == 0


@pytest.mark.django_db(transaction=True)
def test_worker_that_dies_before_its_commit_has_counted_nothing(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell_hands([hand(alice)])

    def dies(hands: list[FinishedHand]) -> int:
        add_hands(hands)
        raise KeyboardInterrupt

    monkeypatch.setattr("leaderboard.services.outbox.add_hands", dies)
    with pytest.raises(KeyboardInterrupt):
        take_told()
    assert (Told.objects.count(), RankedHand.objects.count()) == (1, 0)
    monkeypatch.undo()
    assert take_told() == 1
    assert standing(alice) == (1, 200)


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_count_each_hand_once(alice: User) -> None:
    """While one holds the turn, the other takes nothing and waits for nobody."""
    tell_hands([hand(alice, f"h{number}") for number in range(3)])
    taken: list[int] = []

    def other() -> None:
        taken.append(take_told())
        connection.close()

    with transaction.atomic():
        assert outbox._take_some(2) == 2
        worker = threading.Thread(target=other)
        worker.start()
        worker.join(10)
    assert taken == [0]
    assert take_told() == 1
    assert standing(alice) == (3, 600)
