"""The drawn table of Hold'em: what each viewer reads, hears by keys, and may choose. Nothing touches a database."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace

from games import presenters
from games.phrases import SAID
from games.rules.actions import Action, Bet, Call, Check, Fold, Raise
from games.rules.cards import parse
from games.rules.contracts import Fact
from games.rules.given import GivenChance
from games.rules.table_view import view
from tests.games.drawing import draw, facts_of, log_of, said_last, texts
from tests.rules.hands.holdem.hands import NAMES, HoldemPlaying, dealt, shoe, table
from tests.rules.tables import ALICE, BOB, SECOND, GivenDeals, Table

KEY = "heads_up"
BOARD = "2c 7d 9h Js 3c"
MINUTE = 60 * SECOND


def started(cards: str = "") -> Table:
    """Bob has the button. Alice has two kings, Bob ace and seven, unless said otherwise."""
    faces = shoe(cards or dealt(["Ks Kd", "As 7h"], BOARD))
    deck = GivenChance(faces, lambda label, counter, n: BOB if label == "first" else 0)
    return Table(GivenDeals(deck)).start(KEY)


def played(*answers: Action, cards: str = "") -> Table:
    """Whoever is asked answers."""
    at = started(cards)
    for answer in answers:
        at.act(at.asked()[0], answer)
    return at


def to_the_river() -> Table:
    """Alice bets 200 last, Bob calls and mucks: seven hundred in the pot."""
    first = (Raise(90), Call(), Check(), Bet(60), Call(), Check(), Check())
    return played(*first, Bet(200), Call())


def keys_of(html: str) -> dict[str, str]:
    return dict(re.findall(r'<li data-key="(\w+)">([^<]*)</li>', html))


def lines(html: str) -> list[str]:
    return [line for line in log_of(html).values() if line]


# --- the log ----------------------------------------------------------------------------------------------------------


KINDS = {
    "small_blind", "big_blind", "post", "dead_post", "all_in", "dealt", "check", "bet", "raise", "call", "fold",
    "claim_lost", "returned", "flop", "turn", "river", "showdown", "shows", "mucks", "abandoned", "won", "splits",
    "back", "shows_card",
}  # fmt: skip
"""Of facts of a hand, from the docstring of games/rules/hands/holdem.py."""


def test_every_kind_of_fact_of_a_hand_has_its_sentence() -> None:
    assert set(SAID) >= KINDS


def test_hand_is_told_to_each_as_it_may_be_known() -> None:
    html = {seat: draw(to_the_river().state, seat) for seat in (ALICE, BOB, None)}
    told = lines(html[ALICE])
    assert told[-14:] == [
        "Flop: two of clubs, seven of diamonds, nine of hearts.",
        "You check.",
        "Bob bets 60.",
        "You call 60.",
        "Turn: jack of spades.",
        "You check.",
        "Bob checks.",
        "River: three of clubs.",
        "You bet 200.",
        "Bob calls 200.",
        "The cards are shown.",
        "You show king of spades, king of diamonds: a pair of kings.",
        "Bob mucks the cards without showing them.",
        "You win 700 with a pair of kings.",
    ]
    assert lines(html[BOB])[-3:] == [
        "Alice shows king of spades, king of diamonds: a pair of kings.",
        "You muck your cards without showing them.",
        "Alice wins 700 with a pair of kings.",
    ]
    assert lines(html[None])[-1] == "Alice wins 700 with a pair of kings."


def test_cards_of_ones_own_are_told_together_and_others_not_at_all() -> None:
    start = draw(started().state, ALICE)
    assert lines(start)[-5:] == [
        "Hand 1. Bob has the button.",
        "You post the big blind of 30.",
        "Bob posts the small blind of 15.",
        "You are dealt two cards: king of spades, king of diamonds.",
        "Bob is dealt two cards.",
    ]
    assert lines(draw(started().state, None))[-2:] == ["Alice is dealt two cards.", "Bob is dealt two cards."]


def test_numbers_of_the_log_are_those_of_the_facts_though_two_lines_are_told_as_one() -> None:
    at = started()
    numbers = list(log_of(draw(at.state, ALICE)))
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    assert len(numbers) == len(at.state.log)


def test_all_in_is_shown_before_the_board_so_that_cards_have_no_name_yet() -> None:
    told = lines(draw(played(Raise(1_000), Call()).state, BOB))
    shown = told.index("Alice shows king of spades, king of diamonds.")
    assert told[shown + 1 :] == [
        "You show ace of spades, seven of hearts.",
        "Flop: two of clubs, seven of diamonds, nine of hearts.",
        "Turn: jack of spades.",
        "River: three of clubs.",
        "Alice wins 2,000 with a pair of kings.",
        "Alice wins the match.",
    ]


def test_fold_gives_back_what_nobody_called_and_names_no_hand() -> None:
    html = draw(played(Raise(300), Fold()).state, BOB)
    assert lines(html)[-3:] == ["Alice folds.", "Uncalled: 270 come back to you.", "You win 60."]
    assert "two of clubs" not in html


def test_tie_is_told_to_each_with_what_it_gets() -> None:
    cards = dealt(["9d 9c", "2h 2d"], "Ts Jd Qh Kc As")
    html = draw(played(Call(), *[Check()] * 7, cards=cards).state, ALICE)
    assert lines(html)[-2:] == [
        "The pot is split: you get 30 with a straight up to the ace.",
        "Bob gets 30 with a straight up to the ace.",
    ]
    assert "Split pot" in texts(html)
    once = "The pot is split: you get 30 with a straight up to the ace. Bob gets 30 with a straight up to the ace."
    assert once in texts(html), "the sentence of the result"


def test_each_split_pot_is_named_once() -> None:
    """Charlie's 240 make a main pot of 720, which all three tie for; the 200 on top are Alice's and Bob's."""
    cards = dealt(["9d 9c", "2h 2d", "4h 4d"], "Ts Jd Qh Kc As")
    hand = table([1_000, 1_000, 240], cards=cards)
    hand.play("Charlie raise 240, Alice call, Bob call, Alice bet 100, Bob call").check_down()
    assert lines(drawn(hand, 1))[-5:] == [
        f"{said} with a straight up to the ace."
        for said in (
            "The main pot is split: Alice gets 240", "You get 240", "Charlie gets 240",
            "Side pot 1 is split: Alice gets 100", "You get 100",
        )
    ]  # fmt: skip


