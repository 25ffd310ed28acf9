"""Tables that several players gather at: seats, beginning early, bots on free seats, rematches (issue 8)."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from battle21.errors import AppError
from games.live.hub import take_snapshot
from games.live.loops import _marks
from games.lobby import records_of
from games.models import Match, Seat, Table
from games.rules.actions import Hit, Stand
from games.rules.commands import Act, Leave, Skip, Void
from games.selectors import table_facts
from games.services import gathering, play, tables
from games.services.gathering import begin_table
from games.services.options import change_options
from games.services.tables import join_table, leave_table, open_table, rematch
from players.models import User
from tests.live.seating import asked, at_once, bring_seeds, guests, prompt_of, state_of

pytestmark = pytest.mark.django_db(transaction=True)

GAME = "polish"
NAMES = ("Alice", "Bob", "Charlie", "Dora")


def gathered(people: Sequence[User], private: bool = True, /, **options: int) -> Table:
    table = open_table(people[0], GAME, mode="free", private=private, options=options)
    for person in people[1:]:
        join_table(person, table.public_id, invitation=table.invitation)
    table.refresh_from_db()
    return table


def players_at(table: Table) -> list[str]:
    """Names by seat, as the state has them; a bot's is "bot"."""
    names = {user.public_id: user.display_name for user in User.objects.filter(seats__table=table)}
    return ["bot" if seat.bot else names[seat.player] for seat in state_of(table.pk).seats]


def refused(code: str, call: object) -> AppError:
    with pytest.raises(AppError) as found:
        call()  # type: ignore[operator]
    assert found.value.code == code
    return found.value


def in_play(seats: int, **options: int) -> Table:
    """So many guests at their first decision."""
    table = gathered(guests(*NAMES[:seats]), seats=seats, **options)
    bring_seeds(table.pk, range(seats))
    return table


def play_out(table: Table) -> None:
    """To the end of the match; some draw a card, as a match in which nobody did could have equal totals for long."""
    dice = random.Random(1)
    for _ in range(2_000):
        state = state_of(table.pk)
        if state.phase == "over":
            return
        if state.prompts:
            seat = asked(state)
            shown = prompt_of(state, seat)
            assert shown is not None
            action = Hit() if len(shown.legal) > 1 and dice.random() < 0.4 else Stand()
            play.submit(table.pk, Act(at=0, seat=seat, token=shown.token, action=action))
        else:
            for number, seat_state in enumerate(state.seats):
                if seat_state.human and not seat_state.out and state_of(table.pk).phase == "between":
                    play.submit(table.pk, Skip(at=0, seat=number))
    raise AssertionError("the match does not end")


# --- seats --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_match_begins_when_the_chosen_number_of_seats_is_taken(seats: int) -> None:
    people = guests(*NAMES[:seats])
    table = gathered(people[:-1], seats=seats)
    assert table.status == Table.Status.OPEN
    join_table(people[-1], table.public_id, invitation=table.invitation)
    assert players_at(table) == list(NAMES[:seats])


def test_fifth_player_is_refused_and_nothing_changes() -> None:
    *four, emil = guests(*NAMES, "Emil")
    table = gathered(four)
    before = state_of(table.pk)
    refused("table_full", lambda: join_table(emil, table.public_id, invitation=table.invitation))
    assert state_of(table.pk) == before
    assert Seat.objects.filter(table=table).count() == 4


def test_third_player_of_two_is_refused() -> None:
    *two, charlie = guests("Alice", "Bob", "Charlie")
    table = gathered(two, seats=2)
    refused("table_full", lambda: join_table(charlie, table.public_id, invitation=table.invitation))


def test_other_numbers_of_seats_are_refused() -> None:
    (alice,) = guests("Alice")
    for seats in (-1, 0, 1, 5, 10**20):
        wrong = {"seats": seats}
        refused("bad_option", lambda: open_table(alice, GAME, mode="free", options=wrong))  # noqa: B023
    assert not Table.objects.exists()


