"""What is offered when, and what is refused (seed 001; rules.md, House Blackjack)."""

from __future__ import annotations

import pytest

from games.rules.actions import Bet, Check, Fold, Go, LeaveTable, Pass
from games.rules.chance import GivenChance
from games.rules.contracts import HandSetup
from games.rules.errors import Malformed, NotLegal, NotYourTurn, RulesError
from games.rules.hands.house import HOUSE
from games.rules.hands.house_view import view_for
from tests.rules.hands.house.rounds import ANSWERS, Round, setup

ALL = ["hit", "stand", "double", "split"]
TWO_CARDS = ["hit", "stand", "double"]


def refused(played: Round, kind: str) -> str:
    before = played.hand
    with pytest.raises(RulesError) as caught:
        played.act(kind)
    assert played.hand is before
    return caught.value.code


# --- the bet ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("halves", [-10, 0, 8, 9, 11, 4_000_001, 4_000_002])
def test_bet_below_above_or_of_half_a_chip_begins_nothing(halves: int) -> None:
    with pytest.raises(ValueError, match="5 to 2,000,000"):
        HOUSE.start(setup(halves, 0), GivenChance.of("2c 3c 4c 5c"))


@pytest.mark.parametrize("bet", [5, 2_000_000])
def test_least_and_most_bet_are_dealt(bet: int) -> None:
    assert Round("2c 9d", "3c 4d", bet=bet, balance=bet).hand.hands[0].bet == 2 * bet


def test_player_sits_alone() -> None:
    two = HandSetup(seats=(0, 1), button=0, stacks=(10, 10), forced=(10, 10))
    with pytest.raises(ValueError, match="alone"):
        HOUSE.start(two, GivenChance.of("2c 3c 4c 5c"))


# --- two cards ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "offered"),
    [("2s 9d", TWO_CARDS), ("8s 8d", ALL), ("Ks Kd", ALL), ("Ks Qd", TWO_CARDS), ("Ts Jd", TWO_CARDS)],
)
def test_split_is_offered_for_identical_ranks_alone(player: str, offered: list[str]) -> None:
    assert Round(player, "6c 5h").offered == offered


@pytest.mark.parametrize(
    ("balance", "offered"),
    [(100, ["hit", "stand"]), (199, ["hit", "stand"]), (199.5, ["hit", "stand"]), (200, ALL), (1_000, ALL)],
)
def test_bankroll_decides_what_is_offered(balance: float, offered: list[str]) -> None:
    assert Round("8s 8d", "6c 5h", balance=balance).offered == offered


def test_bankroll_that_covers_a_split_covers_no_double_after_it() -> None:
    played = Round("8s 8d", "6c 5h", "3d 4c", balance=250).act("split")
    assert played.offered == ["hit", "stand"]
    assert refused(played, "double") == "not_legal"


def test_insurance_leaves_too_little_for_a_split_and_a_double() -> None:
    assert Round("8s 8d", "Ac 5h", balance=249).act("insure").offered == ["hit", "stand"]
    assert Round("8s 8d", "Ac 5h", balance=250).act("insure").offered == ALL


def test_double_takes_one_card_and_stands() -> None:
    played = Round("5s 6d", "6c Kh", "2d 9h").act("double")
    assert len(played.hand.hands[0].cards) == 3
    assert HOUSE.to_act(played.hand) == ()
    assert HOUSE.drawn(played.hand) == (200,)


def test_three_cards_are_neither_doubled_nor_split() -> None:
    played = Round("2s 2d", "6c Kh", "2c").act("hit")
    assert played.offered == ["hit", "stand"]
    assert refused(played, "double") == refused(played, "split") == "not_legal"


def test_21_ends_the_hand() -> None:
    played = Round("5s 6d", "Tc 8h", "Kd").act("hit")
    assert played.offered == []
    assert refused(played, "stand") == "not_your_turn"


# --- splits -------------------------------------------------------------------------------------------------


def test_both_split_hands_get_a_card_at_once_and_the_first_is_played_first() -> None:
    played = Round("8s 8d", "6c Kh", "3d 4c").act("split")
    assert [len(own.cards) for own in played.hand.hands] == [2, 2]
    assert [card.position for own in played.hand.hands for card in own.cards] == [0, 4, 2, 5]
    assert played.hand.active == 0
    assert played.act("stand").hand.active == 1


