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
from games.rules.hands.holdem_state import HoldemHand
from tests.rules.hands.holdem.hands import HoldemPlaying, shoe
from tests.rules.playing import action

RULES = HoldemRules(rake_bps=200)


def dealt_hand(dice: random.Random) -> HoldemPlaying:
    """Small stacks, so that many chips need not be counted; some seats post besides their blind."""
    count = dice.randint(2, 6)
    button = dice.randrange(count)
    small_seat = button if count == 2 else (button + 1) % count
    big_seat = (small_seat + 1) % count
    stacks = tuple(dice.randint(2, 60) for _ in range(count))
    live = [{small_seat: 1, big_seat: 2}.get(seat, dice.choice((0, 0, 2))) for seat in range(count)]
    dead = [0 if seat in (small_seat, big_seat) else dice.choice((0, 0, 1)) for seat in range(count)]
    forced = tuple(min(post, stack) for post, stack in zip(live, stacks, strict=True))
    rest = [min(post, stack - put) for post, stack, put in zip(dead, stacks, forced, strict=True)]
    blinds = Blinds(1, 2, big_seat=big_seat, small_seat=small_seat, dead=tuple(rest))
    setup = HandSetup(seats=tuple(range(count)), button=button, stacks=stacks, forced=forced, blinds=blinds)
    return HoldemPlaying(RULES, setup, GivenChance(shoe("", dice.randrange(2**32))))


def played(dice: random.Random) -> HoldemPlaying:
    hand = dealt_hand(dice)
    while hand.to_act:
        if dice.random() < 0.08:
            hand.hand = hand.rules.withdraw(hand.hand, dice.randrange(len(hand.hand.claims)), hand.chance)
            continue
        (seat,) = hand.to_act
        offers = [offer for offer in hand.offers(seat) if offer.kind != "fold" or dice.random() < 0.3]
        offer = dice.choice(offers)
        hand.act(seat, action(offer.kind, dice.choice((offer.low, offer.high))))
    return hand


def expected(hand: HoldemHand) -> list[Fraction]:
    """Before rake, what each seat should have out of what lies in the pots."""
    board = [card.face for card in hand.board]
    alive = [seat for seat, claim in enumerate(hand.claims) if claim == "in"]
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
