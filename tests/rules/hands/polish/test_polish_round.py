"""Seed 002, Taking your turn and Round result; rules.md, Twenty-One (Polish): one round, played from open cards."""

from __future__ import annotations

import pytest

from games.rules.actions import Bet, Check
from games.rules.errors import Malformed, NotLegal, NotYourTurn
from games.rules.given import GivenChance
from games.rules.hands.polish import POLISH
from tests.rules.hands.polish.round_of import (
    ALICE,
    BOB,
    CHARLIE,
    DORA,
    Round,
    round_of,
    setup_for,
)

THREE = ("Jc Jd", "Qc 9c", "Kc Tc")
"""4, 12 and 14: the seed's second round."""
NINETEEN = "7c 5c 3c 8c Jh"
"""Alice draws 7, 5 and 3 and has 19; Bob draws the 8; Charlie a jack."""


def played() -> Round:
    script = "Alice hit, Alice hit, Alice hit, Alice stand, Bob hit, Bob stand, Charlie hit"
    return round_of(*THREE, draws=NINETEEN).play(script)


# --- the deal and the turns --------------------------------------------------------------------------------


def test_two_cards_each_one_at_a_time_from_the_first_seat() -> None:
    playing = round_of("2c 3c", "4c 5c", "6c 7c", first=BOB)
    dealt = [(fact.seat, fact.index) for fact in playing.hand.facts if fact.kind == "dealt"]
    assert dealt == [(BOB, 0), (CHARLIE, 0), (ALICE, 0), (BOB, 1), (CHARLIE, 1), (ALICE, 1)]
    assert [card.position for card in playing.hand.cards[BOB]] == [0, 3]


def test_complete_turns_in_seat_order_from_the_first_seat() -> None:
    playing = round_of("2c 3c", "4c 5c", "6c 7c", first=BOB, draws="2d 2h")
    assert playing.to_act == (BOB,)
    assert playing.play("Bob hit, Bob hit").to_act == (BOB,)
    assert playing.play("Bob stand").to_act == (CHARLIE,)
    assert playing.play("Charlie stand").to_act == (ALICE,)
    assert playing.play("Alice stand").to_act == ()
    assert playing.is_over


def test_draw_or_stand_is_offered_to_whose_turn_it_is() -> None:
    playing = round_of("2c 3c", "4c 5c")
    assert playing.kinds(ALICE) == ["hit", "stand"]
    assert playing.kinds(BOB) == []


def test_drawing_stays_legal_at_21() -> None:
    assert round_of("As Ts", "2c 3c").kinds(ALICE) == ["hit", "stand"]


def test_expired_decision_stands() -> None:
    playing = round_of("2c 3c", "4c 5c").expire()
    assert playing.to_act == (BOB,)
    last = playing.hand.facts[-1]
    assert (last.kind, last.seat, last.auto) == ("done", ALICE, True)


def test_only_the_seats_of_the_setup_are_dealt_in() -> None:
    setup = setup_for(4, seats=(ALICE, CHARLIE, DORA), first=DORA)
    playing = Round(setup, GivenChance.of("2c 3c 4c 5c 6c 7c"))
    assert playing.hand.order == (DORA, ALICE, CHARLIE)
    assert playing.hand.cards[BOB] == ()
    assert playing.play("Dora stand, Alice stand, Charlie stand").points == {ALICE: 0, CHARLIE: 1, DORA: 0}


# --- results -----------------------------------------------------------------------------------------------


def test_highest_total_without_a_bust_gets_the_point() -> None:
    playing = played()
    assert [playing.total(seat) for seat in (ALICE, BOB, CHARLIE)] == [19, 20, 16]
    assert not playing.is_over
    playing.play("Charlie stand")
    assert playing.outcome.reason == "showdown"
    assert playing.points == {ALICE: 0, BOB: 1, CHARLIE: 0}
    assert playing.flags == {ALICE: ("lost",), BOB: ("won",), CHARLIE: ("lost",)}
    assert playing.hand.facts[-1].amount == 20


