"""Who shows, who mucks, and that nothing of a hidden hand is anywhere (TDA 16 and 17; rules.md, Hold'em)."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from games.rules.cards import Card, code
from tests.rules.hands.holdem.hands import ALICE, BOB, CHARLIE, HoldemPlaying, dealt, table
from tests.rules.playing import action

BOARD = "2c 7d 9h Js 3c"
CALLED = "Charlie call, Alice call, Bob check"


def three(hands: list[str], script: str = CALLED) -> HoldemPlaying:
    return table([1_000] * 3, cards=dealt(hands, BOARD)).play(script)


def test_all_in_and_called_shows_all_hands_before_the_board_runs_out() -> None:
    """TDA 16, the losing ones too."""
    hand = table([100, 1_000], cards=dealt(["4s 5d", "As Ad"], BOARD)).play("Bob raise 100, Alice call")
    assert hand.happened("showdown", "shows", "flop", "turn", "river", "won") == [
        ("showdown", "", 0), ("shows", "Alice", 0), ("shows", "Bob", 0), ("flop", "", 0), ("turn", "", 0),
        ("river", "", 0), ("won", "Bob", 200),
    ]  # fmt: skip
    assert "shown" in hand.flags("Alice")


def test_without_a_bet_on_the_river_the_first_left_of_the_button_shows_first() -> None:
    """TDA 17: and who is beaten by what lies open mucks."""
    hand = three(["Ks Kd", "4s 5d", "As Ad"]).check_down()
    assert hand.happened("shows", "mucks") == [
        ("shows", "Alice", 0),
        ("mucks", "Bob", 0),
        ("shows", "Charlie", 0),
    ]
    assert hand.happened("won") == [("won", "Charlie", 90)]


def test_last_aggressor_of_the_river_shows_first() -> None:
    hand = three(["Ks Kd", "As Ad", "4s 5d"], CALLED)
    hand.play("Alice check, Bob check, Charlie check, Alice check, Bob check, Charlie check")
    hand.play("Alice bet 30, Bob raise 90, Charlie call, Alice call")
    assert hand.happened("shows", "mucks") == [
        ("shows", "Bob", 0),
        ("mucks", "Charlie", 0),
        ("mucks", "Alice", 0),
    ]


def test_aggressor_of_an_earlier_street_has_no_special_place() -> None:
    hand = three(["Ks Kd", "As Ad", "4s 5d"], CALLED)
    hand.play("Alice check, Bob bet 30, Charlie call, Alice call").check_down()
    assert hand.happened("shows", "mucks")[0] == ("shows", "Alice", 0)


def test_aggressor_whose_claim_was_lost_is_followed_by_the_one_before() -> None:
    """Charlie's raise of Bob's bet is taken back: the bet that was called is Bob's, so he shows first (TDA 17)."""
    hand = three(["Ks Kd", "4s 5d", "As Ad"]).play("Alice check, Bob check, Charlie check")
    hand.play("Alice check, Bob check, Charlie check, Alice check, Bob bet 100, Charlie raise 300")
    hand.withdraw("Charlie").play("Alice call")
    assert hand.happened("shows", "mucks") == [("shows", "Bob", 0), ("shows", "Alice", 0)]
    assert hand.happened("won") == [("won", "Alice", 390)], "90, and 100 of each"


def test_without_the_aggressor_the_first_left_of_the_button_shows_first() -> None:
    """Charlie's bet was called by both, then his claim is lost: nobody who is still in has bet."""
    hand = three(["4s 5d", "Ks Kd", "As Ad"]).play("Alice check, Bob check, Charlie check")
    hand.play("Alice check, Bob check, Charlie check, Alice check, Bob bet 100, Charlie call, Alice call")
    assert hand.happened("shows")[0] == ("shows", "Bob", 0), "as it is with the aggressor in"
    hand = three(["4s 5d", "Ks Kd", "As Ad"]).play("Alice check, Bob check, Charlie check")
    hand.play("Alice check, Bob check, Charlie check, Alice check, Bob bet 100, Charlie call")
    hand.withdraw("Bob").play("Alice call")
    assert hand.happened("shows", "mucks") == [("shows", "Alice", 0), ("shows", "Charlie", 0)]


