"""Twenty-One (Polish) with players who are away, leave, or are the last one left (rules.md, Disconnects)."""

from __future__ import annotations

from games.rules.actions import Stand
from games.rules.commands import Player
from games.rules.given import GivenChance
from games.rules.table_view import view
from tests.rules.polish_rounds import NOBODY, all_stand, in_round, next_round, rounds_won_by, table_of, won
from tests.rules.tables import ALICE, BOB, CHARLIE, DORA, SECOND, GivenDeals, Table

# --- absence in a round ------------------------------------------------------------------------------------


def test_ten_seconds_away_in_a_row_are_a_bust() -> None:
    table = table_of(3)
    table.at(2 * SECOND).lose(BOB)
    assert table.next_due() == 12 * SECOND
    table.at(12 * SECOND - 1).tick()
    assert table.hand.lost == (False, False, False)
    table.at(12 * SECOND).tick()
    assert table.hand.lost == (False, True, False)
    assert table.asked() == (ALICE,)
    table.act(ALICE, Stand())
    assert table.asked() == (CHARLIE,)


def test_a_reload_costs_nothing() -> None:
    table = table_of(3)
    for nth in range(5):
        table.at(nth * 3 * SECOND).lose(BOB).at(nth * 3 * SECOND + 2 * SECOND).back(BOB)
    table.at(16 * SECOND).tick()
    assert table.hand.lost == (False, False, False)


def test_back_at_the_very_end_of_ten_seconds_is_too_late() -> None:
    table = table_of(3).at(0).lose(BOB).at(10 * SECOND).back(BOB)
    assert table.hand.lost == (False, True, False)
    assert not table.state.seats[BOB].out


def test_own_clock_that_ends_while_away_is_a_bust() -> None:
    table = table_of(3).at(15 * SECOND).lose(ALICE)
    table.at(20 * SECOND).tick()
    assert table.hand.lost == (True, False, False)
    assert table.asked() == (BOB,)


def test_clocks_run_on_for_the_others_while_somebody_is_away() -> None:
    table = table_of(3).at(5 * SECOND).lose(BOB)
    assert not table.seen_by(ALICE).paused
    assert table.due(ALICE) == 20 * SECOND


def test_who_is_away_himself_wins_nothing_by_anothers_absence() -> None:
    """Bob's ten seconds end one after Alice's; he would have had the higher total."""
    table = table_of(2, BOB).at(0).lose(ALICE).at(1 * SECOND).lose(BOB).at(10 * SECOND).tick()
    assert table.hand.lost == (True, False)
    assert table.asked() == (BOB,)
    table.at(11 * SECOND).tick()
    assert table.match.points == (0, 0)
    assert table.last_said().kind == "no_point"


def test_who_is_back_in_time_wins_by_anothers_absence() -> None:
    table = table_of(2, ALICE).at(0).lose(ALICE).at(1 * SECOND).lose(BOB).at(10 * SECOND).tick()
    table.back(BOB).act(BOB, Stand())
    assert table.match.points == (0, 1)


def test_ten_seconds_that_end_for_both_at_one_instant_are_nobodys_point() -> None:
    """As they do when both stay away after an outage."""
    table = table_of(2, BOB).at(2 * SECOND).lose(ALICE, ours=True).lose(BOB, ours=True)
    table.at(40 * SECOND).stood_still(2 * SECOND, 70 * SECOND).at(80 * SECOND).tick()
    assert table.match.points == (0, 0)
    assert table.hand.lost == (True, True)


def test_who_stood_keeps_his_result_however_long_he_is_away() -> None:
    table = table_of(3).act(ALICE, Stand()).lose(ALICE)
    table.at(11 * SECOND).tick().act(BOB, Stand()).act(CHARLIE, Stand())
    assert table.match.points == (1, 0, 0)


def test_absence_by_our_fault_begins_to_count_later() -> None:
    table = table_of(3).at(0).lose(BOB, ours=True)
    assert table.next_due() == 20 * SECOND, "first comes Alice's clock"
    table.at(20 * SECOND).tick()
    assert table.asked() == (BOB,)
    table.at(25 * SECOND).tick()
    assert table.hand.lost == (False, True, False)


def test_own_clock_that_ends_in_an_absence_by_our_fault_stands() -> None:
    """Alice's 20 s end 5 s after our crash, and nothing is spent for 15 s."""
    table = table_of(2, ALICE).at(15 * SECOND).lose(ALICE, ours=True).at(20 * SECOND).tick()
    assert (table.hand.done[ALICE], table.hand.lost[ALICE]) == (True, False)
    table.act(BOB, Stand())
    assert table.match.points == (1, 0)


def test_an_outage_moves_the_ten_seconds() -> None:
    table = table_of(3).at(2 * SECOND).lose(BOB).at(100 * SECOND).stood_still(6 * SECOND, 130 * SECOND)
    table.at(136 * SECOND - 1).tick()
    assert table.hand.lost == (False, False, False)
    table.at(136 * SECOND).tick()
    assert table.hand.lost == (False, True, False)


def test_who_has_been_away_for_ten_seconds_is_not_dealt_in() -> None:
    """He is bust in the round that he left, misses the next, and plays on when he is back."""
    table = table_of(3, ALICE, NOBODY, CHARLIE, rounds=5).at(0).lose(BOB).at(10 * SECOND).tick()
    next_round(all_stand(table))
    assert in_round(table) == (ALICE, CHARLIE)
    assert table.asked() == (CHARLIE,), "Bob's turn to begin goes to the next who is there"
    table.back(BOB)
    next_round(all_stand(table))
    assert in_round(table) == (ALICE, BOB, CHARLIE)


