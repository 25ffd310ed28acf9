"""While anyone is away from a two-player match everything stands (seed 000, Two-player matches; rules.md)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.rules.actions import Check
from games.rules.catalog import GAMES
from games.rules.errors import NotLegal
from tests.rules.tables import ALICE, BOB, CHARLIE, SECOND, START, Table
from tests.seam.row import SEAM

LEVEL = 600 * SECOND


@pytest.fixture
def table() -> Table:
    """Alice is to speak first; her 30 s began at 0."""
    return Table().start()


def test_turn_clock_goes_on_with_what_was_left(table: Table) -> None:
    """20 s were left when Bob went away at 10 s; he is back at 25 s, so they end at 45 s."""
    table.at(10 * SECOND).lose(BOB)
    assert table.seen_by(ALICE).paused
    table.at(25 * SECOND).back(BOB)
    assert not table.seen_by(ALICE).paused
    assert table.due(ALICE) == 45 * SECOND
    table.at(45 * SECOND - 1).act(ALICE, Check())


def test_no_decision_expires_while_paused(table: Table) -> None:
    paused = table.at(10 * SECOND).lose(BOB).state
    assert table.at(69 * SECOND).tick().state is paused
    assert table.next_due() == 70 * SECOND


def test_absence_at_the_very_end_of_a_turn_saves_its_last_ms(table: Table) -> None:
    table.at(30 * SECOND - 1).lose(BOB)
    table.at(60 * SECOND).back(BOB)
    assert table.due(ALICE) == 60 * SECOND + 1


def test_decision_that_ends_as_the_other_goes_away_has_ended(table: Table) -> None:
    table.at(30 * SECOND).lose(BOB)
    assert table.said("check", "away") == [("check", ALICE), ("away", BOB)]


def test_actions_are_refused_while_paused(table: Table) -> None:
    table.at(5 * SECOND).lose(BOB)
    with pytest.raises(NotLegal) as refused:
        table.act(ALICE, Check())
    assert refused.value.code == "paused"
    table.back(BOB).act(ALICE, Check())


def test_clocks_go_on_only_when_nobody_is_away(table: Table) -> None:
    """Alice has 25 s left at 5 s. Both are away from 8 s to 11 s, somebody until 20 s."""
    table.at(5 * SECOND).lose(BOB)
    table.at(8 * SECOND).lose(ALICE)
    table.at(11 * SECOND).back(BOB)
    assert table.seen_by(BOB).paused
    table.at(20 * SECOND).back(ALICE)
    assert table.due(ALICE) == 45 * SECOND


def test_level_clock_stands_in_a_pause(table: Table) -> None:
    def left() -> int | None:
        left_ms: int | None = table.seen_by(ALICE).match.ms_to_next_level
        return left_ms

    table.at(10 * SECOND).lose(BOB)
    assert left() == LEVEL - 10 * SECOND
    table.at(40 * SECOND).back(BOB)
    assert left() == LEVEL - 10 * SECOND
    table.at(50 * SECOND).act(ALICE, Check())
    assert left() == LEVEL - 20 * SECOND


@pytest.mark.parametrize("away_ms", [0, 50 * SECOND])
@pytest.mark.parametrize(("dealt_at", "ante"), [(600 * SECOND - 1, 50), (600 * SECOND, 100)])
def test_ante_is_that_of_unpaused_time(away_ms: int, dealt_at: int, ante: int) -> None:
    """A hand of nothing but expiries lasts 6 × 30 s and its result 5 s: the third is over at 550 s, the fourth dealt
    at 555 s. The fifth is dealt around 600 s of unpaused time, with or without 50 s that Bob was away."""
    table = Table().start()
    while table.now - START < 550 * SECOND:
        table.at(table.next_due() or 0).tick()
    assert table.state.phase == "between"
    table.at(551 * SECOND).lose(BOB)
    table.at(551 * SECOND + away_ms).back(BOB)
    table.at(555 * SECOND + away_ms).tick()
    assert table.state.hand_number == 4
    table.at(585 * SECOND + away_ms).tick()
    table.at(596 * SECOND + away_ms).play_out()
    table.at(dealt_at + away_ms).skip(ALICE).skip(BOB)
    assert table.state.setup is not None
    assert table.state.setup.forced == (ante, ante)


def test_pause_between_hands_keeps_what_was_left_of_the_result(table: Table) -> None:
    table.play_out()
    assert table.next_due() == 5 * SECOND
    table.at(2 * SECOND).lose(BOB)
    assert table.seen_by(ALICE).next_hand_due is None
    table.at(10 * SECOND).back(BOB)
    assert table.next_due() == 13 * SECOND
    table.at(13 * SECOND).tick()
    assert table.state.hand_number == 2


def test_nobody_skips_while_paused(table: Table) -> None:
    table.play_out().lose(BOB)
    with pytest.raises(NotLegal) as refused:
        table.skip(ALICE)
    assert refused.value.code == "paused"


def test_clocks_go_on_when_who_was_away_is_taken_off_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """A row that pauses for the absent and then plays on without them: 20 s for Charlie from 1 s on."""
    policy = replace(SEAM.absence, pauses=True)
    monkeypatch.setitem(GAMES, SEAM.key, replace(SEAM, absence=policy))
    table = Table().start("seam").at(1 * SECOND).lose(CHARLIE)
    assert table.seen_by(ALICE).paused
    table.at(21 * SECOND).tick()
    assert not table.seen_by(ALICE).paused
    assert table.due(ALICE) == 30 * SECOND


def test_due_times_are_not_shown_while_they_stand(table: Table) -> None:
    table.at(5 * SECOND).lose(BOB)
    seen = table.seen_by(ALICE)
    assert seen.prompt is not None
    assert seen.prompt.due is None
    assert [acting.due for acting in seen.acting] == [None]


def test_absence_does_not_pause_where_the_game_plays_on() -> None:
    table = Table().start("seam").at(1 * SECOND).lose(BOB)
    assert not table.seen_by(ALICE).paused
    table.act(ALICE, Check())
