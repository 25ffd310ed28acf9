"""Places in the lobby: who sits down when several want to, who may, who may leave, and the match after the match."""

from __future__ import annotations

import pytest

from battle21.errors import AppError
from games.models import Seat, Table
from games.selectors import may_look, table_facts
from games.services import tables
from games.services.tables import give_up, join_table, leave_table, open_table, rematch
from tests.live.seating import (
    ALICE,
    BOB,
    at_once,
    bring_seeds,
    finish_hand,
    guests,
    playing_table,
    state_of,
    waiting_table,
)

pytestmark = pytest.mark.django_db(transaction=True)


def code_of(error: object) -> str:
    assert isinstance(error, AppError), repr(error)
    return error.code


def test_20_parallel_joins_for_the_last_seat_give_one_seat_and_19_clean_refusals() -> None:
    alice, *others = guests("Alice", *(f"Guest {number}" for number in range(20)))
    table = waiting_table(alice)
    results = at_once(*[lambda guest=guest: join_table(guest, table.public_id) for guest in others])
    seated = [result for result in results if isinstance(result, Table)]
    assert len(seated) == 1
    assert {code_of(result) for result in results if not isinstance(result, Table)} == {"table_full"}
    assert Seat.objects.filter(table=table).count() == 2
    assert state_of(table.id).phase == "seeding"


def test_same_player_joining_10_times_at_once_sits_once() -> None:
    alice, bob = guests("Alice", "Bob")
    table = waiting_table(alice)
    results = at_once(*[lambda: join_table(bob, table.public_id)] * 10)
    assert all(isinstance(result, Table) for result in results)
    assert Seat.objects.filter(table=table).count() == 2


def test_tables_of_one_player_are_bounded_even_when_all_are_opened_at_once() -> None:
    (alice,) = guests("Alice")
    results = at_once(*[lambda: open_table(alice, "tactical", mode="free")] * (tables.MOST_OPEN_TABLES + 8))
    opened = [result for result in results if isinstance(result, Table)]
    assert len(opened) == tables.MOST_OPEN_TABLES
    assert {code_of(result) for result in results if not isinstance(result, Table)} == {"too_many_tables"}


def test_joining_counts_for_that_bound_and_a_match_that_is_over_does_not() -> None:
    alice, bob = guests("Alice", "Bob")
    full = [waiting_table(alice) for _ in range(tables.MOST_OPEN_TABLES)]
    other = waiting_table(bob)
    with pytest.raises(AppError) as refused:
        join_table(alice, other.public_id)
    assert code_of(refused.value) == "too_many_tables"
    leave_table(alice, full[0].public_id)
    join_table(alice, other.public_id)


def test_private_table_is_joined_by_invitation_only_and_cannot_be_watched() -> None:
    alice, bob, charlie = guests("Alice", "Bob", "Charlie")
    table = waiting_table(alice, private=True)
    for wrong in ("", "guess", table.public_id):
        with pytest.raises(AppError) as refused:
            join_table(bob, table.public_id, invitation=wrong)
        assert code_of(refused.value) == "not_invited"
    join_table(bob, table.public_id, invitation=table.invitation)
    facts = table_facts(table.public_id)
    assert [may_look(facts, user) for user in (alice.id, bob.id, charlie.id, None)] == [
        True,
        True,
        False,
        False,
    ]


def test_open_table_may_be_watched_by_anyone() -> None:
    facts = table_facts(waiting_table(*guests("Alice")).public_id)
    assert may_look(facts, None)


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"game_key": "chess", "mode": "free"}, "unknown_game"),
        ({"game_key": "tactical", "mode": "for money"}, "unknown_mode"),
        ({"game_key": "tactical", "mode": "free", "clock": 2}, "bad_option"),
        ({"game_key": "tactical", "mode": "practice", "clock": 3}, "bad_option"),
        ({"game_key": "tactical", "mode": "free", "options": {"jokers": 1}}, "bad_option"),
        ({"game_key": "tactical", "mode": "free", "options": {"first_button": 1}}, "bad_option"),
        ({"game_key": "seam", "mode": "free", "options": {"hands": 4}}, "bad_option"),
    ],
)
def test_table_that_the_catalogue_does_not_offer_is_refused(wanted: dict[str, object], code: str) -> None:
    (alice,) = guests("Alice")
    with pytest.raises(AppError) as refused:
        open_table(alice, **wanted)  # type: ignore[arg-type]
    assert code_of(refused.value) == code
    assert not Table.objects.exists()


