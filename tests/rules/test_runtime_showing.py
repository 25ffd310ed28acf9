"""A winner shows cards between two hands: when, of which hand, and that nothing else at the table changes by it."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from games.rules.actions import Fold, Raise
from games.rules.clocks import State
from games.rules.codec import encode_state
from games.rules.contracts import Fact
from games.rules.errors import Malformed, RulesError
from games.rules.given import GivenChance
from games.rules.table_view import view
from tests.rules.hands.holdem.hands import dealt, shoe
from tests.rules.tables import ALICE, BOB, SECOND, GivenDeals, Table

FIRST, SECOND_CARD, BOTH = (0,), (1,), (0, 1)
KEY = "heads_up"


def started(**how: Any) -> Table:
    """Bob has the button, ace and seven; Alice two kings. Hand 1 is dealt at 0."""
    deck = GivenChance(
        shoe(dealt(["Ks Kd", "As 7h"])), lambda label, counter, n: BOB if label == "first" else 0
    )
    return Table(GivenDeals(deck)).start(KEY, **how)


def won_by_bob(**how: Any) -> Table:
    """At 1 s Alice folds to his raise; the result stands until 3 s."""
    return started(**how).at(1 * SECOND).act(BOB, Raise(90)).act(ALICE, Fold())


def refused(table: Table, seat: int, *cards: int, hand: int | None = None) -> str:
    """The code of a refusal that changes nothing."""
    before = table.state
    with pytest.raises(RulesError) as error:
        table.show(seat, *cards, hand=hand)
    assert table.state is before
    return error.value.code


# --- what changes -----------------------------------------------------------------------------------------------------


def differences(before: Any, after: Any, path: str = "") -> dict[str, tuple[Any, Any]]:
    """Where two values made of dicts, lists and plain values differ, by path."""
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
        pairs = [(f"{path}.{key}", before[key], after[key]) for key in before]
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        pairs = [(f"{path}.{at}", *both) for at, both in enumerate(zip(before, after, strict=True))]
    else:
        return {} if before == after else {path.removeprefix("."): (before, after)}
    found: dict[str, tuple[Any, Any]] = {}
    for where, was, now in pairs:
        found |= differences(was, now, where)
    return found


def view_of(state: State, seat: int | None) -> Any:
    return json.loads(msgspec.json.encode(view(state, seat)))


@pytest.mark.parametrize("viewer", [ALICE, None])
@pytest.mark.parametrize("cards", [FIRST, SECOND_CARD, BOTH])
def test_others_see_these_cards_and_nothing_else_is_new_to_them(
    viewer: int | None, cards: tuple[int, ...]
) -> None:
    table = won_by_bob()
    before = table.state
    table.show(BOB, *cards)
    changed = differences(view_of(before, viewer), view_of(table.state, viewer))
    log = changed.pop("log")
    assert log[1][:-1] == log[0], "one line more"
    own = json.loads(msgspec.json.encode(table.hand.cards[BOB]))
    allowed: dict[str, Any] = {f"hand.seats.1.cards.{card}": (None, own[card]) for card in cards}
    if cards == BOTH:
        allowed["hand.seats.1.shown"] = (False, True)
    assert changed == allowed


def test_clocks_readiness_chips_and_the_outcome_stay_as_they_were() -> None:
    table = won_by_bob().at(2 * SECOND).skip(ALICE)
    before = table.state
    table.show(BOB, *FIRST)
    after = table.state
    told = {"hand": before.hand, "log": before.log, "logged": before.logged}
    assert replace(after, **told) == before
    assert table.next_due() == 3 * SECOND
    assert table.effects[1:] == [], "the two stakes, and nothing more"
    table.skip(BOB)
    assert (table.state.phase, table.state.hand_number) == ("hand", 2)


def test_line_of_the_log_says_which_card() -> None:
    table = won_by_bob().show(BOB, *SECOND_CARD)
    assert table.last_said() == Fact("shows_card", BOB, index=1)
    assert table.show(BOB, *FIRST).last_said() == Fact("shows", BOB)


def test_journal_replays_to_the_same_table() -> None:
    table = won_by_bob().show(BOB, *SECOND_CARD).skips()
    table.act(ALICE, Fold()).show(BOB, *BOTH)
    replayed = table.replayed()
    assert replayed is not None
    assert encode_state(replayed) == encode_state(table.state)
    assert [command.type for command in table.journal].count("show") == 2


def test_next_hand_begins_with_nothing_shown() -> None:
    table = won_by_bob().show(BOB, *BOTH).skips()
    assert table.hand.shown == ()
    assert table.seen_by(ALICE).hand.seats[BOB].cards == (None, None)
    table.act(ALICE, Fold())
    assert table.seen_by(ALICE).hand.seats[BOB].cards == (None, None)
    assert table.seen_by(BOB).hand.showable == BOTH


# --- when, and who ----------------------------------------------------------------------------------------------------


def test_it_is_too_late_once_the_next_hand_is_dealt() -> None:
    """Also if that one has ended as well, and by the same winner's win: he showed cards of the other one."""
    table = won_by_bob()
    table.at(3 * SECOND)
    assert refused(table, BOB, *BOTH) == "show_too_late", "its time had run out: the clock came first"
    table.tick()
    assert refused(table, BOB, *BOTH, hand=1) == "show_too_late"
    table.act(ALICE, Fold())
    assert refused(table, BOB, *BOTH, hand=1) == "show_too_late"
    table.show(BOB, *BOTH, hand=2)


def test_it_is_too_early_while_the_hand_is_played_or_none_was() -> None:
    table = started()
    assert refused(table, BOB, *FIRST) == "hand_not_over"
    with pytest.raises(Malformed) as error:
        table.show(BOB, *FIRST, hand=2)
    assert error.value.code == "no_such_hand"
    assert refused(Table(table.deals).at(0).begin(KEY), BOB, *FIRST) == "no_hand"


def test_who_folded_and_who_is_no_person_of_this_match_shows_nothing() -> None:
    table = won_by_bob()
    assert refused(table, ALICE, *FIRST) == "not_winner"
    assert {refused(table, seat, *FIRST) for seat in (-1, 2)} == {"no_such_seat"}
    bob = replace(table.state.seats[BOB], player="", bot="careful")
    table._state = replace(table.state, seats=(table.state.seats[ALICE], bob))
    assert refused(table, BOB, *FIRST) == "no_such_seat", "a bot never shows"


def test_newcomer_on_the_winners_seat_shows_no_card_of_who_sat_there() -> None:
    """As at tables that can be joined between two hands."""
    table = won_by_bob()
    bob = replace(table.state.seats[BOB], player="Charlie", from_hand=2)
    table._state = replace(table.state, seats=(table.state.seats[ALICE], bob))
    assert refused(table, BOB, *FIRST) == "not_winner"
    assert table.seen_by(BOB).hand.showable == ()


def test_nothing_is_shown_while_the_match_is_paused_and_it_is_shown_afterwards() -> None:
    table = won_by_bob().lose(ALICE)
    assert refused(table, BOB, *FIRST) == "paused"
    table.back(ALICE).show(BOB, *FIRST)
    assert table.next_due() == 3 * SECOND


def test_nothing_is_shown_once_the_match_is_over() -> None:
    table = won_by_bob().give_up(ALICE)
    assert table.state.phase == "over"
    assert refused(table, BOB, *FIRST) == "match_over"


def test_other_games_show_nothing_afterwards() -> None:
    table = Table().start().fold_out()
    winner = next(line.seat for line in table.state.outcome.lines if line.returned)  # type: ignore[union-attr]
    assert refused(table, winner, *FIRST) == "cannot_show"
