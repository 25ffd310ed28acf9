"""The table of House Blackjack as it is drawn: bets, hands, results with amounts, the question of insurance, and what
nobody may know. Cards are given as they are dealt: player, dealer, player, dealer, then as they are taken.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from django.utils.translation import override
from msgspec.structs import replace

from games import presenters
from games.rules.actions import Action, Decline, Double, Go, Hit, Insure, LeaveTable, Split, Stand
from games.rules.table_view import view
from games.selectors import TableFacts
from games.shown.dealer import chips_offered
from games.shown.dealer_told import in_dealt_order
from players.keys import TABLE_KEYS
from tests.games.drawing import attribute, draw, facts_of, log_of, said_last, texts
from tests.rules.formats.house_matches import LOST, NATURAL, WON, house
from tests.rules.tables import ALICE, SECOND, Table

SPLIT = "8h 6c 8d Tc 3s Kh 9d 2s"
"""Eights against a six: 8-3, doubled with a nine to 20; 8-K. The dealer has 16 and draws a deuce."""
ACE_UP = "Th Ac 9d 7c"
"""19 against an ace, with a seven below it."""


def facts(mode: str = "practice") -> TableFacts:
    return facts_of("house", mode=mode, names=("Alice",))


def drawn(table: Table, seat: int | None = ALICE) -> str:
    return draw(table.state, seat, facts())


def acted(table: Table, *actions: Action) -> Table:
    for action in actions:
        table.act(ALICE, action)
    return table


def kinds_offered(html: str) -> list[str]:
    return re.findall(r'name="kind" value="(\w+)"', html)


def hands_of(html: str) -> list[str]:
    """What is read of each player hand."""
    return [
        texts(f"<i {part}")
        for part in re.split(r'<section id="hand-\d"', html.partition("</article>")[2])[1:]
    ]


def readouts_of(html: str) -> dict[str, str]:
    return dict(re.findall(r'<li data-key="(\w+)">([^<]*)</li>', html))


# --- the bet ------------------------------------------------------------------------------------------------


def test_bet_is_asked_for_with_chips_to_tap_and_what_there_is() -> None:
    html = drawn(house())
    assert attribute(html, "data-turn") == "Place your bet, then deal."
    assert re.findall(r'data-add="(\d+)"', html) == ["5", "25", "100", "500", "1000"]
    assert 'value="25" data-low="5" data-high="1000"' in html
    assert "Deal for 25" in texts(html)
    assert '<b id="balance">1,000</b>' in html
    assert "data-fresh-seed" in html
    assert kinds_offered(html) == ["bet"], "leaving has its own way, with a warning"


@pytest.mark.parametrize(
    ("high", "chips"),
    [
        (7, (5,)),
        (1_000, (5, 25, 100, 500, 1_000)),
        (5_000, (5, 25, 100, 500, 1_000, 5_000)),
        (2_000_000, (5, 1_000, 5_000, 25_000, 100_000, 500_000)),
    ],
)
def test_as_many_chips_as_fit_are_offered_the_least_always(high: int, chips: tuple[int, ...]) -> None:
    assert chips_offered(high) == chips


def test_last_bet_is_offered_again_and_stands_in_the_field() -> None:
    table = acted(house(WON, WON).deal(100), Stand())
    html = drawn(table.at(2 * SECOND).tick())
    assert 'data-fill="100"' in html
    assert 'value="100" data-low="5" data-high="1100"' in html


def test_last_bet_that_is_more_than_there_is_is_not_offered() -> None:
    table = acted(house(LOST, WON).deal(600), Stand())
    html = drawn(table.at(2 * SECOND).tick())
    assert "data-fill" not in html
    assert 'value="25" data-low="5" data-high="400"' in html


def test_practice_without_chips_may_take_more() -> None:
    table = acted(house(LOST).deal(1_000), Stand()).at(2 * SECOND).tick()
    html = drawn(table)
    assert attribute(html, "data-turn") == "Your practice chips are used up. Take more?"
    assert kinds_offered(html) == ["go"]
    assert '<b id="balance">1,000</b>' in drawn(acted(table, Go()))


# --- a round ------------------------------------------------------------------------------------------------


def test_round_is_told_from_the_bet_to_what_was_won() -> None:
    table = house("5h 9c 6d 8h 4s 3d Tc").deal(25)
    html = drawn(acted(table, Hit(), Hit(), Stand()))  # 11, 15, 18 against 17
    assert list(log_of(html).values()) == [
        "Round 1.",
        "You bet 25.",
        "You are dealt the five of hearts.",
        "The dealer shows the nine of clubs.",
        "You are dealt the six of diamonds. Total 11.",
        "The dealer takes a hidden card.",
        "You draw the four of spades. Total 15.",
        "You draw the three of diamonds. Total 18.",
        "You stand.",
        "The dealer turns the hidden card: the eight of hearts. Total 17.",
        "You win 25.",
    ]
    assert "Won +25" in hands_of(html)[0]


def test_watcher_reads_the_name_of_who_plays() -> None:
    lines = log_of(drawn(acted(house(WON).deal(25), Stand()), None)).values()
    assert "Alice bets 25." in lines
    assert "Alice is dealt the ten of hearts." in lines
    assert "Alice wins 25." in lines


@pytest.mark.parametrize(
    ("cards", "bet", "actions", "shown", "said"),
    [
        (NATURAL, 5, (), "Blackjack! +7.5", "Blackjack! You win 7.5."),  # seed 001: 12.5 come back
        (WON, 25, (Stand(),), "Won +25", "You win 25."),
        (LOST, 25, (Stand(),), "Lost −25", "You lose 25."),
        ("Th 9c 8d 9d", 25, (Stand(),), "Push: bet back", "A push: the bet of 25 comes back."),
        ("Th 9c 6d 9d Tc", 25, (Hit(),), "Bust −25", "Bust: you lose 25."),
        ("6h 9c 5d 8d Tc", 25, (Double(),), "Won +50", "You win 50."),
    ],
)
def test_result_says_what_was_won_or_lost(
    cards: str, bet: int, actions: tuple[Action, ...], shown: str, said: str
) -> None:
    html = drawn(acted(house(cards).deal(bet), *actions))
    assert shown in hands_of(html)[0]
    assert said_last(html) == said


def test_halves_are_written_as_the_language_writes_them() -> None:
    table = house(NATURAL).deal(5)
    with override("de"):
        html = presenters.render_table(
            view(table.state, ALICE), facts(), version=1, halted=False, language="de"
        )
    assert "+7,5" in texts(html)
    assert "1.007,5" in texts(html)


def test_soft_totals_are_called_so() -> None:
    table = house("Ah 9c 6d 8d 5c").deal(25)
    assert "Total: soft 17" in hands_of(drawn(table))[0]
    assert attribute(drawn(table), "data-turn") == "Your turn: soft 17 against 9. Hit, stand or double."
    html = drawn(acted(table, Hit()))  # 12
    assert "Total: 12" in hands_of(html)[0]
    assert said_last(html) == "You draw the five of clubs. Total 12."
    assert attribute(html, "data-turn") == "Your turn: 12 against 9. Hit or stand."


def test_seat_says_what_was_done_last_in_whole_chips() -> None:
    """The rules count in halves: a bet of 25 is 50 of them."""
    assert "Bets 25" in texts(drawn(house(NATURAL).deal(25)))
    assert "Stands" in texts(drawn(acted(house(WON).deal(25), Stand())))


# --- split --------------------------------------------------------------------------------------------------


def test_pair_may_be_split_and_the_hand_in_play_is_marked() -> None:
    table = house(SPLIT).deal(100)
    assert attribute(drawn(table), "data-turn") == "Your turn: 16 against 6. Hit, stand, double or split."
    html = drawn(acted(table, Split()))
    first, second = hands_of(html)
    assert "First hand in play" in first
    assert "in play" not in second
    assert attribute(html, "data-turn") == "Your turn, first hand: 11 against 6. Hit, stand or double."
    assert '<b id="balance">800</b>' in html
    assert "In play 200" in texts(html)
    first, second = hands_of(drawn(acted(table, Double())))
    assert "in play" not in first
    assert "doubled" in first
    assert "Second hand in play" in second


def test_split_round_is_told_hand_by_hand_and_settled_by_itself() -> None:
    html = drawn(acted(house(SPLIT).deal(100), Split(), Double(), Stand()))
    assert list(log_of(html).values())[6:] == [
        "You split, with 100 more on the second hand.",
        "First hand: you are dealt the three of spades. Total 11.",
        "Second hand: you are dealt the king of hearts. Total 18.",
        "You double with 100 more and draw the nine of diamonds. Total 20.",
        "You stand.",
        "The dealer turns the hidden card: the ten of clubs. Total 16.",
        "The dealer draws the two of spades. Total 18.",
        "First hand: you win 200.",
        "Second hand: a push, the bet of 100 comes back.",
    ]
    first, second = hands_of(html)
    assert "Won +200" in first
    assert "Push: bet back" in second
    assert "Round: +200" in texts(html)
    assert '<b id="balance">1,200</b>' in html


def test_cards_keep_their_ids_when_a_pair_is_split() -> None:
    table = house(SPLIT).deal(100)
    own = re.compile(r'id="(card-\d+-p\d+)"')
    before = own.findall(drawn(table))
    assert set(before) < set(own.findall(drawn(acted(table, Split()))))


def test_players_cards_are_found_in_the_order_they_came() -> None:
    table = acted(house("8h 6c 8d Tc 3s 2h 4d 5s 6d 9c").deal(100), Split(), Hit(), Stand(), Hit())
    assert in_dealt_order(table.seen_by(ALICE).hand) == [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (1, 2)]


# --- insurance ----------------------------------------------------------------------------------------------


def test_insurance_is_a_question_with_its_price() -> None:
    html = drawn(house(ACE_UP).deal(25))
    assert attribute(html, "data-turn") == "Your turn: the dealer shows an ace. Insurance for 12.5?"
    assert kinds_offered(html) == ["insure", "decline"]
    assert "Insure for 12.5" in texts(html)
    assert "No insurance" in texts(html)
    assert {'data-key="insure"', 'data-key="next"'} <= set(re.findall(r'data-key="\w+"', html))


def test_insurance_that_is_not_covered_can_only_be_declined() -> None:
    html = drawn(house(ACE_UP).deal(1_000))
    assert kinds_offered(html) == ["decline"]
    assert attribute(html, "data-turn") == "Your turn: an ace. Insurance needs 500, more than you have."


def test_lost_insurance_is_told_and_the_round_goes_on() -> None:
    html = drawn(acted(house(ACE_UP).deal(25), Insure()))
    assert list(log_of(html).values())[-2:] == [
        "You take insurance for 12.5.",
        "The dealer looks at the hidden card: no blackjack.",
    ]
    assert "Insurance 12.5" in texts(html)
    assert "In play 37.5" in texts(html)
    html = drawn(acted(house(ACE_UP).deal(25), Insure(), Stand()))  # 19 against 18
    assert "The insurance of 12.5 is lost." in log_of(html).values()
    assert "Insurance −12.5" in texts(html)
    assert "Round: +12.5" in texts(html)


def test_won_insurance_says_its_profit() -> None:
    """Seed 001: from 1,000 chips, a natural against a natural, insured: 1,100 in the end."""
    html = drawn(acted(house("Ah Ac Kd Kc").deal(100), Insure()))
    assert list(log_of(html).values())[-2:] == [
        "The dealer has blackjack: the insurance wins you 100.",
        "A push: the bet of 100 comes back.",
    ]
    assert '<b id="balance">1,100</b>' in html


# --- leaving and one seat -----------------------------------------------------------------------------------


def test_round_that_is_left_loses_its_bets_and_shows_no_hidden_card() -> None:
    table = house(WON).deal(25).leave(ALICE)
    html = drawn(table)
    assert attribute(html, "data-phase") == "over"
    assert "You leave the round: all its bets are lost." in log_of(html).values()
    assert "Left −25" in hands_of(html)[0]
    assert "eight of clubs" not in html
    assert "Game over" in texts(html)


def test_table_that_is_left_between_rounds_is_over() -> None:
    html = drawn(acted(house(), LeaveTable()))
    assert attribute(html, "data-phase") == "over"


def test_alone_nobody_is_waited_for_and_no_clock_hurries() -> None:
    table = house(WON, clock=1)
    for state in (table.state, table.deal(25).state, acted(table, Stand()).state):
        html = draw(state, ALICE, facts())
        assert "other player" not in texts(html)
        assert 'value="skip"' not in html
        assert 'class="clock' not in html, "a day to decide is no countdown"


def test_who_plays_alone_is_not_told_that_the_page_was_loaded_anew() -> None:
    table = house(WON).deal(25)
    before = [line.text for line in presenters.log_lines(table.seen_by(ALICE), facts(), "en")]
    table.at(SECOND).lose(ALICE).back(ALICE, "conn-new")
    assert [line.text for line in presenters.log_lines(table.seen_by(ALICE), facts(), "en")] == before


# --- what keys read -----------------------------------------------------------------------------------------


def test_keys_read_out_hand_dealer_bet_and_balance() -> None:
    table = house(SPLIT).deal(100)
    read = readouts_of(drawn(table))
    assert read == {
        "my_hand": "Your hand: eight of hearts, eight of diamonds. Total 16.",
        "dealer": "The dealer has: six of clubs, 1 hidden card. Total 6.",
        "pot": "Your bet: 100.",
        "stacks": "Chips left to bet: 900.",
    }
    read = readouts_of(drawn(acted(table, Split(), Double())))
    assert read["my_hand"] == (
        "First hand: eight of hearts, three of spades, nine of diamonds. Total 20. "
        "Second hand: eight of diamonds, king of hearts. Total 18. It is being played."
    )
    assert read["pot"] == "Your bet: 200, 100."
    read = readouts_of(drawn(acted(table, Stand())))
    assert read["dealer"] == "The dealer has: six of clubs, ten of clubs, two of spades. Total 18."
    assert read["pot"] == "Won +200. Push: bet back."


# --- secrets ------------------------------------------------------------------------------------------------


def sent_of(table: Table, seat: int | None, mode: str = "practice") -> str:
    """Everything one gets: the page's HTML, its log, and the view that JSON sockets carry."""
    seen = replace(view(table.state, seat), mode=mode)
    html = presenters.render_table(seen, facts(mode), version=1, halted=False, language="en")
    log = presenters.log_lines(seen, facts(mode), "en")
    return html + repr(log) + msgspec.json.encode(seen).decode()