def test_lines_of_an_earlier_hand_name_no_card() -> None:
    at = to_the_river()
    at.skips()
    told = lines(draw(at.state, BOB))
    assert "Alice shows the cards." in told
    assert "The river is dealt." in told
    assert "Alice wins 700." in told


# --- cards that a winner shows though he need not ---------------------------------------------------------------------


def won_by_bob(*before: Action) -> Table:
    """Alice folds to his raise, or bet."""
    return played(*(before or (Raise(90),)), Fold())


def shows(html: str) -> list[tuple[str, str, str, str]]:
    """(hand, cards, key, name of the button) of each form."""
    return re.findall(
        r'name="type" value="show">\s*<input type="hidden" name="hand" value="(\d+)">\s*'
        r'<input type="hidden" name="cards" value="(\w+)">\s*<button [^>]*data-key="(\w+)" aria-label="([^"]*)">',
        html,
    )


def test_winner_of_a_pot_that_nobody_contested_is_offered_to_show() -> None:
    at = won_by_bob()
    assert shows(draw(at.state, BOB)) == [
        ("1", "both", "show_both", "Show both"),
        ("1", "first", "show_first", "Show ace of spades"),
        ("1", "second", "show_second", "Show seven of hearts"),
    ]
    assert [shows(draw(at.state, seat)) for seat in (ALICE, None)] == [[], []]
    at.show(BOB, 0)
    assert shows(draw(at.state, BOB)) == [("1", "second", "show_second", "Show seven of hearts")]
    at.show(BOB, 1)
    assert shows(draw(at.state, BOB)) == []


def test_nothing_is_offered_to_show_where_it_would_be_refused() -> None:
    assert shows(draw(to_the_river().state, ALICE)) == [], "a showdown"
    assert shows(draw(played(Raise(90)).state, BOB)) == [], "the hand is played"
    assert shows(draw(won_by_bob().lose(ALICE).state, BOB)) == [], "paused"
    assert shows(draw(won_by_bob().state, BOB, halted=True)) == []
    assert shows(draw(won_by_bob().give_up(ALICE).state, BOB)) == [], "the match is over"
    assert shows(draw(won_by_bob().skips().state, BOB)) == [], "the next hand"


def test_shown_card_lies_open_and_is_told_by_its_name() -> None:
    at = won_by_bob().show(BOB, 1)
    for seat, line in ((ALICE, "Bob shows the seven of hearts."), (BOB, "You show the seven of hearts.")):
        html = draw(at.state, seat)
        assert lines(html)[-2:] == ["You win 60." if seat == BOB else "Bob wins 60.", line]
    html = draw(at.state, ALICE)
    assert html.count('class="card back"') == 1
    assert f'.{parse("7h")}"' in html
    assert "ace of spades" not in html
    assert keys_of(html)["value"] == "You have a pair of kings."
    assert "Bob wins 60." in texts(html), "the status says what was won, as before"