def test_tie_at_the_top_gives_nobody_a_point() -> None:
    playing = round_of("Tc 9c", "Td 9d", "8c 9h").play("Alice stand, Bob stand, Charlie stand")
    assert playing.points == {ALICE: 0, BOB: 0, CHARLIE: 0}
    assert playing.said()[-2:] == [("showdown", -1), ("no_point", -1)]


def test_tie_below_the_top_does_not_matter() -> None:
    playing = round_of("Tc 9c", "Td 9d", "As 9h").play("Alice stand, Bob stand, Charlie stand")
    assert playing.points == {ALICE: 0, BOB: 0, CHARLIE: 1}


def test_all_bust_gives_nobody_a_point() -> None:
    playing = round_of("Tc 9c", "Td 9d", draws="8c 8d").play("Alice hit, Alice stand, Bob hit")
    assert playing.points == {ALICE: 0, BOB: 0}
    assert playing.flags == {ALICE: ("lost", "bust"), BOB: ("lost", "bust")}


def test_bust_cannot_win() -> None:
    playing = round_of("Tc 9c", "2c 3c", draws="8c").play("Alice hit, Alice stand, Bob stand")
    assert playing.points == {ALICE: 0, BOB: 1}


# --- busts -------------------------------------------------------------------------------------------------


def test_bust_leaves_nothing_but_to_be_done() -> None:
    """A turn that ended by itself would tell everybody why."""
    playing = round_of("Tc 9c", "2c 3c", draws="8c").play("Alice hit")
    assert playing.to_act == (ALICE,)
    assert playing.kinds(ALICE) == ["stand"]
    with pytest.raises(NotLegal):
        playing.play("Alice hit")
    assert playing.play("Alice stand").to_act == (BOB,)


def test_bust_of_the_last_seat_ends_the_round_at_once() -> None:
    """All cards are shown then, so it tells nothing."""
    playing = round_of("Tc 7c", "Td 7d", draws="9d").play("Alice stand, Bob hit")
    assert playing.is_over
    assert playing.points == {ALICE: 1, BOB: 0}


def test_bust_and_stand_are_told_alike() -> None:
    bust = round_of("Tc 9c", "2c 3c", draws="8c").play("Alice hit, Alice stand")
    stood = round_of("Tc 2c", "4c 3c", draws="8c").play("Alice hit, Alice stand")
    assert bust.hand.facts == stood.hand.facts
    assert bust.view(BOB).seats[ALICE] == stood.view(BOB).seats[ALICE]


# --- Persian 21 --------------------------------------------------------------------------------------------


def test_persian_ends_the_round_before_anybody_draws() -> None:
    """The seed's first round: Q+7, K+A, A+A."""
    playing = round_of("Qc 7c", "Kc Ac", "Ad Ah")
    assert [playing.total(seat) for seat in (ALICE, BOB, CHARLIE)] == [10, 15, 21]
    assert playing.to_act == ()
    assert playing.outcome.reason == "persian"
    assert playing.points == {ALICE: 0, BOB: 0, CHARLIE: 1}
    assert playing.flags[CHARLIE] == ("won", "persian")


def test_persian_beats_another_21() -> None:
    assert round_of("As Ts", "Ad Ah").points == {ALICE: 0, BOB: 1}


def test_persian_is_shown_at_once() -> None:
    playing = round_of("Qc 7c", "Ad Ah")
    assert playing.said() == [("persian", BOB), ("won_round", BOB)]
    assert len(playing.view(None).open_cards()) == 4


def test_two_persians_are_a_tie() -> None:
    playing = round_of("Ac As", "Kc Kd", "Ad Ah")
    assert playing.points == {ALICE: 0, BOB: 0, CHARLIE: 0}
    assert playing.said() == [("persian", ALICE), ("persian", CHARLIE), ("no_point", -1)]


def test_persian_holds_with_the_flexible_ace() -> None:
    playing = round_of("Ac As", "Kc Td", flexible=True)
    assert playing.outcome.reason == "persian"
    assert playing.points == {ALICE: 1, BOB: 0}


