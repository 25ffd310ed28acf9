"""Time without us is nobody's time: after an outage all clocks go on with what was left, 30 s later (rules.md).

In most tests the service dies 10 s after the first card and is back at 40 s, so clocks stand until 70 s.
"""

from __future__ import annotations

import pytest

from games.rules.actions import Check
from games.rules.commands import Player
from games.rules.contracts import MatchResult, Refund
from games.rules.errors import Malformed
from tests.rules.tables import ALICE, BOB, SECOND, STAKES_IN, START, Table

SINCE, BACK, UNTIL = 10 * SECOND, 40 * SECOND, 70 * SECOND


@pytest.fixture
def table() -> Table:
    """Alice is to speak first; her 30 s began at 0."""
    return Table().start()


def outage(table: Table) -> Table:
    return table.at(BACK).stood_still(SINCE, UNTIL)


def test_turn_that_ended_in_the_outage_has_not_ended(table: Table) -> None:
    """20 s of Alice's 30 s were left at 10 s: they end at 90 s."""
    outage(table)
    assert table.said("check") == []
    assert table.next_due() == table.due(ALICE) == 90 * SECOND
    table.at(90 * SECOND - 1).act(ALICE, Check())


def test_turn_that_ended_as_the_service_died_is_saved_too(table: Table) -> None:
    table.at(BACK).stood_still(30 * SECOND, UNTIL)
    assert table.due(ALICE) == UNTIL


def test_level_clock_stands_in_the_outage_and_thirty_seconds_more(table: Table) -> None:
    def left() -> int | None:
        left_ms: int | None = table.seen_by(ALICE).match.ms_to_next_level
        return left_ms

    outage(table)
    assert left() == 590 * SECOND
    table.at(60 * SECOND).act(ALICE, Check())
    assert left() == 590 * SECOND
    table.at(75 * SECOND).act(BOB, Check())
    assert left() == 585 * SECOND


def test_time_away_before_the_outage_is_spent_and_no_more(table: Table) -> None:
    """Bob was away for 5 s when the service died; 55 s are left from 70 s on."""
    table.at(5 * SECOND).lose(BOB)
    outage(table)
    assert table.next_due() == 125 * SECOND
    table.at(69 * SECOND).back(BOB).at(80 * SECOND).lose(BOB)
    assert table.next_due() == 80 * SECOND + 55 * SECOND


@pytest.mark.parametrize("lost_at", [16 * SECOND, 46 * SECOND])
@pytest.mark.parametrize("before", [True, False])
def test_absence_noticed_in_the_outage_or_the_grace_spends_from_its_end_on(
    table: Table, lost_at: int, before: bool
) -> None:
    """A worker finds the dead process's leases, or the new process the players who have not come back."""
    if before and lost_at < BACK:
        table.at(lost_at).lose(BOB, ours=True)
        outage(table)
    else:
        outage(table)
        table.at(max(lost_at, BACK)).lose(BOB, ours=True)
    assert table.next_due() == UNTIL + 60 * SECOND


def test_absence_of_ones_own_in_the_grace_spends_from_its_end_on(table: Table) -> None:
    outage(table).at(50 * SECOND).lose(BOB)
    assert table.next_due() == UNTIL + 60 * SECOND
    table.at(60 * SECOND).back(BOB)
    assert table.due(ALICE) == 90 * SECOND


def test_decision_asked_in_the_grace_has_all_its_time_after_it(table: Table) -> None:
    outage(table).at(50 * SECOND).act(ALICE, Check())
    assert table.due(BOB) == UNTIL + 30 * SECOND


def test_turn_clock_of_a_paused_table(table: Table) -> None:
    """Paused at 5 s with 25 s left, the service dies at 10 s; Bob returns at 100 s, after the grace."""
    table.at(5 * SECOND).lose(BOB)
    outage(table).at(100 * SECOND).back(BOB)
    assert table.due(ALICE) == 125 * SECOND


def test_turn_clock_of_a_paused_table_whose_player_returns_in_the_grace(table: Table) -> None:
    table.at(5 * SECOND).lose(BOB)
    outage(table).at(50 * SECOND).back(BOB)
    assert table.due(ALICE) == UNTIL + 25 * SECOND


def test_turn_clock_of_a_table_paused_in_the_outage(table: Table) -> None:
    """A worker noticed at 16 s that the process was dead. Alice had 20 s left when it died at 10 s, not 14 s."""
    table.at(16 * SECOND).lose(ALICE, ours=True).lose(BOB, ours=True)
    outage(table).at(45 * SECOND).back(ALICE).at(100 * SECOND).back(BOB)
    assert table.due(ALICE) == 120 * SECOND


def test_pause_that_begins_in_the_grace_and_ends_after_it(table: Table) -> None:
    outage(table).at(50 * SECOND).lose(BOB).at(75 * SECOND).back(BOB)
    assert table.due(ALICE) == 95 * SECOND


def test_outage_between_hands_keeps_what_was_left_of_the_result(table: Table) -> None:
    table.at(8 * SECOND).play_out()
    outage(table)
    assert table.next_due() == UNTIL + 3 * SECOND
    table.skip(ALICE).skip(BOB)
    assert table.state.hand_number == 2


