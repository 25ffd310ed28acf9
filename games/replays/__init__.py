"""Finished hands again, picture by picture, as the asker saw them.

A kind of hand that tells several things in one step, and can be drawn from its facts, names its own maker here; all
others are shown view by view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from games.errors import refusal
from games.models import Hand
from games.replays import holdem, views
from games.replays.frame import Frame, Replay, SeatFrame
from games.rules.clocks import State
from games.rules.contracts import Fact
from games.rules.hands.holdem_state import HoldemHand
from games.rules.runtime import step
from games.rules.table_view import TableView, view
from games.selectors import table_facts
from games.services import records
from games.services.records import HandRecord
from games.services.shown_later import state_left
from games.table_shown import names_of

__all__ = ["Frame", "Replay", "SeatFrame", "replay_of"]

Maker = Callable[[TableView, tuple[Fact, ...], tuple[str, ...], str], tuple[Frame, ...]]
"""(the asker's view at the end, the hand's facts, names by seat, language)."""

MAKERS: dict[type, Maker] = {HoldemHand: holdem.frames}
"""By the type of the hand's state."""


def replay_of(hand: Hand, seat: int, language: str) -> Replay:
    """What this seat may see of it, and nothing else. Raises AppError("no_replay")."""
    record = records.read_record(hand)
    after = state_left(hand, record)
    seen = view(after, seat)
    names = names_of(seen, table_facts(hand.table.public_id))
    maker = MAKERS.get(type(after.hand))
    if maker is not None:
        return Replay(maker(seen, facts_of_hand(after), names, language))
    if not views.can_show(seen.hand):
        raise refusal("no_replay")
    return Replay(views.frames(_views(hand, record, seat), names, language))


def facts_of_hand(state: State) -> tuple[Fact, ...]:
    """The log from the last deal on; where it is too short for that, the hand's own facts."""
    dealt_at = max((at for at, fact in enumerate(state.log) if fact.kind == "hand"), default=-1)
    if dealt_at >= 0:
        return state.log[dealt_at:]
    return () if state.hand is None else state.hand.facts


def _views(hand: Hand, record: HandRecord, seat: int) -> Iterator[TableView]:
    """The commands once more, and what that seat saw after each."""
    deals = records.deals_of(hand.table)
    state = records.state_before(hand, record)
    for command in record.commands:
        state = step(state, command, deals).state
        if state.hand_number == record.hand and state.hand is not None:
            yield view(state, seat)