def test_split_hands_are_not_split_again_but_may_be_doubled() -> None:
    played = Round("8s 8d", "6c Kh", "8c 8h").act("split")
    assert played.offered == TWO_CARDS
    assert refused(played, "split") == "not_legal"
    assert played.act("stand").offered == TWO_CARDS


def test_split_aces_get_one_card_each_and_stand() -> None:
    played = Round("As Ad", "6c Kh", "Ah 4c 5h").act("split")
    assert played.offered == []
    views = view_for(played.hand, 0).hands
    assert [own.total for own in views] == ["2/12", "5/15"]


def test_split_hand_of_21_is_passed_over() -> None:
    first = Round("Ks Kd", "6c Kh", "Ah 4c 2h 3h").act("split")
    assert first.hand.active == 1
    second = Round("Ks Kd", "6c Kh", "4c Ah 5h").act("split")
    assert second.hand.active == 0
    assert second.act("stand").offered == []


def test_bust_first_hand_leaves_the_second_to_play() -> None:
    played = Round("8s 8d", "6c Kh", "8c 3h Kd 5h").act("split", "hit")
    assert played.hand.active == 1
    played.act("stand")
    assert played.outcome.reason == "showdown"
    assert [line.flags[0] for line in played.outcome.lines] == ["lost", "lost"]


# --- insurance and the peek ---------------------------------------------------------------------------------


def test_insurance_is_asked_before_the_peek_even_of_a_natural() -> None:
    for player in ("As Kd", "9s 9d"):
        played = Round(player, "Ac Kh")
        assert played.offered == ["insure", "decline"]
        assert refused(played, "stand") == "not_legal"


def test_insurance_needs_its_chips_and_can_always_be_declined() -> None:
    assert Round("9s 9d", "Ac 9h", balance=149.5).offered == ["decline"]
    assert refused(Round("9s 9d", "Ac 9h", balance=149.5), "insure") == "not_legal"
    assert Round("9s 9d", "Ac 9h", balance=150).offered == ["insure", "decline"]


@pytest.mark.parametrize("up", ["Kc", "Tc", "9c", "2c"])
def test_without_an_ace_there_is_no_insurance(up: str) -> None:
    played = Round("9s 8d", f"{up} 9h")
    assert played.offered == TWO_CARDS
    assert refused(played, "insure") == "not_legal"


@pytest.mark.parametrize(("up", "peeks"), [("Kc", True), ("Tc", True), ("9c", False), ("2c", False)])
def test_dealer_peeks_under_a_ten_value_card(up: str, peeks: bool) -> None:
    assert ("no_natural" in Round("9s 8d", f"{up} 9h").kinds) is peeks


# --- the dealer ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dealer", "more", "count"),
    [
        ("6c Ah", "", 2),
        ("5c Ah", "Kd Kc", 4),
        ("5c Ah", "Kd 2c", 4),
        ("Kc 6h", "Ad", 3),
        ("Kc 7h", "", 2),
        ("9c 9h", "", 2),
        ("2c 2h", "2d 2s Ah", 5),
    ],
)
def test_dealer_draws_to_17_and_stands_on_every_17(dealer: str, more: str, count: int) -> None:
    played = Round("Ks 9d", dealer, more).act("stand")
    assert len(played.hand.dealer) == count
    assert played.outcome.cards_used == 2 + count


# --- who and what -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("action", [Pass(), Check(), Fold(), Bet(10), Go(), LeaveTable()])
def test_other_games_answers_are_malformed(action: Pass | Check | Fold | Bet | Go | LeaveTable) -> None:
    played = Round("8s 8d", "6c Kh")
    with pytest.raises(Malformed):
        HOUSE.apply_action(played.hand, 0, action, played.chance)


@pytest.mark.parametrize("kind", list(ANSWERS))
def test_no_other_seat_has_a_say(kind: str) -> None:
    played = Round("8s 8d", "6c Kh")
    assert HOUSE.legal_actions(played.hand, 1) == ()
    with pytest.raises(NotYourTurn):
        HOUSE.apply_action(played.hand, 1, ANSWERS[kind], played.chance)


def test_no_card_is_ever_sealed() -> None:
    played = Round("8s 8d", "6c Kh")
    with pytest.raises(NotLegal):
        HOUSE.open_card(played.hand, played.hand.dealer[1], played.chance)


def test_clock_would_add_neither_bet_nor_card() -> None:
    assert HOUSE.default_action(Round("8s 8d", "6c Kh").hand, 0).kind == "stand"
    assert HOUSE.default_action(Round("8s 8d", "Ac Kh").hand, 0).kind == "decline"