@pytest.mark.parametrize("back", [54 * SECOND, 80 * SECOND])
def test_result_that_stands_in_the_grace_keeps_what_was_left_over_a_pause(table: Table, back: int) -> None:
    """The hand ends at 50 s, its result stands until 55 s; Bob is away from 52 s on, so 3 s are left."""
    outage(table).at(50 * SECOND).play_out()
    assert table.next_due() == 55 * SECOND
    table.at(52 * SECOND).lose(BOB).at(back).back(BOB)
    assert table.next_due() == back + 3 * SECOND


def test_result_that_is_paused_in_the_grace_when_the_service_dies_again(table: Table) -> None:
    """As above; dead again from 60 s on, clocks stand until 130 s."""
    outage(table).at(50 * SECOND).play_out().at(52 * SECOND).lose(BOB)
    table.at(100 * SECOND).stood_still(60 * SECOND, 130 * SECOND).at(131 * SECOND).back(BOB)
    assert table.next_due() == 134 * SECOND


def test_outage_while_seeds_are_called_for() -> None:
    table = Table().at(5 * SECOND).begin().back(ALICE).back(BOB)
    outage(table)
    assert table.next_due() == UNTIL + 5 * SECOND


def test_level_clock_of_a_match_that_begins_in_the_grace_stands_till_its_end() -> None:
    """A level lasts ten minutes from the first deal, and no clock runs before 70 s."""
    table = Table().at(5 * SECOND).begin().back(ALICE).back(BOB)
    outage(table).at(50 * SECOND).digest(ALICE).digest(BOB).reveal(ALICE).reveal(BOB)
    assert table.due(table.asked()[0]) == UNTIL + 30 * SECOND
    assert table.seen_by(ALICE).match.ms_to_next_level == 600 * SECOND
    table.at(UNTIL + 1 * SECOND).act(table.asked()[0], Check())
    assert table.seen_by(ALICE).match.ms_to_next_level == 599 * SECOND


# --- reported more than once -----------------------------------------------------------------------------


def test_outage_reported_twice_counts_once(table: Table) -> None:
    """Two processes start at the same time and both say so."""
    once = outage(table).state
    assert outage(table).state is once
    assert table.said("outage") == [("outage", -1)]


def test_outage_reported_again_a_little_longer_adds_the_difference(table: Table) -> None:
    outage(table).at(BACK + 500).stood_still(SINCE, UNTIL + 500)
    assert table.due(ALICE) == 90 * SECOND + 500


def test_second_outage_in_the_grace_of_the_first_adds_what_is_new(table: Table) -> None:
    """The clocks stood from 10 s to 70 s, now until 110 s; of both together 100 s are nobody's."""
    outage(table).at(80 * SECOND).stood_still(45 * SECOND, 110 * SECOND)
    assert table.due(ALICE) == 130 * SECOND


# --- ends ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("minutes_ms", "void"), [(600 * SECOND, False), (600 * SECOND + 1, True)])
def test_outage_over_ten_minutes_voids_and_refunds(table: Table, minutes_ms: int, void: bool) -> None:
    """`until` has the 30 s that are given back in it."""
    table.at(SINCE + minutes_ms).stood_still(SINCE, SINCE + minutes_ms + 30 * SECOND)
    assert (table.state.phase == "over") == void
    assert table.state.result == (MatchResult("void") if void else None)
    assert table.effects == [STAKES_IN, *([Refund("void")] if void else [])]


def test_void_before_the_first_card_has_nothing_to_refund() -> None:
    table = Table().begin().void()
    assert table.state.result == MatchResult("void")
    assert table.effects == []


def test_staff_void_comes_before_a_clock_that_is_due(table: Table) -> None:
    """The match does not count, so nothing that its clocks would do does."""
    table.lose(BOB).at(60 * SECOND).void()
    assert table.state.result == MatchResult("void")
    assert table.effects == [STAKES_IN, Refund("void")]


@pytest.mark.parametrize(("since", "until"), [(SINCE, SINCE - 1), (-START - 1, UNTIL)])
def test_impossible_times_are_refused(table: Table, since: int, until: int) -> None:
    with pytest.raises(Malformed):
        table.at(BACK).stood_still(since, until)


def test_bot_is_not_waited_for(table: Table) -> None:
    """Its thinking is no player's clock: Bob, who is a bot here, answers as soon as the service is back."""
    table = Table().start(mode="practice", players=(Player("Alice"), Player("", bot="house")))
    table.at(9_900).act(ALICE, Check())
    asked = table.token(BOB)
    assert outage(table).next_due() == 9_900 + 700
    table.tick()
    assert table.token(BOB) != asked


def test_bots_thinking_stands_in_a_pause_of_the_grace() -> None:
    """It has 200 ms left when Alice goes at 50.5 s."""
    table = Table().start(mode="practice", players=(Player("Alice"), Player("", bot="house")))
    outage(table).at(50 * SECOND).act(ALICE, Check())
    assert table.next_due() == 50_700
    table.at(50_500).lose(ALICE).at(60 * SECOND).back(ALICE)
    assert table.next_due() == 60_200
