"""Hands as JSON files: a player's own view, and a staff file that replays on another machine (docs/hand-record.md).

Nothing of a shoe in use leaves the server: a staff file exists only once the match is over, and holds the cards and
rolls that the hand used, never a seed or an undealt card.
"""

from __future__ import annotations

from typing import Any

import msgspec

from games.errors import refusal
from games.models import Hand
from games.rules.cards import Card, Sealed, code
from games.rules.chance import Chance
from games.rules.clocks import State
from games.rules.codec import decode_state
from games.rules.commands import Command
from games.rules.contracts import Fact, HandOutcome, MatchResult
from games.rules.given import GivenChance
from games.rules.runtime import replay
from games.rules.table_view import view
from games.rules.work import Deals
from games.services import records
from games.services.records import HandRecord
from games.services.shown_later import state_left

FORMAT = 1


class Drawn(msgspec.Struct, frozen=True, kw_only=True):
    """What one deal gave to one hand."""

    deal: int
    root: str
    cards: dict[int, int]
    """Faces by position."""
    rolls: tuple[tuple[str, int, int, int], ...]
    """(label, counter, n, result)."""
    reshuffles: dict[int, tuple[int, ...]]


class StaffFile(msgspec.Struct, frozen=True, kw_only=True):
    """Everything needed to replay one hand, and what must come of it."""

    format: int = FORMAT
    hand_id: str
    game: str
    version: int
    table: str
    match: int
    hand: int
    before: bytes
    """The state before the first command, base64 of msgpack; empty at the beginning of a match."""
    commands: tuple[Command, ...]
    drawn: tuple[Drawn, ...]
    faces: tuple[int, ...]
    cards: tuple[str, ...]
    """The same for people: "As", in the order they were dealt."""
    log: tuple[Fact, ...]
    outcome: HandOutcome | None
    result: MatchResult | None
    after: bytes


class _Recorder:
    """A `Chance` that notes what it is asked."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self.cards: dict[int, int] = {}
        self.rolls: dict[tuple[str, int, int], int] = {}
        self.reshuffles: dict[int, tuple[int, ...]] = {}

    def card(self, position: int) -> Card | Sealed:
        card = self._chance.card(position)
        if isinstance(card, Card):
            self.cards[position] = card.face
        return card

    def roll(self, label: str, counter: int, n: int) -> int:
        result = self.rolls[label, counter, n] = self._chance.roll(label, counter, n)
        return result

    def reshuffle(self, k: int, positions: tuple[int, ...]) -> tuple[int, ...]:
        order = self.reshuffles[k] = self._chance.reshuffle(k, positions)
        return order


class _RecordingDeals:
    def __init__(self, deals: Deals) -> None:
        self._deals = deals
        self.recorders: dict[int, _Recorder] = {}
        self.roots: dict[int, str] = {}

    def chance(self, state: State, number: int) -> _Recorder:
        if number not in self.recorders:
            self.recorders[number] = _Recorder(self._deals.chance(state, number))
            self.roots[number] = self._deals.root(state, number)
        return self.recorders[number]

    def root(self, state: State, number: int) -> str:
        self.chance(state, number)
        return self.roots[number]

    def drawn(self) -> tuple[Drawn, ...]:
        return tuple(
            Drawn(
                deal=number,
                root=self.roots[number],
                cards=recorder.cards,
                rolls=tuple((*asked, result) for asked, result in recorder.rolls.items()),
                reshuffles=recorder.reshuffles,
            )
            for number, recorder in self.recorders.items()
        )


class _FileDeals:
    """Deals as written in a staff file. What was not drawn then raises LookupError now."""

    def __init__(self, drawn: tuple[Drawn, ...]) -> None:
        self._drawn = {deal.deal: deal for deal in drawn}
        self._chances = {
            deal.deal: GivenChance(
                deal.cards,
                {(label, counter): result for label, counter, _n, result in deal.rolls},
                deal.reshuffles,
            )
            for deal in drawn
        }

    def chance(self, state: State, number: int) -> GivenChance:
        return self._chances[number]

    def root(self, state: State, number: int) -> str:
        return self._drawn[number].root


def staff_file(hand: Hand) -> StaffFile:
    """Raises AppError("shoe_in_use") while the match goes on."""
    if hand.match.ended_at is None:
        raise refusal("shoe_in_use")
    record = records.read_record(hand)
    recording = _RecordingDeals(records.deals_of(hand.table))
    replay(record.commands, recording, records.state_before(hand, record))
    return StaffFile(
        hand_id=hand.public_id, game=record.game, version=record.version, table=record.table, match=record.match,
        hand=record.hand, before=record.before, commands=record.commands, drawn=recording.drawn(),
        faces=record.faces, cards=tuple(code(face) for face in record.faces), log=record.log,
        outcome=record.outcome, result=record.result, after=record.after,
    )  # fmt: skip


def replay_file(data: bytes) -> str:
    """Replay a staff file; the first difference, or "". Raises ValueError when it is no such file."""
    file = msgspec.json.decode(data, type=StaffFile)
    record = HandRecord(
        game=file.game, version=file.version, table=file.table, match=file.match, hand=file.hand, deal=0, first_seq=0,
        before=file.before, commands=file.commands, faces=file.faces, log=file.log, outcome=file.outcome,
        result=file.result, after=file.after,
    )  # fmt: skip
    before = decode_state(file.game, file.before) if file.before else None
    try:
        return records.first_difference(record, _FileDeals(file.drawn), before)
    except LookupError as missing:
        return f"cards: something is drawn that was not drawn then ({missing})"


def player_file(hand: Hand, seat: int) -> dict[str, Any]:
    """What that seat may know of its finished hand: its own view, with the proofs of the cards it shows; also of those
    that were shown while the result stood."""
    record = records.read_record(hand)
    deals = records.deals_of(hand.table)
    state = state_left(hand, record)
    shown = view(state, seat)
    return {
        "format": FORMAT,
        "hand_id": hand.public_id,
        "game": record.game,
        "table": record.table,
        "match": record.match,
        "hand": record.hand,
        "seat": seat,
        "started_at": hand.started_at,
        "ended_at": hand.ended_at,
        "reason": hand.reason,
        "net": hand.net,
        "view": shown.hand,
        "log": state.log,
        "deal": record.deal,
        "root": state.root,
        "cards": [{"position": card.position, "card": code(card.face)} for card in shown.open_cards()],
        "openings": [deals.opening(state, card.position) for card in shown.open_cards()],
    }
