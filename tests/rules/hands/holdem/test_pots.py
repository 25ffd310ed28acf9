"""Main and side pots, ties, odd units, rake, and lost claims (TDA 20, 21; rules.md, Hold'em and Disconnects)."""

from __future__ import annotations

import pytest

from games.rules.actions import Fold
from games.rules.contracts import Blinds, HandSetup
from games.rules.given import GivenChance
from games.rules.hands.holdem import HoldemRules
from tests.rules.hands.holdem.hands import (
    ALICE,
    BOB,
    CHARLIE,
    DORA,
    HoldemPlaying,
    dealt,
    shoe,
    table,
)

BOARD = "2c 7d 9h Js 3c"
CASH = HoldemRules(chip=100, rake_bps=200)


def test_side_pots_by_what_each_put_in() -> None:
    """Stacks 100, 300, 600: 300 for all, 400 for two, 300 back."""
    cards = dealt(["As Ad", "Ks Kd", "Qs Qd"], BOARD)
    hand = table([100, 300, 600], cards=cards).play("Charlie raise 600, Alice call, Bob call")
    assert hand.happened("returned") == [("returned", "Charlie", 300)]
    assert hand.pots == [
        (300, (ALICE, BOB, CHARLIE), (300, 0, 0)),
        (400, (BOB, CHARLIE), (0, 400, 0)),
    ]
    assert hand.stacks == (300, 400, 300)
    assert [hand.flags(name)[0] for name in ("Alice", "Bob", "Charlie")] == ["won", "won", "lost"]


def test_best_hand_wins_every_pot_it_is_in() -> None:
    cards = dealt(["Ks Kd", "As Ad", "Qs Qd"], BOARD)
    hand = table([100, 300, 600], cards=cards).play("Charlie raise 600, Alice call, Bob call")
    assert hand.stacks == (0, 700, 300)


def test_side_pot_with_a_tie_beside_a_main_pot_with_one_winner() -> None:
    """Two of three tie for the side pot; the short stack wins the main pot alone."""
    cards = dealt(["As Ad", "Ks Qd", "Kh Qc"], BOARD)
    hand = table([100, 400, 400], cards=cards).play("Charlie raise 400, Alice call, Bob call")
    assert hand.pots == [
        (300, (ALICE, BOB, CHARLIE), (300, 0, 0)),
        (600, (BOB, CHARLIE), (0, 300, 300)),
    ]


def test_tie_of_all_three_splits_each_pot_by_itself() -> None:
    """TDA 21."""
    cards = dealt(["As 5d", "Ad 5h", "Ah 5c"], "Kc Qd Jh 9s 8c")
    hand = table([100, 300, 300], cards=cards).play("Charlie raise 300, Alice call, Bob call")
    assert hand.pots == [
        (300, (ALICE, BOB, CHARLIE), (100, 100, 100)),
        (400, (BOB, CHARLIE), (0, 200, 200)),
    ]
    assert {hand.flags(name)[0] for name in ("Alice", "Bob", "Charlie")} == {"tied"}


def test_folded_chips_make_no_pot_of_their_own() -> None:
    """Dora's 80 and the blinds go where those who called them play."""
    cards = dealt(["2s 2d", "As Ad", "Ks Kd", "Qs Qd"], BOARD)
    hand = table([1_000, 1_000, 200, 1_000], cards=cards)
    hand.play("Charlie raise 80, Dora call, Alice fold, Bob raise 300, Charlie call, Dora fold")
    assert hand.happened("returned") == [("returned", "Bob", 100)]
    assert hand.pots == [(495, (BOB, CHARLIE), (0, 495, 0, 0))]


@pytest.mark.parametrize(
    ("button", "shares"),
    [(DORA, (9, 9, 8, 0)), (ALICE, (8, 9, 9, 0)), (BOB, (9, 8, 9, 0)), (CHARLIE, (9, 9, 8, 0))],
)
def test_odd_units_go_one_each_from_the_left_of_the_button(button: int, shares: tuple[int, ...]) -> None:
    """TDA 20: 26 for three is 8 each, and one more for the first two; nobody gets both."""
    hands = {ALICE: "As 5d", BOB: "Ad 5h", CHARLIE: "Ah 5c", DORA: "2s 2d"}
    order = [(button + 1 + step) % 4 for step in range(4)]
    cards = dealt([hands[seat] for seat in order], "Kc Qd Jh 9s 8c")
    hand = odd_hand(button, cards)
    assert [(sum(pot.contributions), pot.shares) for pot in hand.outcome.pots] == [(26, shares)]


