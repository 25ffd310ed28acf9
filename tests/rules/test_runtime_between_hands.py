"""Between hands: 5 s result, 2 s after a fold, both may skip; level clocks run on (rules.md, All games)."""

from __future__ import annotations

import pytest

from games.rules.commands import Player
from games.rules.errors import Malformed, NotLegal
from tests.rules.tables import ALICE, BOB, SECOND, Table


@pytest.fixture
def table() -> Table:
    return Table().start()


def test_result_of_a_showdown_stands_five_seconds(table: Table) -> None:
    table.play_out()
    assert table.seen_by(None).next_hand_due == table.state.at + 5 * SECOND
    result = table.state
    assert table.at(5 * SECOND - 1).tick().state is result
    assert table.at(5 * SECOND).tick().state.hand_number == 2


def test_result_of_a_fold_stands_two_seconds(table: Table) -> None:
    table.fold_out()
    assert table.next_due() == 2 * SECOND
    assert table.at(2 * SECOND).tick().state.hand_number == 2


def test_both_skip_and_the_next_hand_comes_at_once(table: Table) -> None:
    table.play_out().at(1 * SECOND).skip(ALICE)
    assert table.seen_by(BOB).seats[ALICE].skips
    assert table.state.phase == "between"
    table.at(1_500).skip(BOB)
    assert table.state.hand_number == 2
    assert table.due(BOB) == 31_500


def test_skip_holds_for_one_result(table: Table) -> None:
    table.play_out().skip(ALICE).skip(BOB)
    table.fold_out().skip(BOB)
    assert table.state.phase == "between"


def test_second_skip_of_a_seat_changes_nothing(table: Table) -> None:
    once = table.play_out().skip(ALICE).state
    assert table.skip(ALICE).state is once


def test_skip_during_a_hand_is_refused(table: Table) -> None:
    with pytest.raises(NotLegal) as refused:
        table.skip(ALICE)
    assert refused.value.code == "nothing_to_skip"


def test_bots_need_not_skip() -> None:
    table = Table().start(mode="practice", players=(Player("Alice"), Player("", bot="house")))
    while table.state.phase == "hand":
        table.at(table.next_due() or 0).tick()
    table.skip(ALICE)
    assert table.state.hand_number == 2
    with pytest.raises(Malformed):
        table.skip(BOB)


def test_nobody_acts_between_hands(table: Table) -> None:
    table.play_out()
    assert table.state.prompts == ()
    assert table.seen_by(ALICE).acting == ()


def test_level_clock_runs_on_between_hands(table: Table) -> None:
    table.at(10 * SECOND).play_out()
    assert table.seen_by(None).match.ms_to_next_level == 590 * SECOND
    table.at(14 * SECOND).skip(ALICE)
    assert table.seen_by(None).match.ms_to_next_level == 586 * SECOND


def test_button_changes_after_every_hand(table: Table) -> None:
    buttons = []
    for _ in range(4):
        assert table.state.setup is not None
        buttons.append(table.state.setup.button)
        table.fold_out().skip(ALICE).skip(BOB)
    assert buttons == [BOB, ALICE, BOB, ALICE]


def test_late_tick_deals_one_hand_and_gives_it_all_its_time(table: Table) -> None:
    table.play_out().at(60 * SECOND).tick()
    assert table.state.hand_number == 2
    assert table.due(BOB) == 90 * SECOND