def test_who_went_a_moment_ago_is_dealt_in() -> None:
    table = all_stand(table_of(3, ALICE, ALICE, rounds=5)).at(1 * SECOND).lose(BOB)
    next_round(table)
    assert in_round(table) == (ALICE, BOB, CHARLIE)
    table.at(11 * SECOND).tick()
    assert table.hand.lost == (False, True, False)


# --- waiting, leaving, the last one standing ---------------------------------------------------------------


def test_no_round_starts_with_fewer_than_two_connected() -> None:
    table = all_stand(table_of(2, ALICE, BOB)).at(1 * SECOND).lose(BOB)
    table.at(5 * SECOND).tick()
    assert table.state.phase == "between"
    table.at(20 * SECOND).tick()
    assert table.state.hand_number == 1
    table.back(BOB)
    assert table.next_due() == 25 * SECOND
    assert table.at(25 * SECOND).tick().state.hand_number == 2


def test_first_round_waits_too() -> None:
    table = table_of(2)
    fresh = Table(table.deals).at(0)
    for command in table.journal[:-1]:
        fresh.send(command)
    fresh.lose(BOB)
    fresh.send(table.journal[-1])
    assert (fresh.state.phase, fresh.state.hand_number) == ("between", 0)
    assert view(fresh.state, ALICE).hand is None
    fresh.at(3 * SECOND).back(BOB)
    assert fresh.at(8 * SECOND).tick().state.hand_number == 1


def test_sixty_seconds_away_are_out_of_the_match_and_the_others_play_on() -> None:
    table = table_of(3, ALICE, ALICE, rounds=7).at(0).lose(BOB).at(60 * SECOND).tick()
    assert table.state.phase != "over"
    assert table.match.out == (False, True, False)
    assert table.state.seats[BOB].player == "Bob", "the seat keeps its name"
    table.back(BOB)
    while table.state.hand_number == 1:
        next_round(all_stand(table))
    assert in_round(table) == (ALICE, CHARLIE)


def test_time_away_adds_up_to_sixty_seconds() -> None:
    table = table_of(2, rounds=10)
    table.at(0).lose(BOB).at(9 * SECOND).back(BOB).at(9 * SECOND).lose(BOB)
    assert table.state.seats[BOB].allowance == 51 * SECOND


def test_last_one_standing_wins() -> None:
    table = table_of(3).leave(ALICE)
    assert table.state.phase == "hand"
    table.leave(CHARLIE)
    assert won(table) == ("last_standing", (BOB,))


def test_who_leaves_in_the_last_round_does_not_win_by_it() -> None:
    """Alice has the only point. She goes while the last round, in which Bob is bust, is in play."""
    table = table_of(2, ALICE, NOBODY, NOBODY)
    next_round(all_stand(table))
    next_round(all_stand(table))
    assert table.match.points == (1, 0)
    table.leave(ALICE)
    assert won(table) == ("last_standing", (BOB,))


def test_both_away_for_good_the_last_one_left_wins() -> None:
    table = table_of(2).at(0).lose(ALICE).at(5 * SECOND).lose(BOB).at(60 * SECOND).tick()
    assert won(table) == ("last_standing", (BOB,))


def test_all_away_for_good_at_one_instant_nobody_wins() -> None:
    """None of them is the last one left, whatever the order of the seats."""
    table = table_of(3).at(0).lose(ALICE).lose(BOB).lose(CHARLIE).at(60 * SECOND).tick()
    assert won(table) == ("deserted", ())


def test_two_away_for_good_at_one_instant_leave_the_third() -> None:
    table = table_of(3).at(0).lose(ALICE).lose(CHARLIE).at(60 * SECOND).tick()
    assert won(table) == ("last_standing", (BOB,))


def test_four_seats_with_two_leaving_in_a_tiebreak() -> None:
    table = table_of(4, NOBODY, NOBODY, NOBODY, NOBODY)
    two_left = GivenChance.of("Td 2h 9d 3h")
    table.deals = GivenDeals(*table.deals.shoes, two_left)
    for _ in range(3):
        next_round(all_stand(table))
    assert table.match.tied == (ALICE, BOB, CHARLIE, DORA)
    table.leave(DORA).leave(ALICE)
    assert table.state.phase == "hand"
    next_round(all_stand(table))
    assert in_round(table) == (BOB, CHARLIE)
    all_stand(table)
    assert won(table) == ("points", (BOB,))
    assert table.replayed() == table.state


def test_bots_alone_do_not_play_on() -> None:
    people = (Player("Alice"), Player("", bot="house"), Player("", bot="house"))
    table = Table(rounds_won_by(ALICE, seats=3)).start("polish", mode="practice", players=people)
    table.leave(ALICE)
    assert won(table) == ("deserted", ())


def test_in_practice_an_absence_costs_nothing() -> None:
    people = (Player("Alice"), Player("", bot="house"))
    table = Table(rounds_won_by(ALICE, seats=2)).start("polish", mode="practice", players=people)
    table.lose(ALICE).at(15 * SECOND).tick()
    assert table.hand.lost == (False, False)
    table.at(20 * SECOND).tick()
    assert table.hand.done[ALICE]
    assert table.hand.lost == (False, False)
