"""A finished hand as one record that replays alone, and what replaying it proves (docs/hand-record.md)."""

from __future__ import annotations

from typing import Any

import msgspec
import structlog
from django.db import connection, transaction
from django.db.models import Max
from django.db.models.functions import Now

from games.models import Hand, JournalEntry, Table
from games.rules.cards import Card
from games.rules.clocks import State
from games.rules.codec import OtherSchema, decode_state, encode_state
from games.rules.commands import DECODER, Command
from games.rules.contracts import Fact, HandOutcome, MatchResult
from games.rules.errors import RulesError
from games.rules.runtime import replay
from games.rules.work import Deals
from games.services import holds, money_proof, our_rules
from games.services.deals import TableDeals
from games.services.seal import seal, unseal
from games.services.store import moment, secret_purpose

log = structlog.get_logger(__name__)

FORMAT = 1
UNFINISHED = "unfinished"
"""Reason of a hand that ended with its match, without an outcome."""


class HandRecord(msgspec.Struct, frozen=True, kw_only=True):
    """Inputs of one hand, and what came of them. Holds cards: sealed at rest, shown to nobody as it is."""

    format: int = FORMAT
    game: str
    version: int
    table: str
    match: int
    hand: int
    deal: int
    first_seq: int
    before: bytes
    """The state before the first command, encoded; empty at the beginning of a match."""
    commands: tuple[Command, ...]
    faces: tuple[int, ...]
    """Faces of the cards used, from the first position on."""
    log: tuple[Fact, ...]
    outcome: HandOutcome | None
    """None: the match ended in mid-hand."""
    result: MatchResult | None
    after: bytes


_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(HandRecord)


def hand_ended(before: State | None, after: State) -> bool:
    """Whether the last command ended a hand, by its own outcome or with the match."""
    if after.hand_number == 0 or after.phase == "hand":
        return False
    return before is None or before.phase == "hand" or before.hand_number != after.hand_number


def write_hand(table_id: int, match_id: int, deals: TableDeals, after: State, last_seq: int) -> Hand:
    """Store the record of the hand that has just ended. In the transaction that ended it."""
    first_seq, before = _segment_start(table_id, match_id)
    commands = _journalled(table_id, first_seq, last_seq)
    record = _record(table_id, deals, before, commands, after, first_seq)
    outcome = record.outcome
    return Hand.objects.create(
        table_id=table_id,
        match_id=match_id,
        number=record.hand,
        deal=record.deal,
        version=record.version,
        started_at=moment(commands[0].at),
        ended_at=moment(after.at),
        reason=outcome.reason if outcome else UNFINISHED,
        net={str(seat): chips for seat, chips in outcome.net.items()} if outcome else {},
        first_seq=first_seq,
        last_seq=last_seq,
        sealed=seal(_ENCODER.encode(record), _purpose(table_id, record.hand)),
    )


def _record(
    table_id: int,
    deals: TableDeals,
    before: bytes,
    commands: tuple[Command, ...],
    after: State,
    first_seq: int,
) -> HandRecord:
    return HandRecord(
        game=after.game,
        version=after.version,
        table=after.table,
        match=after.match_number,
        hand=after.hand_number,
        deal=after.deal,
        first_seq=first_seq,
        before=before,
        commands=commands,
        faces=dealt_faces(after, deals),
        log=after.log,
        outcome=after.outcome,
        result=after.result,
        after=encode_state(after),
    )


def dealt_faces(state: State, deals: Deals) -> tuple[int, ...]:
    """Faces of the cards that the present hand has used, from its first position on."""
    if state.setup is None:
        return ()
    first = state.setup.first_card
    used = state.outcome.cards_used if state.outcome else 0
    chance = deals.chance(state, state.deal)
    cards = (chance.card(position) for position in range(first, first + used))
    return tuple(card.face for card in cards if isinstance(card, Card))


def _segment_start(table_id: int, match_id: int) -> tuple[int, bytes]:
    """First journal number after the last recorded hand, and the state it left."""
    last = (
        Hand.objects.filter(match_id=match_id)
        .order_by("-number")
        .only("last_seq", "sealed", "number")
        .first()
    )
    if last is None:
        return 1, b""
    return last.last_seq + 1, read_record(last, table_id).after


def _journalled(table_id: int, first_seq: int, last_seq: int | None = None) -> tuple[Command, ...]:
    rows = JournalEntry.objects.filter(table_id=table_id, seq__gte=first_seq).order_by("seq")
    if last_seq is not None:
        rows = rows.filter(seq__lte=last_seq)
    return tuple(DECODER.decode(body) for body in rows.values_list("body", flat=True))


def read_record(hand: Hand, table_id: int | None = None) -> HandRecord:
    """The record of a hand, opened. Raises Unsealable."""
    purpose = _purpose(table_id or hand.table_id, hand.number)
    return _DECODER.decode(unseal(hand.sealed, purpose))


def state_after(hand: Hand) -> State:
    """As the hand's last command left it. Raises Unsealable, and OtherSchema for what older code wrote."""
    record = read_record(hand)
    return decode_state(record.game, record.after)


def seat_in(state: State, player: str) -> int | None:
    """The seat whose cards of the last hand are this player's; None: he had none.

    Who took a seat since it was dealt is nobody in it, and who left it in the middle has become a watcher
    (`games.rules.table_view`).
    """
    for number, seat in enumerate(state.seats):
        if seat.human and seat.player == player and seat.from_hand <= state.hand_number:
            return number
    return None


def _purpose(table_id: int, number: int) -> str:
    return f"hand:{table_id}:{number}"


