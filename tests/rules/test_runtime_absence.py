"""Reconnect budgets: 60 s per player and match, and what follows when they are used up (rules.md, Disconnects)."""

from __future__ import annotations

import pytest

from games.rules.actions import Check
from games.rules.commands import Back, Lost
from games.rules.contracts import MatchResult, Pot, Refund, Settle
from games.rules.errors import Malformed, NotLegal
from tests.rules.tables import ALICE, BOB, CHARLIE, SECOND, STAKES_IN, Table

BUDGET = 60 * SECOND


@pytest.fixture
def table() -> Table:
    """Alice is to speak first; her 30 s began at 0."""
    return Table().start()


def won(table: Table) -> tuple[str, tuple[int, ...]]:
    result = table.state.result
    assert result is not None
    return result.reason, result.winners


# --- the budget ------------------------------------------------------------------------------------------


def test_budget_is_used_up_across_absences(table: Table) -> None:
    """20 s away from 10 s to 30 s; of the second absence, begun at 40 s, 40 s are left."""
    table.at(10 * SECOND).lose(BOB)
    assert table.next_due() == 70 * SECOND
    table.at(30 * SECOND).back(BOB)
    table.at(40 * SECOND).lose(BOB)
    assert table.next_due() == 80 * SECOND
    assert table.seen_by(ALICE).seats[BOB].away_until == table.state.at + 40 * SECOND


def test_return_one_ms_before_the_end_is_in_time(table: Table) -> None:
    table.at(10 * SECOND).lose(BOB)
    table.at(70 * SECOND - 1).back(BOB)
    assert table.state.phase == "hand"
    table.at(80 * SECOND).lose(BOB)
    assert table.next_due() == 80 * SECOND + 1


@pytest.mark.parametrize("late", [0, 1, 5 * SECOND])
def test_return_at_the_very_end_is_too_late(table: Table, late: int) -> None:
    table.at(10 * SECOND).lose(BOB)
    table.at(70 * SECOND + late)
    with pytest.raises(NotLegal) as refused:
        table.back(BOB)
    assert refused.value.code == "match_over"
    assert table.state.phase == "hand"
    table.tick()
    assert won(table) == ("forfeit", (ALICE,))


def test_forfeit_pays_both_stakes_to_the_winner(table: Table) -> None:
    """Seed 000: the winner receives 99 % of the combined stakes."""
    table.at(10 * SECOND).lose(BOB).at(70 * SECOND).tick()
    assert table.effects == [STAKES_IN, Settle((Pot((1, 1), (0, 1), (2, 0)),), 100)]


def test_forfeit_between_hands(table: Table) -> None:
    table.fold_out().lose(BOB)
    table.at(60 * SECOND).tick()
    assert won(table) == ("forfeit", (ALICE,))


def test_nothing_runs_after_the_match(table: Table) -> None:
    table.lose(BOB).at(60 * SECOND).tick()
    over = table.state
    assert table.next_due() is None
    assert table.at(3_600 * SECOND).tick().state is over


def test_seat_without_a_connection_is_away_from_the_first_card_on() -> None:
    table = Table().at(0).begin()
    table.back(ALICE).digest(ALICE).digest(BOB).reveal(ALICE).reveal(BOB)
    assert table.state.phase == "hand"
    assert table.seen_by(ALICE).paused
    table.at(60 * SECOND).tick()
    assert won(table) == ("forfeit", (ALICE,))


def test_connection_lost_before_the_first_card_spends_from_the_first_card_on() -> None:
    table = Table().at(-5 * SECOND).begin().back(ALICE).back(BOB).lose(BOB)
    assert not table.seen_by(ALICE).seats[BOB].away
    table.digest(ALICE).digest(BOB).reveal(ALICE)
    table.at(0).reveal(BOB)
    assert table.next_due() == 60 * SECOND


# --- both away -------------------------------------------------------------------------------------------


def bob_has_five_seconds_left(table: Table) -> Table:
    return table.at(0).lose(BOB).at(55 * SECOND).back(BOB)


