"""Seed 000, Tactical BlackJack: Cards, Actions, All-in; rules.md, Tactical: order, HIT, all-in."""

from __future__ import annotations

import pytest

from games.rules.errors import NotLegal
from tests.rules.playing import ALICE, BOB, deal

CHECKED = "Alice check, Bob check"


def test_button_chooses_first_then_the_other() -> None:
    """In a card round the button speaks first, in betting the other."""
    playing = deal("9c Td 7h 8s 2c").play(CHECKED)
    assert playing.to_act == (BOB,)
    assert playing.play("Bob hit").to_act == (ALICE,)
    assert deal(button=ALICE).play("Bob check, Alice check").to_act == (ALICE,)


def test_hit_takes_the_next_card_of_the_shoe() -> None:
    playing = deal("9c Td 7h 8s 2c 3c").play(f"{CHECKED}, Bob hit, Alice hit")
    assert playing.codes(BOB) == "Td 8s 2c"
    assert playing.codes(ALICE) == "9c 7h 3c"
    assert playing.said()[-2:] == [("hit", BOB, 0, 2), ("hit", ALICE, 0, 2)]


def test_pass_keeps_the_hand() -> None:
    playing = deal().play(f"{CHECKED}, Bob pass")
    assert playing.codes(BOB) == "Td 8s"
    assert playing.to_act == (ALICE,)
    assert [seat.passed for seat in playing.view(None).seats] == [False, True]


@pytest.mark.parametrize("choices", ["Bob hit, Alice hit", "Bob hit, Alice pass", "Bob pass, Alice hit"])
def test_another_betting_round_follows_both_choices(choices: str) -> None:
    """As long as somebody took a card, it is an ordinary betting round."""
    playing = deal("9c Td 7h 8s 2c 3c").play(f"{CHECKED}, {choices}")
    view = playing.view(None)
    assert (view.stage, view.final_betting, view.to_act) == ("betting", False, (ALICE,))
    assert [seat.passed for seat in view.seats] == [False, False], "the card round is over"
    assert playing.play(CHECKED).to_act == (BOB,), "and after it another card round"


def test_pass_binds_for_one_card_round_only() -> None:
    """Who passed beside a hit may hit in the next card round."""
    playing = deal("9c Td 7h 8s 2c 3c").play(f"{CHECKED}, Bob pass, Alice hit, {CHECKED}")
    assert [seat.passed for seat in playing.view(None).seats] == [False, False]
    assert playing.play("Bob hit").codes(BOB) == "Td 8s 3c"


def test_pass_in_one_round_and_pass_of_the_other_in_the_next_do_not_end_the_cards() -> None:
    """Both must pass in the same card round."""
    playing = deal("9c Td 7h 8s 2c 3c").play(
        f"{CHECKED}, Bob hit, Alice pass, {CHECKED}, Bob pass, Alice hit"
    )
    assert playing.view(None).final_betting is False


def test_both_passing_leads_to_one_last_betting_round_then_the_showdown() -> None:
    playing = deal().play(f"{CHECKED}, Bob pass, Alice pass")
    view = playing.view(None)
    assert (view.stage, view.final_betting, view.to_act) == ("betting", True, (ALICE,))
    playing.play("Alice bet 100, Bob call")
    assert playing.outcome.reason == "showdown"
    assert playing.to_act == ()


def test_last_betting_round_may_be_checked_down() -> None:
    assert deal().play(f"{CHECKED}, Bob pass, Alice pass, {CHECKED}").outcome.reason == "showdown"


def test_hit_is_not_available_at_exactly_21() -> None:
    """A and K: PASS is the only choice, and it is not made for the player."""
    playing = deal("9c As 7h Ks").play(CHECKED)
    assert playing.to_act == (BOB,)
    assert playing.kinds(BOB) == ["pass"]
    with pytest.raises(NotLegal):
        playing.play("Bob hit")


