"""Shares of pots against another way to reckon them: chip by chip, each for itself, in fractions.

It shares no code with `holdem_pots`: the n-th chips of all seats make a pot of their own, which the best of those that
may win it share. Covers what pokerkit does not play: lost claims, dead posts, rake.
"""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import pytest

from games.rules.contracts import Blinds, HandSetup
from games.rules.given import GivenChance
from games.rules.hand_ranks import strength
from games.rules.hands.holdem import HoldemRules
from games.rules.hands.holdem_state import NOBODY, HoldemHand
from tests.rules.hands.holdem.hands import HoldemPlaying, shoe
from tests.rules.playing import action

RULES = HoldemRules(rake_bps=200)


def dealt_hand(dice: random.Random) -> HoldemPlaying:
    """Small stacks, so that many chips need not be counted; some seats post besides their blind. Others of the table's
    seats are empty, the button may lie before one of them, and nobody may have the small blind (TDA 32, dead button).
    """
    count = dice.randint(2, 6)
    seats = tuple(sorted(dice.sample(range(count), dice.randint(2, count))))
    button = dice.randrange(count)
    small_seat, big_seat = dice.sample(seats, 2)
    small_seat = dice.choice((small_seat, small_seat, NOBODY))
    stacks = tuple(dice.randint(2, 60) if seat in seats else 0 for seat in range(count))
    live = [{small_seat: 1, big_seat: 2}.get(seat, dice.choice((0, 0, 2))) for seat in range(count)]
    dead = [0 if seat in (small_seat, big_seat) else dice.choice((0, 0, 1)) for seat in range(count)]
    forced = tuple(min(post, stack) for post, stack in zip(live, stacks, strict=True))
    rest = [min(post, stack - put) for post, stack, put in zip(dead, stacks, forced, strict=True)]
    blinds = Blinds(1, 2, big_seat=big_seat, small_seat=small_seat, dead=tuple(rest))
    setup = HandSetup(seats=seats, button=button, stacks=stacks, forced=forced, blinds=blinds)
    return HoldemPlaying(RULES, setup, GivenChance(shoe("", dice.randrange(2**32))))


def played(dice: random.Random, abandoned: float = 0) -> HoldemPlaying:
    """`abandoned`: how often, of 1, the contenders are all away when one of them is asked."""
    hand = dealt_hand(dice)
    while hand.to_act:
        if dice.random() < abandoned:
            return hand.abandon()
        if dice.random() < 0.08:
            hand.hand = hand.rules.withdraw(hand.hand, dice.randrange(len(hand.hand.claims)), hand.chance)
            continue
        (seat,) = hand.to_act
        offers = [offer for offer in hand.offers(seat) if offer.kind != "fold" or dice.random() < 0.3]
        offer = dice.choice(offers)
        hand.act(seat, action(offer.kind, dice.choice((offer.low, offer.high))))
    return hand


def contenders(hand: HoldemHand) -> list[int]:
    return [seat for seat, claim in enumerate(hand.claims) if claim == "in"]


def expected(hand: HoldemHand) -> list[Fraction]:
    """Before rake, what each seat should have out of what lies in the pots."""
    board = [card.face for card in hand.board]
    alive = contenders(hand)
    worth = dict.fromkeys(alive, 0)
    if len(alive) > 1:
        worth = {seat: strength([*board, *(card.face for card in hand.cards[seat])]) for seat in alive}
    shares = [Fraction(0)] * len(hand.claims)

    def share_out(chips: int, seats: list[int]) -> None:
        best = max(worth[seat] for seat in seats)
        winners = [seat for seat in seats if worth[seat] == best]
        for seat in winners:
            shares[seat] += Fraction(chips, len(winners))

    share_out(sum(hand.dead), alive)
    for number in range(1, max(hand.committed) + 1):
        chips = sum(1 for put in hand.committed if put >= number)
        share_out(chips, [seat for seat in alive if hand.committed[seat] >= number])
    return shares


@pytest.mark.parametrize("seed", range(250))
def test_shares_are_those_of_single_chips(seed: int) -> None:
    """But for the rake of each pot and for odd chips, of which nobody gets more than one a pot."""
    hand = played(random.Random(seed))
    fair = expected(hand.hand)
    assert sum(fair) == sum(hand.hand.committed) + sum(hand.hand.dead)
    paid = Counter[int]()
    for pot in hand.outcome.pots:
        assert pot.rake == (sum(pot.contributions) * 2 // 100 if hand.hand.board else 0)
        assert sum(pot.shares) + pot.rake == sum(pot.contributions)
        assert max(filter(None, pot.shares)) - min(filter(None, pot.shares)) <= 1
        for seat, share in enumerate(pot.shares):
            paid[seat] += share
            assert share == 0 or seat in pot.eligible
    for seat, due in enumerate(fair):
        most_off = sum(1 + pot.rake for pot in hand.outcome.pots if pot.shares[seat])
        assert abs(paid[seat] - due) <= most_off


def expected_back(hand: HoldemHand) -> list[Fraction]:
    """Of an abandoned hand, before rake: to each contender its own, and of each chip of the others a part."""
    alive = contenders(hand)
    shares = [Fraction(0)] * len(hand.claims)
    for seat, (put, dead) in enumerate(zip(hand.committed, hand.dead, strict=True)):
        if seat in alive:
            shares[seat] += put + dead
            continue
        levels = [0] * dead + list(range(1, put + 1))
        for level in levels:
            eligible = [other for other in alive if hand.committed[other] >= level]
            for other in eligible:
                shares[other] += Fraction(1, len(eligible))
    return shares


@pytest.mark.parametrize("seed", range(100))
def test_abandoned_hand_gives_back_by_single_chips(seed: int) -> None:
    """rules.md, Disconnects: contenders get their own back, dead chips are shared per side pot among those eligible;
    these alone are raked, after a flop."""
    dice = random.Random(seed)
    hands = (played(dice, abandoned=0.15) for _ in range(100))
    hand = next(hand for hand in hands if hand.outcome.reason == "abandoned")
    fair = expected_back(hand.hand)
    assert sum(fair) == sum(hand.hand.committed) + sum(hand.hand.dead)
    assert hand.hand.shown == ()
    alive = contenders(hand.hand)
    paid = Counter[int]()
    for pot in hand.outcome.pots:
        left = sum(units for seat, units in enumerate(pot.contributions) if seat not in alive)
        assert pot.rake == (left * 2 // 100 if hand.hand.board else 0)
        for seat, share in enumerate(pot.shares):
            paid[seat] += share
    assert sum(paid.values()) + sum(pot.rake for pot in hand.outcome.pots) == sum(fair)
    for seat, due in enumerate(fair):
        most_off = sum(1 + pot.rake for pot in hand.outcome.pots if seat in pot.eligible)
        assert abs(paid[seat] - due) <= most_off
