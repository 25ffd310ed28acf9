"""Heads-up poker at a table: clocks, levels, giving up, and hands in which nobody is asked anything.

Seed 000, Heads-up Poker and Two-player matches; rules.md, Hold'em and All games.
"""

from __future__ import annotations

from games.rules.actions import Call, Check, Fold, Raise
from games.rules.catalog import GAMES
from games.rules.commands import Player
from games.rules.contracts import MatchResult, Pot, Refund, Settle
from games.rules.given import GivenChance
from tests.rules.hands.holdem.hands import dealt, shoe
from tests.rules.tables import ALICE, BOB, SECOND, STAKES_IN, START, GivenDeals, Table

KEY = "heads_up"
MINUTE = 60 * SECOND
BOARD = "2c 7d 9h Js 3c"


def deck(cards: str, first: int = BOB) -> GivenChance:
    return GivenChance(shoe(cards), lambda label, counter, n: first if label == "first" else 0)


def started(*decks: str) -> Table:
    """Bob has the first button. One deck a hand."""
    return Table(GivenDeals(*(deck(cards) for cards in decks or ("",)))).start(KEY)


def test_both_stakes_the_button_and_the_first_cards_are_one_commit() -> None:
    table = started()
    assert table.effects == [STAKES_IN]
    assert table.asked() == (BOB,)
    assert table.due(BOB) == 30 * SECOND
    assert table.said("small_blind", "big_blind") == [("big_blind", ALICE), ("small_blind", BOB)]


def test_every_hand_has_a_deck_of_its_own() -> None:
    table = started()
    assert table.state.deal == 1
    table.at(1 * SECOND).act(BOB, Fold()).skips()
    assert (table.state.deal, table.hand.first_card) == (2, 0)
    assert table.said("new_shoe") == [], "so it is no news"


def check_down(table: Table) -> Table:
    """To the showdown, without a bet."""
    while table.state.phase == "hand":
        table.act(table.asked()[0], Check())
    return table


def test_result_of_a_fold_stands_two_seconds_of_a_showdown_five() -> None:
    table = started().at(1 * SECOND).act(BOB, Fold())
    assert table.next_due() == 3 * SECOND
    check_down(table.at(3 * SECOND).tick().at(4 * SECOND).act(ALICE, Call()))
    assert table.next_due() == 9 * SECOND


def test_expiry_checks_where_that_is_legal() -> None:
    table = started().act(BOB, Call()).at(30 * SECOND).tick()
    assert [(fact.kind, fact.seat, fact.auto) for fact in table.state.log[-2:]] == [
        ("check", ALICE, True),
        ("flop", -1, False),
    ]


def test_expiry_folds_to_a_bet() -> None:
    table = started().at(30 * SECOND).tick()
    assert table.said("fold") == [("fold", BOB)]
    assert table.match.stacks == (1_015, 985)


def test_blinds_are_of_the_level_in_force_when_the_hand_is_dealt() -> None:
    table = started().at(10 * MINUTE - 1).tick().skips()
    assert table.hand.big == 30, "a millisecond before ten minutes"
    table.at(10 * MINUTE).act(ALICE, Fold()).skips()
    assert table.hand.big == 50
    assert table.state.setup is not None
    assert table.state.setup.forced == (50, 25)


def test_giving_up_is_a_forfeit_at_once_and_the_winner_gets_99_percent() -> None:
    table = started().at(5 * SECOND).give_up(BOB)
    assert table.state.result == MatchResult("gave_up", (ALICE,))
    assert table.effects[-1] == Settle((Pot((1, 1), (ALICE, BOB), (2, 0)),), rake_bps=100)


def test_void_gives_both_stakes_back() -> None:
    table = started().act(BOB, Call()).void()
    assert table.effects[-1] == Refund("void")


def test_all_in_and_called_ends_the_match_by_its_chips() -> None:
    table = started(dealt(["As Ad", "Ks Kd"], BOARD)).act(BOB, Raise(1_000)).act(ALICE, Call())
    assert table.state.result == MatchResult("chips", (ALICE,))
    assert table.match.stacks == (2_000, 0)
    assert table.replayed() == table.state


def test_hand_in_which_nobody_is_asked_anything_is_over_as_it_is_dealt() -> None:
    """Alice wins all but ten chips; then the big blind takes Bob's last ten, he wins them back doubled, and the pause
    after that hand begins at once."""
    decks = dealt(["As Ad", "Ks Kd"], BOARD), dealt(["As Ad", "Ks Kd"], BOARD)
    table = check_down(started(*decks).act(BOB, Raise(990)).act(ALICE, Call()))
    assert table.match.stacks == (1_990, 10)
    table.at(1 * SECOND).skips()
    assert (table.state.phase, table.state.hand_number, table.asked()) == ("between", 2, ())
    assert table.match.stacks == (1_980, 20)
    assert len(table.hand.board) == 5
    assert table.next_due() == 6 * SECOND


def test_absence_stops_the_clock_of_the_levels_too() -> None:
    """30 s away in the first minute: the second level comes 30 s later."""
    table = started().at(1 * SECOND).lose(ALICE).at(31 * SECOND).back(ALICE)

    def level(ms: int) -> int:
        return int(GAMES[KEY].format.view(table.match, table.state.elapsed(START + ms)).level)

    assert level(10 * MINUTE + 30 * SECOND - 1) == 0
    assert level(10 * MINUTE + 30 * SECOND) == 1


def test_bot_answers_after_a_moment_of_thought() -> None:
    table = Table(GivenDeals(deck(""))).start(
        KEY, players=(Player("Alice"), Player("", bot="bold")), mode="practice"
    )
    assert table.asked() == (BOB,)
    due = table.next_due()
    assert due is not None
    assert 0 < due < 5 * SECOND
    table.at(due).tick()
    assert table.asked() != (BOB,)
    assert table.effects == [STAKES_IN]
