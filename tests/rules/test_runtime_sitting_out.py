"""Seed 000, Unlimited Hands: automatic play and sit out; rules.md, Classic: Sit out. With clocks and connections."""

from __future__ import annotations

import pytest

from games.rules.actions import Go, LeaveTable, Stand
from games.rules.commands import Player
from games.rules.errors import Malformed, NotLegal, RulesError
from tests.rules.classic_cards import open_shoe_for
from tests.rules.tables import ALICE, BOB, SECOND, Table


@pytest.fixture
def table() -> Table:
    """Alice wins every hand. Hand 1 is dealt at 0, and Alice acts first."""
    return Table(open_shoe_for([ALICE] * 20)).start("classic_unlimited")


def refused(table: Table, call: object) -> str:
    """The code of a refusal that changes nothing."""
    before = table.state
    with pytest.raises(RulesError) as error:
        call()  # type: ignore[operator]
    assert table.state is before
    return error.value.code


def sits_out(table: Table, *seats: int) -> Table:
    """Hand 1 ends at 2 s, and these have selected sit out."""
    table.at(1 * SECOND)
    for seat in seats:
        table.sit_out(seat)
    return table.at(2 * SECOND).stand_out()


# --- automatic play --------------------------------------------------------------------------------------


def test_next_hand_starts_by_itself(table: Table) -> None:
    """5 s after the result, which both may skip."""
    table.at(2 * SECOND).stand_out()
    assert table.next_due() == 7 * SECOND
    table.at(7 * SECOND).tick()
    assert (table.state.phase, table.state.hand_number) == ("hand", 2)
    table.stand_out().skips()
    assert table.state.hand_number == 3


def test_table_waits_for_who_sits_out(table: Table) -> None:
    sits_out(table, BOB).at(7 * SECOND).tick().skips()
    assert (table.state.phase, table.state.hand_number) == ("between", 1)
    assert table.asked() == (BOB,)
    assert len(table.effects) == 2, "hand 1 was paid in and settled, and that is all"


# --- the switch ------------------------------------------------------------------------------------------


def test_switch_carries_its_value_and_may_come_twice(table: Table) -> None:
    table.sit_out(BOB)
    chosen = table.state
    assert table.sit_out(BOB).state is chosen
    table.sit_out(BOB, False)
    assert table.match.chosen == (False, False)


def test_switch_is_no_answer(table: Table) -> None:
    """Whose turn it is stays, with the same clock and token."""
    before = table.state.prompts
    assert table.sit_out(ALICE).sit_out(BOB).state.prompts == before


def test_cancelled_selection_is_none(table: Table) -> None:
    table.sit_out(BOB).sit_out(BOB, False).stand_out()
    assert table.asked() == ()


@pytest.mark.parametrize("hand", [1, 0, -5])
def test_hand_that_is_dealt_cannot_be_sat_out(table: Table, hand: int) -> None:
    assert refused(table, lambda: table.sit_out(BOB, hand=hand)) == "already_dealt"


def test_switch_for_a_hand_that_has_meanwhile_been_dealt_comes_too_late(table: Table) -> None:
    """Sent during hand 1, about hand 2, it arrives in hand 2: nobody sits out of hand 3 by that."""
    table.stand_out().skips()
    assert refused(table, lambda: table.sit_out(BOB, hand=2)) == "already_dealt"


def test_only_the_next_hand_can_be_sat_out(table: Table) -> None:
    with pytest.raises(Malformed) as error:
        table.sit_out(BOB, hand=3)
    assert error.value.code == "no_such_hand"


def test_selection_ends_with_the_hand(table: Table) -> None:
    table.stand_out()
    assert refused(table, lambda: table.sit_out(BOB)) == "hand_over"


def test_switch_is_refused_while_the_game_is_paused(table: Table) -> None:
    table.lose(ALICE)
    assert refused(table, lambda: table.sit_out(BOB)) == "paused"


@pytest.mark.parametrize("key", ["tactical", "classic_series", "classic_fixed", "seam"])
def test_nobody_sits_out_where_the_format_knows_no_such_thing(key: str) -> None:
    table = Table().start(key)
    assert refused(table, lambda: table.sit_out(BOB)) == "cannot_sit_out"


