"""The course told from the facts is that of the hand as it was played."""

from __future__ import annotations

import random

import pytest

from games.rules.hands.holdem_course import Moment, course
from games.rules.hands.holdem_state import HoldemHand
from tests.rules.hands.holdem.hands import ALICE, BOB, HoldemPlaying, dealt, table
from tests.rules.hands.holdem.test_properties import random_table, step


def told(hand: HoldemPlaying, stacks: tuple[int, ...]) -> tuple[Moment, ...]:
    return course(stacks, hand.hand.big, hand.hand.facts)


def test_each_fact_of_a_hand_has_its_moment() -> None:
    """Bob raises to 90: 60 more than the blind. Alice bets 200 on the flop and takes back what Bob does not call."""
    hand = table([1_000, 1_000], cards=dealt(["Ks Kd", "As 7h"], "2c 7d 9h Js 3c"))
    hand.play("Bob raise 90, Alice call, Alice bet 200, Bob fold")
    moments = {moment.fact.kind: moment for moment in told(hand, (1_000, 1_000))}
    blind = moments["small_blind"]
    assert (blind.stacks, blind.bets, blind.pot, blind.price) == ((970, 985), (30, 15), 45, 30)
    raised = moments["raise"]
    assert (raised.stacks, raised.bets, raised.price, raised.grew) == ((970, 910), (30, 90), 90, 60)
    flop = moments["flop"]
    assert (flop.street, flop.board, flop.bets, flop.pot, flop.price) == ("flop", 3, (0, 0), 180, 0)
    assert (moments["bet"].grew, moments["bet"].stacks) == (200, (710, 910))
    assert moments["fold"].out == (BOB,)
    assert (moments["returned"].stacks, moments["returned"].pot) == ((910, 910), 180)
    assert (moments["won"].stacks, moments["won"].pot, moments["won"].shown) == ((1_090, 910), 0, ())


def test_board_grows_card_by_card_after_all_are_shown() -> None:
    hand = table([1_000, 300], cards=dealt(["Ks Kd", "As 7h"], "2c 7d 9h Js 3c"))
    hand.play("Bob raise 300, Alice call")
    moments = told(hand, (1_000, 300))
    run_out = [(moment.fact.kind, moment.board) for moment in moments if moment.shown == (ALICE, BOB)]
    assert run_out == [("shows", 0), ("flop", 3), ("turn", 4), ("river", 5), ("won", 5)]
    assert moments[-1].stacks == (1_300, 0)


@pytest.mark.parametrize("seed", range(80))
def test_course_is_as_the_hand_was_at_each_step(seed: int) -> None:
    """Lost claims, short blinds, side pots, hundredths with rake: at each decision and at the end."""
    dice = random.Random(seed)
    hand = random_table(dice)
    stacks = tuple(map(sum, zip(hand.hand.stacks, hand.hand.committed, hand.hand.dead, strict=True)))
    while hand.to_act:
        moment, state = told(hand, stacks)[-1], hand.hand
        assert (moment.stacks, moment.bets, moment.price) == (state.stacks, state.bets, state.price)
        assert moment.pot == sum(state.committed) + sum(state.dead)
        assert (moment.street, moment.board) == (state.street, len(state.board))
        assert set(moment.out) == {
            seat for seat, claim in enumerate(state.claims) if claim in ("folded", "lost")
        }
        step(hand, dice)
    check_the_end(hand.hand, told(hand, stacks)[-1])


def check_the_end(state: HoldemHand, moment: Moment) -> None:
    shares = [sum(pot.shares[seat] for pot in state.pots) for seat in range(len(state.claims))]
    assert moment.stacks == tuple(map(sum, zip(state.stacks, shares, strict=True)))
    assert moment.pot == sum(pot.rake for pot in state.pots)
    assert moment.bets == state.bets
    assert moment.shown == state.shown
    assert moment.board == len(state.board)
