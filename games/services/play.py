"""A command's way: step, then one transaction with compare-and-set first, then wake-ups. Every edge calls `submit`."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple

import msgspec
import structlog
from django.db import InterfaceError, OperationalError, connection, transaction
from psycopg.errors import LockNotAvailable

from battle21.errors import AppError
from games import broadcast
from games.errors import from_rules, refusal
from games.models import Deal, Hand, Match, Seat, Table
from games.rules.clocks import State, next_due
from games.rules.commands import CLOCKLESS, DECODER, Act, Back, Command, Lost, NotFunded, Tick
from games.rules.contracts import Effect
from games.rules.errors import Malformed, RulesError
from games.rules.runtime import step
from games.services import both_away, halts, holds, large_wins, leases, records, rounds, settle, store
from games.services.store import Entry, Loaded, moment
from wallet.errors import LedgerBusy

log = structlog.get_logger(__name__)

TRIES = 3
"""Two on a guess, the last with the row locked."""
_locks = tuple(threading.RLock() for _ in range(256))


class Reply(NamedTuple):
    """What the sender gets for an accepted command; the same again for the same answer."""

    version: int
    repeated: bool = False


class _Conflict(Exception):
    """Somebody else has moved the row on."""


class _Held(Exception):
    """A hand would begin while the ledger is being looked at."""


class _Plan(NamedTuple):
    """What a command leads to, before it is written."""

    entries: tuple[Entry, ...]
    effects: tuple[Effect, ...]
    refused: RulesError | None


def submit(table_id: int, command: Command, *, by: str = "") -> Reply:
    """Carry out a command; its `at` is set here, from the database's clock. `by`: whose seat it must be (public id).

    When this returns, the command is committed. Clocks that were due are committed first, also when the command is
    then refused. Raises AppError: the rules' refusals by their code, the ledger's (a stake that is not paid in ends
    the match before its first card; before a later hand the match's format says what follows), "busy", "halted",
    "unknown_table".
    """
    try:
        return _submit_paid(table_id, command, by)
    except _Held:
        halts.halt(table_id, holds.LEDGER)
        raise refusal("ledger_hold") from None


def _submit_paid(table_id: int, command: Command, by: str, *, again: bool = True) -> Reply:
    """If what the command leads to is not paid in, that is carried out instead. `again`: where the match goes on, the
    command may still be right, as it mostly only came when a hand was due."""
    try:
        return _submit_in_turn(table_id, command, by)
    except settle.NotPaidIn as unpaid:
        said = _say_unpaid(table_id, unpaid)
        if said is not None and unpaid.hand > 1:
            if isinstance(command, Tick):
                return said
            if again:
                return _submit_paid(table_id, command, by, again=False)
        if getattr(command, "seat", None) == unpaid.seat:
            raise
        raise refusal("not_funded") from None  # why is between the ledger and the other player


def _submit_in_turn(table_id: int, command: Command, by: str) -> Reply:
    with _local_lock(table_id):
        for attempt in range(TRIES):
            try:
                return _submit_once(table_id, command, by, locked=attempt == TRIES - 1)
            except (_Conflict, LedgerBusy):
                store.forget(table_id)
            except (AppError, InterfaceError, _Held):
                raise
            except OperationalError as error:
                if isinstance(error.__cause__, LockNotAvailable):
                    raise refusal("busy") from error
                raise
            except Exception as fault:
                halts.note_failure(table_id, fault)
                raise refusal("busy") from fault
    raise refusal("busy")


def _submit_once(table_id: int, command: Command, by: str, *, locked: bool) -> Reply:
    """One try. `locked`: with the row held from the start, so that nobody else can come first. Raises _Conflict."""
    if not locked:
        return _reply(table_id, command, *_try(table_id, command, by))
    with transaction.atomic():
        store.lock(table_id)
        store.forget(table_id)
        tried = _try(table_id, command, by)
    return _reply(table_id, command, *tried)  # a refusal must not undo what was due


def _try(table_id: int, command: Command, by: str) -> tuple[Loaded, RulesError | None]:
    """The row after the command, and why the rules refused it, if they did. Raises _Conflict, _Held, AppError."""
    loaded = store.load(table_id)
    now, lease = store.clock_and_lease()
    command = msgspec.structs.replace(command, at=now)
    plan = None if loaded.halted else _plan(loaded, command, by, lease)
    if plan is not None and plan.entries:
        if _begins_hand(loaded.state, plan.entries) and holds.in_force():
            raise _Held
        loaded = _write(loaded, plan)
        transaction.on_commit(partial(_publish, loaded))
    elif not store.is_present(loaded):
        raise _Conflict  # nothing was written, so no compare-and-set has told
    if plan is None:
        raise refusal("halted")
    return loaded, plan.refused


def _reply(table_id: int, command: Command, loaded: Loaded, refused: RulesError | None) -> Reply:
    return Reply(loaded.version) if refused is None else _known_answer(table_id, command, refused)


def _say_unpaid(table_id: int, refused: settle.NotPaidIn) -> Reply | None:
    """All stakes are paid in or none: the match, or its next hand, does not begin. None when that came too late."""
    try:
        return submit(table_id, NotFunded(at=0, seat=refused.seat, code=refused.code, hand=refused.hand))
    except AppError as late:
        log.warning("unpaid stakes not told", table=table_id, code=late.code)
        return None


@contextmanager
def _local_lock(table_id: int) -> Iterator[None]:
    """Threads of one process take turns at a table; mostly only other processes can then come in between.

    Who is in a transaction may hold the row, for which a thread with this lock may wait: so it must not wait for it.
    """
    if connection.in_atomic_block:
        yield
        return
    with _locks[table_id % len(_locks)]:
        yield


def _publish(advanced: Loaded) -> None:
    store.keep(advanced)
    broadcast.table_changed(advanced.table_id, advanced.version)


def seat_of(state: State, player: str) -> int | None:
    """The seat of the person with that public id, in this very state: rows of `Seat` may be ahead of it or behind."""
    seats = enumerate(state.seats)
    return next((number for number, seat in seats if player and seat.player == player), None)


def expire(table_id: int) -> None:
    """Let what is due at this table run out; nothing happens when nothing is."""
    submit(table_id, Tick(at=0))


def _plan(loaded: Loaded, command: Command, by: str, lease: int | None) -> _Plan:
    """First a Tick for what is due, then the command; a refused command keeps the Tick. `lease`: the newest one."""
    entries: list[Entry] = []
    effects: tuple[Effect, ...] = ()
    state = loaded.state
    if by and state is not None and seat_of(state, by) != getattr(command, "seat", None):
        return _Plan((), (), Malformed("no_such_seat"))
    due = None if state is None or isinstance(command, CLOCKLESS) else next_due(state)
    if not isinstance(command, CLOCKLESS) and not leases.is_served(command.at, lease):
        raise refusal("busy")  # first the time without us is taken out, also of an absence
    if due is not None and due <= command.at:
        if not leases.time_counts(due, command.at, lease):
            raise refusal("busy")
        state, effects = step(state, Tick(at=command.at), loaded.deals)
        entries.append(Entry(Tick(at=command.at), state))
    try:
        after, more = step(state, command, loaded.deals)
    except RulesError as refused:
        return _Plan(tuple(entries), effects, refused)
    if after is not state:
        entries.append(Entry(command, after))
        effects += more
    return _Plan(tuple(entries), effects, None)


def _write(loaded: Loaded, plan: _Plan) -> Loaded:
    """One transaction: the hot row with the journal, then money, then what hangs on them. Raises _Conflict."""
    alone = not plan.effects and not _has_consequences(loaded.state, plan.entries)
    if alone and not connection.in_atomic_block:
        return _advance(loaded, plan.entries)
    with transaction.atomic():
        advanced = _advance(loaded, plan.entries)
        before = loaded.state
        for number, entry in enumerate(plan.entries, loaded.version + 1):
            _write_consequences(loaded, before, entry, number)
            before = entry.state
        large_wins.hold_for_review(loaded.table_id, plan.entries[-1].state, plan.effects)
        settle.post(loaded.table_id, advanced.version, plan.entries[-1].state, plan.effects)
    return advanced


def write_played(loaded: Loaded, entries: tuple[Entry, ...], effects: tuple[Effect, ...]) -> Loaded:
    """Write what `step` has made of commands that happened by a clock of the caller's own (demo_past); the row then.

    Inside the caller's transaction, at a table that nobody else has seen yet. Raises AppError.
    """
    try:
        return _write(loaded, _Plan(entries, effects, None))
    except _Conflict:
        raise refusal("busy") from None


def _begins_hand(before: State | None, entries: tuple[Entry, ...]) -> bool:
    return entries[-1].state.hand_number > (0 if before is None else before.hand_number)


def _advance(loaded: Loaded, entries: tuple[Entry, ...]) -> Loaded:
    advanced = store.advance(loaded, entries)
    if advanced is None:
        raise _Conflict
    return advanced


def _has_consequences(before: State | None, entries: tuple[Entry, ...]) -> bool:
    for entry in entries:
        if isinstance(entry.command, Back | Lost) or before is None:
            return True
        after = entry.state
        if after.deal != before.deal or after.phase != before.phase:
            return True
        before = after
    return False


def _write_consequences(loaded: Loaded, before: State | None, entry: Entry, seq: int) -> None:
    table_id, after = loaded.table_id, entry.state
    if isinstance(entry.command, Back | Lost):
        _note_connection(table_id, entry.command)
    if before is None:
        Match.objects.create(
            table_id=table_id, number=after.match_number, version=after.version, started_at=moment(after.at)
        )
    elif after.deal != before.deal:
        Deal.objects.create(
            table_id=table_id, match_number=after.match_number, number=after.deal, root=after.root,
            created_at=moment(after.at),
        )  # fmt: skip
    if records.hand_ended(before, after):
        match = Match.objects.get(table_id=table_id, number=after.match_number)
        hand = records.write_hand(table_id, match.id, loaded.deals, after, seq)
        if after.mode == Table.Mode.RANKED:
            rounds.tell(hand, after)
    if after.phase == "over":
        _close(table_id, after)


def _close(table_id: int, after: State) -> None:
    assert after.result is not None
    ended = moment(after.at)
    Match.objects.filter(table_id=table_id, number=after.match_number).update(
        ended_at=ended, reason=after.result.reason, winners=list(after.result.winners)
    )
    if after.result.reason == both_away.REASON:
        both_away.note(table_id)
    Table.objects.filter(pk=table_id).update(status=Table.Status.OVER, ended_at=ended)
    Seat.objects.filter(table_id=table_id).update(process="", conn="")


def _note_connection(table_id: int, command: Back | Lost) -> None:
    conn = command.conn if isinstance(command, Back) else ""
    process = conn.partition("/")[0]
    Seat.objects.filter(table_id=table_id, number=command.seat).update(conn=conn, process=process)


def _known_answer(table_id: int, command: Command, refused: RulesError) -> Reply:
    """The stored reply when this very answer was accepted before. Raises AppError otherwise."""
    if not isinstance(command, Act) or refused.code == "no_such_seat":
        raise from_rules(refused)
    found = _find_answer(table_id, command.token)
    if found is None or found[1].seat != command.seat:
        raise from_rules(refused)
    version, answered = found
    if answered.action != command.action:
        raise refusal("already_acted")
    return Reply(version, repeated=True)


def _find_answer(table_id: int, token: str) -> tuple[int, Act] | None:
    """The accepted answer with this token and its number, from the live journal or from the hand's record."""
    parts = token.split(".")
    if len(parts) != 4 or not all(part.isascii() and part.isdigit() and len(part) < 10 for part in parts):
        return None  # never one of ours, and perhaps nothing that PostgreSQL takes
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT seq, body FROM games_journalentry WHERE table_id = %s AND token = %s", [table_id, token]
        )
        row = cursor.fetchone()
    if row is not None:
        answered = DECODER.decode(row[1])
        assert isinstance(answered, Act)
        return row[0], answered
    hand = Hand.objects.filter(
        table_id=table_id, match__number=int(parts[0]), number__in=(int(parts[1]), int(parts[1]) + 1)
    )
    for stored in hand:
        record = records.read_record(stored)
        for index, past in enumerate(record.commands):
            if isinstance(past, Act) and past.token == token:
                return record.first_seq + index, past
    return None