def odd_hand(button: int, cards: str) -> HoldemPlaying:
    """Three have eight in, Dora has folded to a bet with two in: 26."""
    setup = HandSetup(
        seats=(0, 1, 2, 3), button=button, stacks=(100,) * 4, forced=(0, 0, 0, 2),
        blinds=Blinds(1, 2, big_seat=DORA),
    )  # fmt: skip
    hand = HoldemPlaying(HoldemRules(), setup, GivenChance(shoe(cards)))
    hand.play("Alice raise 8, Bob call, Charlie call, Dora fold")
    return hand.check_down()


def test_heads_up_odd_unit_goes_to_who_has_not_the_button() -> None:
    """The pot is 61: a third seat folded its small blind of 1."""
    cards = dealt(["As 5d", "Ad 5h", "Ah 5c"], "Kc Qd Jh 9s 8c")
    hand = table([1_000] * 3, cards=cards, small=1, big=30)
    hand.play("Charlie call, Alice fold").check_down()
    assert hand.pots == [(61, (BOB, CHARLIE), (0, 31, 30))]


def test_abandoned_pot_gives_contenders_their_own_back() -> None:
    """And shares the folded 45 between them, the odd unit left of the button."""
    hand = table([1_000] * 4).play("Charlie raise 100, Dora call, Alice fold, Bob fold").abandon()
    assert hand.outcome.reason == "abandoned"
    assert hand.pots == [(245, (CHARLIE, DORA), (0, 0, 123, 122))]
    assert hand.stacks == (985, 970, 1_023, 1_022)
    assert not any("shown" in line.flags for line in hand.outcome.lines)


def test_abandoned_pot_shares_dead_chips_by_side_pots() -> None:
    """Alice is all-in for 100, Bob and Charlie have 300 in, Dora folded 300: 100 for three, 200 for two."""
    hand = table([100, 1_000, 1_000, 1_000])
    hand.play("Charlie raise 300, Dora call, Alice call, Bob call")
    hand.play("Bob bet 200, Charlie call, Dora fold").abandon()
    assert hand.pots == [
        (400, (ALICE, BOB, CHARLIE), (134, 133, 133, 0)),
        (1_000, (BOB, CHARLIE), (0, 500, 500, 0)),
    ]


def test_abandoned_bet_that_was_not_called_goes_back_whole() -> None:
    hand = table([1_000, 1_000]).play("Bob call, Alice check, Alice bet 200").abandon()
    assert hand.stacks == (1_000, 1_000)
    assert hand.happened("returned") == [("returned", "Alice", 200)]


@pytest.mark.parametrize(("flop", "rake"), [(False, 0), (True, 60)])
def test_dead_chips_of_an_abandoned_pot_are_raked_if_a_flop_was_dealt(flop: bool, rake: int) -> None:
    """Alice folded 30 chips: 2 % are 0.60."""
    hand = table([100_000] * 3, rules=CASH, small=3_000, big=3_000).play("Charlie call")
    if flop:
        hand.play("Alice check, Bob check, Alice fold")
    else:
        hand.play("Alice fold")
    hand.abandon()
    (pot,) = hand.outcome.pots
    assert (sum(pot.contributions), pot.rake) == (9_000, rake)
    assert sum(pot.shares) == 9_000 - rake
    assert ("flop" in hand.flags("Bob")) is flop


def test_hand_that_is_over_cannot_be_abandoned() -> None:
    hand = table([1_000, 1_000]).play("Bob fold")
    before = hand.hand
    assert hand.abandon().hand is before


# --- a claim is lost ------------------------------------------------------------------------------------


def test_lost_claim_leaves_the_pot_to_the_only_other() -> None:
    hand = table([1_000, 1_000]).play("Bob raise 100, Alice call").withdraw("Bob")
    assert hand.stacks == (1_100, 900)
    assert (hand.outcome.reason, hand.flags("Bob")) == ("fold", ("lost", "claim_lost", "flop"))
    assert hand.happened("claim_lost", "won") == [("claim_lost", "Bob", 0), ("won", "Alice", 200)]


def test_all_in_seat_loses_its_claim_too() -> None:
    """The best hand, all-in, but away too long: its chips stay in the main pot, which the others play for."""
    cards = dealt(["As Ad", "Ks Kd", "Qs Qd"], BOARD)
    hand = table([100, 1_000, 1_000], cards=cards).play("Charlie raise 100, Alice call, Bob call")
    hand.withdraw("Alice").check_down()
    assert hand.pots == [(300, (BOB, CHARLIE), (0, 300, 0))]
    assert "shown" not in hand.flags("Alice")


