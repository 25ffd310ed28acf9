"""Practice: no reconnect budget, and a clock that is off, ×1, ×2 or ×4 as chosen (rules.md)."""

from __future__ import annotations

import pytest

from games.rules.actions import Check
from games.rules.commands import Player
from games.rules.errors import Malformed
from tests.rules.tables import ALICE, BOB, NAMES, SECOND, Table


@pytest.mark.parametrize(("clock", "due"), [(0, None), (1, 30 * SECOND), (2, 60 * SECOND), (4, 120 * SECOND)])
def test_decision_time_is_multiplied(clock: int, due: int | None) -> None:
    table = Table().start(mode="practice", clock=clock)
    assert table.due(ALICE) == due
    assert table.next_due() == due


@pytest.mark.parametrize("clock", [1, 2, 4])
def test_result_stands_as_long_as_ever(clock: int) -> None:
    table = Table().start(mode="practice", clock=clock).play_out()
    assert table.next_due() == 5 * SECOND


def test_without_a_clock_nothing_happens_by_itself() -> None:
    table = Table().start(mode="practice", clock=0)
    asked = table.state
    assert table.at(86_400 * SECOND).tick().state is asked
    table.play_out()
    assert table.next_due() is None
    table.skip(ALICE).skip(BOB)
    assert table.state.hand_number == 2


def test_without_a_clock_a_bot_still_thinks() -> None:
    table = Table().start(mode="practice", clock=0, players=(Player("Alice"), Player("", bot="house")))
    table.act(ALICE, Check())
    assert table.due(BOB) == 700


def test_a_bots_thinking_is_not_multiplied() -> None:
    table = Table().start(mode="practice", clock=4, players=(Player("Alice"), Player("", bot="house")))
    table.act(ALICE, Check())
    assert table.due(BOB) == 700


def test_practice_waits_for_its_player_to_come_and_bring_a_seed() -> None:
    table = Table().begin(mode="practice", players=(Player("Alice"), Player("", bot="house")))
    assert table.next_due() is None
    table.at(3_600 * SECOND).back(ALICE).digest(ALICE).reveal(ALICE)
    assert table.state.phase == "hand"


@pytest.mark.parametrize("clock", [-1, 3, 5, 10**30])
def test_other_clocks_are_refused(clock: int) -> None:
    with pytest.raises(Malformed) as refused:
        Table().begin(mode="practice", clock=clock)
    assert refused.value.code == "bad_clock"


@pytest.mark.parametrize("clock", [0, 2, 4])
def test_only_practice_chooses_its_clock(clock: int) -> None:
    with pytest.raises(Malformed) as refused:
        Table().begin(mode="free", clock=clock)
    assert refused.value.code == "bad_clock"


def test_only_practice_has_bots() -> None:
    with pytest.raises(Malformed) as refused:
        Table().begin(mode="free", players=(Player(NAMES[ALICE]), Player("", bot="house")))
    assert refused.value.code == "bad_players"
