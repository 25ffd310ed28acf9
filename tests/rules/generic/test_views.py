"""Views leak nothing: whatever the viewer cannot know is dealt anew, the same journal is replayed, and all that the
viewer is shown must stay the same, log, prompts and clocks included.

`known.py` says from the rules what a viewer knows. Answers that he has not seen are replaced too. A world in which the
journal is not possible, or in which a hand ends otherwise than the viewer saw it end, is not one that he could take for
his own and is not compared. Planted leaks show that the suite would notice.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

import msgspec
import pytest

from games.rules.catalog import GAMES
from games.rules.clocks import State
from games.rules.commands import Act, Command
from games.rules.contracts import HandOutcome
from games.rules.errors import RulesError
from games.rules.runtime import step
from games.rules.table_view import view
from tests.rules.generic.known import KNOWN, UNSEEN, Known
from tests.rules.generic.random_play import Match, chosen
from tests.rules.generic.rows import ROWS, Leak
from tests.rules.generic.test_play import every_row, new_match
from tests.rules.generic.world import OtherWorld, World

MATCHES = 10
COMMANDS = 90
LOOKS = 4
"""Moments of each match at which each viewer's other worlds are made."""
ENOUGH = 75
"""So many other worlds must have been compared, or the suite shows nothing."""

Show = Callable[[State, int | None, World], Any]


class Moment(NamedTuple):
    """A match after some commands."""

    journal: tuple[Command, ...]
    states: tuple[State, ...]
    """After each command of the journal."""
    known: dict[int | None, Known]
    unseen: dict[int | None, frozenset[str]]
    """Tokens of the answers that the viewer has not seen."""


def shown(state: State, viewer: int | None, world: World) -> Any:
    return view(state, viewer)


def leaking(leak: Leak) -> Show:
    """What the viewer is shown, and something that he must not be told."""

    def show(state: State, viewer: int | None, world: World) -> Any:
        told = leak(state, viewer, world.chance(state, state.deal)) if state.hand is not None else None
        return view(state, viewer), told

    return show


@cache
def moments(key: str, seed: int) -> tuple[World, list[Moment]]:
    """A random match, looked at now and then."""
    rng = random.Random(f"{key}/{seed}")
    match = new_match(key, rng)
    states = [step_all(match.journal, match.world)[-1]] if match.journal else []
    for state in match.play(rng, COMMANDS, troubles=0.06):
        if state is not states[-1]:
            states.append(state)
    opening = len(match.journal) - len(states) + 1
    journal = match.journal
    looks = sorted(rng.sample(range(1, len(states)), min(LOOKS, len(states) - 1)))
    found = []
    viewers = (None, *range(len(states[0].seats)))
    known: dict[int | None, Known] = {viewer: Known() for viewer in viewers}
    unseen: dict[int | None, dict[str, bool]] = {viewer: {} for viewer in viewers}
    for number, state in enumerate(states):
        learn(key, journal[opening + number - 1], state, known, unseen)
        if number in looks:
            found.append(freeze(journal[: opening + number], states[: number + 1], known, unseen))
    return match.world, found


def step_all(journal: list[Command], world: World) -> list[State]:
    states: list[State] = []
    for command in journal:
        states.append(step(states[-1] if states else None, command, world).state)
    return states


def learn(
    key: str,
    command: Command,
    state: State,
    known: dict[int | None, Known],
    unseen: dict[int | None, dict[str, bool]],
) -> None:
    """Add what this state shows to each viewer, and note the answers that stay in the dark."""
    for viewer, facts in known.items():
        facts.add(KNOWN[key](state, viewer))
        dark = UNSEEN[key](state, viewer)
        tokens = unseen[viewer]
        if isinstance(command, Act):
            tokens[command.token] = command.seat in dark
        prefix = f"{state.match_number}.{state.hand_number}."
        for token in tokens:
            if token.startswith(prefix):
                tokens[token] = int(token.split(".")[2]) in dark