def test_chips_above_the_largest_of_the_others_were_not_called() -> None:
    """Charlie bet 300 and is gone before anybody called: the other two play on for the blind."""
    hand = table([1_000] * 3).play("Charlie raise 300").withdraw("Charlie")
    assert hand.happened("returned") == [("returned", "Charlie", 270)]
    assert (hand.actor, hand.call, hand.raises) == ("Alice", 15, (60, 1_000))
    hand.check_down()
    assert [pot[:2] for pot in hand.pots] == [(90, (ALICE, BOB))]


def test_bet_of_a_lost_claim_stays_where_somebody_called_it() -> None:
    """Alice called 300 with all of her 200: the 200 stay, and Bob owes no more than they."""
    hand = table([200, 1_000, 1_000]).play("Charlie raise 300, Alice call").withdraw("Charlie")
    assert hand.happened("returned") == [("returned", "Charlie", 100)]
    assert (hand.actor, hand.call) == ("Bob", 170)


def test_uncalled_bet_of_a_lost_claim_on_the_flop_is_a_new_start() -> None:
    hand = table([1_000] * 3).play("Charlie call, Alice call, Bob check, Alice bet 200").withdraw("Alice")
    assert (hand.actor, hand.call, hand.raises) == ("Bob", 0, (30, 970))


def test_raise_after_a_lost_claim_is_measured_by_the_raises_that_are_left() -> None:
    """TDA 43, 47: 50, then 50 more to 100, then 200 more, which are taken back. Who bet 50 faces a full raise of 50 and
    may raise to 150 at least; so may who made it 100, if he is raised in full."""
    hand = table([1_000] * 4).play("Charlie call, Dora call, Alice call, Bob check")
    hand.play("Alice bet 50, Bob raise 100, Charlie raise 300, Dora fold").withdraw("Charlie")
    assert hand.happened("returned") == [("returned", "Charlie", 200)]
    assert (hand.actor, hand.call, hand.raises) == ("Alice", 50, (150, 970))
    hand.play("Alice raise 150")
    assert (hand.actor, hand.call, hand.raises) == ("Bob", 50, (200, 970))


def test_before_the_flop_a_lost_raise_leaves_the_step_before_it() -> None:
    """30, 60, 90, then 300, which is taken back: the next is to 120 at least."""
    hand = table([1_000] * 4).play("Charlie raise 60, Dora raise 90, Alice raise 300, Bob fold")
    hand.withdraw("Alice")
    assert hand.happened("returned") == [("returned", "Alice", 210)]
    assert (hand.actor, hand.call, hand.raises) == ("Charlie", 30, (120, 1_000))


def test_part_of_a_lost_raise_that_was_called_is_a_raise_of_its_own() -> None:
    """Of Charlie's raise from 100 to 300 Dora has called 180 with all she had: 80 more, a full raise."""
    hand = table([1_000, 1_000, 1_000, 210]).play("Charlie call, Dora call, Alice call, Bob check")
    hand.play("Alice bet 50, Bob raise 100, Charlie raise 300, Dora call").withdraw("Charlie")
    assert hand.happened("returned") == [("returned", "Charlie", 120)]
    assert (hand.actor, hand.call, hand.raises) == ("Alice", 130, (260, 970))


def test_raises_of_two_lost_claims_are_both_forgotten() -> None:
    """50, then to 300, taken back; to 100, to 200, then to 600, taken back: the last step is that of 100."""
    hand = table([1_000] * 5).play("Charlie call, Dora call, Emil call, Alice call, Bob check")
    hand.play("Alice bet 50, Bob raise 300").withdraw("Bob").play("Charlie raise 100, Dora raise 200")
    hand.play("Emil raise 600").withdraw("Emil")
    assert (hand.actor, hand.call, hand.raises) == ("Alice", 150, (300, 970))


def test_full_big_blind_is_owed_though_its_claim_is_lost() -> None:
    """Of Bob's 30 the small blind has matched 15, the rest goes back; who comes in pays 30 all the same."""
    hand = table([1_000] * 3).withdraw("Bob")
    assert hand.happened("returned") == [("returned", "Bob", 15)]
    assert (hand.actor, hand.call, hand.raises) == ("Charlie", 30, (60, 1_000))
    hand.play("Charlie call")
    assert (hand.actor, hand.call) == ("Alice", 15)


