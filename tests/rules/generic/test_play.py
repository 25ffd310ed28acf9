"""Random legal play over every row of the catalogue."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.catalog import GAMES
from games.rules.codec import decode_commands, decode_state, encode_commands, encode_state
from games.rules.runtime import replay
from tests.rules.generic.keys import RULES_KEYS
from tests.rules.generic.known import KNOWN, UNSEEN
from tests.rules.generic.random_play import Dice, Match
from tests.rules.generic.rows import ROWS
from tests.rules.generic.world import World

every_row = pytest.mark.parametrize("key", RULES_KEYS)
dice = st.integers(0, 2**32 - 1).map(Dice)


def new_match(key: str, rng: random.Random, mode: str = "") -> Match:
    """`mode` "": as it is mostly played in the product."""
    game = GAMES[key]
    mode = mode or next((of for of in game.modes if of != "practice"), "practice")
    world = World(rng.randrange(2**32), game.hand.shoe.decks)
    return Match(key, world, rng.randint(game.min_seats, game.max_seats), mode)


def test_every_row_of_the_catalogue_is_told_about() -> None:
    assert set(ROWS) == set(RULES_KEYS) == set(KNOWN) == set(UNSEEN)
    assert "seam" in GAMES


@every_row
@settings(max_examples=40)
@given(rng=dice)
def test_no_chip_is_lost_or_made(key: str, rng: random.Random) -> None:
    match = new_match(key, rng)
    assert match.row.missing(match.now) == 0
    for state in match.play(rng, 150, troubles=0.1):
        assert match.row.missing(state) == 0


@every_row
@settings(max_examples=20)
@given(rng=dice)
def test_replay_of_the_journal_is_the_state(key: str, rng: random.Random) -> None:
    """At each step the stored bytes are the state, and so is what the commands lead to, read from their bytes."""
    match = new_match(key, rng, rng.choice(GAMES[key].modes))
    replayed = replay(decode_commands(encode_commands(match.journal)), match.world)
    told = len(match.journal)
    for state in match.play(rng, 120, troubles=0.15):
        assert decode_state(key, encode_state(state)) == state
        stored = decode_commands(encode_commands(match.journal[told:]))
        told = len(match.journal)
        assert replayed is not None
        replayed = replay(stored, match.world, decode_state(key, encode_state(replayed)))
        assert replayed == state
    assert replay(match.journal, match.world) == match.now


@pytest.mark.parametrize("key", [key for key in RULES_KEYS if ROWS[key].ends])
@pytest.mark.parametrize("seed", range(4))
def test_a_match_that_is_played_ends_by_its_own_rules(key: str, seed: int) -> None:
    rng = random.Random(seed)
    match = new_match(key, rng)
    for _ in match.play(rng, match.row.most_commands, troubles=0):
        pass
    assert match.now.phase == "over"
    assert match.now.result is not None
    assert match.now.result.reason == match.row.ends
    assert match.now.result.winners or match.row.may_be_level
    assert match.now.prompts == ()


@every_row
@pytest.mark.parametrize("seed", range(4))
def test_a_match_with_troubles_ends(key: str, seed: int) -> None:
    rng = random.Random(seed)
    match = new_match(key, rng)
    for _ in match.play(rng, match.row.most_commands, troubles=0.05):
        pass
    assert match.now.phase == "over"


@every_row
def test_a_match_ends_when_nobody_ever_answers(key: str) -> None:
    rng = random.Random(0)
    match = new_match(key, rng)
    for _ in match.play(rng, match.row.most_commands, troubles=1):
        pass
    assert match.now.phase == "over"


@every_row
def test_the_log_counts_every_line_once(key: str) -> None:
    rng = random.Random(5)
    match = new_match(key, rng)
    lines = list(match.now.log)
    logged = match.now.logged
    for state in match.play(rng, 120):
        new = state.logged - logged
        assert 0 <= new <= len(state.log)
        lines += state.log[len(state.log) - new :]
        logged = state.logged
        assert len(lines) == logged
        assert tuple(lines[-len(state.log) :]) == state.log
