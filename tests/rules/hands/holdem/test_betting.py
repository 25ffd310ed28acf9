"""No-limit betting: sizes, what reopens it, and what is refused (TDA 43 to 47; rules.md, Hold'em)."""

from __future__ import annotations

import msgspec
import pytest

from games.rules.actions import Action, Bet, Call, Check, Fold, Hit, Raise
from games.rules.errors import Malformed, NotLegal, NotYourTurn
from games.rules.hands.holdem import HoldemRules
from tests.rules.hands.holdem.hands import ALICE, BOB, table


def test_fold_is_always_legal_also_when_a_check_is_free() -> None:
    hand = table([1_000, 1_000]).play("Bob call")
    assert hand.kinds(ALICE) == ["fold", "check", "raise"]
    hand.play("Alice fold")
    assert hand.stacks == (970, 1_030)


def test_raise_is_at_least_the_last_raise() -> None:
    """TDA 43: to 90 is 60 more than 30, so the next is to 150 at least."""
    hand = table([1_000] * 3).play("Charlie raise 90")
    assert hand.raises == (150, 1_000)
    hand.play("Alice raise 250")
    assert hand.raises == (410, 1_000)


def test_bet_is_at_least_the_big_blind_on_every_street() -> None:
    hand = table([1_000, 1_000]).play("Bob raise 200, Alice call")
    for _ in range(3):
        assert hand.raises == (30, 800)
        hand.play("Alice check, Bob check")


def test_raise_after_a_bet_is_at_least_twice_that_bet() -> None:
    hand = table([1_000, 1_000]).play("Bob call, Alice check, Alice bet 100")
    assert (hand.actor, hand.call, hand.raises) == ("Bob", 100, (200, 970))


def test_whole_stack_is_the_only_size_when_less_than_a_full_raise_is_left() -> None:
    hand = table([1_000, 150]).play("Bob call, Alice check, Alice bet 100")
    assert hand.raises == (120, 120)
    with pytest.raises(NotLegal, match="amount"):
        hand.play("Bob raise 119")
    hand = hand.play("Bob raise 120")
    assert (hand.actor, hand.call, hand.raises) == ("Alice", 20, None)


def test_short_all_in_does_not_reopen_for_who_has_acted() -> None:
    """TDA 47, 15/30: UTG all-in 240, the button calls, the small blind all-in 285, the big blind calls: the button may
    only call 45 or fold."""
    hand = table([285, 1_000, 240, 1_000])
    hand.play("Charlie raise 240, Dora call, Alice raise 285")
    assert (hand.actor, hand.call, hand.raises) == ("Bob", 255, (495, 1_000))
    hand.play("Bob call")
    assert (hand.actor, hand.call, hand.raises) == ("Dora", 45, None)
    assert hand.kinds(3) == ["fold", "call"]
    with pytest.raises(NotLegal):
        hand.play("Dora raise 1000")


def test_short_all_ins_that_make_a_full_raise_together_reopen() -> None:
    """TDA 47, example 1: a bet of 100, all-in 150, all-in 200: who bet faces 100 and may raise."""
    hand = table([1_000, 180, 230, 1_000]).play("Charlie call, Dora call, Alice call, Bob check")
    hand.play("Alice bet 100, Bob raise 150, Charlie raise 200, Dora call")
    assert (hand.actor, hand.call, hand.raises) == ("Alice", 100, (300, 970))


def test_short_all_ins_that_stay_below_a_full_raise_do_not_reopen() -> None:
    hand = table([1_000, 180, 220, 1_000]).play("Charlie call, Dora call, Alice call, Bob check")
    hand.play("Alice bet 100, Bob raise 150, Charlie raise 190, Dora call")
    assert (hand.actor, hand.call, hand.raises) == ("Alice", 90, None)


