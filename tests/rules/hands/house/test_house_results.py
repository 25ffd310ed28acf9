"""Payouts of seed 001, row by row, and the amounts it works out."""

from __future__ import annotations

import pytest

from tests.rules.hands.house.rounds import Round


def test_natural_on_five_chips_returns_twelve_and_a_half() -> None:
    played = Round("As Kd", "9c 8h", bet=5)
    assert played.lines == [(5, 12.5, "won natural")]
    assert played.outcome.reason == "natural"
    assert (played.after, played.score) == (1_007.5, 7.5)


@pytest.mark.parametrize(
    ("player", "dealer", "returned", "flags"),
    [
        ("Ks Qd", "9c 8h", 200, "won"),
        ("Ks 8d", "9c 9h", 100, "push"),
        ("Ks 7d", "9c 9h", 0, "lost"),
        ("As Kd", "9c 9h", 250, "won natural"),
    ],
)
def test_total_returned_is_that_of_the_table(player: str, dealer: str, returned: int, flags: str) -> None:
    played = Round(player, dealer)
    if played.offered:
        played.act("stand")
    assert played.lines == [(100, returned, flags)]
    assert played.score == (returned - 100 if "won" in flags else 0)


def test_dealer_who_passes_21_loses_to_every_hand_left() -> None:
    played = Round("2s 3d", "6c Kh", "Td").act("stand")
    assert played.lines == [(100, 200, "won")]


def test_bust_loses_at_once_and_the_dealer_does_not_draw() -> None:
    played = Round("Ks 6d", "6c 2h", "9d").act("hit")
    assert played.lines == [(100, 0, "lost bust")]
    assert played.outcome.reason == "bust"
    assert len(played.hand.dealer) == 2
    assert played.kinds[-3:] == ["hit", "turned", "hand_lost"]


def test_three_card_21_is_paid_one_to_one() -> None:
    played = Round("5s 6d", "Tc 8h", "Kd").act("hit")
    assert played.lines == [(100, 200, "won")]


def test_double_win_returns_four_bets_and_scores_two() -> None:
    played = Round("5s 6d", "6c Kh", "9d 9h").act("double")
    assert played.lines == [(200, 400, "won doubled")]
    assert (played.after, played.score) == (1_200, 200)


def test_split_ace_with_a_ten_is_an_ordinary_21() -> None:
    played = Round("As Ad", "9c 9h", "Kd 5c").act("split")
    assert played.lines == [(100, 200, "won split"), (100, 0, "lost split")]
    assert (played.after, played.score) == (1_000, 100)


def test_split_hands_are_settled_each_by_its_own_bet() -> None:
    played = Round("8s 8d", "6c Kh", "3d Kc Td 5h").act("split", "double", "stand")
    assert played.lines == [(200, 200, "push doubled split"), (100, 0, "lost split")]
    assert (played.after, played.score) == (900, 0)


def test_split_21_ties_a_dealers_21_of_three_cards() -> None:
    played = Round("As Ad", "6c 5h", "Kd 9c Tc").act("split")
    assert played.lines == [(100, 100, "push split"), (100, 0, "lost split")]


# --- naturals and insurance ---------------------------------------------------------------------------------


def test_two_naturals_are_a_push() -> None:
    played = Round("As Kd", "Kc Ah")
    assert played.lines == [(100, 100, "push natural")]
    assert (played.outcome.reason, played.score) == ("dealer_natural", 0)


def test_dealers_natural_under_a_ten_ends_the_round_before_play() -> None:
    played = Round("9s 9d", "Kc Ah")
    assert played.offered == []
    assert played.lines == [(100, 0, "lost")]


def test_insurance_returns_three_times_its_bet() -> None:
    played = Round("9s 9d", "Ac Kh").act("insure")
    assert played.lines == [(100, 0, "lost"), (50, 150, "insurance won")]
    assert (played.after, played.score) == (1_000, 0)


def test_insured_push_of_two_naturals_leaves_1_100_and_no_score() -> None:
    played = Round("As Kd", "Ac Kh").act("insure")
    assert played.lines == [(100, 100, "push natural"), (50, 150, "insurance won")]
    assert (played.after, played.score) == (1_100, 0)


def test_insured_natural_without_a_dealers_natural_leaves_1_100_and_scores_150() -> None:
    played = Round("As Kd", "Ac 9h").act("insure")
    assert played.lines == [(100, 250, "won natural"), (50, 0, "insurance lost")]
    assert (played.after, played.score) == (1_100, 150)


def test_insurance_on_an_odd_bet_costs_half_a_chip() -> None:
    played = Round("9s 9d", "Ac Kh", bet=5).act("insure")
    assert played.lines == [(5, 0, "lost"), (2.5, 7.5, "insurance won")]


def test_declined_insurance_leaves_no_line() -> None:
    played = Round("9s 9d", "Ac 9h").act("decline", "stand")
    assert played.lines == [(100, 0, "lost")]


# --- leaving ------------------------------------------------------------------------------------------------


def test_leaving_during_the_insurance_question_loses_even_a_natural() -> None:
    played = Round("As Kd", "Ac 9h").leave()
    assert played.lines == [(100, 0, "lost natural forfeit")]
    assert played.outcome.reason == "forfeit"


def test_leaving_loses_both_split_hands_and_the_insurance() -> None:
    played = Round("8s 8d", "Ac 9h", "3d 4c").act("insure", "split").leave()
    assert played.lines == [
        (100, 0, "lost split forfeit"),
        (100, 0, "lost split forfeit"),
        (50, 0, "insurance lost"),
    ]
    assert (played.after, played.score) == (750, 0)


def test_leaving_after_the_end_changes_nothing() -> None:
    played = Round("As Kd", "9c 8h")
    hand = played.hand
    assert played.leave().hand is hand
