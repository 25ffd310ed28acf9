"""Holds what players were told against the journal, the hand records and their replay. Called through `Stack.call`."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from games.models import Hand, JournalEntry, Table
from games.rules.clocks import State
from games.rules.codec import encode_state
from games.rules.commands import DECODER, Act, Command
from games.rules.runtime import step
from games.rules.table_view import view
from games.services import records, store
from tests.live.rows import register
from tests.support.client import digest
from wallet.services import check_ledger

register()


def audit(tables: list[dict[str, Any]]) -> dict[str, Any]:
    """`tables`: [{"id": …, "seats": [{"acknowledged": [[token, action, version]], "sent": {token: action},
    "views": {version: digest}}]}]. Gives back {"faults": [sentences], "versions": …, "hands": …}."""
    faults: list[str] = []
    versions = hands = 0
    for told in tables:
        table = Table.objects.get(pk=told["id"])
        history = commands_of(table, faults)
        versions += len(history)
        hands += _check_hands(table, faults)
        _check_state(table, history, faults)
        _check_answers(table, history, told["seats"], faults)
        _check_views(table, history, told["seats"], faults)
    return {"faults": faults, "versions": versions, "hands": hands}


def books() -> list[str]:
    """What is wrong with the ledger now, and with what it paid for finished matches."""
    faults = [f"{fault['invariant']}: {fault['found']}" for fault in check_ledger().faults]
    for table in Table.objects.filter(mode=Table.Mode.STAKE, status=Table.Status.OVER):
        difference = records.check_money(table)
        if difference:
            faults.append(f"{table}: {difference}")
    return faults


def commands_of(table: Table, faults: list[str]) -> list[Command]:
    """Every command of the table in order, from its records and its live journal."""
    by_seq: dict[int, Command] = {}
    for hand in Hand.objects.filter(table=table).order_by("number"):
        record = records.read_record(hand)
        for seq, command in enumerate(record.commands, record.first_seq):
            if seq in by_seq:
                faults.append(f"{table}: {seq} is in two hand records")
            by_seq[seq] = command
    for seq, body in JournalEntry.objects.filter(table=table).values_list("seq", "body"):
        command = DECODER.decode(body)
        if by_seq.setdefault(seq, command) != command:
            faults.append(f"{table}: {seq} differs between record and journal")
    last = store.fetch(table.id).version
    if sorted(by_seq) != list(range(1, last + 1)):
        faults.append(f"{table}: the numbers are not 1..{last}")
    return [by_seq[seq] for seq in sorted(by_seq)]


def _check_hands(table: Table, faults: list[str]) -> int:
    hands = list(Hand.objects.filter(table=table).select_related("table"))
    for hand in hands:
        difference = hand.fault or records.check_hand(hand)
        if difference:
            faults.append(f"{hand}: {difference}")
    return len(hands)


def _check_state(table: Table, history: list[Command], faults: list[str]) -> None:
    loaded = store.fetch(table.id)
    rebuilt = records.rebuild(table.id, loaded.deals)
    if loaded.halted:
        faults.append(f"{table} is halted")
    if loaded.state is None or rebuilt is None or encode_state(loaded.state) != encode_state(rebuilt):
        faults.append(f"{table}: its state is not what its journal leads to")


def _check_answers(
    table: Table, history: list[Command], seats: list[dict[str, Any]], faults: list[str]
) -> None:
    """Acknowledged means kept, once, with that number; and nobody answered what he did not send."""
    acts = [(seq, command) for seq, command in enumerate(history, 1) if isinstance(command, Act)]
    kept = {act.token: (seq, act) for seq, act in acts}
    if len(kept) != len(acts):
        faults.append(f"{table}: a prompt was answered twice")
    for number, told in enumerate(seats):
        for token, action, version in told["acknowledged"]:
            found = kept.get(token)
            if found is None:
                faults.append(f"{table}: acknowledged {token} is lost")
            elif (found[0], found[1].seat, msgspec.to_builtins(found[1].action)) != (version, number, action):
                faults.append(f"{table}: {token} was acknowledged as {action} at {version}, kept is {found}")
        for token, (seq, act) in kept.items():
            if act.seat == number and msgspec.to_builtins(act.action) != told["sent"].get(token):
                faults.append(f"{table}: {seq} ({token}) was never sent")


def _check_views(
    table: Table, history: list[Command], seats: list[dict[str, Any]], faults: list[str]
) -> None:
    """Every view that was ever sent is the seat's view of the state of that number."""
    deals = records.deals_of(table)
    state: State | None = None
    for seq, command in enumerate(history, 1):
        state = step(state, command, deals).state
        for number, told in enumerate(seats):
            seen = told["views"].get(str(seq))
            if seen is not None and seen != digest(json.loads(msgspec.json.encode(view(state, number)))):
                faults.append(f"{table}: seat {number} was shown another version {seq}")
    for number, told in enumerate(seats):
        beyond = [version for version in told["views"] if int(version) > len(history)]
        if beyond:
            faults.append(f"{table}: seat {number} was shown versions {beyond} that never were")
