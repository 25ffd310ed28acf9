"""What a player may tell of a hand, and nothing of what was folded or mucked."""

from __future__ import annotations

import json
import random
import re

import msgspec
import pytest

from games.hand_histories import FILES
from games.hand_histories.holdem import names_apart
from games.hand_histories.told import ToldStep
from games.rules.cards import code
from tests.games.hand_histories.telling import told
from tests.games.hand_histories.test_phh import random_hand
from tests.rules.hands.holdem.hands import ALICE, BOB, dealt, table

BOARD = "2c 7d 9h Js 3c"


@pytest.mark.parametrize("seed", range(40))
def test_no_file_holds_a_card_that_was_not_shown(seed: int) -> None:
    """Of every seat's files: own cards, shown cards and the board are there, no other card is."""
    hand = random_hand(random.Random(seed))
    for viewer in range(len(hand.hand.claims)):
        for name, file in FILES.items():
            written = cards_in(file.one(told(hand, viewer)))
            known = {code(card.face) for card in hand.view(viewer).open_cards()}
            assert written == known, (name, viewer)
            for seat, cards in enumerate(hand.hand.cards):
                if seat != viewer and seat not in hand.hand.shown:
                    assert not written & {code(card.face) for card in cards}


def cards_in(text: str) -> set[str]:
    """Codes that stand alone or in a row: ``[Ks Kd]``, ``KsKd``."""
    rows = re.findall(r"\b(?:[2-9TJQKA][cdhs])+\b", text)
    return {row[at : at + 2] for row in rows for at in range(0, len(row), 2)}


def test_json_is_the_hand_in_parts() -> None:
    """docs/hand-record.md, Histories."""
    hand = table([1_000, 300], cards=dealt(["Ks Kd", "As 7h"], BOARD)).play("Bob raise 300, Alice call")
    body = json.loads(FILES["json"].one(told(hand, ALICE)))
    assert (body["format"], body["hand_id"], body["number"], body["started_at"]) == (
        1, "abcdefghjk", 512_345, "2026-11-30T12:00:05Z",
    )  # fmt: skip
    assert body["seats"] == [
        {"seat": 0, "name": "Alice", "stack": 1_000, "cards": ["Ks", "Kd"], "shown": True,
         "value": "a pair of Kings", "net": 300},
        {"seat": 1, "name": "Bob", "stack": 300, "cards": ["As", "7h"], "shown": True,
         "value": "a pair of Sevens", "net": -300},
    ]  # fmt: skip
    assert body["steps"][:4] == [
        {"kind": "big_blind", "street": "preflop", "seat": 0, "amount": 30},
        {"kind": "small_blind", "street": "preflop", "seat": 1, "amount": 15},
        {"kind": "raise", "street": "preflop", "seat": 1, "amount": 270, "to": 300, "all_in": True},
        {"kind": "call", "street": "preflop", "seat": 0, "amount": 270},
    ]
    assert body["steps"][-1] == {"kind": "won", "street": "river", "seat": 0, "amount": 600, "pot": 0}
    assert body["pots"] == [{"amount": 600, "rake": 0, "eligible": [0, 1]}]
    several = json.loads(FILES["json"].several([told(hand, BOB)] * 2))
    assert (several["format"], [each["viewer"] for each in several["hands"]]) == (1, [1, 1])


def test_hand_in_mid_play_has_no_result() -> None:
    half = told(table([1_000, 1_000]).play("Bob raise 90"), ALICE)
    assert (half.ending, half.pots) == ("unfinished", ())
    assert [seat.net for seat in half.seats] == [None, None]


def test_names_are_one_line() -> None:
    hand = table([1_000, 1_000]).play("Bob fold")
    assert told(hand, ALICE, names=("Al\nice", "Bob\u2028")).name(0) == "Al ice"


def test_names_that_two_have_are_told_apart_by_their_seats() -> None:
    """Bots of the house are all called the same; somebody may have taken another's name."""
    assert names_apart(("Alice", "House bot", "Bob", "House bot", "")) == (
        "Alice", "House bot 2", "Bob", "House bot 4", "Player",
    )  # fmt: skip
    assert names_apart(("Bob", "Bob")) == ("Bob 1", "Bob 2")
    assert names_apart(("Bob 2", "Bob", "Bob")) == ("Bob 2 1", "Bob 2 2", "Bob 3")


def test_step_leaves_out_what_is_nothing() -> None:
    assert msgspec.to_builtins(ToldStep(kind="check", street="flop", seat=1)) == {
        "kind": "check", "street": "flop", "seat": 1,
    }  # fmt: skip
