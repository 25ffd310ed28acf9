"""Cards that a winner shows though he need not: between two hands, and nothing else changes by it.

No clock, pause, absence or readiness is touched, and what the hand led to is recorded already. Once a match is over
nothing is shown any more: no hand follows whose record could keep the command.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.rules import clocks
from games.rules.commands import Show
from games.rules.contracts import ShowsAfterwards
from games.rules.errors import Malformed, NotLegal
from games.rules.work import Work


def show(work: Work, command: Show) -> None:
    """Raises Malformed, or NotLegal: ``cannot_show`` (not in this game), ``no_hand``, ``show_too_late``,
    ``hand_not_over``, ``not_winner``, and what the hand's rules say."""
    state = work.state
    if not isinstance(work.hand, ShowsAfterwards):
        raise NotLegal("cannot_show")
    if not state.hand_number:
        raise NotLegal("no_hand")
    if command.hand > state.hand_number:
        raise Malformed("no_such_hand")
    if command.hand < state.hand_number:
        raise NotLegal("show_too_late")
    if state.phase != "between":
        raise NotLegal("hand_not_over")
    if state.seats[command.seat].from_hand > state.hand_number:  # the cards are those of who sat here before
        raise NotLegal("not_winner")
    before: Any = state.hand
    hand = work.hand.show(before, command.seat, command.cards)
    work.state = clocks.told(replace(state, hand=hand), *hand.facts[len(before.facts) :])