def test_turn_passes_when_the_actor_loses_his_claim() -> None:
    hand = table([1_000] * 3).withdraw("Charlie")
    assert hand.actor == "Alice"


def test_claim_of_another_keeps_the_turn() -> None:
    hand = table([1_000] * 3).play("Charlie call").withdraw("Charlie")
    assert (hand.actor, hand.call) == ("Alice", 15)


def test_board_runs_out_when_the_last_who_could_answer_is_gone() -> None:
    """Alice is all-in, Bob is to speak, Charlie's claim is lost: there is nothing left to bet."""
    hand = table([200, 1_000, 1_000]).play("Charlie raise 200, Alice call, Bob call").withdraw("Charlie")
    assert hand.to_act == ()
    assert hand.outcome.reason == "showdown"


def test_who_has_folded_loses_nothing_more() -> None:
    hand = table([1_000] * 3).play("Charlie fold")
    before = hand.hand
    assert hand.withdraw("Charlie").hand is before
    hand.play("Alice fold")
    before = hand.hand
    assert hand.withdraw("Bob").hand is before


# --- rake and fractions ----------------------------------------------------------------------------------


def test_no_flop_no_rake() -> None:
    hand = table([100_000] * 3, rules=CASH, small=1_500, big=3_000).play("Charlie raise 10000")
    hand.act(ALICE, Fold()).act(BOB, Fold())
    (pot,) = hand.outcome.pots
    assert (pot.rake, sum(pot.shares)) == (0, 7_500)
    assert "flop" not in hand.flags("Charlie")


def test_rake_is_two_percent_of_each_pot_down_to_a_hundredth() -> None:
    """After the uncalled part is back: 300.21 and 399.86 chips."""
    cards = dealt(["As Ad", "Ks Kd", "Qs Qd"], BOARD)
    hand = table([10_007, 30_000, 60_000], cards=cards, rules=CASH, small=1_500, big=3_000)
    hand.play("Charlie raise 60000, Alice call, Bob call")
    assert [(sum(pot.contributions), pot.rake, pot.shares) for pot in hand.outcome.pots] == [
        (30_021, 600, (29_421, 0, 0)),
        (39_986, 799, (0, 39_187, 0)),
    ]


def test_odd_hundredths_are_shared_after_the_rake() -> None:
    """200.04 less 4.00 is 196.04 for three: 65.34 each, and one hundredth each for the first two from the left."""
    cards = dealt(["As 5d", "Ad 5h", "Ah 5c", "2s 2d"], "Kc Qd Jh 9s 8c")
    setup = HandSetup(
        seats=(0, 1, 2, 3), button=DORA, stacks=(6_667, 6_667, 6_667, 5_000), forced=(0, 0, 0, 3),
        blinds=Blinds(1, 3, big_seat=DORA),
    )  # fmt: skip
    hand = HoldemPlaying(CASH, setup, GivenChance(shoe(cards)))
    hand.play("Alice raise 6667, Bob call, Charlie call, Dora fold")
    (pot,) = hand.outcome.pots
    assert (sum(pot.contributions), pot.rake) == (20_004, 400)
    assert pot.shares == (6_535, 6_535, 6_534, 0)


def test_six_seats_each_with_another_stack_make_five_pots() -> None:
    stacks = [50, 100, 150, 200, 250, 300]
    cards = dealt(["As Ad", "Ks Kd", "Qs Qd", "Ts Td", "8s 8d", "6s 6d"], BOARD)
    hand = table(stacks, cards=cards)
    hand.play("Charlie raise 150, Dora raise 200, Emil raise 250, Flora call, Alice call, Bob call")
    assert [(amount, eligible) for amount, eligible, _ in hand.pots] == [
        (300, (0, 1, 2, 3, 4, 5)),
        (250, (1, 2, 3, 4, 5)),
        (200, (2, 3, 4, 5)),
        (150, (3, 4, 5)),
        (100, (4, 5)),
    ]
    assert hand.stacks == (300, 250, 200, 150, 100, 50)


def test_pots_of_the_view_leave_this_streets_bets_before_their_seats() -> None:
    hand = table([1_000] * 3).play("Charlie call, Alice call, Bob check")
    assert [(pot.amount, pot.eligible) for pot in hand.view(None).pots] == [(90, (ALICE, BOB, CHARLIE))]
    hand.play("Alice bet 60")
    view = hand.view(None)
    assert [pot.amount for pot in view.pots] == [90]
    assert (view.pot, view.seats[ALICE].bet) == (150, 60)