def test_absence_that_begins_while_the_other_is_away_has_ten_seconds(table: Table) -> None:
    bob_has_five_seconds_left(table)
    table.at(60 * SECOND).lose(ALICE)
    table.at(61 * SECOND).lose(BOB)
    assert table.seen_by(ALICE).seats[BOB].away_until == table.state.at + 10 * SECOND
    table.at(71 * SECOND - 1).back(BOB)
    assert table.state.phase == "hand"


def test_absence_that_begins_while_the_other_is_here_has_what_is_left(table: Table) -> None:
    bob_has_five_seconds_left(table)
    table.at(61 * SECOND).lose(BOB)
    assert table.next_due() == 66 * SECOND


def test_the_ten_seconds_do_not_refill_the_budget(table: Table) -> None:
    """After 8 s of them the 5 s are spent: the next absence with the other here ends as it begins."""
    bob_has_five_seconds_left(table)
    table.at(60 * SECOND).lose(ALICE)
    table.at(61 * SECOND).lose(BOB).at(69 * SECOND).back(BOB).back(ALICE)
    table.at(80 * SECOND).lose(BOB)
    assert table.next_due() == 80 * SECOND
    table.tick()
    assert won(table) == ("forfeit", (ALICE,))


def test_ten_seconds_are_at_least_and_not_at_most(table: Table) -> None:
    table.at(1 * SECOND).lose(ALICE).at(2 * SECOND).lose(BOB)
    assert table.seen_by(ALICE).seats[BOB].away_until == table.state.at + BUDGET


def test_one_budget_ends_while_the_other_is_away_and_nothing_is_decided(table: Table) -> None:
    table.at(0).lose(BOB).at(20 * SECOND).lose(ALICE)
    table.at(60 * SECOND).tick()
    assert table.state.phase == "hand"
    assert table.seen_by(ALICE).seats[BOB].exhausted
    assert table.next_due() == 80 * SECOND


def test_the_other_returns_before_his_own_end_and_wins(table: Table) -> None:
    table.at(0).lose(BOB).at(20 * SECOND).lose(ALICE)
    table.at(80 * SECOND - 1).back(ALICE)
    assert won(table) == ("forfeit", (ALICE,))


def test_exhausted_is_final_even_when_he_returns_first(table: Table) -> None:
    """Bob's budget ends at 60 s. He is back at 61 s, Alice at 79 s, before her own end: Bob has forfeited."""
    table.at(0).lose(BOB).at(20 * SECOND).lose(ALICE)
    table.at(61 * SECOND).back(BOB)
    assert table.state.phase == "hand"
    assert table.seen_by(BOB).paused
    table.at(79 * SECOND).back(ALICE)
    assert won(table) == ("forfeit", (ALICE,))


def test_both_exhausted_is_mutual_and_the_stakes_go_back(table: Table) -> None:
    table.at(0).lose(BOB).at(20 * SECOND).lose(ALICE)
    table.at(60 * SECOND).tick().at(80 * SECOND).tick()
    assert won(table) == ("mutual", ())
    assert table.effects == [STAKES_IN, Refund("mutual")]


def test_both_exhausted_is_mutual_although_one_has_returned_too_late(table: Table) -> None:
    table.at(0).lose(BOB).at(20 * SECOND).lose(ALICE)
    table.at(61 * SECOND).back(BOB)
    table.at(80 * SECOND).tick()
    assert won(table) == ("mutual", ())


def test_both_ends_in_one_late_tick_are_mutual(table: Table) -> None:
    table.at(0).lose(BOB).at(20 * SECOND).lose(ALICE).at(300 * SECOND).tick()
    assert won(table) == ("mutual", ())
    assert table.said("exhausted") == [("exhausted", BOB), ("exhausted", ALICE)]


def test_both_ends_at_one_instant_are_mutual(table: Table) -> None:
    table.lose(BOB).lose(ALICE).at(60 * SECOND).tick()
    assert won(table) == ("mutual", ())


def test_exhausted_player_may_still_give_up(table: Table) -> None:
    table.at(0).lose(BOB).at(20 * SECOND).lose(ALICE)
    table.at(61 * SECOND).back(BOB).give_up(BOB)
    assert won(table) == ("gave_up", (ALICE,))