def test_one_card_alone_makes_no_pair() -> None:
    at = won_by_bob().show(BOB, 0)
    for seat in (ALICE, None):
        (value,) = re.findall(r'<p id="value-1"[^>]*>([^<]*)<', draw(at.state, seat))
        assert value == ""


def test_both_cards_are_told_with_what_they_make_once_there_is_a_board() -> None:
    before = draw(won_by_bob().show(BOB, 0, 1).state, ALICE)
    assert lines(before)[-1] == "Bob shows ace of spades, seven of hearts."
    at = won_by_bob(Raise(90), Call(), Check(), Bet(60)).show(BOB, 0, 1)
    after = draw(at.state, ALICE)
    assert lines(after)[-2:] == [
        "Bob wins 180.",
        "Bob shows ace of spades, seven of hearts: a pair of sevens.",
    ]
    at.skips()
    assert "Bob shows the cards." in lines(draw(at.state, ALICE))
    assert "ace of spades" not in draw(at.state, None)


# --- nothing of a folded or mucked hand -------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [ALICE, None])
def test_mucked_hand_is_nowhere_in_the_page_of_anybody_else(seat: int | None) -> None:
    html = draw(to_the_river().state, seat)
    for secret in (
        "ace of spades",
        "seven of hearts",
        f".{parse('As')}",
        f".{parse('7h')}",
        "pair of sevens",
    ):
        assert secret not in html


def test_folded_hand_is_gone_from_the_others_page_and_stays_on_ones_own() -> None:
    at = played(Raise(300), Fold())
    assert "king of spades" in draw(at.state, ALICE)
    html = draw(at.state, BOB)
    assert "king of spades" not in html
    assert 'class="card back"' not in html


# --- what is offered --------------------------------------------------------------------------------------------------


def presets(html: str) -> list[tuple[str, int]]:
    found = re.findall(r'data-fill="(\d+)"><span>([^<]+)</span>', html)
    return [(text, int(to)) for to, text in found]


def test_sizes_are_parts_of_the_pot_on_top_of_the_call() -> None:
    """Bob has 15 in and owes 15 to a pot of 45: with the call it is 60; half of it is 30 more than 30."""
    html = draw(started().state, BOB)
    assert presets(html) == [("Min", 60), ("½ pot", 60), ("¾ pot", 75), ("Pot", 90), ("All-in", 1_000)]
    assert 'type="range" min="60" max="1000"' in html
    assert 'data-step="30"' in html  # a big blind


def test_fold_asks_once_where_a_check_is_free_and_else_not() -> None:
    assert "data-ask=" not in draw(started().state, BOB)
    assert "A check is free." in draw(played(Call()).state, ALICE)


def chosen_before(html: str) -> list[str]:
    return re.findall(r'data-pre="(\w+)"', html)


def test_answers_can_be_chosen_before_ones_turn_while_they_can_still_be_given() -> None:
    assert chosen_before(draw(started().state, ALICE)) == ["check_fold", "check"]
    assert chosen_before(draw(started().state, BOB)) == [], "it is his turn"
    assert chosen_before(draw(started().state, None)) == [], "a watcher has none"
    assert chosen_before(draw(played(Call()).state, BOB)) == [], "he has answered in this round"
    assert chosen_before(draw(played(Call(), Check()).state, BOB)) == ["check_fold", "check"], "the flop"
    assert chosen_before(draw(to_the_river().state, BOB)) == [], "the hand is over"


def test_price_stands_beside_the_choice_so_that_the_page_sees_it_change() -> None:
    def price(html: str) -> tuple[str, str]:
        found = re.search(r'data-round="([^"]+)" data-owed="(\d+)"', html)
        assert found is not None
        return found[1], found[2]

    assert price(draw(started().state, ALICE)) == ("1.preflop", "0")
    assert price(draw(played(Raise(90)).state, ALICE)) == ("1.preflop", "60")
    assert price(draw(played(Call(), Check()).state, ALICE)) == ("1.flop", "0")


def drawn(hand: HoldemPlaying, viewer: int) -> str:
    """A table of as many seats as the hand has."""
    shown = view(started().state, ALICE)
    facts = (Fact("hand", hand.hand.button, 1), *hand.hand.facts)
    seats = tuple(replace(shown.seats[0], number=seat) for seat in range(len(hand.hand.claims)))
    several = replace(
        shown, seat=viewer, seats=seats, hand=hand.view(viewer), log=facts, log_from=1, prompt=None, acting=()
    )
    return presenters.render_table(
        several, facts_of(KEY, names=NAMES[: len(seats)]), version=7, halted=False, language="en"
    )


