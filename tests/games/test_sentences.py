"""Sentences of the log: one for each kind of fact, whole, and safe to put anywhere."""

from __future__ import annotations

import re

import pytest

from games import sentences
from games.rules.contracts import Fact
from games.sentences import SAID

# Kinds that the games of the catalogue and the runtime write, from the docstrings of their files.
KINDS = {
    "hand", "new_shoe", "away", "back", "exhausted", "gave_up", "sat", "left", "outage",
    "ante", "all_in", "dealt", "check", "bet", "raise", "call", "fold", "hit", "pass",
    "showdown", "won", "tie",
    "over_chips", "over_forfeit", "over_gave_up", "over_mutual", "over_void", "over_dropped",
}  # fmt: skip


def say(fact: Fact, *, name: str = "Bob", own: bool = False, face: int = -1, total: str = "") -> str:
    return sentences.sentence(fact, name, own, face, total, "en")


def test_every_kind_has_its_sentence() -> None:
    assert set(SAID) >= KINDS


@pytest.mark.parametrize("kind", sorted(SAID))
@pytest.mark.parametrize("own", [True, False])
def test_sentence_is_finished(kind: str, own: bool) -> None:
    told = say(Fact(kind, 1, 40, 0), own=own)
    assert re.fullmatch(r"[A-Z].*[.]", told)
    assert "%" not in told
    told = say(Fact(kind, 1, 40, 0, auto=True), own=own, face=12, total="11")
    assert told.endswith("Total 11. Time had run out.")


def test_amounts_are_written_as_the_language_writes_them() -> None:
    assert say(Fact("won", 1, 2_000)) == "Bob wins 2,000."


def test_winner_is_told_in_the_second_person() -> None:
    assert say(Fact("over_chips", 1), own=True) == "You win the match."
    assert say(Fact("over_chips", 1)) == "Bob wins the match."


def test_match_without_winner_has_no_name() -> None:
    assert say(Fact("over_mutual")) == "Nobody came back in time. The match ends without a winner."


def test_kind_that_nobody_knows_yet_is_still_a_line() -> None:
    assert say(Fact("stole_the_bank", 1)) == "Bob: stole the bank."


def test_name_from_right_to_left_does_not_turn_the_sentence_around() -> None:
    told = say(Fact("bet", 1, 40), name="\u05d3\u05e0\u05d9")
    assert told == "\u2068\u05d3\u05e0\u05d9\u2069 bets 40."


def test_percent_in_a_name_is_a_percent() -> None:
    assert say(Fact("bet", 1, 40), name="100%(n)s") == "100%(n)s bets 40."


def test_cards_are_read_out_one_by_one() -> None:
    # Faces: suit * 13 + rank, suits c d h s; 51 is the ace of spades, 27 the three of hearts.
    assert sentences.cards_named((51, 27), "en") == "ace of spades, three of hearts"
    assert sentences.cards_named((51, None, None), "en") == "ace of spades, 2 hidden cards"
    assert sentences.cards_named((None,), "en") == "1 hidden card"


def test_turn_says_what_the_question_is() -> None:
    assert sentences.turn(("fold", "call", "raise"), 1_040, "en") == "Your turn: 1,040 to call."
    assert sentences.turn(("check", "bet"), 0, "en") == "Your turn: check or bet."
    assert sentences.turn(("hit", "pass"), 0, "en") == "Your turn: hit or pass."
    assert sentences.turn(("pass",), 0, "en") == "Your turn: you can only pass."
