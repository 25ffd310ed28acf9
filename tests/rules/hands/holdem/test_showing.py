"""The winner of a pot that nobody contested may show a card or both; nobody else may show anything.

No rule document speaks of it; decided as poker rooms have it.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.rules.cards import code
from games.rules.errors import RulesError
from games.rules.hands.holdem import HoldemRules
from tests.rules.hands.holdem.hands import ALICE, BOB, CHARLIE, HoldemPlaying, dealt, table
from tests.rules.hands.holdem.test_showdown import faces_in
from tests.rules.playing import action

BOARD = "2c 7d 9h Js 3c"
FIRST, SECOND, BOTH = (0,), (1,), (0, 1)


def won_before_the_flop() -> HoldemPlaying:
    """Bob has ace and seven; Alice folds two kings to his raise."""
    cards = dealt(["Ks Kd", "As 7h"], BOARD)
    return table([1_000, 1_000], cards=cards).play("Bob raise 90, Alice fold")


def won_on_the_flop() -> HoldemPlaying:
    """Alice folds to a bet of Bob's, who has a pair of sevens."""
    cards = dealt(["Ks Kd", "As 7h"], BOARD)
    return table([1_000, 1_000], cards=cards).play(
        "Bob raise 90, Alice call, Alice check, Bob bet 60, Alice fold"
    )


def show(hand: HoldemPlaying, seat: int, cards: tuple[int, ...]) -> HoldemPlaying:
    assert isinstance(hand.rules, HoldemRules)
    hand.hand = hand.rules.show(hand.hand, seat, cards)
    return hand


def refused(hand: HoldemPlaying, seat: int, cards: tuple[int, ...]) -> str:
    """The code of a refusal that changes nothing."""
    before = hand.hand
    with pytest.raises(RulesError) as error:
        show(hand, seat, cards)
    assert hand.hand is before
    return error.value.code


def code_of_refusal(hand: HoldemPlaying, seat: int, cards: tuple[int, ...]) -> str:
    """ "" when it was taken."""
    try:
        show(hand, seat, cards)
    except RulesError as error:
        return error.code
    return ""


def seen(hand: HoldemPlaying, viewer: int | None, seat: int) -> str:
    """``As ??``"""
    cards = hand.view(viewer).seats[seat].cards
    return " ".join("??" if card is None else code(card.face) for card in cards)


def last(hand: HoldemPlaying) -> tuple[Any, ...]:
    fact = hand.hand.facts[-1]
    return fact.kind, fact.seat, fact.index


@pytest.mark.parametrize(
    ("cards", "open_to_all", "fact"),
    [
        (FIRST, "As ??", ("shows_card", BOB, 0)),
        (SECOND, "?? 7h", ("shows_card", BOB, 1)),
        (BOTH, "As 7h", ("shows", BOB, -1)),
    ],
)
def test_winner_shows_one_card_or_both(
    cards: tuple[int, ...], open_to_all: str, fact: tuple[Any, ...]
) -> None:
    hand = won_before_the_flop()
    assert {seen(hand, viewer, BOB) for viewer in (ALICE, None)} == {"?? ??"}
    show(hand, BOB, cards)
    assert {seen(hand, viewer, BOB) for viewer in (ALICE, None)} == {open_to_all}
    assert seen(hand, BOB, BOB) == "As 7h"
    assert last(hand) == fact
    assert {seen(hand, viewer, ALICE) for viewer in (BOB, None)} == {"?? ??"}, "what was folded stays hidden"


def test_hand_is_named_once_both_cards_and_a_board_lie_open() -> None:
    hand = show(won_on_the_flop(), BOB, FIRST)
    assert hand.view(ALICE).seats[BOB].value is None
    assert not hand.view(ALICE).seats[BOB].shown
    show(hand, BOB, SECOND)
    value = hand.view(ALICE).seats[BOB].value
    assert (value.category, value.ranks) == ("pair", (5,))
    assert hand.view(ALICE).seats[BOB].shown
    assert [fact.kind for fact in hand.hand.facts[-2:]] == ["shows_card", "shows"]
    assert show(won_before_the_flop(), BOB, BOTH).view(ALICE).seats[BOB].value is None


def test_both_after_one_shows_the_other_and_no_card_is_shown_twice() -> None:
    hand = show(won_on_the_flop(), BOB, SECOND)
    assert refused(hand, BOB, SECOND) == "already_shown"
    show(hand, BOB, BOTH)
    assert seen(hand, None, BOB) == "As 7h"
    assert {refused(hand, BOB, cards) for cards in (FIRST, SECOND, BOTH)} == {"already_shown"}