def test_eight_parallel_joins_for_three_seats() -> None:
    alice, *others = guests("Alice", *(f"Guest {n}" for n in range(8)))
    table = gathered([alice], False)
    results = at_once(*[lambda guest=guest: join_table(guest, table.public_id) for guest in others])
    assert sum(isinstance(result, Table) for result in results) == 3
    assert {result.code for result in results if isinstance(result, AppError)} == {"table_full"}
    assert len(players_at(table)) == 4


def test_options_are_fixed_once_somebody_sits_there_and_in_mid_match() -> None:
    alice, bob = guests("Alice", "Bob")
    table = gathered([alice])
    payment = tables.Payment("", None)
    change_options(alice, table.public_id, {"rounds": 3, "seats": 3}, payment)
    join_table(bob, table.public_id, invitation=table.invitation)
    refused("already_joined", lambda: change_options(alice, table.public_id, {"seats": 2}, payment))
    begin_table(alice, table.public_id)
    refused("not_open", lambda: change_options(alice, table.public_id, {"rounds": 10}, payment))
    assert state_of(table.pk).options == {"seats": 3, "rounds": 3, "flexible_ace": 0}


# --- beginning earlier --------------------------------------------------------------------------------------


def test_creator_begins_without_those_who_have_not_come() -> None:
    alice, bob, charlie = guests("Alice", "Bob", "Charlie")
    table = gathered([alice, bob])
    begin_table(alice, table.public_id)
    assert players_at(table) == ["Alice", "Bob"]
    refused("not_open", lambda: join_table(charlie, table.public_id, invitation=table.invitation))
    refused("not_open", lambda: begin_table(alice, table.public_id))


def test_nobody_else_begins_and_nobody_begins_alone() -> None:
    alice, bob, charlie = guests("Alice", "Bob", "Charlie")
    table = gathered([alice])
    error = refused("too_few_players", lambda: begin_table(alice, table.public_id))
    assert error.data == {"least": 2}
    join_table(bob, table.public_id, invitation=table.invitation)
    for other in (bob, charlie):
        refused("not_creator", lambda: begin_table(other, table.public_id))  # noqa: B023
    refused("unknown_table", lambda: begin_table(alice, "zzzzzzzzzz"))
    table.refresh_from_db()
    assert table.status == Table.Status.OPEN


def test_games_of_two_do_not_begin_early_nor_with_bots() -> None:
    (alice,) = guests("Alice")
    table = open_table(alice, "tactical", mode="free")
    refused("too_few_players", lambda: begin_table(alice, table.public_id))
    refused("no_bots_here", lambda: begin_table(alice, table.public_id, with_bots=True))
    assert Seat.objects.filter(table=table).count() == 1


@pytest.mark.parametrize("people", [1, 2, 3])
def test_bots_take_the_free_seats(people: int) -> None:
    sitting = guests(*NAMES[:people])
    table = gathered(sitting)
    begin_table(sitting[0], table.public_id, with_bots=True)
    assert players_at(table) == [*NAMES[:people], *["bot"] * (4 - people)]
    bring_seeds(table.pk, range(people))
    state = state_of(table.pk)
    assert (state.mode, state.hand_number) == ("free", 1)  # which a Persian 21 may have ended at once


def test_who_left_before_the_match_leaves_no_gap() -> None:
    alice, bob, charlie, dora = guests(*NAMES)
    table = gathered([alice, bob, charlie])
    leave_table(bob, table.public_id)
    begin_table(alice, table.public_id)
    assert players_at(table) == ["Alice", "Charlie"]
    assert table_facts(table.public_id).seat_of(charlie.pk) == 1
    other = gathered([alice, bob, charlie])
    leave_table(bob, other.public_id)
    join_table(dora, other.public_id, invitation=other.invitation)
    assert table_facts(other.public_id).seat_of(dora.pk) == 1, "the seat that is free"


def test_open_pages_learn_who_sits_there_also_where_the_number_stays() -> None:
    """The poll compares what a page has drawn with the table's row."""
    alice, bob, charlie = guests("Alice", "Bob", "Charlie")
    table = gathered([alice, bob])
    drawn = take_snapshot(table.pk).mark
    assert dict(_marks([table.pk]))[table.pk] == drawn
    leave_table(bob, table.public_id)
    join_table(charlie, table.public_id, invitation=table.invitation)
    assert dict(_marks([table.pk]))[table.pk] != drawn