def test_hit_is_available_at_11_that_counts_as_21_only_with_an_ace() -> None:
    """A+T is 21 (11 with the ace as 1); 5+6 is 11 and free to draw."""
    assert deal("5c As 6c Td").play(CHECKED).kinds(BOB) == ["pass"]
    assert deal("5c 9s 6c Td 2c").play(f"{CHECKED}, Bob hit").kinds(ALICE) == ["hit", "pass"]


def test_over_21_the_hand_goes_on_and_hit_stays_legal() -> None:
    """A bust ends nothing: the player may bet, bluff and even hit."""
    playing = deal("9c Td 7h 8s Kc 2c 2d").play(f"{CHECKED}, Bob hit, Alice pass")
    assert playing.view(BOB).seats[BOB].shown_total == "28"
    assert playing.play("Alice check, Bob bet 100, Alice call").kinds(BOB) == ["hit", "pass"]
    assert playing.play("Bob hit").codes(BOB) == "Td 8s Kc 2c"


TWOS = "2c 2d 2h 2s " * 5


def test_ten_cards_are_the_most() -> None:
    """Ten twos make 20: below 21, and yet only PASS is left."""
    playing = deal(TWOS).play(CHECKED)
    for _ in range(8):
        assert playing.kinds(BOB) == ["hit", "pass"]
        playing.play(f"Bob hit, Alice pass, {CHECKED}")
    assert len(playing.hand.cards[BOB]) == 10
    assert playing.view(BOB).seats[BOB].shown_total == "20"
    assert playing.kinds(BOB) == ["pass"]
    with pytest.raises(NotLegal):
        playing.play("Bob hit")
    assert playing.play("Bob pass").kinds(ALICE) == ["hit", "pass"], "the other is not bound by it"


def test_both_at_ten_cards_can_only_pass_and_come_to_the_showdown() -> None:
    playing = deal(TWOS).play(CHECKED)
    for _ in range(8):
        playing.play(f"Bob hit, Alice hit, {CHECKED}")
    playing.play(f"Bob pass, Alice pass, {CHECKED}")
    assert playing.outcome.cards_used == 20
    assert playing.net == (0, 0)


def test_expired_card_decision_passes() -> None:
    playing = deal().play(CHECKED).expire()
    assert playing.to_act == (ALICE,)
    assert (playing.hand.facts[-1].kind, playing.hand.facts[-1].seat, playing.hand.facts[-1].auto) == (
        "pass",
        BOB,
        True,
    )
    assert playing.expire().view(None).final_betting


def test_called_all_in_ends_the_betting_and_card_rounds_go_on_until_both_pass() -> None:
    """No betting between the card rounds, none after the last."""
    playing = deal("9c Td 2h 3s 2c 3c 4c").play("Alice bet 950, Bob call")
    for choices in ("Bob hit, Alice hit", "Bob pass, Alice hit", "Bob pass, Alice pass"):
        assert (playing.to_act, playing.kinds(BOB)) == ((BOB,), ["hit", "pass"])
        playing.play(choices)
    assert playing.outcome.reason == "showdown"


def test_all_in_of_the_shorter_stack_ends_the_betting_for_both() -> None:
    """Alice has 1,000 left and nobody to bet against."""
    playing = deal("9c Td 2h 3s", stacks=(1_500, 500)).play("Alice bet 450, Bob call")
    assert playing.kinds(BOB) == ["hit", "pass"]
    assert playing.play("Bob pass, Alice pass").outcome.reason == "showdown"


def test_all_in_called_in_the_last_betting_round_is_shown_at_once() -> None:
    """No card round follows the last betting round."""
    playing = deal().play(f"{CHECKED}, Bob pass, Alice pass, Alice bet 950, Bob call")
    assert playing.outcome.reason == "showdown"


def test_all_in_by_ante_goes_through_card_rounds_to_the_showdown() -> None:
    """Alice's 30 chips are her ante. 9+7 and then 5: 21 against 18."""
    playing = deal("9c Td 7h 8s 5d", stacks=(30, 1_970), ante=30).play(
        "Bob pass, Alice hit, Bob pass, Alice pass"
    )
    assert playing.net == (30, -30)
