"""Seed 000, Tactical BlackJack: Actions, Betting, All-in; rules.md, Tactical: sizes. All sums by hand."""

from __future__ import annotations

import pytest

from games.rules.actions import Offer
from games.rules.errors import NotLegal
from tests.rules.playing import ALICE, BOB, deal


def test_unopened_betting_offers_check_and_bet() -> None:
    """Nothing to fold to and nothing to call. 950 behind each: a bet of 10 up to 950."""
    assert deal().offers(ALICE) == (Offer("check"), Offer("bet", 10, 950))


def test_facing_a_bet_offers_fold_call_and_raise() -> None:
    """100 to call, 10 on top at least; 950 in this round at most."""
    assert deal().play("Alice bet 100").offers(BOB) == (
        Offer("fold"),
        Offer("call"),
        Offer("raise", 110, 950),
    )


def test_no_offer_out_of_turn() -> None:
    playing = deal()
    assert playing.offers(BOB) == ()
    assert playing.offers(-1) == ()
    assert playing.play("Alice check").offers(ALICE) == ()


def test_check_check_ends_the_round() -> None:
    """Both checked: the button chooses about cards first."""
    playing = deal().play("Alice check, Bob check")
    assert playing.to_act == (BOB,)
    assert playing.kinds(BOB) == ["hit", "pass"]


def test_check_then_bet_goes_back_to_the_checker() -> None:
    """A check gives up no right to call, raise or fold a later bet."""
    playing = deal().play("Alice check, Bob bet 40")
    assert playing.to_act == (ALICE,)
    assert playing.offers(ALICE) == (Offer("fold"), Offer("call"), Offer("raise", 50, 950))


def test_call_pays_the_outstanding_bet_and_ends_the_round() -> None:
    playing = deal().play("Alice bet 200, Bob call")
    view = playing.view(None)
    assert (view.pot, view.stage, view.to_act) == (500, "cards", (BOB,))
    assert [seat.stack for seat in view.seats] == [750, 750]
    assert [seat.bet for seat in view.seats] == [0, 0]
    assert ("call", BOB, 200, -1) in playing.said()


def test_raise_names_the_total_of_the_round() -> None:
    """Bob pays the 100 he owes and 150 on top: 250 in all. Then Alice owes 150."""
    playing = deal().play("Alice bet 100, Bob raise 250")
    view = playing.view(ALICE)
    assert (view.pot, view.to_call) == (100 + 100 + 250, 150)
    assert view.seats[BOB].bet == 250
    assert playing.play("Alice call").view(None).pot == 600
    assert ("raise", BOB, 250, -1) in playing.said()
    assert ("call", ALICE, 150, -1) in playing.said()


def test_every_raise_adds_ten_to_the_call_whatever_the_last_one_added() -> None:
    """Unlike poker: after a raise by 400 ten more are enough."""
    playing = deal().play("Alice bet 100, Bob raise 500")
    assert playing.bounds(ALICE, "raise") == (510, 950)
    assert playing.play("Alice raise 510").bounds(BOB, "raise") == (520, 950)


@pytest.mark.parametrize("amount", [9, 1])
def test_bet_below_ten_is_refused(amount: int) -> None:
    with pytest.raises(NotLegal) as refused:
        deal().play(f"Alice bet {amount}")
    assert (refused.value.code, refused.value.data) == ("amount", {"kind": "bet", "low": 10, "high": 950})


def test_bet_of_exactly_ten_is_taken() -> None:
    assert deal().play("Alice bet 10").view(BOB).to_call == 10


@pytest.mark.parametrize("amount", [100, 109, 951, 10**30])
def test_raise_outside_its_bounds_is_refused(amount: int) -> None:
    with pytest.raises(NotLegal) as refused:
        deal().play(f"Alice bet 100, Bob raise {amount}")
    assert refused.value.data == {"kind": "raise", "low": 110, "high": 950}


@pytest.mark.parametrize(
    ("stacks", "seat", "bounds"),
    [
        ((1_500, 500), ALICE, (10, 450)),
        ((500, 1_500), ALICE, (10, 450)),
        ((60, 1_940), ALICE, (10, 10)),
        ((1_940, 61), ALICE, (10, 11)),
        ((1_941, 59), ALICE, (9, 9)),
        ((51, 1_949), ALICE, (1, 1)),
    ],
)
def test_bet_is_at_most_what_the_other_can_match(
    stacks: tuple[int, int], seat: int, bounds: tuple[int, int]
) -> None:
    """After antes of 50 the shorter stack decides; with less than ten left that rest is the only size."""
    assert deal(stacks=stacks).bounds(seat, "bet") == bounds


