"""Many at once on a real PostgreSQL: every hand enters once and leaves once, whoever else is at work."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest
from django.db import transaction

from leaderboard import services
from leaderboard.models import Standing
from players.models import User
from tests.leaderboard.played import NOW, finished, play, stands
from tests.wallet.support import at_once

pytestmark = pytest.mark.django_db(transaction=True)

WINDOW = timedelta(days=30)


def kept(player: User) -> tuple[int, int]:
    """The stored sums, without what readers subtract."""
    return Standing.objects.values_list("hands", "score").get(player=player)


def test_twelve_add_hands_of_one_player_and_all_count(alice: User) -> None:
    hands = [finished(alice, bet=10, back=20) for _ in range(12)]
    assert at_once(*(partial(services.add_hands, [hand]) for hand in hands)) == [1] * 12
    assert kept(alice) == (12, 12 * 20)


def test_twelve_add_the_same_hand_and_it_counts_once(alice: User) -> None:
    hand = finished(alice, bet=10, back=20)
    assert sorted(at_once(*(partial(services.add_hands, [hand]) for _ in range(12)))) == [0] * 11 + [1]
    assert kept(alice) == (1, 20)


def test_same_hands_of_two_players_in_opposite_orders_wait_for_each_other_and_count_once(
    alice: User, bob: User
) -> None:
    hands = [finished(player, bet=10, back=20) for _ in range(20) for player in (alice, bob)]
    jobs = [partial(services.add_hands, order) for order in (hands, hands[::-1]) for _ in range(4)]
    assert sum(at_once(*jobs)) == 40
    assert kept(alice) == kept(bob) == (20, 400)


def test_two_workers_let_hands_leave_and_each_hand_leaves_once(alice: User, bob: User) -> None:
    for player in (alice, bob):
        services.add_hands([finished(player, bet=10, back=20, ago=WINDOW) for _ in range(60)])
        play(player, bet=3, back=6)
    assert sum(at_once(*(partial(services.let_hands_leave, NOW, 7) for _ in range(4)))) == 120
    assert kept(alice) == kept(bob) == (1, 6)


def test_job_run_twice_lets_hands_leave_once(alice: User) -> None:
    play(alice, bet=10, back=20, ago=WINDOW)
    play(alice, bet=3, back=6)
    assert [services.let_hands_leave(NOW), services.let_hands_leave(NOW)] == [1, 0]
    assert kept(alice) == (1, 6)


class Killed(Exception):
    """The worker died."""


@transaction.atomic
def die_in_a_batch() -> None:
    assert services.let_batch_leave(NOW, 2) == 2
    raise Killed


def test_job_killed_in_and_between_batches_leaves_pages_right_and_the_next_run_ends_it(alice: User) -> None:
    services.add_hands([finished(alice, bet=10, back=20, ago=WINDOW) for _ in range(5)])
    play(alice, bet=3, back=6)
    assert services.let_batch_leave(NOW, 2) == 2
    with pytest.raises(Killed):
        die_in_a_batch()
    assert kept(alice) == (4, 6 + 3 * 20)
    assert stands(alice) == (1, 6)
    assert services.let_hands_leave(NOW, 2) == 3
    assert kept(alice) == stands(alice) == (1, 6)


def test_hands_come_leave_and_are_voided_at_once_while_standings_are_compared(alice: User, bob: User) -> None:
    old = [finished(player, bet=10, back=20, ago=WINDOW) for player in (alice, bob) for _ in range(20)]
    young = [finished(player, bet=5, back=10) for player in (alice, bob) for _ in range(20)]
    new = [finished(player, bet=1, back=2) for player in (bob, alice) for _ in range(20)]
    services.add_hands([*old, *young])
    jobs = [
        *(partial(services.let_hands_leave, NOW, 3) for _ in range(2)),
        *(partial(services.add_hands, [hand, new[-1]]) for hand in new[:6]),
        *(partial(services.void_hand, hand.hand, reason="x", by="staff:sue") for hand in young[15:25]),
        *(partial(services.compare_standings, NOW) for _ in range(2)),
    ]
    results = at_once(*jobs)
    assert [each for each in results if isinstance(each, Exception)] == []
    services.let_hands_leave(NOW)
    assert services.compare_standings(NOW) == 0
    assert kept(alice) == (15 + 1, 15 * 10 + 2)  # of 20 young ones 5 were voided; one new
    assert kept(bob) == (15 + 6, 15 * 10 + 6 * 2)
