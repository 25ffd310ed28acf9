"""What holds in every hand, whoever plays it: random legal hands of two to six seats."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.actions import Bet, Call, Check, Fold, Raise
from games.rules.errors import RulesError
from games.rules.hands.holdem import HoldemRules
from games.rules.hands.holdem_state import HoldemHand
from tests.rules.hands.holdem.hands import HoldemPlaying, table
from tests.rules.playing import action

CASH = HoldemRules(chip=100, rake_bps=200)


def random_table(dice: random.Random) -> HoldemPlaying:
    """Stacks from less than a blind on; whole chips without rake, or hundredths with it."""
    count = dice.randint(2, 6)
    button = dice.randrange(count)
    seed = dice.randrange(2**32)
    if dice.random() < 0.5:
        return table([dice.choice((dice.randint(1, 60), dice.randint(30, 900))) for _ in range(count)],
                     button=button, seed=seed)  # fmt: skip
    stacks = [dice.choice((dice.randint(1, 6_000), dice.randint(3_000, 90_000))) for _ in range(count)]
    return table(stacks, button=button, seed=seed, rules=CASH, small=1_500, big=3_000)


def total(hand: HoldemHand) -> int:
    """Units that are on the table, wherever they are."""
    if hand.street == "over":
        paid = sum(sum(pot.shares) + pot.rake for pot in hand.pots)
        assert paid == sum(hand.committed) + sum(hand.dead)
        return sum(hand.stacks) + paid
    return sum(hand.stacks) + sum(hand.committed) + sum(hand.dead)


def step(hand: HoldemPlaying, dice: random.Random) -> None:
    """An answer or, now and then, a claim that is lost."""
    if dice.random() < 0.05:
        hand.hand = hand.rules.withdraw(hand.hand, dice.randrange(len(hand.hand.claims)), hand.chance)
        return
    (seat,) = hand.to_act
    offer = dice.choice([offer for offer in hand.offers(seat) if offer.kind != "fold" or dice.random() < 0.3])
    chip = hand.hand.chip
    whole = -(-dice.randint(offer.low, offer.high) // chip) * chip
    amount = dice.choice((offer.low, offer.low, offer.high, min(whole, offer.high)))
    hand.act(seat, action(offer.kind, amount))


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**32 - 1).map(random.Random))
def test_chips_are_conserved_at_every_step(dice: random.Random) -> None:
    hand = random_table(dice)
    there = total(hand.hand)
    while hand.to_act:
        step(hand, dice)
        assert total(hand.hand) == there
        assert min(*hand.hand.stacks, *hand.hand.committed, *hand.hand.bets) >= 0
    assert sum(hand.outcome.net.values()) == -sum(pot.rake for pot in hand.outcome.pots)


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 2**32 - 1).map(random.Random))
def test_what_is_offered_is_accepted_and_nothing_else(dice: random.Random) -> None:
    hand = random_table(dice)
    while hand.to_act:
        (seat,) = hand.to_act
        offers = {offer.kind: offer for offer in hand.offers(seat)}
        for answer in (Check(), Call(), Fold()):
            assert accepted(hand, seat, answer) is (answer.kind in offers)
        for kind, made in (("bet", Bet), ("raise", Raise)):
            offer = offers.get(kind)
            low, high = (offer.low, offer.high) if offer else (60, 60)
            assert accepted(hand, seat, made(low)) is (offer is not None)
            assert accepted(hand, seat, made(high)) is (offer is not None)
            assert not accepted(hand, seat, made(low - 1))
            assert not accepted(hand, seat, made(high + 1))
        step(hand, dice)


def accepted(hand: HoldemPlaying, seat: int, answer: Bet | Raise | Check | Call | Fold) -> bool:
    try:
        hand.rules.apply_action(hand.hand, seat, answer, hand.chance)
    except RulesError:
        return False
    return True


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32 - 1).map(random.Random))
def test_state_survives_its_bytes_and_the_log_only_grows(dice: random.Random) -> None:
    hand = random_table(dice)
    encoder, decoder = msgspec.msgpack.Encoder(), msgspec.msgpack.Decoder(HoldemHand)
    while True:
        assert decoder.decode(encoder.encode(hand.hand)) == hand.hand
        if not hand.to_act:
            break
        told = hand.hand.facts
        step(hand, dice)
        assert hand.hand.facts[: len(told)] == told


@pytest.mark.parametrize("seed", range(40))
def test_hand_ends_when_nobody_ever_answers(seed: int) -> None:
    hand = random_table(random.Random(seed))
    for _ in range(30):
        if hand.to_act:
            hand.expire()
    assert hand.to_act == ()
    assert hand.outcome.pots


@pytest.mark.parametrize("seed", range(60))
def test_who_is_asked_has_chips_and_somebody_could_answer(seed: int) -> None:
    dice = random.Random(seed)
    hand = random_table(dice)
    while hand.to_act:
        (seat,) = hand.to_act
        state = hand.hand
        assert state.stacks[seat] > 0
        others = [other for other, claim in enumerate(state.claims) if claim == "in" and other != seat]
        assert others
        assert hand.call > 0 or any(state.stacks[other] for other in others)
        step(hand, dice)