def test_two_aces_later_are_no_persian() -> None:
    playing = round_of("Ac 2s", "Tc 7d", draws="Ad").play("Alice hit, Alice stand, Bob stand")
    assert playing.points == {ALICE: 0, BOB: 1}
    assert playing.flags[ALICE] == ("lost", "bust")


# --- absence -----------------------------------------------------------------------------------------------


def test_withdrawn_before_its_turn_is_a_bust() -> None:
    playing = round_of("2c 3c", "Tc 9c", "4c 5c").withdraw(BOB)
    assert playing.to_act == (ALICE,)
    assert playing.play("Alice stand").to_act == (CHARLIE,)
    playing.play("Charlie stand")
    assert playing.points == {ALICE: 0, BOB: 0, CHARLIE: 1}
    assert playing.flags[BOB] == ("lost", "away")


def test_withdrawn_in_its_turn_passes_the_turn_on() -> None:
    playing = round_of("2c 3c", "Tc 9c", "4c 5c").withdraw(ALICE)
    assert playing.to_act == (BOB,)


def test_withdrawn_after_standing_keeps_its_result() -> None:
    playing = round_of("Tc 9c", "2c 3c", "4c 5c").play("Alice stand")
    before = playing.hand
    assert playing.withdraw(ALICE).hand is before
    assert playing.play("Bob stand, Charlie stand").points == {ALICE: 1, BOB: 0, CHARLIE: 0}


def test_who_alone_has_not_lost_the_round_still_has_his_turn() -> None:
    """Seed, Round result: once everyone has drawn or stood. He may be bust yet, or away himself."""
    playing = round_of("2c 3c", "Tc 9c", "Td 9d", first=BOB).withdraw(BOB).withdraw(CHARLIE)
    assert playing.to_act == (ALICE,)
    assert playing.kinds(ALICE) == ["hit", "stand"]
    assert playing.play("Alice stand").points == {ALICE: 1, BOB: 0, CHARLIE: 0}


def test_all_lost_by_absence_gives_nobody_a_point() -> None:
    """Seed: a disconnected player can't win the round; so it does not matter who of them goes last."""
    playing = round_of("2c 3c", "Tc 9c").withdraw(ALICE).withdraw(BOB)
    assert playing.points == {ALICE: 0, BOB: 0}
    assert playing.said()[-2:] == [("showdown", -1), ("no_point", -1)]


def test_who_is_bust_does_not_win_by_others_absence() -> None:
    playing = round_of("Tc 9c", "2c 3c", draws="8c").play("Alice hit").withdraw(BOB)
    assert playing.points == {ALICE: 0, BOB: 0}


def test_withdrawal_after_the_end_changes_nothing() -> None:
    playing = round_of("Ac As", "2c 3c")
    before = playing.hand
    assert playing.withdraw(ALICE).hand is before


# --- refusals ----------------------------------------------------------------------------------------------


def test_other_seats_and_those_who_are_done_are_refused() -> None:
    playing = round_of("2c 3c", "4c 5c", draws="6c")
    before = playing.hand
    for seat in (BOB, CHARLIE, -1, 7):
        with pytest.raises(NotYourTurn):
            playing.act(seat, "hit")
    assert playing.hand is before
    playing.play("Alice stand")
    with pytest.raises(NotYourTurn):
        playing.play("Alice hit")


@pytest.mark.parametrize("action", [Check(), Bet(10)])
def test_actions_of_other_games_are_malformed(action: Check | Bet) -> None:
    playing = round_of("2c 3c", "4c 5c")
    with pytest.raises(Malformed):
        POLISH.apply_action(playing.hand, ALICE, action, playing.chance)


def test_open_cards_of_the_servers_shuffle_cannot_be_opened_again() -> None:
    playing = round_of("2c 3c", "4c 5c")
    with pytest.raises(NotLegal) as refused:
        playing.open(0, "2c")
    assert refused.value.code == "not_sealed"
