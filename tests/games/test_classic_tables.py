"""The tables of Classic as they are drawn: words, score, history, sitting out, overtime.

Alice has 19 (ten and nine of clubs) where she wins, Bob 18; where Bob wins it is the other way round.
"""

from __future__ import annotations

import re

import pytest

from players.keys import TABLE_KEYS
from tests.games.drawing import attribute, draw, log_of, said_last, texts
from tests.rules.classic_cards import (
    FIXED,
    KEYS,
    NOBODY,
    SERIES,
    UNLIMITED,
    classic_shoe,
    open_shoe_for,
    shoe_for,
    two_hands,
)
from tests.rules.tables import ALICE, BOB, SECOND, START, Table


def series(*winners: int, hands: int = 6) -> Table:
    """A match of which these hands are over, and the next one is dealt."""
    table = Table(shoe_for(winners)).start(SERIES, options={"hands": hands})
    for _ in winners:
        table.stand_out()
        if table.state.phase == "between":
            table.skips()
    return table


def unlimited(*winners: int) -> Table:
    return Table(open_shoe_for(winners or (ALICE,))).start(UNLIMITED)


def kinds_offered(html: str) -> list[str]:
    return re.findall(r'name="kind" value="(\w+)"', html)


def pressed(html: str, form: str) -> dict[str, str]:
    """What that form sends."""
    body = html.partition(f'id="{form}"')[2].partition("</form>")[0]
    return dict(re.findall(r'name="(\w+)" value="([^"]*)"', body))


def readouts_of(html: str) -> dict[str, str]:
    return dict(re.findall(r'<li data-key="(\w+)">([^<]*)</li>', html))


def tally_of(html: str) -> list[tuple[str, str]]:
    """(whose, words) of each finished hand."""
    listed = html.partition('<ol class="tally"')[2].partition("</ol>")[0]
    return [
        (kind.split()[0], words)
        for kind, words in re.findall(r'<li class="([^"]+)" title="([^"]+)">', listed)
    ]


# --- a hand by ear ------------------------------------------------------------------------------------------


def test_hand_is_told_from_the_first_card_to_the_result() -> None:
    # Alice 10+9 and draws a deuce: 21. Bob 10+8 and draws another one: 20.
    table = Table(classic_shoe(two_hands(ALICE, "Tc 9c", "Td 8d"))).start(SERIES)
    table.play("Alice hit, Alice stand, Bob hit, Bob stand")
    assert list(log_of(draw(table.state, BOB)).values()) == [
        "Hand 1. Alice begins.",
        "Alice is dealt the ten of clubs.",
        "You are dealt the ten of diamonds.",
        "Alice is dealt the nine of clubs.",
        "You are dealt the eight of diamonds.",
        "Alice takes the two of clubs.",
        "Alice stands.",
        "You draw the two of clubs. Total 20.",
        "You stand.",
        "The cards are shown.",
        "Alice wins the hand.",
    ]


def test_own_hit_is_named_to_its_owner_alone() -> None:
    table = Table(classic_shoe(two_hands(ALICE, "Tc 9c", "Td 8d"))).start(SERIES).play("Alice hit")
    assert said_last(draw(table.state, ALICE)) == "You draw the two of clubs. Total 21."
    assert said_last(draw(table.state, BOB)) == "Alice takes a card."


def test_clock_that_stands_is_told_as_such() -> None:
    table = series().at(15 * SECOND).tick()
    assert said_last(draw(table.state, BOB)) == "Alice stands. Time had run out."


def test_tied_hand_is_nobodys() -> None:
    table = Table(shoe_for([NOBODY])).start(SERIES).stand_out()
    html = draw(table.state, ALICE)
    assert said_last(html) == "The hand is tied: nobody wins it."
    assert "Tied hand" in texts(html)


def test_turn_says_what_can_be_done() -> None:
    table = Table(classic_shoe(two_hands(ALICE, "Tc 9c", "Td 8d"))).start(SERIES)
    html = draw(table.state, ALICE)
    assert attribute(html, "data-turn") == "Your turn: hit or stand."
    assert kinds_offered(html) == ["hit", "stand"]
    html = draw(table.play("Alice hit").state, ALICE)
    assert attribute(html, "data-turn") == "Your turn: you can only stand."
    assert kinds_offered(html) == ["stand"]
    assert attribute(draw(table.state, BOB), "data-turn") is None