def test_with_more_seats_a_call_of_this_amount_can_be_chosen() -> None:
    html = drawn(table([1_000] * 3).play("Charlie raise 90"), 1)
    assert chosen_before(html) == ["check_fold", "call"]
    assert "Call 60" in texts(html)


def test_side_pots_are_listed_with_who_can_win_them() -> None:
    """Charlie is all-in with 240, Alice and Bob go on: 720 for three, and what they bet after the flop for two."""
    hand = table([1_000, 1_000, 240]).play("Charlie raise 240, Alice call, Bob call")
    hand.play("Alice bet 100, Bob call, Alice check, Bob check")
    html = drawn(hand, 0)
    assert "Main pot 720 24 BB you, Bob, Charlie" in texts(html)
    assert "Side pot 1 200 6.7 BB you, Bob" in texts(html)
    said = "In all 920. Main pot 720, for you, Bob, Charlie. Side pot 1 200, for you, Bob."
    assert keys_of(html)["pot"] == said


def test_won_side_pots_are_told_one_by_one() -> None:
    cards = dealt(["Ks Kd", "As 7h", "9c 9d"], BOARD)
    hand = table([1_000, 1_000, 240], cards=cards)
    hand.play("Charlie raise 240, Alice call, Bob call, Alice bet 100, Bob call").check_down()
    told = lines(drawn(hand, 1))
    assert told[-2:] == [
        "Charlie wins the main pot of 720 with three nines.",
        "Alice wins side pot 1 of 200 with a pair of kings.",
    ]


# --- what keys read out -----------------------------------------------------------------------------------------------


def test_keys_read_out_the_table_before_the_flop() -> None:
    read = keys_of(draw(started().state, BOB))
    expected: dict[str, Any] = {
        "own": "Your cards: ace of spades, seven of hearts.",
        "board": "There is no card on the board yet.",
        "value": "You have ace high. Beside it: seven.",
        "pot": "In all 45.",
        "price": "You have bet 15. Alice has bet 30. 15 to call.",
        "least": "Raise to 60 up to 1,000.",
        "stacks": "You have 985, 32.8 BB. Alice has 970, 32.3 BB.",
        "button": "You have the button.",
        "position": "You have the button and the small blind: first before the flop, last after it.",
        "round": "Nobody has acted in this round yet.",
        "card1": "Ace of spades.",
        "card2": "Seven of hearts.",
        "card3": "That card is not on the board yet.",
        "level": "Blinds 15 and 30. They rise to 25 and 50 in %s.",
    }
    assert read == read | expected


def test_keys_read_out_the_flop() -> None:
    read = keys_of(draw(played(Raise(90), Call(), Check(), Bet(60)).state, ALICE))
    assert read["board"] == "Board: two of clubs, seven of diamonds, nine of hearts."
    assert read["value"] == "You have a pair of kings. Beside it: nine, seven, two."
    assert read["pot"] == "In all 240. Pot 180, for you, Bob."
    assert read["price"] == "Bob has bet 60. 60 to call."
    assert read["round"] == "You check. Bob bets 60."
    assert read["position"] == "You have the big blind: last before the flop, first after it."
    assert (read["card3"], read["card6"]) == ("Two of clubs.", "That card is not on the board yet.")


def test_watcher_hears_no_hidden_card() -> None:
    read = keys_of(draw(started().state, None))
    assert read["own"] == "Alice: 2 hidden cards."
    assert read["value"] == "You have no hand."
    assert read["card1"] == "You do not see that card."
    assert read["position"] == "You are not in this hand."


def test_last_level_does_not_rise() -> None:
    at = started().at(80 * MINUTE).tick()
    assert keys_of(draw(at.state, BOB))["level"] == "Blinds 500 and 1,000."


# --- amounts ----------------------------------------------------------------------------------------------------------


def test_amounts_are_in_chips_big_blinds_and_for_a_stake_in_dollars() -> None:
    """$5 of each player stand for 2,000 chips: 985 are $4.92 (4.925 rounded down)."""
    state = started().state
    for_nothing = texts(draw(state, BOB))
    assert "985 32.8 BB" in for_nothing
    assert "$" not in for_nothing
    staked = facts_of(KEY, mode="stake")._replace(stake_cents=500)
    assert "985 32.8 BB ≈ $4.92" in texts(draw(state, BOB, staked))


def test_last_line_of_a_match_says_who_has_won_it() -> None:
    assert said_last(draw(played(Raise(1_000), Call()).state, ALICE)) == "You win the match."
