"""Rules about the code itself that no linter knows."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from games.rules.catalog import PRODUCTS

ROOT = Path(__file__).resolve().parent.parent
FREE_TO_NAME_GAMES = ("games/rules/", "templates/", "tests/", "docs/", "bench/")
OWN_FOLDERS = ("battle21", "games", "players", "static", "wallet", "leaderboard")
SOURCES = [
    path
    for folder in OWN_FOLDERS
    for path in (ROOT / folder).rglob("*")
    if path.suffix in (".py", ".js") and not str(path.relative_to(ROOT)).startswith(FREE_TO_NAME_GAMES)
]


COMMON_WORDS = ("house", "polish", "home", "survival")
"""Keys that are also words of their own: a house account, the Polish language. They count where they are a string."""


def keys_named(source: str, keys: Iterable[str] = PRODUCTS) -> set[str]:
    """Keys of the catalogue that occur as a word of their own."""
    return {key for key in keys if re.search(_named(key), source, re.IGNORECASE)}


def _named(key: str) -> str:
    return rf"""(['"`]){key}\1""" if key in COMMON_WORDS else rf"\b{key}\b"


def test_keys_named_finds_a_planted_key() -> None:
    assert keys_named('if game == "tactical":') == {"tactical"}
    assert keys_named("the practical thing") == set()
    assert keys_named("if game == 'house': the house's", ["house"]) == {"house"}
    assert keys_named('_("House bot")', ["house"]) == set()


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_file_outside_rules_templates_and_tests_names_a_game(path: Path) -> None:
    """design.md, What it is: adding a game touches rules, templates and tests only."""
    assert keys_named(path.read_text()) == set()


@pytest.mark.parametrize("path", sorted((ROOT / "games" / "rules").rglob("*.py")), ids=lambda path: path.name)
def test_rules_are_pure(path: Path) -> None:
    """No clock, no randomness, no I/O in the rules (design.md, The rules)."""
    imported = set(re.findall(r"^\s*(?:from|import)\s+([\w.]+)", path.read_text(), re.MULTILINE))
    roots = {name.partition(".")[0] for name in imported}
    assert not roots & {
        "random",
        "secrets",
        "time",
        "datetime",
        "os",
        "io",
        "socket",
        "pathlib",
        "threading",
        "asyncio",
    }
