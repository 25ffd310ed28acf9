"""Pieces of a view that are remembered are right for each reader: seat, watcher, language, state of the table.

Whole random matches of all games are drawn for everybody in turn, so that each meets what was drawn for the others, and
again with nothing remembered.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils.translation import get_language, override

from games import news, presenters, sentences
from games.paid_in import PaidIn, Put
from games.rules.catalog import PRODUCTS
from games.rules.clocks import State
from games.rules.table_view import view
from tests.games.drawing import facts_of
from tests.rules.generic.test_play import new_match

COMMANDS = 60
"""Of one match at most."""
DRAWN = 400
"""At least so many drawings of a game, in as many matches as that takes: some end at once."""
LANGUAGES = ("en", "pl", "de")
NAMES = ("Alice", "<b>Bob</b>", "Charlie & co.", "Dora", "Emil", "Flora")
HALTED = 0.1
DRAWN_ALONE = 60
"""So many of them are made again with nothing remembered, which takes long."""
KEPT = ("games.live_templates", "games.rules.", "games.services.")
"""What is remembered there is no piece of a view: compiled templates, and the rules' own."""

Drawing = Callable[[], str]


def forget() -> None:
    """All pieces of views."""
    for name, module in tuple(sys.modules.items()):
        if name.startswith("games.") and not name.startswith(KEPT):
            for value in vars(module).values():
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


def drawings(key: str) -> Iterator[Drawing]:
    """Everything that anybody is shown of random matches."""
    rng = random.Random(f"remembered/{key}")
    drawn = 0
    while drawn < DRAWN:
        for number, state in enumerate(new_match(key, rng).play(rng, COMMANDS)):
            readers = [
                (seat, language) for seat in (*range(len(state.seats)), None) for language in LANGUAGES
            ]
            rng.shuffle(readers)
            halted = rng.random() < HALTED
            for seat, language in readers:
                yield drawing(state, seat, language, number, halted=halted)
            drawn += len(readers)


def differences(key: str) -> int:
    """How many drawings are others when nothing is remembered."""
    drawn = [(draw, draw()) for draw in drawings(key)]
    different = 0
    for draw, html in random.Random(key).sample(drawn, DRAWN_ALONE):
        forget()
        different += draw() != html
    return different


def drawing(state: State, seat: int | None, language: str, version: int, *, halted: bool) -> Drawing:
    names = NAMES[: len(state.seats)]
    stakes = version % 2 == 0 and state.hand_number > 0
    facts = facts_of(state.game, names=names, stake_cents=500 if stakes else None)
    parts = tuple((Put("TBTC", 1_000 + number, 8, 5 * 10**8),) for number in range(len(names)))
    return lambda: presenters.render_table(
        view(state, seat),
        facts,
        version=version,
        halted=halted,
        language=language,
        paid_in=PaidIn(1, state.hand_number, 0, parts) if stakes else None,
    )


@pytest.mark.parametrize("key", PRODUCTS)
def test_what_was_drawn_for_others_changes_nothing(key: str) -> None:
    assert differences(key) == 0


def test_drawing_is_in_its_readers_language_whichever_is_active() -> None:
    for draw in islice(drawings("tactical"), 60):
        drawn = draw()
        for language in LANGUAGES:
            forget()
            with override(language):
                assert draw() == drawn


def test_piece_that_is_remembered_without_its_language_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: the first reader's words for everybody."""
    turn = sentences.turn
    kept = cache(lambda kinds, owed: turn(kinds, owed, str(get_language())))
    monkeypatch.setattr(sentences, "kept", kept, raising=False)  # where `forget` finds it
    monkeypatch.setattr(sentences, "turn", lambda kinds, owed, language, why="": kept(kinds, owed))
    assert differences("tactical") > 0


def test_piece_that_is_remembered_without_its_seat_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: the line of the log as the first reader of the table saw it."""
    line = news._line
    kept: dict[tuple[int, str, str], str] = {}
    forgotten = SimpleNamespace(cache_clear=kept.clear)
    monkeypatch.setattr(news, "forgotten", forgotten, raising=False)

    def for_everybody(told: Any, seat: int | None, language: str) -> str:
        return kept.setdefault((told.number, told.fact.kind, language), line(told, seat, language))

    monkeypatch.setattr(news, "_line", for_everybody)
    assert differences("tactical") > 0
