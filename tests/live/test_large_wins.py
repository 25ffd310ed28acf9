"""Large wins from hands that were never played wait for staff: nothing leaves the winner's account until then."""

from __future__ import annotations

from importlib import import_module
from io import StringIO

import pytest
from django.apps import apps
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection, transaction

from battle21.errors import AppError
from games.models import Table
from games.rules.commands import GiveUp, Lost
from games.services import play, records, tables
from players.models import User
from tests.live.classic import (
    SECOND,
    books_are_right,
    dealt,
    held,
    next_hand,
    opened,
    own_clock,
    player,
    result_of,
    stand,
    transfers,
)
from tests.live.seating import bring_seeds, in_thread, state_of
from tests.support.stack import wait_until
from wallet.models import PlayerGate
from wallet.services import set_gate, set_review

pytestmark = pytest.mark.django_db

FIXED, SERIES = "classic_fixed", "classic_series"
ALICE, BOB = 0, 1
SHUT = ("account_frozen", "not_funded")
"""What the player himself is told, and the other."""


@pytest.fixture
def people() -> tuple[User, User]:
    return player("Alice"), player("Bob")


def why_in_review(person: User) -> str:
    gate = PlayerGate.objects.filter(player=person, in_review=True).first()
    return "" if gate is None else gate.review_reason


def given_up(people: tuple[User, User], cents: int, hands: int) -> Table:
    """Bob gives up in the first of so many hands of that value."""
    table = dealt(FIXED, people, cents, hands=hands)
    play.submit(table.id, GiveUp(at=0, seat=BOB))
    assert result_of(table) == ("gave_up", [ALICE])
    return table


@pytest.mark.django_db(transaction=True)
def test_large_win_is_paid_and_waits_for_staff(people: tuple[User, User]) -> None:
    alice, bob = people
    with own_clock() as clock:
        table = dealt(FIXED, people, 700, hands=10)
        stand(table)
        next_hand(table)
        free = held(alice)[0]
        play.submit(table.id, Lost(at=0, seat=BOB, conn="test/1"))
        clock.forward(table, 60 * SECOND)
        clock.forward(table, 60 * SECOND)
    assert result_of(table) == ("forfeit", [ALICE])
    # The second hand was in play: eight of $7 were not, $56.
    assert why_in_review(alice) == f"match:{table.public_id}/1: hands 3 to 10 won unplayed, $56.00"
    assert not why_in_review(bob)
    assert held(alice)[0] > free, "paid, but it cannot leave"
    assert held(alice)[1] == held(bob)[1] == 0
    assert len(transfers(table)) == 1 + 10
    other = opened(FIXED, people, 100, hands=2)
    with pytest.raises(AppError, match=r"account_frozen|not_funded"):
        bring_seeds(other.id)
    assert held(alice)[1] == 0
    told = StringIO()
    call_command(
        "release_account", alice.public_id, "--staff", "sam", "--reason", "lost his line", stdout=told
    )
    assert "hands 3 to 10" in told.getvalue()
    gate = PlayerGate.objects.get(player=alice)
    assert (gate.in_review, gate.review_by, gate.review_reason) == (False, "sam", "lost his line")
    dealt(FIXED, people, 100, hands=2)
    assert held(alice)[1] > 0
    books_are_right()
    assert records.verify_hands()[1] == 0
    call_command("replay", "--all")
    assert not why_in_review(alice), "a replay only looks"


@pytest.mark.parametrize(
    ("cents", "hands", "is_held"),
    [
        (1_000, 6, True),  # five unplayed of $10: $50
        (999, 6, False),
        (5_000, 2, True),  # one of $50
        (4_999, 2, False),
    ],
)
def test_only_unplayed_hands_of_fifty_dollars_or_more_are_held(
    people: tuple[User, User], cents: int, hands: int, is_held: bool
) -> None:
    given_up(people, cents, hands)
    assert bool(why_in_review(people[0])) is is_held
    assert not why_in_review(people[1])


def test_hand_in_play_is_no_unplayed_one_but_between_hands_all_that_remain_are(
    people: tuple[User, User],
) -> None:
    table = dealt(FIXED, people, 5_000, hands=2)
    stand(table)
    next_hand(table)
    play.submit(table.id, GiveUp(at=0, seat=BOB))
    assert not why_in_review(people[0]), "the last hand was in play"
    table = dealt(FIXED, people, 5_000, hands=2)
    stand(table)
    play.submit(table.id, GiveUp(at=0, seat=BOB))
    assert "hands 2 to 2" in why_in_review(people[0])


