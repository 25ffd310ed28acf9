"""What the demo's players have played before: a few finished matches with their hands, made by the rules themselves.

Each runs from its first to its last command by a clock of its own, which begins some hours ago, in one transaction.
Money has no past: the ledger numbers its transfers in the order of their commits, so they say when they were posted.
"""

from __future__ import annotations

from typing import NamedTuple

import structlog
from django.db import transaction
from msgspec.structs import replace

from games.models import Seat, Table
from games.rules.catalog import GAMES
from games.rules.clocks import State, next_due
from games.rules.commands import Command, GiveUp, Tick
from games.rules.contracts import Effect
from games.rules.runtime import step
from games.services import bots_at_play, store
from games.services.play import write_played
from games.services.store import Entry, Loaded
from players import services as players

log = structlog.get_logger(__name__)

HOUR_MS = 3_600_000
LONGEST = 5_000
"""Commands of one match; rules that need more do not come to an end."""
THINKS_MS = (2_000, 9_000)
TRIES = 3
"""Failures until this process leaves it."""


class Past(NamedTuple):
    """One match that has been. `people`: by name, the first a player whom a visitor can become with a click."""

    hours_ago: float
    people: tuple[str, ...]
    stake_cents: int | None = None
    currency: str = ""
    gives_up_after: int = 0
    """The hand after which the second player gives up, where the game lets him; 0: he plays on."""


PASTS = (
    Past(47.5, ("Alice", "Bob")),
    Past(46, ("Bob", "Charlie"), 1_000, "TUSDT"),
    Past(44, ("Charlie", "Alice"), gives_up_after=6),
    Past(30, ("Alice", "Ada"), 500, "TUSDT"),
    Past(27, ("Bob", "Hugo")),
    Past(25.5, ("Charlie", "Greta"), 2_500, "TETH"),
    Past(22, ("Alice", "Bob"), 5_000, "TBTC"),
    Past(20, ("Bob", "Alice"), gives_up_after=4),
    Past(9, ("Charlie", "Bob"), 10_000, "TUSDT"),
    Past(7, ("Alice", "Charlie")),
    Past(5, ("Alice", "Ines"), 1_000, "TETH"),
    Past(3.5, ("Bob", "Jonas")),
    Past(2.5, ("Charlie", "Alice"), 2_000, "TUSDT"),
    Past(1.5, ("Alice", "Bob"), 2_500, "TBTC"),
)

_failures = 0


def add_one() -> bool:
    """Make the next match that is missing; whether there was one. After a kill it is there wholly or not at all."""
    global _failures
    made = finished_matches()
    if made >= len(PASTS) or _failures >= TRIES:
        return False
    try:
        return play_past(PASTS[made])
    except Exception:
        _failures += 1
        log.exception("no past for the demo", match=made)
        return False


def finished_matches() -> int:
    """Of tables that the demo's players have opened, against others."""
    opened = Table.objects.filter(status=Table.Status.OVER, created_by__in=players.demo_players())
    return opened.exclude(mode=Table.Mode.PRACTICE).count()


def play_past(past: Past) -> bool:
    """Play that match; False when not all of its people are there, or no game is for them. Raises AppError."""
    people = players.demo_company(past.people)
    games = bots_at_play.playable_games(len(people))
    if len(people) < len(past.people) or not games:
        return False
    began = store.database_ms() - round(past.hours_ago * HOUR_MS)
    stake = past.stake_cents if Table.Mode.STAKE in games[0].modes else None
    with transaction.atomic():
        with store.own_clock(lambda: began):
            table = bots_at_play.open_full_table(people, games[0], stake, past.currency)
            bots_at_play.bring_seeds(table.id, _state(store.load(table.id)))
        _play_out(store.load(table.id), past)
        Table.objects.filter(pk=table.pk).update(created_at=store.moment(began))
        Seat.objects.filter(table=table).update(joined_at=store.moment(began))
    return True


def _play_out(loaded: Loaded, past: Past) -> None:
    """To the end of the match; each hand is written at once, with its commands."""
    state = _state(loaded)
    entries: list[Entry] = []
    effects: tuple[Effect, ...] = ()
    while state.phase != "over":
        hand_number = state.hand_number
        command = _next_command(state, past)
        state, more = step(state, command, loaded.deals)
        entries.append(Entry(command, state))
        effects += more
        if state.phase == "over" or state.hand_number != hand_number:
            loaded = write_played(loaded, tuple(entries), effects)
            entries, effects = [], ()
        if loaded.version + len(entries) > LONGEST:
            raise RuntimeError(f"a match of {state.game} has no end")


def _next_command(state: State, past: Past) -> Command:
    """Whoever's turn it is thinks and answers; between hands everybody looks at the result."""
    gives_up = GAMES[state.game].gives_up and 0 < past.gives_up_after <= state.hand_number
    if gives_up and state.phase == "between":
        return GiveUp(at=state.at, seat=1)
    for prompt in state.prompts:
        due = bots_at_play.due_at(state, prompt, THINKS_MS)
        if due is not None:
            return replace(bots_at_play.decide(state, prompt), at=max(due, state.at))
    due = next_due(state)
    if due is None:
        raise RuntimeError(f"a match of {state.game} stands still")
    return Tick(at=due)


def _state(loaded: Loaded) -> State:
    assert loaded.state is not None
    return loaded.state
