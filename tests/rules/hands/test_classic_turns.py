"""Seed 000, Classic BlackJack: Turns and cards. One's complete turn, then the other's."""

from __future__ import annotations

import pytest

from games.rules.actions import Bet, Check, Fold, Go, Hit, LeaveTable, Pass, Stand
from games.rules.errors import Malformed, NotLegal, NotYourTurn
from games.rules.hands.classic import CLASSIC
from tests.rules.playing import ALICE, BOB, Playing, deal_classic

TEN_CARDS = "2c Td 2d 8s 2h 2s 2c 2d 2h 2s 2c 2d"
"""Alice draws eight more deuces: ten cards, 20."""


def refused(playing: Playing, script: str) -> str:
    before = playing.hand
    with pytest.raises((NotLegal, NotYourTurn)) as error:
        playing.play(script)
    assert playing.hand is before
    return error.value.code


def test_active_player_takes_as_many_cards_as_he_wants_in_one_turn() -> None:
    playing = deal_classic("2c Td 3d 8s 2h 2s 4c")
    for _ in range(3):
        playing.play("Alice hit")
        assert playing.to_act == (ALICE,)
    assert playing.codes(ALICE) == "2c 3d 2h 2s 4c"


def test_stand_ends_the_turn_and_the_other_takes_his_complete_turn() -> None:
    playing = deal_classic("9c 2d 7h 3s 4c 5c 6c").play("Alice stand")
    assert playing.to_act == (BOB,)
    playing.play("Bob hit, Bob hit, Bob hit")
    assert playing.to_act == (BOB,)
    assert playing.codes(BOB) == "2d 3s 4c 5c 6c"


def test_hands_are_revealed_after_both_have_stood() -> None:
    playing = deal_classic().play("Alice stand")
    assert CLASSIC.outcome(playing.hand) is None
    playing.play("Bob stand")
    assert playing.to_act == ()
    assert playing.outcome.reason == "showdown"
    assert [kind for kind, *_ in playing.said()[-4:]] == ["stand", "stand", "showdown", "won_hand"]


def test_hit_after_stand_is_refused() -> None:
    playing = deal_classic().play("Alice stand")
    assert refused(playing, "Alice hit") == "not_your_turn"
    assert refused(playing, "Alice stand") == "not_your_turn"


def test_other_player_cannot_act_during_the_turn() -> None:
    playing = deal_classic()
    assert refused(playing, "Bob hit") == "not_your_turn"
    assert refused(playing, "Bob stand") == "not_your_turn"
    assert playing.offers(BOB) == ()


def test_nobody_acts_when_the_hand_is_over() -> None:
    playing = deal_classic().play("Alice stand, Bob stand")
    for seat in (ALICE, BOB):
        assert playing.offers(seat) == ()
        with pytest.raises(NotYourTurn):
            playing.act(seat, Hit())
    with pytest.raises(NotYourTurn):
        playing.act(-1, Stand())


@pytest.mark.parametrize("codes", ["Ac Td Kh 8s", "9c Td 7h 8s 5d", "Ac Td Ad 8s 9c"])
def test_hit_is_unavailable_at_exactly_21(codes: str) -> None:
    """A natural; 9+7+5; A+A+9. The player still stands himself."""
    playing = deal_classic(codes)
    for _ in range(len(codes.split()) - 4):
        playing.play("Alice hit")
    assert playing.kinds(ALICE) == ["stand"]
    assert refused(playing, "Alice hit") == "not_legal"
    assert playing.to_act == (ALICE,)


def test_hit_is_unavailable_with_ten_cards() -> None:
    playing = deal_classic(TEN_CARDS)
    for count in range(2, 10):
        assert len(playing.hand.cards[ALICE]) == count
        assert playing.kinds(ALICE) == ["hit", "stand"]
        playing.play("Alice hit")
    assert playing.kinds(ALICE) == ["stand"]
    assert refused(playing, "Alice hit") == "not_legal"


@pytest.mark.parametrize("total", ["Td 6h 6c", "Td 9h 7c"])
def test_hit_is_legal_over_21(total: str) -> None:
    """22 and 26. rules.md, Classic."""
    first, second, third = total.split()
    playing = deal_classic(f"{first} 2c {second} 3c {third} 4c").play("Alice hit")
    assert playing.kinds(ALICE) == ["hit", "stand"]
    playing.play("Alice hit")
    assert len(playing.hand.cards[ALICE]) == 4


def test_expired_time_selects_stand() -> None:
    """At any moment of the turn, and whatever the total."""
    playing = deal_classic("2c Td 3d 8s 4h").play("Alice hit").expire()
    assert playing.hand.stood == (True, False)
    assert playing.codes(ALICE) == "2c 3d 4h"
    playing.expire()
    stands = [fact for fact in playing.hand.facts if fact.kind == "stand"]
    assert [(fact.seat, fact.auto) for fact in stands] == [(ALICE, True), (BOB, True)]


@pytest.mark.parametrize("action", [Pass(), Check(), Fold(), Bet(10), Go(), LeaveTable()])
def test_other_games_actions_are_malformed(action: object) -> None:
    with pytest.raises(Malformed):
        deal_classic().act(ALICE, action)  # type: ignore[arg-type]


@pytest.mark.parametrize("leaver", [ALICE, BOB])
def test_who_leaves_loses_the_hand_and_no_card_is_shown(leaver: int) -> None:
    playing = deal_classic().play("Alice stand")
    playing.hand = CLASSIC.withdraw(playing.hand, leaver, playing.chance)
    assert playing.to_act == ()
    assert playing.outcome.reason == "withdrawn"
    assert playing.net[1 - leaver] == 1
    assert playing.net[leaver] == -1
    assert playing.outcome.pots[0].eligible == (1 - leaver,)
    assert [card is None for card in playing.view(ALICE).seats[BOB].cards] == [False, True]


def test_a_finished_hand_cannot_be_left() -> None:
    playing = deal_classic().play("Alice stand, Bob stand")
    assert CLASSIC.withdraw(playing.hand, ALICE, playing.chance) is playing.hand