def test_that_a_seat_cannot_hit_shows_to_nobody_else() -> None:
    with_21 = Table(classic_shoe(two_hands(ALICE, "Tc Ac", "Td 8d"))).start(SERIES)
    without = Table(classic_shoe(two_hands(ALICE, "Tc 9c", "Td 8d"))).start(SERIES)
    assert kinds_offered(draw(with_21.state, ALICE)) == ["stand"]
    for viewer in (BOB, None):
        assert draw(with_21.state, viewer) == draw(without.state, viewer)


# --- a match of hands --------------------------------------------------------------------------------------


def test_score_history_and_hands_left_are_shown_and_read_out() -> None:
    html = draw(series(ALICE, BOB, NOBODY, ALICE).state, BOB)
    assert "Hand 5 of 6" in texts(html)
    assert "Hands won: Bob 1 : , 2 Alice" in texts(html)
    assert tally_of(html) == [
        ("far", "Hand 1: Alice"),
        ("near", "Hand 2: yours"),
        ("tied", "Hand 3: tied"),
        ("far", "Hand 4: Alice"),
    ]
    read = readouts_of(html)
    assert read["stacks"] == "You have won 1 hand. Alice has won 2 hands."
    assert read["level"] == "Hand 5 of 6. 2 hands are not decided yet."
    assert read["opponent"] == "Alice: two of clubs, 1 hidden card. Shown: 2."
    assert "pot" not in read


def test_early_end_says_who_has_won() -> None:
    html = draw(series(ALICE, ALICE, NOBODY, ALICE).state, BOB)  # 3–0 with two hands left
    assert attribute(html, "data-phase") == "over"
    assert "Alice wins the hand. Alice has won more hands and wins the match." in texts(html)
    assert "Match over" in texts(html)


def test_overtime_is_marked_and_begins_at_0_0() -> None:
    table = series(ALICE, BOB, hands=2)
    html = draw(table.state, ALICE)
    assert "Overtime 1" in texts(html)
    assert "Hands won: Alice 0 : , 0 Bob" in texts(html)
    assert "Hand 3, in overtime. You begin." in log_of(html).values()
    assert readouts_of(html)["level"] == "Hand 3, in overtime pair 1. 2 hands are not decided yet."


def test_fixed_hands_may_end_level_and_count_what_was_forfeited() -> None:
    table = Table(shoe_for([ALICE, BOB])).start(FIXED, options={"hands": 2}).stand_out().skips().stand_out()
    level = "All hands are played, and both have won as many."
    assert level in texts(draw(table.state, ALICE))
    assert level in texts(draw(table.state, None))
    forfeited = Table(shoe_for([ALICE])).start(FIXED, options={"hands": 6}).stand_out().skips().give_up(BOB)
    html = draw(forfeited.state, ALICE)
    assert "Bob gives up the match. You win the match." in texts(html)
    assert "Forfeited: 5" in texts(html)
    assert len(tally_of(html)) == 6


# --- unlimited ---------------------------------------------------------------------------------------------


def test_sitting_out_is_a_switch_that_carries_its_target() -> None:
    table = unlimited()
    on = pressed(draw(table.state, BOB), "act-sit-out")
    assert on == {"type": "sit_out", "out": "yes", "hand": "2"}
    html = draw(table.sit_out(BOB).state, BOB)
    assert 'aria-pressed="true"' in html
    assert pressed(html, "act-sit-out") == {"type": "sit_out", "out": "no", "hand": "2"}
    assert "Bob sits out the next hand" in texts(draw(table.state, ALICE))
    assert 'id="act-sit-out"' not in draw(table.state, None)


def test_who_sits_out_is_asked_for_60_s_and_the_other_may_leave() -> None:
    table = unlimited().sit_out(BOB).stand_out()
    html = draw(table.state, BOB)
    assert attribute(html, "data-turn") == "You sit out. Play on, or leave the table?"
    assert kinds_offered(html) == ["go", "leave"]
    assert "Play on" in texts(html)
    assert "Leave the table" in texts(html)
    assert 'data-due="160000" data-full="60000"' in html
    waiting = draw(table.state, ALICE)
    assert "Bob sits out. Nobody pays while the answer is awaited." in texts(waiting)
    assert pressed(waiting, "act-leave") == {"type": "leave"}
    assert 'value="skip"' not in waiting