def test_facing_a_full_raise_reopens_though_the_last_step_was_short() -> None:
    """Alice bets 100, Bob makes it 300, Charlie is all-in for 340: Alice faces 240, more than the raise of 200."""
    hand = table([1_000, 1_000, 370, 1_000]).play("Charlie call, Dora call, Alice call, Bob check")
    hand.play("Alice bet 100, Bob raise 300, Charlie raise 340, Dora fold")
    assert (hand.actor, hand.call, hand.raises) == ("Alice", 240, (540, 970))
    hand.play("Alice call")
    assert (hand.actor, hand.call, hand.raises) == ("Bob", 40, None)


def test_checker_may_not_raise_an_all_in_below_a_full_bet() -> None:
    """TDA 47: 20 is no bet of 30; who checked may call it, who has not acted may raise it."""
    hand = table([1_000, 50, 1_000]).play("Charlie call, Alice call, Bob check")
    hand.play("Alice check, Bob bet 20")
    assert (hand.actor, hand.call, hand.raises) == ("Charlie", 20, (50, 970))
    hand.play("Charlie call")
    assert (hand.actor, hand.call, hand.raises) == ("Alice", 20, None)


def test_limper_may_not_raise_a_small_all_in_of_a_blind() -> None:
    """15/30: UTG calls 30, the small blind is all-in for 40: ten more is no raise."""
    hand = table([40, 1_000, 1_000]).play("Charlie call, Alice raise 40, Bob call")
    assert (hand.actor, hand.call, hand.raises) == ("Charlie", 10, None)


def test_big_blind_may_raise_when_all_have_called() -> None:
    hand = table([1_000] * 3).play("Charlie call, Alice call")
    assert (hand.actor, hand.call, hand.raises) == ("Bob", 0, (60, 1_000))


def test_no_raise_is_offered_that_nobody_could_answer() -> None:
    hand = table([1_000, 300]).play("Bob raise 300")
    assert (hand.actor, hand.kinds(ALICE)) == ("Alice", ["fold", "call"])


def test_stack_that_is_just_the_call_offers_no_raise() -> None:
    hand = table([90, 1_000, 1_000]).play("Charlie raise 90")
    assert (hand.actor, hand.call, hand.kinds(ALICE)) == ("Alice", 75, ["fold", "call"])


def test_no_raise_is_offered_to_whom_another_could_but_call_as_well() -> None:
    """Alice is all-in for 100, and Charlie has 100 in all: more than that nobody could put in beside Bob."""
    hand = table([100, 1_000, 100]).play("Charlie call, Alice raise 100")
    assert (hand.actor, hand.call, hand.raises) == ("Bob", 70, None)
    hand.play("Bob call")
    assert (hand.actor, hand.call, hand.raises) == ("Charlie", 70, None)


def test_bet_may_be_greater_than_the_other_stack_and_comes_back() -> None:
    """No-limit: all of one's chips at any time; what is not called is returned."""
    hand = table([300, 1_000]).play("Bob raise 1000")
    assert hand.call == 270
    hand.play("Alice call")
    assert hand.happened("returned") == [("returned", "Bob", 700)]
    assert [pot[0] for pot in hand.pots] == [600]


def test_last_with_chips_is_not_asked_when_all_others_are_all_in() -> None:
    """And the board runs out at once, after the cards are shown."""
    hand = table([1_000, 200, 300]).play("Charlie raise 300, Alice call, Bob call")
    assert hand.to_act == ()
    kinds = [fact.kind for fact in hand.hand.facts]
    assert kinds.index("shows") < kinds.index("flop") < kinds.index("river") < kinds.index("won")


def test_two_with_chips_bet_on_beside_an_all_in() -> None:
    hand = table([1_000, 200, 1_000]).play("Charlie raise 200, Alice call, Bob call")
    assert (hand.actor, hand.hand.street) == ("Alice", "flop")
    hand.play("Alice check, Charlie check")
    assert hand.hand.street == "turn"
    hand.play("Alice bet 100, Charlie fold")
    assert hand.outcome.reason == "showdown", "the all-in seat has still to be beaten"


def test_all_others_gone_the_last_beside_an_all_in_is_not_asked() -> None:
    hand = table([1_000, 200, 1_000]).play("Charlie raise 200, Alice call, Bob call, Alice fold")
    assert hand.to_act == ()
    assert hand.outcome.reason == "showdown"