def test_rest_below_ten_may_be_bet_and_no_part_of_it() -> None:
    playing = deal(stacks=(1_941, 59))
    with pytest.raises(NotLegal):
        playing.play("Alice bet 8")
    with pytest.raises(NotLegal):
        playing.play("Alice bet 10")
    assert playing.play("Alice bet 9, Bob call").view(None).pot == 118


@pytest.mark.parametrize(
    ("bet", "bounds"), [(440, (450, 450)), (441, (450, 450)), (445, (450, 450)), (439, (449, 450))]
)
def test_raise_when_less_than_ten_remains_is_that_rest(bet: int, bounds: tuple[int, int]) -> None:
    """Bob can put in 450 in this round. What is left above the bet is the only size when it is under ten."""
    assert deal(stacks=(1_500, 500)).play(f"Alice bet {bet}").bounds(BOB, "raise") == bounds


def test_bet_for_all_the_other_has_leaves_no_raise() -> None:
    """Bob's call puts him all-in: there is nothing to raise with."""
    playing = deal(stacks=(1_500, 500)).play("Alice bet 450")
    assert playing.offers(BOB) == (Offer("fold"), Offer("call"))
    with pytest.raises(NotLegal):
        playing.play("Bob raise 460")


def test_all_in_bet_leaves_no_raise_to_the_richer_player() -> None:
    """Bob is all-in; Alice could only raise against nobody."""
    playing = deal(stacks=(1_500, 500)).play("Alice check, Bob bet 450")
    assert playing.offers(ALICE) == (Offer("fold"), Offer("call"))
    assert ("all_in", BOB, 0, -1) in playing.said()


def test_raise_can_follow_raise_until_the_effective_stack_is_in() -> None:
    playing = deal(stacks=(100, 1_900)).play("Alice bet 10, Bob raise 20, Alice raise 41, Bob raise 50")
    assert playing.offers(ALICE) == (Offer("fold"), Offer("call"))
    assert playing.play("Alice call").view(None).pot == 200


def test_fold_needs_a_bet() -> None:
    """Nobody may fold what he can check."""
    with pytest.raises(NotLegal):
        deal().play("Alice fold")
    with pytest.raises(NotLegal):
        deal().play("Alice check, Bob fold")


@pytest.mark.parametrize("wrong", ["check", "bet 200"])
def test_facing_a_bet_neither_check_nor_bet_is_legal(wrong: str) -> None:
    with pytest.raises(NotLegal):
        deal().play(f"Alice bet 100, Bob {wrong}")


@pytest.mark.parametrize("wrong", ["call", "raise 100", "hit", "pass"])
def test_unopened_betting_has_nothing_to_call_or_raise_and_no_cards(wrong: str) -> None:
    with pytest.raises(NotLegal):
        deal().play(f"Alice {wrong}")


@pytest.mark.parametrize("wrong", ["check", "call", "fold", "bet 100", "raise 100"])
def test_card_round_has_no_betting(wrong: str) -> None:
    with pytest.raises(NotLegal):
        deal().play(f"Alice check, Bob check, Bob {wrong}")


def test_betting_after_a_card_round_starts_from_nothing_with_the_seat_without_the_button() -> None:
    """Bets of the last round are no bets of this one; the stacks are what is left."""
    playing = deal("9c Td 7h 8s 2c 3c").play("Alice bet 100, Bob call, Bob hit, Alice hit")
    assert playing.to_act == (ALICE,)
    assert playing.offers(ALICE) == (Offer("check"), Offer("bet", 10, 850))


def test_expired_betting_decision_checks_when_that_is_free() -> None:
    playing = deal().expire()
    assert playing.to_act == (BOB,)
    assert (playing.hand.facts[-1].kind, playing.hand.facts[-1].seat, playing.hand.facts[-1].auto) == (
        "check",
        0,
        True,
    )


def test_expired_betting_decision_facing_a_bet_folds() -> None:
    playing = deal().play("Alice bet 10").expire()
    assert playing.outcome.reason == "fold"
    assert playing.net == (50, -50)
    folded = next(fact for fact in playing.hand.facts if fact.kind == "fold")
    assert (folded.seat, folded.auto) == (BOB, True)


def test_chosen_answer_is_not_marked_as_the_clocks() -> None:
    assert not any(fact.auto for fact in deal().play("Alice bet 10, Bob fold").hand.facts)
