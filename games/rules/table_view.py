"""What one seat, or a watcher, may know of a table: built up field by field from an allow-list, never
stripped down."""

from __future__ import annotations

from typing import Any

import msgspec

from games.rules.actions import Legal
from games.rules.cards import Card
from games.rules.catalog import GAMES
from games.rules.clocks import State
from games.rules.contracts import Fact, MatchResult
from games.rules.state import ASIDE, Prompt

LOG_SHOWN = 60


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """One seat as anyone may see it. Times are ms since 1970."""

    number: int
    player: str
    bot: bool
    empty: bool
    away: bool
    away_until: int | None
    """When the seat's time away is used up; None: not away, or no limit."""
    exhausted: bool
    skips: bool
    bound: bool
    """The seat's seed digest is in."""
    revealed: bool


class PromptView(msgspec.Struct, frozen=True, kw_only=True):
    """The viewer's own decision."""

    token: str
    legal: Legal
    due: int | None
    source: str
    why: str = ""
    """Why a format asks: a word of its own, or the ledger's. For this viewer only."""


class ActingView(msgspec.Struct, frozen=True, array_like=True):
    """Whose decision is awaited, and until when (None: no clock, or a bot)."""

    seat: int
    due: int | None


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    game: str
    mode: str
    clock: int
    phase: str
    seat: int | None
    """The viewer's seat; None: a watcher."""
    seats: tuple[SeatView, ...]
    at: int
    paused: bool
    hand_number: int
    match: Any
    hand: Any
    prompt: PromptView | None
    acting: tuple[ActingView, ...]
    next_hand_due: int | None
    outcome_reason: str
    result: MatchResult | None
    deal: int
    root: str
    log: tuple[Fact, ...]
    log_from: int
    """Number of the first line in `log` (lines count from 1)."""

    def open_cards(self) -> tuple[Card, ...]:
        """Cards whose faces this view shows."""
        return () if self.hand is None else tuple(self.hand.open_cards())


def view(state: State, seat: int | None) -> TableView:
    """The table as `seat` may see it; None: as a watcher may."""
    hands, matches = GAMES[state.game].rules(state.version)
    acting = state.phase == "hand" or bool(state.prompts)
    return TableView(
        game=state.game,
        mode=state.mode,
        clock=state.clock,
        phase=state.phase,
        seat=seat,
        seats=tuple(_seat(state, number) for number in range(len(state.seats))),
        at=state.at,
        paused=state.paused_at is not None,
        hand_number=state.hand_number,
        match=None if state.match is None else matches.view(state.match, state.elapsed(state.at)),
        hand=None if state.hand is None else hands.view(state.hand, _seat_in_hand(state, seat)),
        prompt=None if seat is None else _prompt(state, seat),
        acting=tuple(_acting(state, prompt) for prompt in state.prompts) if acting else (),
        next_hand_due=_next_hand_due(state),
        outcome_reason="" if state.outcome is None else state.outcome.reason,
        result=state.result,
        deal=state.deal,
        root=state.root,
        log=state.log[-LOG_SHOWN:],
        log_from=state.logged - min(len(state.log), LOG_SHOWN) + 1,
    )


def _next_hand_due(state: State) -> int | None:
    """None also while somebody sits out: his answer is waited for, however long the result has stood."""
    if state.phase != "between" or state.paused_at is not None:
        return None
    return None if any(prompt.source == ASIDE for prompt in state.prompts) else state.phase_due


def _seat_in_hand(state: State, seat: int | None) -> int | None:
    """Who took the seat since the cards were dealt sees that hand as a watcher does; who has left it is one."""
    if seat is None or state.seats[seat].empty or state.seats[seat].from_hand > state.hand_number:
        return None
    return seat


def _seat(state: State, number: int) -> SeatView:
    seat = state.seats[number]
    limited = seat.away_since is not None and seat.allowance >= 0 and not seat.exhausted
    return SeatView(
        number=number,
        player=seat.player,
        bot=bool(seat.bot),
        empty=seat.empty,
        away=seat.away_since is not None,
        away_until=(seat.away_since or 0) + seat.allowance if limited else None,
        exhausted=seat.exhausted,
        skips=seat.skips,
        bound=bool(seat.digest),
        revealed=bool(seat.seed),
    )


def _prompt(state: State, seat: int) -> PromptView | None:
    prompt = state.prompt_of(seat)
    if prompt is None:
        return None
    hands, matches = GAMES[state.game].rules(state.version)
    why = ""
    if prompt.source == "hand":
        legal = hands.legal_actions(state.hand, seat)
    else:
        legal = matches.legal_actions(state.match, seat)
        why = matches.question(state.match, seat)
    due = None if _stands(state, prompt) else prompt.due
    return PromptView(token=state.token(prompt), legal=legal, due=due, source=prompt.source, why=why)


def _acting(state: State, prompt: Prompt) -> ActingView:
    """A bot's thinking time is not shown: it would look like a clock."""
    hidden = bool(state.seats[prompt.seat].bot) or _stands(state, prompt)
    return ActingView(prompt.seat, None if hidden else prompt.due)


def _stands(state: State, prompt: Prompt) -> bool:
    return state.paused_at is not None and prompt.source != ASIDE