def test_question_stays_open_while_the_other_is_away() -> None:
    table = unlimited().sit_out(BOB).stand_out().at(10 * SECOND).lose(ALICE)
    html = draw(table.state, BOB)
    assert attribute(html, "data-paused") is None
    assert "You sit out. Play on, or leave the table?" in texts(html)


def test_who_sits_out_and_is_away_does_not_stop_his_minute_and_the_other_may_leave() -> None:
    table = unlimited().sit_out(BOB).at(2 * SECOND).stand_out().at(10 * SECOND).lose(BOB)
    for seat in (ALICE, None):
        html = draw(table.state, seat)
        assert "Bob sits out and is away. Nobody pays while the answer is awaited." in texts(html)
        assert "All clocks stand" not in texts(html)
        clock = html.partition('id="clock-back"')[2].partition(">")[0]
        assert f'data-due="{START + 62 * SECOND}"' in clock, (
            "the minute from 2 s on, not his time away from 10 s on"
        )
    html = draw(table.state, ALICE)
    assert attribute(html, "data-paused") is None
    assert 'id="act-leave"' in html


def test_level_score_stands_until_the_first_cards_of_overtime() -> None:
    table = Table(shoe_for([ALICE, BOB, NOBODY])).start(SERIES, options={"hands": 2})
    table.stand_out().skips().stand_out()
    shown = texts(draw(table.state, ALICE))
    assert "Hand 2 of 2" in shown
    assert "Overtime" not in shown
    assert "Overtime 1" in texts(draw(table.skips().state, ALICE))


def test_hand_that_is_paused_takes_nothing() -> None:
    assert attribute(draw(unlimited().at(SECOND).lose(BOB).state, ALICE), "data-paused") == ""


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("insufficient_funds", "The next hand costs more than you have free"),
        ("above_consent", "The next hand costs more than you agreed to"),
        ("another_reason", "The next hand could not be paid in for you"),
    ],
)
def test_who_cannot_pay_is_told_why_and_nobody_else_is(code: str, words: str) -> None:
    table = unlimited().stand_out().at(5 * SECOND).not_funded(BOB, code)
    assert words in texts(draw(table.state, BOB))
    for viewer in (ALICE, None):
        assert words not in texts(draw(table.state, viewer))
    assert "Bob sits out" in texts(draw(table.state, ALICE))


def test_waiting_for_a_price_is_said_and_either_may_leave() -> None:
    table = unlimited().stand_out().at(5 * SECOND).not_funded(-1, "no_fresh_quote")
    html = draw(table.state, ALICE)
    assert "No up-to-date price: nobody pays" in texts(html)
    assert "Waiting for a price" in texts(html)
    assert pressed(html, "act-leave") == {"type": "leave"}


def test_table_that_was_left_says_by_whom() -> None:
    table = unlimited().sit_out(BOB).stand_out().play("Bob leave")
    assert "Bob leaves the table. The match is over. Every finished hand counts as it was." in texts(
        draw(table.state, ALICE)
    )
    timed_out = unlimited().sit_out(BOB).stand_out().at(60 * SECOND).tick()
    assert "Bob leaves the table. Time had run out." in texts(draw(timed_out.state, ALICE))


def test_watchers_have_no_buttons() -> None:
    table = unlimited()
    for state in (table.state, table.sit_out(BOB).state, table.stand_out().state):
        assert "<form" not in draw(state, None)


# --- form --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
def test_ids_are_unique_and_keys_are_of_the_map(key: str) -> None:
    names = {each.name for each in TABLE_KEYS}
    table = Table(shoe_for([ALICE])).start(key)
    for state in (table.state, table.stand_out().state):
        for viewer in (ALICE, BOB, None):
            html = draw(state, viewer)
            ids = re.findall(r'\bid="([^"]+)"', html)
            assert len(ids) == len(set(ids))
            assert set(re.findall(r'data-key="(\w+)"', html)) <= names
            assert not re.search(r"\son\w+=|\sstyle=|<script|<style|javascript:", html)
