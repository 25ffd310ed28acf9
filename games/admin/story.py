"""A hand told from its inputs: every step as a sentence, with its time, its seat and whether the clock decided.

Steps are replayed from commands, so that each has the time of the command that led to it. Faces of cards come from
views only: the watchers' view, or, once the match is over and staff ask for them, the view of every seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games import sentences
from games.models import Hand, JournalEntry, Table
from games.rules.clocks import State
from games.rules.codec import OtherSchema, decode_state
from games.rules.commands import DECODER, Act, Command, Lost, NotFunded, Show, SitOut, StoodStill, Void
from games.rules.contracts import Fact
from games.rules.runtime import step
from games.rules.table_view import view
from games.rules.work import Deals
from games.services import records
from games.services.deals import TableDeals
from games.services.store import moment

Faces = dict[tuple[int, int, int], int]
"""Faces by hand number, seat and the card's number at that seat."""


class Line(NamedTuple):
    """One step. `seat` None: nobody's in particular."""

    at: datetime
    seat: int | None
    text: str
    by_clock: bool


class Story(NamedTuple):
    """`cards`: by seat, in words, with "hidden" for those not told."""

    lines: tuple[Line, ...]
    cards: Mapping[int, str]


class _Told(NamedTuple):
    at: int
    fact: Fact
    hand: int


def tell_hand(hand: Hand, names: Mapping[int, str], *, all_cards: bool) -> Story:
    """A finished hand. Raises whatever a damaged record raises. `all_cards`: only for a match that is over."""
    if all_cards and hand.match.ended_at is None:
        raise ValueError("the shoe is in use")
    record = records.read_record(hand)
    before = records.state_before(hand, record)
    return _tell(record.commands, records.deals_of(hand.table), before, names, all_cards=all_cards)


def tell_present(table: Table, names: Mapping[int, str]) -> Story:
    """What has happened since the last finished hand, as any watcher saw it."""
    last = table.hands.order_by("match__number", "number").last()
    entries = JournalEntry.objects.filter(table=table, seq__gt=last.last_seq if last else 0).order_by("seq")
    commands = tuple(DECODER.decode(body) for body in entries.values_list("body", flat=True))
    deals = records.deals_of(table)
    return _tell(commands, deals, _state_after(last, deals), names, all_cards=False)


def _state_after(hand: Hand | None, deals: TableDeals) -> State | None:
    """What the hand left; rebuilt from inputs when other code wrote it."""
    if hand is None:
        return None
    try:
        return decode_state(hand.table.game, records.read_record(hand).after)
    except OtherSchema:
        return records.rebuild(hand.table_id, deals, up_to_hand=hand.number + 1)


def _tell(
    commands: Iterable[Command],
    deals: Deals,
    state: State | None,
    names: Mapping[int, str],
    *,
    all_cards: bool,
) -> Story:
    told: list[_Told] = []
    faces: Faces = {}
    number = state.hand_number if state else 0
    has_button = False
    for command in commands:
        logged = state.logged if state else 0
        state = step(state, command, deals).state
        new = state.logged - logged
        for fact in state.log[-new:] if new else ():
            number = fact.amount if fact.kind == "hand" else number
            told.append(_Told(state.at, fact, number))
        faces |= _seen(state, range(len(state.seats)) if all_cards else (None,))
        has_button = has_button or hasattr(state.hand, "button")
    lines = tuple(_line(each, names, faces, has_button) for each in told)
    return Story(lines, _cards(state, number, faces) if state else {})


def _seen(state: State, viewers: Iterable[int | None]) -> Faces:
    """Faces that these viewers' views show."""
    found: Faces = {}
    for viewer in viewers:
        parts = getattr(view(state, viewer).hand, "seats", ())
        for seat, part in enumerate(parts):
            for index, card in enumerate(part.cards):
                if card is not None and hasattr(card, "face"):
                    found[state.hand_number, seat, index] = card.face
    return found


def _line(told: _Told, names: Mapping[int, str], faces: Faces, has_button: bool) -> Line:
    fact = told.fact
    if fact.kind == "hand" and has_button:
        fact = Fact("button", fact.seat, fact.amount)
    face = faces.get((told.hand, fact.seat, fact.index), -1) if fact.index >= 0 else -1
    name = names.get(fact.seat, "")
    text = sentences.sentence(fact, name, False, face, "", get_language() or "en")
    return Line(moment(told.at), fact.seat if fact.seat >= 0 else None, text, fact.auto)


def _cards(state: State, number: int, faces: Faces) -> dict[int, str]:
    """Each seat's cards in the order they were dealt."""
    parts = getattr(view(state, None).hand, "seats", ())
    return {
        seat: sentences.cards_named(
            tuple(faces.get((number, seat, index)) for index in range(len(part.cards))),
            get_language() or "en",
        )
        for seat, part in enumerate(parts)
    }


def journal_rows(entries: Sequence[tuple[int, Command]], names: Mapping[int, str], *, inputs: bool) -> list[
    tuple[object, ...]
]:  # fmt: skip
    """(number, time, kind, seat, input) of each command. Without `inputs` nobody learns what a seat has answered."""
    return [
        (
            seq,
            moment(command.at).isoformat(sep=" ", timespec="milliseconds")[:-6],
            command.type,
            names.get(getattr(command, "seat", -1), ""),
            _input(command) if inputs else "",
        )
        for seq, command in entries
    ]


def _input(command: Command) -> str:
    """What the command says beyond its kind and seat. Never a seed, a card or a connection's name."""
    match command:
        case Act(action=action):
            amount = getattr(action, "to", None)
            return action.kind if amount is None else f"{action.kind} {amount}"
        case Lost(ours=True):
            return _("by our fault")
        case NotFunded(code=code):
            return code
        case Show(cards=cards):
            return ", ".join(str(card + 1) for card in cards)
        case SitOut(out=out, hand=hand):
            form = _("out of hand %(n)d") if out else _("in hand %(n)d after all")
            return form % {"n": hand}
        case Void(staff=staff, reason=reason):
            return f"{staff}: {reason}"
        case StoodStill(since=since, until=until):
            return f"{moment(since):%F %T} – {moment(until):%F %T}"
    return ""