def test_match_with_bots_counts_in_nobodys_record() -> None:
    alice, bob = guests("Alice", "Bob")
    for with_bots, played in ((True, 0), (False, 1)):
        table = gathered([alice, bob], seats=3)
        begin_table(alice, table.public_id, with_bots=with_bots)
        bring_seeds(table.pk, (0, 1))
        play.submit(table.pk, Leave(at=0, seat=0))
        if with_bots:
            play.submit(table.pk, Void(at=0, staff="sam", reason="test"))
            Match.objects.filter(table=table).update(winners=[1])
        record = records_of([(bob.pk, GAME)]).get((bob.pk, GAME))
        assert (record.played if record else 0) == played


def test_beginning_and_joining_at_once_end_in_one_of_two_orders() -> None:
    for _ in range(6):
        alice, bob, charlie = guests("Alice", "Bob", "Charlie")
        table = gathered([alice, bob])
        begun, joined = at_once(
            lambda: begin_table(alice, table.public_id),  # noqa: B023 -- called before the next round
            lambda: join_table(charlie, table.public_id, invitation=table.invitation),  # noqa: B023
        )
        assert isinstance(begun, Table)
        came = isinstance(joined, Table)
        assert came or joined.code == "not_open"
        assert players_at(table) == ["Alice", "Bob", "Charlie"][: 3 if came else 2]


def test_begin_pressed_twice_at_once_begins_one_match() -> None:
    for with_bots in (False, True):
        alice, bob = guests("Alice", "Bob")
        table = gathered([alice, bob])
        results = at_once(*[lambda: begin_table(alice, table.public_id, with_bots=with_bots)] * 3)  # noqa: B023
        assert sum(isinstance(result, Table) for result in results) == 1
        assert {result.code for result in results if isinstance(result, AppError)} == {"not_open"}
        assert players_at(table) == ["Alice", "Bob", *["bot", "bot"] * with_bots]


def test_bots_and_a_friend_who_come_at_once_take_no_seat_twice() -> None:
    for _ in range(6):
        alice, bob = guests("Alice", "Bob")
        table = gathered([alice])
        begun, joined = at_once(
            lambda: begin_table(alice, table.public_id, with_bots=True),  # noqa: B023
            lambda: join_table(bob, table.public_id, invitation=table.invitation),  # noqa: B023
        )
        assert isinstance(begun, Table)
        came = isinstance(joined, Table)
        assert came or joined.code == "table_full"
        assert players_at(table) == (
            ["Alice", "Bob", "bot", "bot"] if came else ["Alice", "bot", "bot", "bot"]
        )


def test_creator_who_leaves_while_a_friend_comes_or_a_match_begins_leaves_nobody_in_between() -> None:
    for _ in range(4):
        alice, bob, charlie = guests("Alice", "Bob", "Charlie")
        table = gathered([alice, bob])
        begun, _left, joined = at_once(
            lambda: begin_table(alice, table.public_id),  # noqa: B023
            lambda: leave_table(alice, table.public_id),  # noqa: B023
            lambda: join_table(charlie, table.public_id, invitation=table.invitation),  # noqa: B023
        )
        table.refresh_from_db()
        if isinstance(begun, Table):
            assert table.status == Table.Status.PLAYING
            came = isinstance(joined, Table)
            assert players_at(table) == ["Alice", "Bob", "Charlie"][: 3 if came else 2]
        else:
            assert begun.code == "not_open"
            assert table.status == Table.Status.CLOSED
            assert not Match.objects.filter(table=table).exists()


# --- practice -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_practice_is_against_one_to_three_bots(seats: int) -> None:
    (alice,) = guests("Alice")
    table = open_table(alice, GAME, mode="practice", clock=0, options={"seats": seats})
    assert players_at(table) == ["Alice", *["bot"] * (seats - 1)]


# --- rematch ------------------------------------------------------------------------------------------------