def test_ordinary_wins_are_nobodys_business(people: tuple[User, User]) -> None:
    series = dealt(SERIES, people, 10_000, hands=4)
    play.submit(series.id, GiveUp(at=0, seat=BOB))
    fixed = dealt(FIXED, people, 10_000, hands=2)
    while state_of(fixed.id).phase != "over":
        stand(fixed)
        if state_of(fixed.id).phase == "between":
            next_hand(fixed)
    free = dealt_for_nothing(people)
    play.submit(free.id, GiveUp(at=0, seat=BOB))
    assert not PlayerGate.objects.filter(frozen=True).exists()


def dealt_for_nothing(people: tuple[User, User]) -> Table:
    table = tables.open_table(people[0], FIXED, mode="free", options={"hands": 20})
    table = tables.join_table(people[1], table.public_id)
    bring_seeds(table.id)
    return table


def test_it_happens_once_and_keeps_what_was_said_before(people: tuple[User, User]) -> None:
    first = given_up(people, 1_000, 6)
    set_review(player=people[0].pk, by="sam", reason="clear", in_review=False)
    table = dealt(FIXED, people, 1_000, hands=6)
    set_review(player=people[0].pk, by="large win", reason="an earlier one", in_review=True)
    play.submit(table.id, GiveUp(at=0, seat=BOB))
    said = why_in_review(people[0])
    assert said == f"match:{table.public_id}/1: hands 2 to 6 won unplayed, $50.00; an earlier one"
    with pytest.raises(AppError, match="match_over"):
        play.submit(table.id, GiveUp(at=0, seat=BOB))
    for over in (first, table):
        play.expire(over.id)
    assert why_in_review(people[0]) == said
    for person in ("nobody", people[1].public_id):
        with pytest.raises(CommandError, match="under review"):
            call_command("release_account", person, "--staff", "sam", "--reason", "x")


@pytest.mark.django_db(transaction=True)
def test_two_large_wins_at_once_are_both_remembered(people: tuple[User, User]) -> None:
    """One match's win is not committed yet when the other's comes."""
    first, second = (dealt(FIXED, people, 1_000, hands=6) for _ in range(2))
    with transaction.atomic():
        play.submit(first.id, GiveUp(at=0, seat=BOB))
        other = in_thread(lambda: play.submit(second.id, GiveUp(at=0, seat=BOB)))
        wait_until(somebody_waits, "the second win waits for the account")
    other.join(20)
    assert not other.is_alive()
    said = why_in_review(people[0])
    assert all(f"match:{table.public_id}/1" in said for table in (first, second))


def somebody_waits() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_locks WHERE NOT granted")
        return cursor.fetchone() is not None


def test_what_staff_have_frozen_stays_frozen_when_a_win_is_released_and_the_other_way_round(
    people: tuple[User, User],
) -> None:
    alice = people[0]
    table = dealt(FIXED, people, 1_000, hands=6)
    set_gate(player=alice.pk, by="sam", reason="papers", frozen=True)
    play.submit(table.id, GiveUp(at=0, seat=BOB))
    gate = PlayerGate.objects.get(player=alice)
    assert (gate.frozen, gate.reason, gate.changed_by, gate.in_review) == (True, "papers", "sam", True)
    told = StringIO()
    call_command(
        "release_account", alice.public_id, "--staff", "eve", "--reason", "lost his line", stdout=told
    )
    assert "stays frozen by staff: papers" in told.getvalue()
    assert refusal_of_a_stake(people) in SHUT
    set_review(player=alice.pk, by="large win", reason="another", in_review=True)
    set_gate(player=alice.pk, by="sam", reason="papers seen", frozen=False)
    assert why_in_review(alice) == "another"
    assert refusal_of_a_stake(people) in SHUT, "the win still waits"
    call_command("release_account", alice.public_id, "--staff", "eve", "--reason", "line", stdout=told)
    assert refusal_of_a_stake(people) == ""


def refusal_of_a_stake(people: tuple[User, User]) -> str:
    """Why no match for a stake begins; "" when it does."""
    table = opened(FIXED, people, 100, hands=2)
    try:
        bring_seeds(table.id)
    except AppError as refused:
        return refused.code
    return ""


def test_accounts_that_a_large_win_has_frozen_until_now_are_under_review_and_staff_s_stay_frozen() -> None:
    reasons = {
        "Alice": "match:a/1: hands 2 to 6 won unplayed, $50.00",
        "Bob": "match:a/1: hands 2 to 6 won unplayed, $50.00; papers",
        "Charlie": "papers",
    }
    for name, reason in reasons.items():
        by = "sam" if name == "Charlie" else "large win"
        set_gate(player=player(name).pk, by=by, reason=reason, frozen=True)
    import_module("wallet.migrations.0005_clock_and_reviews").tell_reviews_from_freezes(apps, None)
    gates = {
        gate.player.display_name: (gate.frozen, gate.in_review)
        for gate in PlayerGate.objects.select_related("player")
    }
    assert gates == {"Alice": (False, True), "Bob": (True, True), "Charlie": (True, False)}
