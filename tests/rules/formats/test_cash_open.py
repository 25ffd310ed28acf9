"""Seed 000, Classic: Unlimited Hands; rules.md, Classic: Unlimited, Sit out. The format alone, without clocks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.actions import Go, Hit, LeaveTable, Offer
from games.rules.contracts import DRAWN, Fund, HandSetup, Pot, Refund, Settle
from games.rules.errors import Malformed, NotLegal, NotYourTurn
from games.rules.formats.cash_open import CASH_OPEN
from games.rules.given import GivenChance
from tests.rules.books import Books
from tests.rules.formats.classic_matches import ALICE, BOB, Playing, outcome

MINUTE = 60_000


def unlimited() -> Playing:
    return Playing(CASH_OPEN)


def paid_in(hand: int) -> Fund:
    return Fund((ALICE, BOB), (1, 1), hand=hand)


def won(winner: int, hand: int) -> Settle:
    shares = (2, 0) if winner == ALICE else (0, 2)
    return Settle((Pot((1, 1), (ALICE, BOB), shares),), rake_bps=100, hand=hand)


def sits_out(match: Playing, seat: int) -> Playing:
    """In the hand that is dealt now the seat says so; Alice wins it."""
    match.deal()
    match.match = CASH_OPEN.sit_out(match.match, seat, True)
    setup = HandSetup(seats=(0, 1), button=0, stacks=(1, 1), forced=(1, 1), hand_number=match.number)
    match.match, effects = CASH_OPEN.record(match.match, setup, outcome(ALICE))
    match.effects += effects
    return match


def answers(match: Playing, seat: int, action: Go | LeaveTable) -> Playing:
    match.match = CASH_OPEN.apply_action(match.match, seat, action)
    return match


# --- the hands -------------------------------------------------------------------------------------------


def test_next_hand_comes_by_itself_and_has_no_end() -> None:
    match = unlimited().play("AB-" * 20)
    assert match.over is None
    assert CASH_OPEN.next_hand(match.match, 0) is not None
    assert (match.view.hands, match.view.score) == (60, (20, 20))
    assert match.view.history == (BOB, -1, *[ALICE, BOB, -1] * 6), "the last twenty"


def test_first_actor_is_drawn_for_every_hand() -> None:
    """Not alternating, and no rematch decides it."""
    assert unlimited().play("AB-A").firsts == [DRAWN] * 4


def test_other_than_two_seats_are_faults() -> None:
    with pytest.raises(ValueError, match="seat"):
        CASH_OPEN.start(3, {}, GivenChance([]))


def test_each_hand_has_its_own_buy_in_and_is_settled_when_it_ends() -> None:
    assert unlimited().play("AB-").effects == [
        paid_in(1), won(ALICE, 1), paid_in(2), won(BOB, 2), paid_in(3), Refund("tied", hand=3),
    ]  # fmt: skip


# --- sitting out -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [ALICE, BOB])
def test_who_sits_out_is_asked_after_the_hand_and_nothing_is_dealt(seat: int) -> None:
    """The current hand and its result finish normally. No new buy-in is charged."""
    match = sits_out(unlimited(), seat)
    assert match.effects == [paid_in(1), won(ALICE, 1)]
    assert CASH_OPEN.to_act(match.match) == (seat,)
    assert CASH_OPEN.legal_actions(match.match, seat) == (Offer("go"), Offer("leave"))
    assert CASH_OPEN.legal_actions(match.match, 1 - seat) == ()
    assert CASH_OPEN.next_hand(match.match, 0) is None
    assert CASH_OPEN.question(match.match, seat) == "chosen"


def test_selection_may_be_cancelled_before_the_hand_ends() -> None:
    match = unlimited()
    match.deal()
    match.match = CASH_OPEN.sit_out(match.match, BOB, True)
    assert match.view.chosen == (False, True)
    match.match = CASH_OPEN.sit_out(match.match, BOB, False)
    assert match.view.chosen == (False, False)


def test_sit_out_is_selected_during_a_hand_only() -> None:
    with pytest.raises(NotLegal) as refused:
        CASH_OPEN.sit_out(unlimited().play("A").match, ALICE, True)
    assert refused.value.code == "hand_over"


def test_who_plays_on_is_in_the_next_hand_and_has_to_select_anew() -> None:
    match = answers(sits_out(unlimited(), BOB), BOB, Go())
    assert CASH_OPEN.to_act(match.match) == ()
    match.play("B")
    assert match.effects[2:] == [paid_in(2), won(BOB, 2)]
    assert CASH_OPEN.next_hand(match.match, 0) is not None


def test_who_leaves_ends_the_match_and_nobody_pays() -> None:
    match = answers(sits_out(unlimited(), BOB), BOB, LeaveTable())
    assert match.over == ("left", ())
    assert match.effects == [paid_in(1), won(ALICE, 1)]
    assert CASH_OPEN.to_act(match.match) == ()


def test_who_does_not_answer_leaves() -> None:
    match = sits_out(unlimited(), BOB)
    assert CASH_OPEN.default_action(match.match, BOB) == LeaveTable()


def test_both_may_sit_out_and_both_must_play_on() -> None:
    match = unlimited()
    match.deal()
    match.match = CASH_OPEN.sit_out(match.match, ALICE, True)
    match.match = CASH_OPEN.sit_out(match.match, BOB, True)
    setup = HandSetup(seats=(0, 1), button=0, stacks=(1, 1), forced=(1, 1), hand_number=1)
    match.match, _ = CASH_OPEN.record(match.match, setup, outcome(BOB))
    assert CASH_OPEN.to_act(match.match) == (ALICE, BOB)
    answers(match, BOB, Go())
    assert CASH_OPEN.to_act(match.match) == (ALICE,)
    assert CASH_OPEN.next_hand(match.match, 0) is None
    answers(match, ALICE, Go())
    assert CASH_OPEN.next_hand(match.match, 0) is not None


def test_other_answers_and_other_seats_are_refused() -> None:
    match = sits_out(unlimited(), BOB)
    with pytest.raises(Malformed):
        CASH_OPEN.apply_action(match.match, BOB, Hit())
    with pytest.raises(NotYourTurn):
        CASH_OPEN.apply_action(match.match, ALICE, Go())


def test_seat_whose_hand_the_clock_played_sits_out_the_next() -> None:
    match = unlimited().play("A", clock=(BOB,))
    assert CASH_OPEN.to_act(match.match) == (BOB,)
    assert CASH_OPEN.question(match.match, BOB) == "idle"
    assert CASH_OPEN.to_act(unlimited().play("A", clock=(ALICE, BOB)).match) == (ALICE, BOB)


def test_why_somebody_sits_out_is_in_no_public_view() -> None:
    """Only that he does."""
    chosen, idle = sits_out(unlimited(), BOB), unlimited().play("A", clock=(BOB,))
    assert chosen.view == idle.view
    assert chosen.view.sitting == (False, True)


# --- paying in -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", ["insufficient_funds", "above_consent", "mixed_currencies"])
def test_who_cannot_pay_or_has_not_agreed_sits_out_and_is_told_why(code: str) -> None:
    match, again = CASH_OPEN.not_funded(unlimited().play("A").match, BOB, code, 0)
    assert again is None
    assert CASH_OPEN.to_act(match) == (BOB,)
    assert CASH_OPEN.question(match, BOB) == code
    assert code not in str(CASH_OPEN.view(match, 0))


def test_without_a_fresh_quote_it_is_tried_again_for_five_minutes() -> None:
    match = unlimited().play("A").match
    start, tries = 2 * MINUTE, []
    at = start
    while CASH_OPEN.result(match) is None:
        match, again = CASH_OPEN.not_funded(match, -1, "no_fresh_quote", at)
        tries.append(at - start)
        at += again or 0
    assert tries == [10_000 * n for n in range(31)]
    assert CASH_OPEN.result(match).reason == "no_quote"  # type: ignore[union-attr]


def test_last_try_comes_when_five_minutes_are_over() -> None:
    """However late the tries before it were."""
    match, _ = CASH_OPEN.not_funded(unlimited().play("A").match, -1, "no_fresh_quote", 0)
    match, again = CASH_OPEN.not_funded(match, -1, "no_fresh_quote", 5 * MINUTE - 3_000)
    assert again == 3_000


def test_quote_that_is_back_ends_the_wait() -> None:
    """The next outage has its own five minutes, and nobody waits in a hand."""
    match = unlimited().play("A")
    match.match, _ = CASH_OPEN.not_funded(match.match, -1, "no_fresh_quote", 0)
    assert match.view.waits_for_quote
    match.deal()
    assert not match.view.waits_for_quote
    match.play("A")
    match.match, again = CASH_OPEN.not_funded(match.match, -1, "no_fresh_quote", 6 * MINUTE)
    assert match.over is None
    assert again == 10_000


@pytest.mark.parametrize("code", ["account_excluded", "account_frozen", "limit_reached", "draining"])
@pytest.mark.parametrize("seat", [-1, ALICE, BOB])
def test_where_no_further_hand_may_be_staked_the_match_ends_after_this_one(code: str, seat: int) -> None:
    """rules.md, All games. Nobody is told whose account it was."""
    match, again = CASH_OPEN.not_funded(unlimited().play("A").match, seat, code, 0)
    result = CASH_OPEN.result(match)
    assert result is not None
    assert (result.reason, result.winners, again) == ("closed", (), None)


def test_hand_in_play_has_been_paid_for() -> None:
    match = unlimited()
    match.deal()
    with pytest.raises(NotLegal):
        CASH_OPEN.not_funded(match.match, BOB, "insufficient_funds", 0)


# --- endings ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reason", ["forfeit", "gave_up"])
def test_who_forfeits_in_a_hand_loses_it_and_the_match_ends(reason: str) -> None:
    match = unlimited().play("AA")
    match.deal()
    match.withdraw(ALICE, reason)
    assert match.over == (reason, (BOB,))
    assert match.effects[-2:] == [paid_in(3), won(BOB, 3)]
    assert match.view.history == (ALICE, ALICE, BOB)


@pytest.mark.parametrize(
    ("reason", "result"), [("left", "left"), ("gave_up", "left"), ("away", "away"), ("forfeit", "left")]
)
def test_who_goes_between_hands_ends_the_match_and_nothing_moves(reason: str, result: str) -> None:
    match = unlimited().play("A").withdraw(BOB, reason, in_hand=False)
    assert match.over == (result, ())
    assert match.effects == [paid_in(1), won(ALICE, 1)]


@pytest.mark.parametrize("reason", ["mutual", "void"])
def test_called_off_hand_is_paid_back_and_finished_ones_stay(reason: str) -> None:
    match = unlimited().play("A")
    match.deal()
    match.call_off(reason)
    assert match.over == (reason, ())
    assert match.effects == [paid_in(1), won(ALICE, 1), paid_in(2), Refund(reason, hand=2)]
    books = Books((100, 200)).post(match.effects)
    assert books.held == (0, 0)
    books.check()


def test_nothing_is_paid_back_between_hands() -> None:
    match = unlimited().play("A").call_off("void")
    assert match.effects == [paid_in(1), won(ALICE, 1)]


def test_ended_match_stays_as_it_is() -> None:
    match = unlimited().play("A").withdraw(BOB, "left", in_hand=False)
    ended = match.match
    match.withdraw(ALICE).call_off("void")
    assert match.match is ended
    setup = HandSetup(seats=(0, 1), button=0, stacks=(1, 1), forced=(1, 1))
    assert CASH_OPEN.record(ended, setup, outcome(BOB)) == (ended, ())
    assert CASH_OPEN.next_hand(ended, 0) is None
    with pytest.raises(NotLegal):
        CASH_OPEN.not_funded(ended, -1, "no_fresh_quote", 0)
    with pytest.raises(NotLegal):
        CASH_OPEN.sit(ended, ALICE)


@given(
    units=st.tuples(st.integers(0, 10**9), st.integers(0, 10**9)),
    winners=st.text(alphabet="AB-", max_size=30),
    ending=st.sampled_from(["forfeit", "mutual", "left"]),
    same=st.booleans(),
)
def test_no_unit_is_lost_or_made(units: tuple[int, int], winners: str, ending: str, same: bool) -> None:
    match = unlimited().play(winners)
    if ending == "left":
        match.withdraw(ALICE, "left", in_hand=False)
    else:
        match.deal()
        match = match.withdraw(ALICE) if ending == "forfeit" else match.call_off("mutual")
    books = Books(units, same_currency=same).post(match.effects)
    assert books.held == (0, 0)
    books.check()
