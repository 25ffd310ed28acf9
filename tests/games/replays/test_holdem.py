"""A hand of Hold'em in pictures: what lies where, and that no card is seen before it was shown."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from games.hands_seen import card_shown
from games.replays.frame import Frame, Replay, SeatFrame
from games.replays.holdem import frames
from games.rules.contracts import Fact
from games.rules.table_view import TableView, view
from tests.games.hand_histories.test_phh import random_hand
from tests.rules.hands.holdem.hands import ALICE, BOB, NAMES, HoldemPlaying, dealt, table
from tests.rules.tables import Table

BOARD = "2c 7d 9h Js 3c"


def seen_by(hand: HoldemPlaying, viewer: int | None) -> TableView:
    """A view of a table with that hand at it."""
    return replace(view(Table().start().state, None), hand=hand.view(viewer), seat=viewer)


def pictures(hand: HoldemPlaying, viewer: int | None = ALICE) -> tuple[Frame, ...]:
    facts = (Fact("hand", hand.hand.button, 1), *hand.hand.facts)
    return frames(seen_by(hand, viewer), facts, NAMES[: len(hand.hand.claims)], "en")


def cards(seat: SeatFrame) -> str:
    """``Ks Kd``; a back is ``?``."""
    return " ".join("?" if card is None else f"{card.rank}{card.suit[0]}" for card in seat.cards)


def test_pictures_of_a_hand_to_its_showdown() -> None:
    hand = table([1_000, 1_000], cards=dealt(["Ks Kd", "As 7h"], BOARD))
    hand.play("Bob raise 90, Alice call, Alice check, Bob check, Alice bet 60, Bob call").check_down()
    shown = pictures(hand)
    assert [(frame.part, len(frame.board), frame.pot) for frame in shown] == [
        ("Before the flop", 0, "45"),
        ("", 0, "120"),
        ("", 0, "180"),
        ("Flop", 3, "180"),
        ("", 3, "180"),
        ("", 3, "180"),
        ("Turn", 4, "180"),
        ("", 4, "240"),
        ("", 4, "300"),
        ("River", 5, "300"),
        ("", 5, "300"),
        ("", 5, "300"),
        ("Showdown", 5, "300"),
        ("", 5, "0"),
    ]
    me, bob = shown[1].seats
    assert (me.name, me.own, me.stack, me.bet, me.said, cards(me)) == (
        "Alice", True, "970", "30", "Big blind 30", "Ks Kd",
    )  # fmt: skip
    assert (bob.own, bob.button, bob.stack, bob.bet, bob.said, cards(bob)) == (
        False, True, "910", "90", "Raises to 90", "? ?",
    )  # fmt: skip
    assert shown[3].seats[1].said == "", "a street begins with nothing said"
    assert {cards(frame.seats[1]) for frame in shown} == {"? ?"}, "Bob mucked"
    assert [seat.out for seat in shown[-1].seats] == [False, True]
    assert shown[-1].seats[0].stack == "1,150"
    assert Replay(shown).parts == (
        (0, "Before the flop"),
        (3, "Flop"),
        (6, "Turn"),
        (9, "River"),
        (12, "Showdown"),
    )


def test_cards_lie_open_from_the_moment_they_were_shown() -> None:
    """All-in before the flop: both hands, then street by street."""
    hand = table([1_000, 300], cards=dealt(["Ks Kd", "As 7h"], BOARD)).play("Bob raise 300, Alice call")
    shown = pictures(hand)
    assert [(frame.part, cards(frame.seats[1]), len(frame.board)) for frame in shown] == [
        ("Before the flop", "? ?", 0),
        ("", "? ?", 0),
        ("", "? ?", 0),
        ("Showdown", "As 7h", 0),
        ("Flop", "As 7h", 3),
        ("Turn", "As 7h", 4),
        ("River", "As 7h", 5),
        ("", "As 7h", 5),
    ]
    assert shown[1].text == ("Bob raises to 300.", "Bob is all-in.")
    assert [shown[-1].seats[seat].stack for seat in (ALICE, BOB)] == ["1,300", "0"]


def test_watcher_of_a_seat_without_a_hand_sees_backs() -> None:
    hand = table([1_000, 1_000]).play("Bob fold")
    shown = pictures(hand, None)
    assert {cards(seat) for frame in shown for seat in frame.seats} == {"? ?"}
    assert [seat.own for seat in shown[0].seats] == [False, False]


def test_what_comes_back_uncalled_is_in_the_picture_of_the_fold() -> None:
    shown = pictures(table([1_000, 1_000]).play("Bob raise 300, Alice fold"))
    assert [frame.pot for frame in shown] == ["45", "330", "60", "0"]
    assert shown[2].text[-1].startswith("Uncalled: 270")
    assert shown[2].seats[0].out


@pytest.mark.parametrize("seed", range(25))
def test_no_picture_holds_a_card_that_was_never_shown_or_not_yet(seed: int) -> None:
    """Two to six seats: before the showdown only the viewer's own, from then on also those that were shown; and the
    last picture has everybody's final chips."""
    dice = random.Random(seed)
    hand = random_hand(dice)
    viewer = dice.randrange(len(hand.hand.claims))
    order = [*range(viewer, len(hand.hand.claims)), *range(viewer)]
    shown = pictures(hand, viewer)
    showdown = next((at for at, frame in enumerate(shown) if frame.part == "Showdown"), len(shown))
    for at, frame in enumerate(shown):
        open_hands = {viewer} if at < showdown else {viewer, *hand.hand.shown}
        for seat, part in zip(order, frame.seats, strict=True):
            faces = [card_shown(card, "en") for card in hand.hand.cards[seat]]
            assert list(part.cards) == (faces if seat in open_hands else [None, None])
    assert [part.stack.replace(",", "") for part in shown[-1].seats] == [
        str(hand.stacks[seat]) for seat in order
    ]