def test_practice_begins_at_once_against_a_house_bot() -> None:
    (alice,) = guests("Alice")
    table = open_table(alice, "tactical", mode="practice", clock=0)
    state = state_of(table.id)
    assert (state.seats[ALICE].player, bool(state.seats[BOB].bot)) == (alice.public_id, True)
    bring_seeds(table.id, seats=(ALICE,))
    assert state_of(table.id).phase == "hand"


def test_guest_leaves_a_waiting_table_and_the_seat_is_free_again() -> None:
    """Seam begins with two; the row is used as a table of two where one has not come yet."""
    alice, bob, charlie = guests("Alice", "Bob", "Charlie")
    table = waiting_table(alice)
    Seat.objects.create(table=table, number=BOB, user=bob)
    leave_table(bob, table.public_id)
    join_table(charlie, table.public_id)
    assert state_of(table.id).seats[BOB].player == charlie.public_id


def test_creator_who_leaves_closes_the_table() -> None:
    alice, bob = guests("Alice", "Bob")
    table = waiting_table(alice)
    leave_table(alice, table.public_id)
    with pytest.raises(AppError) as refused:
        join_table(bob, table.public_id)
    assert code_of(refused.value) == "not_open"


def test_nobody_leaves_once_the_match_has_begun() -> None:
    alice, bob = guests("Alice", "Bob")
    table = waiting_table(alice, bob)
    with pytest.raises(AppError) as refused:
        leave_table(bob, table.public_id)
    assert code_of(refused.value) == "not_open"


def test_leaving_and_the_last_join_at_once_end_in_one_of_two_orders() -> None:
    """Either the table closed first and nobody joined, or the match began and nobody left."""
    for _ in range(8):
        alice, bob = guests("Alice", "Bob")
        table = waiting_table(alice)
        left, joined = at_once(
            lambda: leave_table(alice, table.public_id),  # noqa: B023 -- called before the next round
            lambda: join_table(bob, table.public_id),  # noqa: B023
        )
        table.refresh_from_db()
        outcome = (isinstance(left, Table), isinstance(joined, Table), table.status)
        assert outcome in ((True, False, Table.Status.CLOSED), (False, True, Table.Status.PLAYING))


def test_rematch_keeps_the_seats_and_the_other_begins() -> None:
    table = playing_table()
    first_button = state_of(table.id).setup
    assert first_button is not None
    alice, bob = (seat.user for seat in table.seats.order_by("number"))
    finish_hand(table.id)
    give_up(table, ALICE)
    table.refresh_from_db()
    again = rematch(bob, table)
    assert again.status == Table.Status.OPEN
    assert rematch(alice, table).id == again.id
    bring_seeds(again.id)
    state = state_of(again.id)
    assert [seat.player for seat in state.seats] == [alice.public_id, bob.public_id]  # type: ignore[union-attr]
    assert state.setup is not None
    assert state.setup.button == 1 - first_button.button
    assert again.commitment != table.commitment


def test_rematch_asked_by_both_at_once_is_one_table() -> None:
    table = playing_table()
    people = [seat.user for seat in table.seats.order_by("number")]
    give_up(table, BOB)
    table.refresh_from_db()
    first, second = at_once(*[lambda person=person: rematch(person, table) for person in people])
    assert first.id == second.id
    assert Seat.objects.filter(table=first).count() == 2
    assert state_of(first.id).phase == "seeding"


def test_rematch_is_for_those_who_sat_there_and_after_the_match_only() -> None:
    table = playing_table()
    (charlie,) = guests("Charlie")
    alice = table.seats.get(number=ALICE).user
    with pytest.raises(AppError) as refused:
        rematch(alice, table)
    assert code_of(refused.value) == "not_open"
    give_up(table, BOB)
    table.refresh_from_db()
    with pytest.raises(AppError) as refused:
        rematch(charlie, table)
    assert code_of(refused.value) == "no_such_seat"
    again = rematch(alice, table)
    with pytest.raises(AppError) as refused:
        join_table(charlie, again.public_id, invitation=again.invitation)
    assert code_of(refused.value) == "not_invited"


def test_rematch_that_was_called_off_can_be_asked_for_again() -> None:
    """Who asked gets up again: the other must not be sent to a closed table for ever."""
    alice, bob = people = guests("Alice", "Bob")
    table = waiting_table(*people)
    give_up(table, ALICE)
    table.refresh_from_db()
    called_off = rematch(alice, table)
    leave_table(alice, called_off.public_id)
    again = rematch(bob, table)
    assert again.id != called_off.id
    assert rematch(alice, table).id == again.id
