"""Whole hands as text, kept in files: any change of what a table does or shows is a difference that somebody reads.

When it is meant: ``python -m tests.rules.playthroughs.regenerate``.
"""

from __future__ import annotations

import pytest

from tests.rules.generic.keys import KEYS
from tests.rules.playthroughs.regenerate import FOLDER, path_of
from tests.rules.playthroughs.scripts import SCRIPTS


@pytest.mark.parametrize("name", sorted(SCRIPTS))
def test_playthrough_is_as_it_was(name: str) -> None:
    assert SCRIPTS[name]().text().splitlines() == path_of(name).read_text(encoding="utf-8").splitlines()


def test_no_playthrough_is_left_over() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(SCRIPTS)


@pytest.mark.parametrize("key", KEYS)
def test_every_game_has_playthroughs(key: str) -> None:
    assert sum(name.startswith(f"{key}_") for name in SCRIPTS) >= 3


@pytest.mark.parametrize("name", sorted(SCRIPTS))
def test_playthrough_replays_from_its_journal(name: str) -> None:
    table = SCRIPTS[name]()
    assert table.replayed() == table.state