def test_switch_before_the_first_hand_and_of_nobody() -> None:
    table = Table().at(0).begin("classic_unlimited")
    assert refused(table, lambda: table.sit_out(BOB)) == "no_hand"
    with pytest.raises(Malformed):
        table.sit_out(2)


# --- the question ----------------------------------------------------------------------------------------


def test_who_sits_out_has_60_seconds(table: Table) -> None:
    """From the end of the hand. At their end the table closes without starting or charging for another hand."""
    sits_out(table, BOB)
    assert table.due(BOB) == 62 * SECOND
    table.at(62 * SECOND - 1).tick()
    assert table.state.phase == "between"
    table.at(62 * SECOND).tick()
    assert table.state.result is not None
    assert (table.state.result.reason, table.state.result.winners) == ("left", ())
    assert table.said("left") == [("left", BOB)]
    assert len(table.effects) == 2


def test_answer_at_the_very_end_is_too_late(table: Table) -> None:
    sits_out(table, BOB).at(62 * SECOND)
    with pytest.raises(RulesError):
        table.act(BOB, Go())


def test_playing_on_deals_the_next_hand_at_once_when_the_result_has_stood(table: Table) -> None:
    """In a step of its own, so that the answer is kept even if the hand cannot be paid for."""
    sits_out(table, BOB).at(7 * SECOND).tick().at(30 * SECOND).act(BOB, Go())
    assert table.state.hand_number == 1
    assert table.next_due() == 30 * SECOND
    assert table.tick().state.hand_number == 2


def test_playing_on_before_the_result_has_stood_waits_for_it(table: Table) -> None:
    sits_out(table, BOB).at(3 * SECOND).act(BOB, Go())
    assert table.next_due() == 7 * SECOND


def test_leaving_closes_the_table(table: Table) -> None:
    sits_out(table, BOB).at(3 * SECOND).act(BOB, LeaveTable())
    assert table.state.result is not None
    assert table.state.result.reason == "left"


def test_each_has_his_own_60_seconds_and_the_first_expiry_closes(table: Table) -> None:
    """Alice is asked 10 s later: her money does not suffice. She answers, Bob does not."""
    table.at(2 * SECOND).stand_out().at(7 * SECOND).not_funded(BOB, "insufficient_funds")
    table.at(17 * SECOND).not_funded(ALICE, "above_consent")
    assert (table.due(ALICE), table.due(BOB)) == (77 * SECOND, 67 * SECOND)
    table.at(20 * SECOND).act(ALICE, Go())
    assert table.asked() == (BOB,)
    table.at(67 * SECOND).tick()
    assert table.said("left") == [("left", BOB)]


def test_other_player_may_leave_while_waiting(table: Table) -> None:
    """He does not have to select sit out."""
    sits_out(table, BOB).at(30 * SECOND).leave(ALICE)
    assert table.state.result is not None
    assert (table.state.result.reason, table.state.result.winners) == ("left", ())
    assert table.said("left", "over_left") == [("left", ALICE), ("over_left", -1)]
    assert len(table.effects) == 2


def test_anybody_may_leave_between_hands_and_nobody_in_a_hand(table: Table) -> None:
    assert refused(table, lambda: table.leave(BOB)) == "cannot_leave"
    table.stand_out().leave(BOB)
    assert table.state.phase == "over"


def test_hand_that_the_clock_played_sits_its_player_out(table: Table) -> None:
    """A player whose every decision was made by the clock; Bob took one himself."""
    table.at(15 * SECOND).tick().act(BOB, Stand())
    assert table.asked() == (ALICE,)
    assert table.seen_by(ALICE).prompt.why == "idle"  # type: ignore[union-attr]


def test_why_is_told_to_who_sits_out_alone(table: Table) -> None:
    table.stand_out().at(5 * SECOND).not_funded(BOB, "insufficient_funds")
    assert table.seen_by(BOB).prompt.why == "insufficient_funds"  # type: ignore[union-attr]
    for viewer in (ALICE, None):
        assert "insufficient_funds" not in str(table.seen_by(viewer))