def test_expiry_checks_where_that_is_legal_and_else_folds() -> None:
    hand = table([1_000, 1_000]).play("Bob call")
    hand.expire()
    assert hand.hand.facts[-2].kind == "check"
    assert hand.hand.facts[-2].auto
    hand.play("Alice bet 30").expire()
    assert hand.outcome.reason == "fold"


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (Hit(), Malformed),
        (Raise(0), Malformed),
        (Raise(-60), Malformed),
        (Raise(59), NotLegal),
        (Raise(1_001), NotLegal),
        (Bet(60), NotLegal),
        (Check(), NotLegal),
    ],
)
def test_answer_that_is_not_legal_changes_nothing(answer: Action, error: type[Exception]) -> None:
    hand = table([1_000, 1_000])
    before = hand.hand
    with pytest.raises(error):
        hand.act(BOB, answer)
    assert hand.hand == before


@pytest.mark.parametrize("to", ["60.5", "NaN", '"60"', "null", "true", "1e400"])
def test_size_that_is_no_whole_number_is_no_action(to: str) -> None:
    """Fractions of a chip, a slider that says nothing: refused before any rule is asked."""
    with pytest.raises(ValueError):
        msgspec.json.decode(f'{{"kind": "raise", "to": {to}}}', type=Action)


def test_wrong_size_tells_the_bounds() -> None:
    hand = table([1_000, 1_000])
    with pytest.raises(NotLegal) as refused:
        hand.act(BOB, Raise(59))
    assert (refused.value.code, refused.value.data) == ("amount", {"kind": "raise", "low": 60, "high": 1_000})


def test_call_of_nothing_is_refused() -> None:
    hand = table([1_000, 1_000]).play("Bob call")
    with pytest.raises(NotLegal):
        hand.act(ALICE, Call())


@pytest.mark.parametrize("seat", [ALICE, -1, 5])
def test_another_seat_is_not_to_act(seat: int) -> None:
    hand = table([1_000, 1_000])
    with pytest.raises(NotYourTurn):
        hand.act(seat, Fold())
    assert hand.offers(seat) == ()


def test_nobody_acts_after_the_end() -> None:
    hand = table([1_000, 1_000]).play("Bob fold")
    with pytest.raises(NotYourTurn):
        hand.act(-1, Fold())
    with pytest.raises(NotYourTurn):
        hand.act(BOB, Fold())


# --- hundredths of a chip --------------------------------------------------------------------------------

CASH = HoldemRules(chip=100)


def test_bets_are_whole_chips_and_the_smallest_raise_is_rounded_up() -> None:
    """An all-in of 123.45 chips was a raise of 93.45: the next goes to 216.90, so to 217."""
    hand = table([100_000, 100_000, 12_345], rules=CASH, small=1_500, big=3_000)
    hand.play("Charlie raise 12345")
    assert (hand.actor, hand.call, hand.raises) == ("Alice", 10_845, (21_700, 100_000))
    with pytest.raises(NotLegal, match="amount"):
        hand.play("Alice raise 21750")
    hand.play("Alice raise 21700")
    assert hand.raises == (31_100, 100_000), "93.55 more, to 310.55, rounded up"


def test_call_and_all_in_are_exact() -> None:
    hand = table([99_999, 12_345], rules=CASH, small=1_500, big=3_000)
    assert hand.raises == (6_000, 12_345)
    hand.play("Bob raise 12345")
    assert hand.call == 9_345
    hand.play("Alice call")
    assert [pot[0] for pot in hand.pots] == [24_690]


def test_all_in_between_the_smallest_raise_and_its_whole_chip_is_the_only_size() -> None:
    """The smallest raise goes to 216.90, that is 217; who has 216.95 may put in just that."""
    hand = table([21_695, 100_000, 12_345], rules=CASH, small=1_500, big=3_000).play("Charlie raise 12345")
    assert hand.raises == (21_695, 21_695)
