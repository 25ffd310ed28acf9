"""Seed 000, Tactical BlackJack: Winning the hand, All-in; what a finished hand reports. Sums by hand."""

from __future__ import annotations

import pytest

from games.rules.actions import Check
from games.rules.contracts import HandOutcome, Line, Pot
from games.rules.errors import NotLegal, NotYourTurn
from games.rules.hands.tactical import TACTICAL
from tests.rules.playing import ALICE, BOB, deal

CHECKED = "Alice check, Bob check"
TO_SHOWDOWN = f"Bob pass, Alice pass, {CHECKED}"


def test_higher_total_up_to_21_takes_the_pot() -> None:
    """9+7 = 16 against T+8 = 18, 100 each bet: Bob wins Alice's 150."""
    playing = deal().play(f"Alice bet 100, Bob call, {TO_SHOWDOWN}")
    assert playing.outcome == HandOutcome(
        reason="showdown",
        lines=(Line(ALICE, 150, 0, ("lost",)), Line(BOB, 150, 300, ("won",))),
        pots=(Pot((150, 150), (ALICE, BOB), (0, 300)),),
        cards_used=4,
    )
    assert playing.said()[-2:] == [("showdown", -1, 0, -1), ("won", BOB, 300, -1)]


def test_low_total_beats_one_over_21() -> None:
    """2+2 = 4 against T+8+K = 28."""
    assert deal("2c Td 2h 8s Kc").play(f"{CHECKED}, Bob hit, Alice pass, {CHECKED}, {TO_SHOWDOWN}").net == (
        50,
        -50,
    )


def test_both_over_21_the_lower_wins() -> None:
    """9+7+T = 26 against T+8+4 = 22."""
    playing = deal("9c Td 7h 8s 4c Th").play(f"{CHECKED}, Bob hit, Alice hit, {CHECKED}, {TO_SHOWDOWN}")
    assert [seat.shown_total for seat in playing.view(None).seats] == ["26", "22"]
    assert playing.net == (-50, 50)


def test_21_with_many_cards_ties_with_ace_and_ten() -> None:
    """Totals alone count: 7+7+7 against A+K."""
    playing = deal("7c As 7d Ks 7h").play(f"{CHECKED}, Bob pass, Alice hit, {CHECKED}, {TO_SHOWDOWN}")
    assert playing.net == (0, 0)


def test_equal_totals_split_the_pot_equally() -> None:
    """9+7 against T+6 with 35 each on top of the antes: 85 back to each."""
    playing = deal("9c Td 7h 6s").play(f"Alice bet 35, Bob call, {TO_SHOWDOWN}")
    assert playing.outcome.lines == (Line(ALICE, 85, 85, ("tied",)), Line(BOB, 85, 85, ("tied",)))
    assert playing.outcome.pots == (Pot((85, 85), (ALICE, BOB), (85, 85)),)
    assert playing.said()[-2:] == [("showdown", -1, 0, -1), ("tie", -1, 85, -1)]
    assert playing.view(None).winners == (ALICE, BOB)


def test_equal_totals_over_21_split_too() -> None:
    """9+7+T = 26 against T+6+K = 26."""
    playing = deal("9c Td 7h 6s Kc Th").play(f"{CHECKED}, Bob hit, Alice hit, {CHECKED}, {TO_SHOWDOWN}")
    assert playing.net == (0, 0)


def test_fold_gives_the_whole_pot_to_the_other() -> None:
    """Antes 50 each and Alice's unanswered bet of 101: 201 go to Alice, who wins 50."""
    playing = deal().play("Alice bet 101, Bob fold")
    assert playing.outcome == HandOutcome(
        reason="fold",
        lines=(Line(ALICE, 151, 201, ("won",)), Line(BOB, 50, 0, ("lost", "folded"))),
        pots=(Pot((151, 50), (ALICE,), (201, 0)),),
        cards_used=4,
    )
    assert playing.said()[-2:] == [("fold", BOB, 0, -1), ("won", ALICE, 201, -1)]


def test_fold_of_the_better_hand_still_loses() -> None:
    """T+8 folds to a bluff with 2+2."""
    assert deal("2c Td 2h 8s").play("Alice bet 10, Bob fold").net == (50, -50)


def test_fold_after_a_raise_loses_what_was_put_in() -> None:
    """Alice's ante and bet of 100 are gone; Bob's raise comes back to him with them."""
    assert deal().play("Alice bet 100, Bob raise 300, Alice fold").net == (-150, 150)


def test_all_in_lost_takes_no_more_than_the_shorter_stack() -> None:
    """Alice had 1,500, Bob 500: whatever happens 500 move. Bob's T+8 beats 9+7."""
    playing = deal(stacks=(1_500, 500)).play("Alice bet 450, Bob call, Bob pass, Alice pass")
    assert playing.outcome.lines == (
        Line(ALICE, 500, 0, ("lost",)),
        Line(BOB, 500, 1_000, ("won", "all_in")),
    )


def test_all_in_pots_hold_nothing_uncalled() -> None:
    playing = deal(stacks=(1_500, 500)).play("Alice check, Bob bet 450, Alice call, Bob pass, Alice pass")
    assert playing.outcome.pots[0].contributions == (500, 500)


@pytest.mark.parametrize(
    "before",
    [
        "Alice check",
        "Alice check, Bob check",
        "Alice check, Bob bet 100",
        "Alice bet 950, Bob call",
        "Alice bet 950, Bob call, Bob pass",
        "Alice check, Bob check, Bob pass, Alice pass",
    ],
)
@pytest.mark.parametrize("leaver", [ALICE, BOB])
def test_withdrawing_is_a_fold_at_any_moment(before: str, leaver: int) -> None:
    """Also out of turn, in a card round and when all-in."""
    playing = deal().play(before)
    put_in = playing.hand.committed[leaver]
    outcome = TACTICAL.outcome(TACTICAL.withdraw(playing.hand, leaver, playing.chance))
    assert outcome is not None
    assert outcome.reason == "fold"
    assert outcome.net == {leaver: -put_in, 1 - leaver: put_in}


def test_withdrawing_from_a_finished_hand_changes_nothing() -> None:
    hand = deal().play("Alice bet 10, Bob fold").hand
    assert TACTICAL.withdraw(hand, ALICE, deal().chance) == hand


def test_unfinished_hand_has_no_outcome() -> None:
    assert TACTICAL.outcome(deal().hand) is None


@pytest.mark.parametrize("seat", [ALICE, BOB, -1, 2])
def test_finished_hand_takes_no_answer(seat: int) -> None:
    playing = deal().play("Alice bet 10, Bob fold")
    with pytest.raises(NotYourTurn):
        playing.act(seat, Check())
    assert playing.offers(seat) == ()


def test_no_card_of_this_game_can_be_opened_by_hand() -> None:
    playing = deal()
    with pytest.raises(NotLegal):
        TACTICAL.open_card(playing.hand, playing.hand.cards[0][0], playing.chance)


def test_nothing_comes_into_a_hand_from_outside() -> None:
    assert TACTICAL.drawn(deal().hand) == ()