def test_no_next_hand_is_announced_while_somebody_sits_out(table: Table) -> None:
    sits_out(table, BOB)
    assert table.seen_by(ALICE).next_hand_due is None
    table.act(BOB, Go())
    assert table.seen_by(ALICE).next_hand_due == table.state.at + 5 * SECOND


# --- while somebody is away ------------------------------------------------------------------------------


def test_question_runs_on_while_the_other_is_away_and_is_answered(table: Table) -> None:
    sits_out(table, BOB).at(10 * SECOND).lose(ALICE)
    assert table.seen_by(BOB).prompt.due == table.state.at + 52 * SECOND  # type: ignore[union-attr]
    assert [acting.due for acting in table.seen_by(ALICE).acting] == [table.state.at + 52 * SECOND]
    table.at(20 * SECOND).act(BOB, Go()).tick()
    assert table.state.hand_number == 1, "nothing is dealt while the game is paused"
    table.at(30 * SECOND).back(ALICE).tick()
    assert table.state.hand_number == 2


def test_question_runs_on_while_its_own_player_is_away(table: Table) -> None:
    """He went at 10 s: his 60 s of the question end before those of his absence."""
    sits_out(table, BOB).at(10 * SECOND).lose(BOB)
    assert table.next_due() == 62 * SECOND
    table.at(40 * SECOND).back(BOB)
    assert table.due(BOB) == 62 * SECOND


def test_time_of_an_outage_is_nobodys_in_a_question_either(table: Table) -> None:
    """10 s without service, and paused meanwhile or not: the same."""
    sits_out(table, BOB).at(20 * SECOND).stood_still(10 * SECOND, 20 * SECOND)
    assert table.due(BOB) == 72 * SECOND
    table.lose(ALICE).at(40 * SECOND).stood_still(30 * SECOND, 40 * SECOND)
    assert table.due(BOB) == 82 * SECOND


def test_question_that_is_asked_while_the_game_is_paused_has_its_60_seconds(table: Table) -> None:
    table.at(2 * SECOND).stand_out().at(3 * SECOND).lose(ALICE).at(10 * SECOND)
    table.not_funded(BOB, "insufficient_funds")
    assert table.due(BOB) == 70 * SECOND


def test_question_that_is_asked_while_clocks_stand_after_an_outage_begins_when_they_go_on(
    table: Table,
) -> None:
    """Service is back at 20 s, and all get time until 50 s."""
    table.sit_out(BOB).at(20 * SECOND).stood_still(5 * SECOND, 50 * SECOND).at(25 * SECOND).stand_out()
    assert table.due(BOB) == 110 * SECOND


def test_other_player_may_leave_while_the_game_is_paused(table: Table) -> None:
    sits_out(table, BOB).lose(BOB).at(10 * SECOND).leave(ALICE)
    assert table.state.phase == "over"


# --- practice --------------------------------------------------------------------------------------------


def test_question_has_no_end_without_a_clock() -> None:
    table = Table(open_shoe_for([ALICE] * 3))
    players = (Player("Alice"), Player("", "house"))
    table.start("classic_unlimited", mode="practice", clock=0, players=players).sit_out(ALICE).act(
        ALICE, Stand()
    )
    table.at(10 * SECOND).tick()
    assert table.asked() == (ALICE,)
    assert table.due(ALICE) is None
    assert table.act(ALICE, Go()).tick().state.hand_number == 2


def test_practice_is_left_between_hands() -> None:
    table = Table(open_shoe_for([ALICE] * 3))
    players = (Player("Alice"), Player("", "house"))
    table.start("classic_unlimited", mode="practice", clock=2, players=players).sit_out(ALICE).act(
        ALICE, Stand()
    )
    table.at(10 * SECOND).tick()
    due = table.due(ALICE)
    assert due is not None
    assert 120 * SECOND < due <= 130 * SECOND, "twice as long"
    table.leave(ALICE)
    assert table.state.phase == "over"


def test_asking_is_refused_to_who_is_not_asked(table: Table) -> None:
    sits_out(table, BOB)
    with pytest.raises(RulesError):
        table.act(ALICE, Go())
    with pytest.raises(NotLegal):
        table.sit_out(ALICE)