def freeze(
    journal: list[Command],
    states: list[State],
    known: dict[int | None, Known],
    unseen: dict[int | None, dict[str, bool]],
) -> Moment:
    copies = {}
    for viewer, facts in known.items():
        copies[viewer] = Known()
        copies[viewer].add(facts)
    tokens = {viewer: frozenset(t for t, dark in of.items() if dark) for viewer, of in unseen.items()}
    return Moment(tuple(journal), tuple(states), copies, tokens)


def compare(world: World, moment: Moment, viewer: int | None, seed: str, show: Show) -> bool | None:
    """Whether the viewer is shown the same in another world; None when that world is impossible for him."""
    other = OtherWorld.of(world, moment.known[viewer], seed)
    rng = random.Random(seed)
    opening = len(moment.journal) - len(moment.states) + 1
    state: State | None = None
    for number, command in enumerate(moment.journal):
        if isinstance(command, Act) and command.token in moment.unseen[viewer]:
            command = another_answer(state, command, rng)
        try:
            state = step(state, command, other).state
        except RulesError:
            return None
        if number < opening - 1:
            continue
        base = moment.states[number - opening + 1]
        if seen_result(base.outcome) != seen_result(state.outcome):
            return None
        if show(base, viewer, world) != show(state, viewer, other):
            return False
    return True


def another_answer(state: State | None, command: Act, rng: random.Random) -> Act:
    assert state is not None
    hand, _ = GAMES[state.game].rules(state.version)
    legal = hand.legal_actions(state.hand, command.seat)
    return msgspec.structs.replace(command, action=chosen(rng, rng.choice(legal))) if legal else command


def seen_result(outcome: HandOutcome | None) -> Any:
    """Who won what is public when a hand is over."""
    return None if outcome is None else (outcome.reason, outcome.lines, outcome.pots)


def verdicts(key: str, show: Show) -> Iterator[bool]:
    for seed in range(MATCHES):
        world, looks = moments(key, seed)
        for moment in looks:
            for viewer in moment.known:
                for nth in range(ROWS[key].worlds):
                    same = compare(
                        world, moment, viewer, f"{seed}/{viewer}/{nth}/{len(moment.journal)}", show
                    )
                    if same is not None:
                        yield same


@every_row
def test_views_are_the_same_in_every_world_that_the_viewer_cannot_tell_apart(key: str) -> None:
    found = list(verdicts(key, shown))
    assert len(found) >= ENOUGH
    assert all(found)


PLANTED = [(key, name) for key, row in sorted(ROWS.items()) for name in row.leaks]
HARMLESS = [(key, name) for key, row in sorted(ROWS.items()) for name in row.harmless]


@pytest.mark.parametrize(("key", "name"), PLANTED)
def test_planted_leak_is_found(key: str, name: str) -> None:
    assert False in verdicts(key, leaking(ROWS[key].leaks[name]))


@pytest.mark.parametrize(("key", "name"), HARMLESS)
def test_what_the_viewer_knows_anyway_is_no_leak(key: str, name: str) -> None:
    found = list(verdicts(key, leaking(ROWS[key].harmless[name])))
    assert len(found) >= ENOUGH
    assert all(found)


@every_row
def test_every_row_plants_leaks(key: str) -> None:
    assert len(ROWS[key].leaks) >= 3
    assert ROWS[key].harmless


@every_row
def test_open_cards_of_a_view_are_known_to_its_viewer(key: str) -> None:
    """The openings that are sent follow `open_cards`: it may name nothing beyond the rules' list."""
    rng = random.Random(11)
    match: Match = new_match(key, rng)
    for state in match.play(rng, 150, troubles=0.06):
        for viewer in (None, *range(len(state.seats))):
            known = KNOWN[key](state, viewer).cards
            opened = {(state.deal, card.position) for card in view(state, viewer).open_cards()}
            assert opened == known
