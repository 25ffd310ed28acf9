"""How much of the log is said at each level: what few words cannot do without, and what is read out besides."""

from __future__ import annotations

import re
from html import unescape

import pytest

from games.phrases import AFTER, BRIEF, BRIEF_OWN, RESULTS, SAID
from games.rules.actions import Bet, Call, Check, Raise
from players.keys import TABLE_KEYS
from tests.games.drawing import draw
from tests.games.test_poker_table import played, started, to_the_river
from tests.rules.tables import ALICE, BOB, Table

LINE = re.compile(r'<li data-line="\d+"([^>]*)>([^<]+)</li>')


def brief(html: str) -> list[str]:
    """What is said to who wants few words."""
    return [unescape(text) for marks, text in LINE.findall(html) if " data-brief" in marks]


def read_after(html: str) -> dict[str, str]:
    """By sentence: what is read out after it to who wants all."""
    found = [(text, re.search(r'data-after="([\w ]+)"', marks)) for marks, text in LINE.findall(html)]
    return {unescape(text): after[1] for text, after in found if after}


def test_brief_is_ones_own_cards_the_board_and_results() -> None:
    at = played(Raise(90), Call(), Check(), Bet(60), Call(), Check(), Check(), Bet(200), Call())
    # Alice has two kings and bets; Bob calls, and mucks the lower hand. Raises, checks and bets are not said.
    assert brief(draw(at.state, ALICE)) == [
        "You are dealt two cards: king of spades, king of diamonds.",
        "Flop: two of clubs, seven of diamonds, nine of hearts.",
        "Turn: jack of spades.",
        "River: three of clubs.",
        "You show king of spades, king of diamonds: a pair of kings.",
        "You win 700 with a pair of kings.",
    ]
    assert brief(draw(at.state, BOB))[0] == "You are dealt two cards: ace of spades, seven of hearts."
    assert brief(draw(at.state, None))[0].startswith("Flop: "), "who watches is dealt nothing"


def test_what_others_are_dealt_is_no_brief_news() -> None:
    table = Table().start()
    own = [line for line in brief(draw(table.state, ALICE)) if "dealt" in line]
    assert len(own) == 2
    assert all(line.startswith("You are dealt the ") for line in own)
    assert brief(draw(table.give_up(BOB).state, ALICE))[-1] == "You win the match."


def test_full_reads_pots_and_hands_after_each_street_and_stacks_after_the_result() -> None:
    told = read_after(draw(to_the_river().state, ALICE))
    assert {text.partition(":")[0]: keys for text, keys in told.items() if ":" in text} == {
        "Flop": "pot value",
        "Turn": "pot value",
        "River": "pot value",
    }
    assert told["You win 700 with a pair of kings."] == "stacks"
    assert told["Bob calls 200."] == "pot"
    assert read_after(draw(started().state, ALICE)) == {"Hand 1. Bob has the button.": "level"}


@pytest.mark.parametrize("kind", sorted({*BRIEF, *BRIEF_OWN, *AFTER}))
def test_levels_are_of_kinds_that_have_a_sentence(kind: str) -> None:
    assert kind in SAID


def test_results_are_said_at_every_level_and_read_outs_are_those_of_keys() -> None:
    assert set(RESULTS) <= BRIEF
    keys = {key.does for key in TABLE_KEYS}
    assert {name for names in AFTER.values() for name in names} <= keys
