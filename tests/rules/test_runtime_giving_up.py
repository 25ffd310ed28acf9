"""Give up: immediate forfeit in every two-player match, at any moment (rules.md, All games)."""

from __future__ import annotations

import pytest

from games.rules.commands import Player
from games.rules.contracts import MatchResult, Pot, Settle
from games.rules.errors import Malformed, NotLegal
from tests.rules.tables import ALICE, BOB, STAKES_IN, Table


@pytest.mark.parametrize("seat", [ALICE, BOB])
def test_giving_up_in_ones_own_turn_or_the_others_is_a_forfeit(seat: int) -> None:
    table = Table().start().give_up(seat)
    assert table.state.result == MatchResult("gave_up", (1 - seat,))
    shares = (0, 2) if seat == ALICE else (2, 0)
    assert table.effects == [STAKES_IN, Settle((Pot((1, 1), (0, 1), shares),), 100)]
    assert table.state.prompts == ()
    assert table.next_due() is None


def test_giving_up_between_hands() -> None:
    table = Table().start().fold_out().give_up(ALICE)
    assert table.state.result == MatchResult("gave_up", (BOB,))


@pytest.mark.parametrize("gone", [ALICE, BOB])
def test_giving_up_while_paused(gone: int) -> None:
    table = Table().start().lose(gone).give_up(ALICE)
    assert table.state.result == MatchResult("gave_up", (BOB,))


def test_giving_up_does_not_show_cards() -> None:
    table = Table().start().give_up(ALICE)
    assert {card.position for card in table.seen_by(BOB).open_cards()} == {0, 1, 3}


@pytest.mark.parametrize("leave", [False, True])
def test_before_the_first_card_anyone_leaves_free(leave: bool) -> None:
    table = Table().begin().back(ALICE).back(BOB).digest(ALICE)
    table = table.leave(BOB) if leave else table.give_up(BOB)
    assert table.state.result == MatchResult("dropped")
    assert table.effects == []


def test_nobody_gives_up_twice() -> None:
    table = Table().start().give_up(ALICE)
    with pytest.raises(NotLegal) as refused:
        table.give_up(BOB)
    assert refused.value.code == "match_over"


def test_where_one_may_leave_nobody_gives_up() -> None:
    with pytest.raises(NotLegal) as refused:
        Table().start("seam").give_up(ALICE)
    assert refused.value.code == "cannot_give_up"


def test_where_one_gives_up_nobody_leaves() -> None:
    with pytest.raises(NotLegal) as refused:
        Table().start().leave(ALICE)
    assert refused.value.code == "cannot_leave"


@pytest.mark.parametrize("seat", [-1, 1, 2, 10**30])
def test_only_a_person_on_a_seat_gives_up(seat: int) -> None:
    bot = Player("", bot="house")
    table = Table().start(mode="practice", players=(Player("Alice"), bot))
    with pytest.raises(Malformed):
        table.give_up(seat)