def finished(people: Sequence[User], *, leaving: Sequence[int] = (), **options: int) -> tuple[Table, int]:
    """A match that is over, and who began it."""
    table = gathered(people, seats=len(people), rounds=3, **options)
    bring_seeds(table.pk, range(len(people)))
    setup = state_of(table.pk).setup
    assert setup is not None
    for seat in leaving:
        play.submit(table.pk, Leave(at=0, seat=seat))
    play_out(table)
    table.refresh_from_db()
    assert table.status == Table.Status.OVER
    return table, setup.button


def test_rematch_waits_for_all_and_the_first_actor_moves_on() -> None:
    people = guests("Alice", "Bob", "Charlie")
    table, first = finished(people)
    again = rematch(people[1], table)
    assert rematch(people[2], table).pk == again.pk
    again.refresh_from_db()
    assert again.status == Table.Status.OPEN
    rematch(people[0], table)
    assert players_at(again) == ["Alice", "Bob", "Charlie"]
    bring_seeds(again.pk, range(3))
    setup = state_of(again.pk).setup
    assert setup is not None
    assert setup.button == (first + 1) % 3


def test_rematch_begins_without_those_who_do_not_ask() -> None:
    people = guests("Alice", "Bob", "Charlie")
    table, first = finished(people)
    again = rematch(people[1], table)
    rematch(people[2], table)
    begin_table(people[1], again.public_id)
    assert players_at(again) == ["Bob", "Charlie"]
    bring_seeds(again.pk, range(2))
    setup = state_of(again.pk).setup
    assert setup is not None
    wanted = (first + 1) % 3
    assert setup.button == {0: 0, 1: 0, 2: 1}[wanted], "seat 0 did not come: the next who did begins"


def test_seat_of_who_left_is_free_for_a_newcomer_and_no_other() -> None:
    *people, emil, frida = guests("Alice", "Bob", "Charlie", "Emil", "Frida")
    table, _first = finished(people, leaving=[2])
    again = rematch(people[0], table)
    assert gathering.kept_numbers(table.pk) == {0, 1}
    join_table(emil, again.public_id, invitation=again.invitation)
    refused("table_full", lambda: join_table(frida, again.public_id, invitation=again.invitation))
    rematch(people[1], table)
    assert players_at(again) == ["Alice", "Bob", "Emil"]


def test_who_left_may_come_back_to_a_seat_that_is_still_free() -> None:
    people = guests("Alice", "Bob", "Charlie")
    table, _first = finished(people, leaving=[2])
    again = rematch(people[2], table)
    assert table_facts(again.public_id).seat_of(people[2].pk) == 2
    for person in people[:2]:
        rematch(person, table)
    assert players_at(again) == ["Alice", "Bob", "Charlie"]


def test_bots_sit_down_again_by_themselves() -> None:
    alice, bob = guests("Alice", "Bob")
    table = gathered([alice, bob], seats=4, rounds=3)
    begin_table(alice, table.public_id, with_bots=True)
    bring_seeds(table.pk, (0, 1))
    for seat in (0, 1):
        play.submit(table.pk, Leave(at=0, seat=seat))
    assert state_of(table.pk).result is not None
    assert state_of(table.pk).result.reason == "deserted"  # type: ignore[union-attr]
    table.refresh_from_db()
    again = rematch(alice, table)
    assert again.seats.count() == 3
    rematch(bob, table)
    assert players_at(again) == ["Alice", "Bob", "bot", "bot"]


def test_rematch_asked_by_four_at_once_is_one_table() -> None:
    people = guests(*NAMES)
    table, _first = finished(people)
    results = at_once(*[lambda person=person: rematch(person, table) for person in people])
    assert {result.pk for result in results} == {results[0].pk}
    assert players_at(results[0]) == list(NAMES)


# --- leaving in a tiebreak -----------------------------------------------------------------------------------


def test_leaving_the_match_is_for_good_and_the_last_one_wins() -> None:
    table = in_play(4)
    for seat in (3, 0, 2):
        play.submit(table.pk, Leave(at=0, seat=seat))
    match = Match.objects.get(table=table)
    assert (match.reason, match.winners) == ("last_standing", [1])
