"""What a finished hand shows by now: as its record left it, and the cards its winner showed while the result stood.

A record is written when its hand ends, and stays so. What is shown afterwards comes by commands like others: they lie
in the journal until the next hand has ended, then in that hand's record. Reads only.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from games.models import Hand, JournalEntry
from games.rules.catalog import GAMES
from games.rules.clocks import State
from games.rules.codec import decode_state
from games.rules.commands import DECODER, Command, Show
from games.rules.contracts import ShowsAfterwards
from games.rules.runtime import replay
from games.services import records
from games.services.records import HandRecord


def state_left(hand: Hand, record: HandRecord) -> State:
    """The state after `hand`, whose record this is. `hand.table` is read."""
    after = decode_state(record.game, record.after)
    return _with_shown(hand, after, _later(hand)) if _may_show(after) else after


def states_left(hands: Sequence[Hand]) -> list[State]:
    """The same of several hands of one table, in order and without a gap; two queries, however many they are."""
    read = [records.read_record(hand) for hand in hands]
    states = [decode_state(record.game, record.after) for record in read]
    for at, state in enumerate(states):
        if _may_show(state):
            is_last = at + 1 == len(hands) or hands[at + 1].match_id != hands[at].match_id
            later = _later(hands[at]) if is_last else read[at + 1].commands
            states[at] = _with_shown(hands[at], state, later)
    return states


def _may_show(state: State) -> bool:
    """Whether anybody had cards to show; in most hands nobody has."""
    rules = GAMES[state.game].rules(state.version)[0]
    return isinstance(rules, ShowsAfterwards) and any(
        rules.showable(state.hand, seat) for seat in range(len(state.seats))
    )


def _later(hand: Hand) -> tuple[Command, ...]:
    """The match's commands after that hand. The journal first: what is no longer there is in a record by then."""
    rows = JournalEntry.objects.filter(
        table_id=hand.table_id, seq__gt=hand.last_seq, hand_number=hand.number + 1
    )
    if bodies := list(rows.order_by("seq").values_list("body", flat=True)):
        return tuple(DECODER.decode(body) for body in bodies)
    following = Hand.objects.filter(match_id=hand.match_id, number=hand.number + 1).first()
    return () if following is None else records.read_record(following).commands


def _with_shown(hand: Hand, after: State, later: tuple[Command, ...]) -> State:
    """With what all commands up to the last that showed a card of that hand made of it; no other is dealt before. Seats
    stay as they were when the hand ended, whoever left or came since.
    """
    last = max(
        (
            at
            for at, command in enumerate(later, 1)
            if isinstance(command, Show) and command.hand == hand.number
        ),
        default=0,
    )
    if not last:
        return after
    shown = replay(later[:last], records.deals_of(hand.table), after)
    assert shown is not None
    return replace(after, hand=shown.hand, log=shown.log, logged=shown.logged)