# --- connections -----------------------------------------------------------------------------------------


def test_loss_of_a_replaced_connection_is_refused(table: Table) -> None:
    table.back(BOB, "laptop").back(BOB, "phone")
    before = table.state
    with pytest.raises(NotLegal) as refused:
        table.lose(BOB, "laptop")
    assert refused.value.code == "stale_connection"
    assert table.state is before
    table.lose(BOB, "phone")
    assert table.seen_by(ALICE).seats[BOB].away


def test_the_same_loss_twice_is_refused_the_second_time(table: Table) -> None:
    table.lose(BOB)
    with pytest.raises(NotLegal):
        table.at(SECOND).lose(BOB)
    assert table.next_due() == 60 * SECOND


def test_same_connection_again_changes_nothing(table: Table) -> None:
    before = table.state
    assert table.at(SECOND).back(BOB).state is before


def test_new_connection_without_a_loss_spends_nothing(table: Table) -> None:
    table.at(SECOND).back(BOB, "phone")
    assert not table.seen_by(ALICE).paused
    table.at(2 * SECOND).lose(BOB, "phone")
    assert table.next_due() == 62 * SECOND


def test_a_connection_has_a_name(table: Table) -> None:
    table.lose(BOB)
    with pytest.raises(Malformed):
        table.send(Back(at=table.now, seat=BOB, conn=""))
    with pytest.raises(NotLegal):
        table.send(Lost(at=table.now, seat=BOB, conn=""))


# --- our own stop or crash -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("away_ms", "spent_ms"), [(1 * SECOND, 0), (15 * SECOND, 0), (20 * SECOND, 5 * SECOND)]
)
def test_absence_by_our_crash_spends_nothing_for_fifteen_seconds(
    table: Table, away_ms: int, spent_ms: int
) -> None:
    table.at(10 * SECOND).lose(BOB, ours=True)
    assert table.seen_by(ALICE).paused
    assert table.next_due() == 10 * SECOND + 15 * SECOND + BUDGET
    table.at(10 * SECOND + away_ms).back(BOB)
    assert table.due(ALICE) == 30 * SECOND + away_ms
    table.at(100 * SECOND).tick().lose(BOB)
    assert table.next_due() == 100 * SECOND + BUDGET - spent_ms


# --- other games -----------------------------------------------------------------------------------------


def test_practice_has_no_reconnect_budget() -> None:
    table = Table().start("tactical", mode="practice").lose(BOB)
    assert table.next_due() is None
    assert table.seen_by(ALICE).seats[BOB].away_until is None
    table.at(7_200 * SECOND).back(BOB)
    assert table.due(ALICE) == 7_230 * SECOND
    table.lose(BOB)
    assert table.next_due() is None


def test_where_the_game_goes_on_the_seat_alone_is_out_at_the_end() -> None:
    """Seam: 20 s, then the seat is withdrawn from the hand and the match, and free for another."""
    table = Table().start("seam").lose(CHARLIE)
    table.act(ALICE, Check()).act(BOB, Check())
    table.at(9 * SECOND).act(CHARLIE, Check())
    table.at(20 * SECOND).tick()
    assert table.state.phase == "hand"
    assert table.state.seats[CHARLIE].empty
    assert table.said("exhausted", "withdrew", "left") == [
        ("exhausted", CHARLIE),
        ("withdrew", CHARLIE),
        ("left", CHARLIE),
    ]
    table.open_middle()
    assert table.state.result is None


def test_where_the_game_goes_on_the_end_of_one_absence_touches_no_other_seat() -> None:
    table = Table().start("seam").lose(CHARLIE).at(SECOND).lose(BOB)
    table.at(20 * SECOND).tick()
    assert table.state.seats[CHARLIE].empty
    assert not table.state.seats[BOB].exhausted
    assert table.next_due() == 21 * SECOND


def test_match_result_is_said_once(table: Table) -> None:
    table.lose(BOB).at(60 * SECOND).tick()
    assert table.state.result == MatchResult("forfeit", (ALICE,))
    assert table.said("over_forfeit") == [("over_forfeit", ALICE)]