def test_who_ties_shows() -> None:
    hand = three(["As Kd", "Ad Ks", "4s 5d"]).check_down()
    assert hand.happened("shows", "mucks") == [
        ("shows", "Alice", 0),
        ("shows", "Bob", 0),
        ("mucks", "Charlie", 0),
    ]
    assert hand.happened("splits") == [("splits", "Alice", 45), ("splits", "Bob", 45)]


def test_nobody_shows_after_a_fold() -> None:
    hand = table([1_000, 1_000]).play("Bob raise 100, Alice fold")
    assert hand.hand.shown == ()
    for viewer in (None, ALICE, BOB):
        for seat in (ALICE, BOB):
            hidden = viewer != seat
            assert (hand.view(viewer).seats[seat].cards == (None, None)) is hidden


def test_all_in_of_one_shows_the_beaten_hands_of_the_others_too() -> None:
    """TDA 16: two bet on beside an all-in; at the showdown nobody may muck."""
    hand = table([100, 1_000, 1_000], cards=dealt(["As Ad", "Ks Kd", "4s 5d"], BOARD))
    hand.play("Charlie raise 100, Alice call, Bob call").check_down()
    assert hand.happened("mucks") == []
    assert set(hand.hand.shown) == {ALICE, BOB, CHARLIE}


def test_own_hand_is_named_and_a_hidden_one_is_not() -> None:
    hand = three(["Ks Kd", "4s 5d", "As Ad"])
    value = hand.view(ALICE).seats[ALICE].value
    assert (value.category, value.ranks, value.kickers) == ("pair", (11,), (7, 5, 0))
    assert hand.view(ALICE).seats[BOB].value is None
    assert hand.view(None).seats[ALICE].value is None


def test_before_the_flop_a_hand_has_no_name() -> None:
    assert table([1_000, 1_000]).view(ALICE).seats[ALICE].value is None


def hidden_of(hand: HoldemPlaying, viewer: int | None) -> list[Card]:
    """Cards that this viewer may not know, said from the rules: others' that were not shown."""
    shown = {fact.seat for fact in hand.hand.facts if fact.kind == "shows"}
    return [
        card
        for seat, own in enumerate(hand.hand.cards)
        if seat != viewer and seat not in shown
        for card in own
    ]


def faces_in(told: Any) -> set[tuple[int, int]]:
    """(position, face) of every card in what is told, however deep."""
    found: set[tuple[int, int]] = set()
    stack = [told]
    while stack:
        item = stack.pop()
        if isinstance(item, Card):
            found.add((item.position, item.face))
        elif isinstance(item, msgspec.Struct):
            stack += [getattr(item, name) for name in item.__struct_fields__]
        elif isinstance(item, tuple | list):
            stack += item
    return found


@pytest.mark.parametrize("seed", range(60))
def test_nothing_of_a_folded_or_mucked_hand_is_in_any_view_or_outcome(seed: int) -> None:
    dice = random.Random(seed)
    count = dice.randint(2, 6)
    hand = table([dice.randint(20, 400) for _ in range(count)], button=dice.randrange(count), seed=seed)
    while True:
        for viewer in (None, *range(count)):
            view = hand.view(viewer)
            told = {face for _, face in faces_in(view)}
            assert told.isdisjoint(card.face for card in hidden_of(hand, viewer))
            assert {card.face for card in view.open_cards()} == told
        if not hand.to_act:
            break
        (seat,) = hand.to_act
        offer = dice.choice(hand.offers(seat))
        hand.act(seat, action(offer.kind, dice.choice((offer.low, offer.high))))
    assert faces_in(hand.outcome) == set()
    assert faces_in(hand.hand.facts) == set()


def test_view_of_who_is_not_in_the_hand_is_a_watchers() -> None:
    hand = table([1_000, 1_000], cards="As Kd Qh Jc")
    assert [code(card.face) for card in hand.view(ALICE).open_cards()] == ["As", "Qh"]
    assert hand.view(None).open_cards() == ()
    assert hand.view(None).to_call == 0
