"""An expired decision acts by itself: never early, never twice, in order (rules.md, All games; design, Time)."""

from __future__ import annotations

import pytest

from games.rules.actions import Bet, Check, Fold
from games.rules.commands import Act, Tick
from games.rules.contracts import Fact
from games.rules.errors import NotLegal, NotYourTurn
from games.rules.runtime import step
from tests.rules.tables import ALICE, BOB, CHARLIE, SECOND, START, Table

TURN = 30 * SECOND
SEAM_TURN = 10 * SECOND


@pytest.fixture
def table() -> Table:
    """Alice is to speak first; her 30 s began at 0."""
    return Table().start()


def test_decision_lasts_thirty_seconds(table: Table) -> None:
    assert table.asked() == (ALICE,)
    assert table.next_due() == table.due(ALICE) == TURN


def test_answer_one_ms_before_the_end_counts(table: Table) -> None:
    table.at(TURN - 1).act(ALICE, Check())
    assert table.last_said() == Fact("check", ALICE)
    assert table.asked() == (BOB,)
    assert table.due(BOB) == TURN - 1 + TURN


@pytest.mark.parametrize("late", [0, 1, 700])
def test_answer_at_the_end_or_later_is_refused_and_the_tick_checks(table: Table, late: int) -> None:
    token = table.token(ALICE)
    before = table.state
    with pytest.raises(NotYourTurn):
        table.send(Act(at=START + TURN + late, seat=ALICE, token=token, action=Bet(100)))
    assert table.state is before
    table.at(TURN + late).tick()
    assert table.last_said() == Fact("check", ALICE, auto=True)
    assert table.asked() == (BOB,)


def test_the_other_may_answer_at_the_very_instant_the_first_one_expires(table: Table) -> None:
    """The clock is let run out first, so a command of the same instant meets what it left behind."""
    after_tick = step(table.state, Tick(at=START + TURN), table.deals).state
    token = after_tick.token(after_tick.prompts[0])
    table.send(Act(at=START + TURN, seat=BOB, token=token, action=Check()))
    assert table.said("check") == [("check", ALICE), ("check", BOB)]


def test_tick_before_the_end_changes_nothing(table: Table) -> None:
    before = table.state
    assert table.at(TURN - 1).tick().state is before


def test_expired_bet_is_answered_by_a_fold(table: Table) -> None:
    table.act(ALICE, Bet(10)).at(TURN).tick()
    assert table.said("fold") == [("fold", BOB)]
    assert table.state.log[-2] == Fact("fold", BOB, auto=True)


def test_second_tick_at_the_same_time_gives_back_the_same_state(table: Table) -> None:
    once = table.at(TURN).tick().state
    assert table.tick().state is once
    assert table.at(2 * TURN - 1).tick().state is once


def test_late_tick_acts_once_and_gives_the_next_player_all_his_time(table: Table) -> None:
    """Nobody watched for 70 s: Alice has checked, but Bob could not have known that he was to act."""
    table.at(70 * SECOND).tick()
    assert table.said("check") == [("check", ALICE)]
    assert table.due(BOB) == 70 * SECOND + TURN


def test_card_decision_expires_with_a_pass(table: Table) -> None:
    table.play("Alice check, Bob check").at(TURN).tick()
    assert table.last_said() == Fact("pass", BOB, auto=True)


def test_time_never_runs_backwards(table: Table) -> None:
    """A command stamped before the last entry counts as of the last entry."""
    table.at(9 * SECOND).act(ALICE, Check())
    table.at(4 * SECOND).act(BOB, Check())
    assert table.state.at == START + 9 * SECOND
    assert table.due(BOB) == 9 * SECOND + TURN


# --- several clocks --------------------------------------------------------------------------------------


def test_two_seats_due_at_once_are_both_resolved_in_order_of_seat() -> None:
    table = Table().start("seam")
    table.act(BOB, Check())
    assert table.asked() == (ALICE, CHARLIE)
    assert table.due(ALICE) == table.due(CHARLIE) == SEAM_TURN
    table.at(SEAM_TURN).tick()
    assert table.said("has_bet") == [("has_bet", BOB), ("has_bet", ALICE), ("has_bet", CHARLIE)]
    assert table.asked() == ()


@pytest.mark.parametrize(
    ("lost_at", "order"),
    [(3 * SECOND, ["left", "has_bet", "has_bet"]), (5 * SECOND, ["has_bet", "has_bet", "has_bet", "left"])],
)
def test_clocks_run_out_in_order_of_their_time(lost_at: int, order: list[str]) -> None:
    """Second hand: dealt at 14 s, its bets are due at 24 s. Charlie's 20 s away end at 23 s or at 25 s. One late
    tick finds all of it: the earlier comes first, so Charlie has either left the hand or checked in it."""
    table = Table().start("seam").at(lost_at).lose(CHARLIE)
    table.at(9 * SECOND).act(ALICE, Check()).act(BOB, Check()).act(CHARLIE, Check()).open_middle()
    table.at(14 * SECOND).tick()
    assert table.due(ALICE) == 24 * SECOND
    before = table.state.logged
    table.at(40 * SECOND).tick()
    lines = table.state.log[before - table.state.logged :]
    assert [line.kind for line in lines if line.kind in ("has_bet", "left")] == order


# --- once ------------------------------------------------------------------------------------------------


def test_same_token_counts_once(table: Table) -> None:
    token = table.token(ALICE)
    table.act(ALICE, Check()).act(BOB, Check())
    for action in (Check(), Bet(50)):
        with pytest.raises(NotYourTurn) as refused:
            table.send(Act(at=START, seat=ALICE, token=token, action=action))
        assert refused.value.code == "not_your_turn"


def test_token_of_an_earlier_decision_of_the_same_seat_is_stale(table: Table) -> None:
    token = table.token(ALICE)
    table.play("Alice check, Bob check, Bob pass")
    assert table.asked() == (ALICE,)
    with pytest.raises(NotYourTurn) as refused:
        table.send(Act(at=START, seat=ALICE, token=token, action=Check()))
    assert refused.value.code == "stale_token"


def test_nobody_answers_with_another_seats_token(table: Table) -> None:
    with pytest.raises(NotYourTurn) as refused:
        table.send(Act(at=START, seat=BOB, token=table.token(ALICE), action=Check()))
    assert refused.value.code == "not_your_turn"


def test_illegal_answer_changes_nothing_and_the_decision_stays(table: Table) -> None:
    before = table.state
    with pytest.raises(NotLegal):
        table.act(ALICE, Fold())
    assert table.state is before
    table.act(ALICE, Check())


def test_tokens_are_never_used_twice_in_a_match(table: Table) -> None:
    seen = set()
    for _ in range(3):
        while table.state.phase == "hand":
            (prompt,) = table.state.prompts
            assert table.token(prompt.seat) not in seen
            seen.add(table.token(prompt.seat))
            table.at(table.next_due() or 0).tick()
        table.at(table.next_due() or 0).tick()
    assert len(seen) == 3 * 6