def test_outcome_is_no_other_but_that_the_cards_were_shown() -> None:
    hand = won_on_the_flop()
    before = hand.outcome
    show(hand, BOB, BOTH)
    assert (hand.outcome.reason, hand.outcome.pots, hand.outcome.net) == (
        before.reason,
        before.pots,
        before.net,
    )


def test_who_has_folded_shows_nothing() -> None:
    assert refused(won_on_the_flop(), ALICE, BOTH) == "not_winner"
    hand = table([1_000] * 3).play("Charlie fold, Alice raise 90, Bob fold")
    assert {refused(hand, seat, FIRST) for seat in (BOB, CHARLIE)} == {"not_winner"}
    assert hand.view(ALICE).showable == BOTH


def test_who_has_won_because_the_others_lost_their_claims_may_show() -> None:
    hand = table([1_000] * 3).play("Charlie call").withdraw("Alice").withdraw("Charlie")
    assert hand.outcome.reason == "fold"
    assert {refused(hand, seat, FIRST) for seat in (ALICE, CHARLIE)} == {"not_winner"}
    assert "??" not in seen(show(hand, BOB, BOTH), None, BOB)


def test_after_a_showdown_nobody_shows_more_than_was_to_be_shown() -> None:
    """Alice's kings win, Bob mucks: neither has a choice any more."""
    hand = table([1_000, 1_000], cards=dealt(["Ks Kd", "As 7h"], BOARD)).check_down()
    assert hand.happened("mucks") == [("mucks", "Bob", 0)]
    assert {refused(hand, seat, BOTH) for seat in (ALICE, BOB)} == {"contested_pot"}
    assert seen(hand, ALICE, BOB) == "?? ??"


def test_abandoned_hand_has_no_winner_who_could_show() -> None:
    hand = table([1_000, 1_000]).play("Bob call").abandon()
    assert refused(hand, ALICE, FIRST) == "contested_pot"


def test_nothing_is_shown_while_the_hand_is_played() -> None:
    hand = table([1_000, 1_000]).play("Bob raise 90")
    assert refused(hand, BOB, FIRST) == "hand_not_over"
    assert hand.view(BOB).showable == ()


@pytest.mark.parametrize("cards", [(), (2,), (-1,), (1, 0), (0, 0), (0, 1, 1)])
def test_what_are_no_cards_is_malformed(cards: tuple[int, ...]) -> None:
    assert refused(won_on_the_flop(), BOB, cards) == "no_such_card"


def test_view_offers_what_is_left_to_the_winner_alone() -> None:
    hand = won_on_the_flop()
    assert [hand.view(viewer).showable for viewer in (ALICE, BOB, None)] == [(), BOTH, ()]
    show(hand, BOB, FIRST)
    assert [hand.view(viewer).showable for viewer in (ALICE, BOB, None)] == [(), SECOND, ()]
    show(hand, BOB, SECOND)
    assert hand.view(BOB).showable == ()


@pytest.mark.parametrize("seed", range(40))
def test_whatever_is_asked_for_only_what_was_taken_is_seen(seed: int) -> None:
    """Two to six seats at random: everybody tries to show everything; views hold what is listed here and no more."""
    dice = random.Random(seed)
    count = dice.randint(2, 6)
    hand = table([dice.randint(40, 400) for _ in range(count)], button=dice.randrange(count), seed=seed)
    while hand.to_act:
        (seat,) = hand.to_act
        offers = hand.offers(seat)
        offer = next(
            (each for each in offers if each.kind == "fold" and dice.random() < 0.5), dice.choice(offers)
        )
        hand.act(seat, action(offer.kind, dice.choice((offer.low, offer.high))))
    allowed = {card.face for card in hand.hand.board}
    for seat in hand.hand.shown:
        allowed |= {card.face for card in hand.hand.cards[seat]}
    tries = [(seat, cards) for seat in range(count) for cards in (FIRST, SECOND, BOTH)]
    dice.shuffle(tries)
    for seat, cards in tries:
        if not code_of_refusal(hand, seat, cards):
            allowed |= {hand.hand.cards[seat][card].face for card in cards}
        for viewer in (None, *range(count)):
            own = {card.face for card in hand.hand.cards[viewer]} if viewer is not None else set()
            told = {face for _position, face in faces_in(hand.view(viewer))}
            assert told == allowed | own
            assert {card.face for card in hand.view(viewer).open_cards()} == told
    winners = (
        {fact.seat for fact in hand.hand.facts if fact.kind == "shows"}
        if hand.hand.ending == "fold"
        else set()
    )
    assert len(winners) == (hand.hand.ending == "fold")
