"""How a table begins, and what it refuses to begin with."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.rules.commands import Begin, Player, Tick
from games.rules.errors import Malformed, RulesError
from games.rules.runtime import step
from tests.rules.tables import ALICE, BOB, GivenDeals, Table, even_shoe

TACTICAL = Begin(
    at=0,
    game="tactical",
    version=1,
    table="table-1",
    match=1,
    mode="free",
    clock=1,
    options={},
    players=(Player("Alice"), Player("Bob")),
)
SEAM = replace(TACTICAL, game="seam", players=(Player("Alice"), Player("Bob"), None))
DEALS = GivenDeals(even_shoe())


def begun(command: Begin, **changes: Any) -> str:
    """The phase it begins with, or the code of the refusal."""
    try:
        return step(None, replace(command, **changes), DEALS).state.phase
    except RulesError as refused:
        return refused.code


def test_a_table_begins_by_calling_for_seeds() -> None:
    assert begun(TACTICAL) == "seeding"
    assert begun(SEAM) == "seeding"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"game": "chess"}, "unknown_game"),
        ({"version": 0}, "unknown_version"),
        ({"version": 2}, "unknown_version"),
        ({"mode": "nonsense"}, "unknown_mode"),
        ({"clock": 2}, "bad_clock"),
        ({"options": {"nonsense": 1}}, "bad_option"),
        ({"options": {"first_button": 2}}, "bad_option"),
        ({"options": {"first_button": -1}}, "bad_option"),
        ({"players": ()}, "bad_seats"),
        ({"players": (Player("Alice"),)}, "bad_seats"),
        ({"players": (Player("Alice"), None)}, "bad_seats"),
        ({"players": (Player("Alice"), Player("Bob"), Player("Charlie"))}, "bad_seats"),
        ({"players": (Player("Alice"), Player("Bob"), None)}, "bad_seats"),
        ({"players": (Player("Alice"), Player("Alice"))}, "bad_players"),
        ({"players": (Player("Alice"), Player(""))}, "no_player"),
        ({"players": (Player("Alice"), Player("", bot="house"))}, "bad_players"),
        ({"mode": "practice", "players": (Player("", bot="house"),) * 2}, "bad_players"),
        ({"mode": "practice", "players": (Player("Alice"), Player("", bot="nonsense"))}, "unknown_bot"),
    ],
)
def test_impossible_table_is_refused(changes: dict[str, Any], code: str) -> None:
    assert begun(TACTICAL, **changes) == code


@pytest.mark.parametrize(
    ("changes", "phase"),
    [
        ({"players": (Player("Alice"), None, Player("Bob"))}, "seeding"),
        ({"players": (Player("Alice"), None, None)}, "bad_seats"),
        ({"options": {"hands": 3}}, "seeding"),
        ({"options": {"hands": 4}}, "bad_option"),
        ({"options": {"hands": 10**30}}, "bad_option"),
    ],
)
def test_empty_seats_and_options_where_the_game_has_them(changes: dict[str, Any], phase: str) -> None:
    assert begun(SEAM, **changes) == phase


def test_options_are_filled_in() -> None:
    assert step(None, SEAM, DEALS).state.options == {"hands": 6}


def test_nothing_else_is_the_first_command() -> None:
    with pytest.raises(Malformed) as refused:
        step(None, Tick(at=0), DEALS)
    assert refused.value.code == "no_match"


def test_nothing_begins_twice() -> None:
    table = Table().start()
    before = table.state
    with pytest.raises(Malformed) as refused:
        table.send(TACTICAL)
    assert refused.value.code == "unknown_command"
    assert table.state is before


def test_every_command_after_the_end_is_refused() -> None:
    table = Table().start().give_up(ALICE)
    over = table.state
    for command in table.journal[1:]:
        with pytest.raises(RulesError) as refused:
            table.send(command)
        assert refused.value.code == "match_over"
    assert table.tick().state is over


def test_empty_seats_are_not_asked_and_have_no_chips() -> None:
    table = Table().start("seam", players=(Player("Alice"), Player("Bob"), None))
    assert table.asked() == (ALICE, BOB)
    assert table.match.stacks == (20, 20, 0)