@pytest.mark.parametrize("seat", [ALICE, None])
@pytest.mark.parametrize(
    ("before", "after", "actions"),
    [
        ("Th 9c 8d", "", ()),
        ("Th Ac 9d", "", ()),  # insurance is asked for: whether it would win is a secret
        ("8h 6c 8d", "3s Kh 9d", (Split(), Double())),
        ("5h 9c 6d", "4s", (Hit(),)),
    ],
)
def test_hole_card_is_in_nothing_that_is_sent_before_it_is_turned(
    before: str, after: str, actions: tuple[Action, ...], seat: int | None
) -> None:
    holes = ("7c", "5d", "Ks") if "Ac" in before else ("7c", "5d", "Qs")
    sent = {sent_of(acted(house(f"{before} {hole} {after}").deal(25), *actions), seat) for hole in holes}
    assert len(sent) == 1


def test_best_play_is_told_in_practice_on_demand() -> None:
    html = drawn(house(SPLIT).deal(25))
    assert re.search(r"<details class=\"hint advice\" id=\"advice-[\d.]+\"><summary", html)
    assert "Basic strategy: Split." in texts(html)
    assert "Basic strategy: Double." in texts(drawn(acted(house(SPLIT).deal(25), Split())))


@pytest.mark.parametrize("actions", [(), (Split(),), (Split(), Double())])
def test_best_play_is_nowhere_in_ranked_rounds(actions: tuple[Action, ...]) -> None:
    table = acted(house(SPLIT).deal(25), *actions)
    assert "strategy" in sent_of(table, ALICE)
    ranked = sent_of(table, ALICE, mode="ranked")
    assert not re.search("strategy|advice|best play", ranked, re.IGNORECASE)
    insured = sent_of(house(ACE_UP).deal(25), ALICE, mode="ranked")
    assert not re.search("strategy|advice|best play", insured, re.IGNORECASE)


# --- form ---------------------------------------------------------------------------------------------------


def states() -> list[Any]:
    begun = house(SPLIT, ACE_UP)
    seen = [begun.state, begun.deal(100).state, acted(begun, Split()).state, acted(begun, Double()).state]
    seen += [acted(begun, Stand()).state, begun.at(2 * SECOND).tick().state, begun.deal(25).state]
    seen += [acted(begun, Decline()).state, begun.leave(ALICE).state]
    return seen


@pytest.mark.parametrize("seat", [ALICE, None])
def test_ids_are_unique_keys_are_of_the_map_and_nothing_runs_by_itself(seat: int | None) -> None:
    names = {key.name for key in TABLE_KEYS}
    for state in states():
        html = draw(state, seat, facts())
        ids = re.findall(r'\bid="([^"]+)"', html)
        assert len(ids) == len(set(ids))
        assert set(re.findall(r'data-key="(\w+)"', html)) <= names
        assert not re.search(r"\son\w+=|\sstyle=|<script|<style|javascript:", html)


def test_watchers_have_no_buttons() -> None:
    for state in states():
        html = draw(state, None, facts())
        assert "<form" not in html
        assert "Basic strategy" not in html
