"""Random rounds beside an own reckoning; what holds at every step; what a view may not show."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.cards import code
from games.rules.chance import GivenChance
from games.rules.errors import NotLegal, NotYourTurn
from games.rules.hands.house import HOUSE
from games.rules.hands.house_state import HouseHand
from games.rules.hands.house_view import view_for
from tests.rules.hands.house.house_oracle import Reckoning
from tests.rules.hands.house.rounds import ANSWERS, Round, setup

DECK = list(range(52)) * 2
RICH_IN_PAIRS = [face for face in range(52) if face % 13 in (0, 6, 8, 11, 12)] * 6
"""Twos, eights, tens, kings and aces: naturals, insurance, splits and split aces come often."""

rounds = given(
    seed=st.integers(0, 2**32),
    faces=st.sampled_from([DECK, RICH_IN_PAIRS]),
    bet=st.integers(5, 40),
    rest=st.integers(0, 240),
)


def shuffled(seed: int, faces: list[int]) -> list[int]:
    shoe = list(faces)
    random.Random(seed).shuffle(shoe)
    return shoe


@rounds
def test_round_goes_and_pays_as_an_own_reckoning_says(
    seed: int, faces: list[int], bet: int, rest: int
) -> None:
    shoe = shuffled(seed, faces)
    dice = random.Random(seed + 1)
    chance = GivenChance(shoe)
    hand = HOUSE.start(setup(2 * bet, rest), chance)
    own = Reckoning([code(face) for face in shoe], 2 * bet, rest)
    while not own.over:
        kinds = [offer.kind for offer in HOUSE.legal_actions(hand, 0)]
        assert set(kinds) == own.may()
        kind = dice.choice(kinds)
        hand = HOUSE.apply_action(hand, 0, ANSWERS[kind], chance)
        own.answer(kind)
    outcome = HOUSE.outcome(hand)
    assert outcome is not None
    assert [line.returned for line in outcome.lines] == own.back()
    assert [line.staked for line in outcome.lines] == own.bets + ([own.insurance] if own.insurance else [])
    assert [code(card.face) for card in hand.dealer] == own.dealer
    assert outcome.cards_used == len(shoe) - len(own.left)


@rounds
def test_chips_cards_and_bytes_hold_at_every_step(seed: int, faces: list[int], bet: int, rest: int) -> None:
    chance = GivenChance(shuffled(seed, faces))
    dice = random.Random(seed + 2)
    hand = HOUSE.start(setup(2 * bet, rest), chance)
    while True:
        brought = sum(own.bet for own in hand.hands) + hand.insurance
        assert brought == 2 * bet + HOUSE.drawn(hand)[0]
        assert 0 <= hand.drawn <= rest
        positions = [card.position for own in hand.hands for card in own.cards]
        positions += [card.position for card in hand.dealer]
        assert sorted(positions) == list(range(hand.next_card))
        assert msgspec.json.decode(msgspec.json.encode(hand), type=HouseHand) == hand
        legal = HOUSE.legal_actions(hand, 0)
        if not legal:
            break
        for kind in ANSWERS.keys() - {offer.kind for offer in legal}:
            with pytest.raises(NotLegal):
                HOUSE.apply_action(hand, 0, ANSWERS[kind], chance)
        before, hand = hand, _answered(hand, dice.choice(legal).kind, chance)
        assert hand.facts[: len(before.facts)] == before.facts
        assert len(hand.facts) > len(before.facts)
    for action in ANSWERS.values():
        with pytest.raises(NotYourTurn):
            HOUSE.apply_action(hand, 0, action, chance)
    outcome = HOUSE.outcome(hand)
    assert outcome is not None
    (pot,) = outcome.pots
    assert pot.contributions == (2 * bet + hand.drawn,)
    assert pot.shares[0] - pot.contributions[0] == outcome.net[0]


def _answered(hand: HouseHand, kind: str, chance: GivenChance) -> HouseHand:
    """The same answer twice gives the same hand, and the hand before it stays what it was."""
    once = HOUSE.apply_action(hand, 0, ANSWERS[kind], chance)
    assert HOUSE.apply_action(hand, 0, ANSWERS[kind], chance) == once
    return once


@rounds
def test_leaving_at_any_step_loses_all_that_was_brought(
    seed: int, faces: list[int], bet: int, rest: int
) -> None:
    chance = GivenChance(shuffled(seed, faces))
    dice = random.Random(seed + 3)
    hand = HOUSE.start(setup(2 * bet, rest), chance)
    while HOUSE.to_act(hand):
        left = HOUSE.outcome(HOUSE.withdraw(hand, 0, chance))
        assert left is not None
        assert left.reason == "forfeit"
        assert left.net == {0: -2 * bet - hand.drawn}
        assert len([line for line in left.lines if "forfeit" in line.flags]) == len(hand.hands)
        hand = HOUSE.apply_action(hand, 0, ANSWERS[dice.choice(HOUSE.legal_actions(hand, 0)).kind], chance)


# --- the view -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [0, None])
def test_hole_card_is_hidden_until_it_is_turned(viewer: int | None) -> None:
    played = Round("9s 8d", "6c Kh", "5h")
    during = view_for(played.hand, viewer)
    assert played.hand.dealer[1] not in during.open_cards()
    assert during.dealer[1] is None
    assert during.dealer_total == "6"
    after = view_for(played.act("stand").hand, viewer)
    assert after.dealer == played.hand.dealer
    assert after.dealer_total == "21"


def test_who_leaves_does_not_see_the_hole_card() -> None:
    assert view_for(Round("9s 8d", "6c Kh").leave().hand, 0).dealer[1] is None


def test_what_the_player_could_bring_is_for_himself_alone() -> None:
    hand = Round("8s 8d", "6c Kh", "3d 4c").act("split").hand
    assert view_for(hand, 0).bankroll == 1_600
    assert view_for(hand, None).bankroll == 0


def test_view_says_soft_totals_bets_and_which_hand_is_played() -> None:
    view = view_for(Round("8s 8d", "6c Kh", "Ad 4c").act("split").hand, 0)
    assert [(own.total, own.bet, own.active) for own in view.hands] == [
        ("9/19", 200, True),
        ("12", 200, False),
    ]


def test_view_says_how_each_bet_ended() -> None:
    view = view_for(Round("As Kd", "Ac Kh").act("insure").hand, 0)
    assert (view.reason, view.insurance, view.insurance_returned) == ("dealer_natural", 100, 300)
    assert [(own.flags, own.returned) for own in view.hands] == [(("push", "natural"), 200)]