def deals_of(table: Table) -> TableDeals:
    return TableDeals(unseal(table.sealed_secret, secret_purpose(table.id)), bytes.fromhex(table.commitment))


def rebuild(table_id: int, deals: TableDeals, *, up_to_hand: int | None = None) -> State | None:
    """The state from its inputs alone: all recorded hands (below `up_to_hand`), then the live journal."""
    state: State | None = None
    last_seq = 0
    hands = Hand.objects.filter(table_id=table_id).order_by("match__number", "number")
    for hand in hands if up_to_hand is None else hands.filter(number__lt=up_to_hand):
        state = replay(read_record(hand, table_id).commands, deals, state)
        last_seq = hand.last_seq
    if up_to_hand is None:
        state = replay(_journalled(table_id, last_seq + 1), deals, state)
    return state


# --- proof ------------------------------------------------------------------------------------------------------------


def first_difference(record: HandRecord, deals: Deals, before: State | None) -> str:
    """Replay the commands and name the first thing that comes out otherwise; "" when nothing does."""
    try:
        after = replay(record.commands, deals, before)
    except RulesError as refused:
        return f"a command is refused now: {refused}"
    if after is None:
        return "there are no commands"
    pairs: tuple[tuple[str, Any, Any], ...] = (
        ("hand number", record.hand, after.hand_number),
        ("cards", record.faces, dealt_faces(after, deals)),
        ("decisions", record.log, after.log),
        ("outcome", record.outcome, after.outcome),
        ("result", record.result, after.result),
        ("state", _comparable(record), encode_state(after)),
    )
    for name, recorded, replayed in pairs:
        if recorded != replayed and recorded != b"":
            return f"{name}: {_apart(_tellable(recorded), _tellable(replayed))}"
    return ""


def _comparable(record: HandRecord) -> bytes:
    """The recorded state; as older code wrote it, it can be compared by what it led to only."""
    try:
        decode_state(record.game, record.after)
    except OtherSchema:
        return b""
    return record.after


def _tellable(what: Any) -> Any:
    """An outcome without what it carries over, which the players may not know yet."""
    return msgspec.structs.replace(what, carry=()) if isinstance(what, HandOutcome) else what


def _apart(recorded: Any, replayed: Any) -> str:
    """What staff read, and the log: no card, as its shoe may still be in use (rules.md, Fair deal)."""
    if isinstance(recorded, tuple) and isinstance(replayed, tuple):
        for index, (was, now) in enumerate(zip(recorded, replayed, strict=False)):
            if was != now:
                told = f"was {was}, is {now}" if isinstance(was, Fact) else "is another one"
                return f"number {index + 1} {told}"
        return f"were {len(recorded)}, are {len(replayed)}"
    if isinstance(recorded, bytes):
        return "the state after the last command"
    return f"was {recorded}, is {replayed}"


def check_hand(hand: Hand) -> str:
    """Replay one stored hand; the first difference, or ""."""
    try:
        record = read_record(hand)
        deals, before = deals_of(hand.table), state_before(hand, record)
        difference = first_difference(record, deals, before)
        if difference or hand.table.mode not in Table.BOOKED:
            return difference
        after, effects = money_proof.effects_of(record.commands, deals, before)
        assert after is not None
        return money_proof.ledger_difference(hand.table, after, effects, all_of_them=False)
    except Exception as fault:  # noqa: BLE001 -- whatever a damaged record does, it is what we look for
        return f"the record cannot be replayed: {type(fault).__name__} {fault}"


def check_money(table: Table) -> str:
    """Replay a match for a stake from its very beginning and compare all of its transfers; the first difference."""
    commands = [command for hand in table.hands.order_by("number") for command in read_record(hand).commands]
    last_seq = table.hands.aggregate(last=Max("last_seq"))["last"] or 0
    commands += _journalled(table.id, last_seq + 1)
    state, effects = money_proof.effects_of(commands, deals_of(table), None)
    return "" if state is None else money_proof.ledger_difference(table, state, effects, all_of_them=True)


def state_before(hand: Hand, record: HandRecord) -> State | None:
    """The state that the hand's first command met; rebuilt from the earlier hands when other code wrote it."""
    try:
        return decode_state(record.game, record.before) if record.before else None
    except OtherSchema:
        return rebuild(hand.table_id, deals_of(hand.table), up_to_hand=hand.number)


def verify_hands(limit: int = 200) -> tuple[int, int]:
    """Replay hands not yet verified, oldest first; a proven hand's live journal rows go. Returns (proven, faulty)."""
    proven = faulty = 0
    waiting = Hand.objects.filter(our_rules.hands(), verified_at__isnull=True, fault="")
    for hand in waiting.select_related("table").order_by("id")[:limit]:
        difference = check_hand(hand)
        if difference:
            Hand.objects.filter(pk=hand.pk).update(fault=difference[:500])
            if difference.startswith(money_proof.LEDGER):
                holds.place(f"hand {hand.public_id}: {difference}")
            log.error("a hand does not replay", hand=hand.public_id, difference=difference)
            faulty += 1
            continue
        with transaction.atomic():
            Hand.objects.filter(pk=hand.pk).update(verified_at=Now())
            _drop_journal(hand)
        proven += 1
    return proven, faulty


def _drop_journal(hand: Hand) -> None:
    """This hand's rows only: those of an earlier one with a fault are still needed."""
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM games_journalentry WHERE table_id = %s AND seq BETWEEN %s AND %s",
            [hand.table_id, hand.first_seq, hand.last_seq],
        )
