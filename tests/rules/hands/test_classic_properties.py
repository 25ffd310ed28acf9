"""What holds at every step of every Classic hand, and an own reckoning of who has won, by any cards and answers."""

from __future__ import annotations

import random

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from games.rules.cards import code
from games.rules.hands.classic import CLASSIC
from games.rules.hands.classic_state import ClassicHand
from tests.rules.playing import ALICE, BOB, Playing, action, deal_classic

faces = st.lists(st.integers(0, 51), min_size=20, max_size=20)
low_faces = st.lists(st.sampled_from([0, 1, 12, 25]), min_size=20, max_size=20)
hands = given(cards=faces | low_faces, first=st.integers(0, 1), dice=st.randoms(use_true_random=False))


def new_hand(cards: list[int], first: int) -> Playing:
    return deal_classic(" ".join(map(code, cards)), first=first)


def reckoned(cards: str) -> int:
    """All ways to count the aces; the best at or below 21, else the least."""
    totals = {0}
    for card in cards.split():
        rank = card[0]
        values = (1, 11) if rank == "A" else (10,) if rank in "TJQK" else (int(rank),)
        totals = {total + value for total in totals for value in values}
    return max((total for total in totals if total <= 21), default=min(totals))


def better(one: int, other: int) -> bool:
    if (one <= 21) != (other <= 21):
        return one <= 21
    return one > other if one <= 21 else one < other


@hands
def test_hand_goes_as_an_own_reckoning_says(cards: list[int], first: int, dice: random.Random) -> None:
    playing = new_hand(cards, first)
    for seat in (first, 1 - first):
        while playing.to_act == (seat,):
            total, count = reckoned(playing.codes(seat)), len(playing.hand.cards[seat])
            expected = ["stand"] if total == 21 or count == 10 else ["hit", "stand"]
            assert playing.kinds(seat) == expected
            playing.act(seat, action(dice.choice(expected)))
    alice, bob = (reckoned(playing.codes(seat)) for seat in (ALICE, BOB))
    net = (1, -1) if better(alice, bob) else (-1, 1) if better(bob, alice) else (0, 0)
    assert playing.net == net
    (pot,) = playing.outcome.pots
    assert sum(pot.shares) == sum(pot.contributions) == 2
    assert playing.outcome.cards_used == sum(len(own) for own in playing.hand.cards)


@hands
def test_cards_facts_and_stored_bytes_at_every_step(
    cards: list[int], first: int, dice: random.Random
) -> None:
    """Cards are never dealt twice or left out, facts only grow, the state survives storing, and others see one card
    of each until the end."""
    playing = new_hand(cards, first)
    while True:
        hand: ClassicHand = playing.hand
        positions = [card.position for own in hand.cards for card in own]
        assert sorted(positions) == list(range(hand.next_card))
        assert max(map(len, hand.cards)) <= 10
        stored = msgspec.msgpack.encode(hand)
        assert msgspec.msgpack.decode(stored, type=CLASSIC.state_type) == hand
        if not playing.to_act:
            break
        assert len(playing.view(None).open_cards()) == 2
        (seat,) = playing.to_act
        playing.act(seat, action(dice.choice(playing.kinds(seat))), auto=dice.random() < 0.2)
        assert playing.hand.facts[: len(hand.facts)] == hand.facts
        assert len(playing.hand.facts) > len(hand.facts)
