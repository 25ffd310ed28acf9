"""All clocks of a table in one place: what is due when, pausing, and time that is nobody's.

Times are ms of database time; a clock that stands has no due time.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec.structs import replace

from games.rules.contracts import Fact
from games.rules.game import Game
from games.rules.state import ASIDE, Prompt, SeatState, TableState

State = TableState[Any, Any]

SEED_WAIT_MS = 10_000
"""How long a browser's seed is waited for (rules.md, Fair deal)."""
OUTAGE_GRACE_MS = 30_000
"""Given back once service is there again (rules.md, All games)."""
OUTAGE_VOID_MS = 600_000
"""An outage longer than this voids what is unfinished."""
CRASH_GRACE_MS = 15_000
"""An absence begun by our stop or crash spends nothing for so long."""
LOG_KEPT = 80
NEVER = 2**63


class Due(NamedTuple):
    """One clock that runs: earliest first, then by seat (-1: the table's own)."""

    at: int
    seat: int
    kind: str


def first_due(state: State, by: int) -> Due | None:
    """The first clock that runs out at `by` or before."""
    if state.phase == "over":
        return None
    found: list[Due] = []
    if state.paused_at is None:
        due = state.phase_due
        if due is not None and due <= by:
            found.append(Due(due, -1, "phase"))
        for prompt in state.prompts:
            due = prompt.due
            if due is not None and due <= by:
                found.append(Due(due, prompt.seat, "prompt"))
    elif state.prompts:
        found += [
            Due(prompt.due, prompt.seat, "prompt")
            for prompt in state.prompts
            if prompt.source == ASIDE and prompt.due is not None and prompt.due <= by
        ]
    for number, seat in enumerate(state.seats):
        since = seat.away_since
        if since is not None and not seat.exhausted and seat.allowance >= 0 and since + seat.allowance <= by:
            found.append(Due(since + seat.allowance, number, "away"))
        if since is not None and seat.hand_grace and since + seat.hand_grace <= by:
            found.append(Due(since + seat.hand_grace, number, "hand_lost"))
    return min(found) if found else None


def next_due(state: State) -> int | None:
    """The earliest clock, or None when nothing runs."""
    due = first_due(state, NEVER)
    return None if due is None else due.at


def pause(state: State, at: int) -> State:
    """Stop the pausable clocks."""
    return state if state.paused_at is not None else replace(state, paused_at=at)


def resume(state: State, at: int) -> State:
    """Let them go on with what was left. Players' clocks lose nothing while they stand after an outage; the table's
    own ran on then, until the pause."""
    if state.paused_at is None:
        return state
    players, table = max(0, at - state.clock_time(at)), max(0, at - state.paused_at)
    prompts = tuple(
        prompt
        if prompt.source == ASIDE
        else _prompt_moved(prompt, table if state.seats[prompt.seat].bot else players)
        for prompt in state.prompts
    )
    return replace(_moved(state, players, table), prompts=prompts, paused_at=None)


def stand_still(state: State, since: int, until: int) -> State:
    """Take the time from `since` to `until` out of every player's clock; once only, if it is reported twice.

    A bot's thinking goes on: it is no player's clock, and the players would have to wait for it.
    """
    since = max(since, state.stands_until)
    if until <= since:
        return state
    seats = tuple(_absence_moved(seat, since, until) for seat in state.seats)
    paused_at = state.paused_at
    players = table = until - since
    if paused_at is not None:
        players = until - min(since, state.clock_time(paused_at))
        table = until - min(since, paused_at)
    prompts = tuple(
        prompt
        if state.seats[prompt.seat].bot
        else _prompt_moved(prompt, until - since if prompt.source == ASIDE else players)
        for prompt in state.prompts
    )
    return replace(
        _moved(state, players, table), seats=seats, prompts=prompts, stands_until=until,
        paused_at=None if paused_at is None else until,
    )  # fmt: skip


def _moved(state: State, players: int, table: int) -> State:
    """The clock of the players' unpaused time and the table's own moved on."""
    due = state.phase_due
    return replace(state, origin=state.origin + players, phase_due=None if due is None else due + table)


def _prompt_moved(prompt: Prompt, by: int) -> Prompt:
    if prompt.due is None:
        return prompt
    return Prompt(prompt.seat, prompt.decision, prompt.due + by, prompt.source)


def _absence_moved(seat: SeatState, since: int, until: int) -> SeatState:
    """An absence of before goes on after `until`; one that began meanwhile begins there at the earliest."""
    if seat.asked_until is not None:
        seat = replace(seat, asked_until=seat.asked_until + until - since)
    began = seat.away_since
    if began is None:
        return seat
    return replace(seat, away_since=began + until - since if began <= since else max(began, until))


def turn_due(game: Game, state: State, at: int) -> int | None:
    """When a decision asked for now runs out; None without a clock."""
    return state.clock_time(at) + game.turn_ms * state.clock if state.clock else None


def aside_due(game: Game, state: State, at: int) -> int | None:
    """When a question beside the game that is asked now runs out; None without a clock."""
    return max(at, state.stands_until) + game.aside_ms * state.clock if state.clock else None


def result_due(game: Game, state: State, at: int, reason: str) -> int | None:
    """When the next hand begins by itself; None without a clock, then somebody has to say so."""
    if not state.clock:
        return None
    return table_time(state, at) + game.result_ms.get(reason, game.result_ms[""])


def table_time(state: State, at: int) -> int:
    """What the table's own clocks show (results, bots): they stand only while it is paused."""
    return at if state.paused_at is None else state.paused_at


def told(state: State, *facts: Fact) -> State:
    """Add lines to the numbered log."""
    if not facts:
        return state
    return replace(state, log=(state.log + facts)[-LOG_KEPT:], logged=state.logged + len(facts))
