"""Stored state is a cache of its journal: older code's is rebuilt, newer code's is left alone."""

from __future__ import annotations

import random

import pytest

from battle21.errors import AppError
from games.models import JournalEntry, Table, TableState
from games.rules.codec import encode_state
from games.rules.commands import Back
from games.rules.state import SCHEMA
from games.services import deadlines, play, records, store
from games.services.seal import seal
from tests.live.seating import BOB, any_answer, play_on, playing_table, state_of
from tests.support.stack import wait_until

pytestmark = pytest.mark.django_db(transaction=True)


def test_state_of_the_previous_schema_is_rebuilt_and_plays_on_with_the_same_prompt() -> None:
    """The old bytes are nothing this code could read: what counts is in the records and the journal."""
    table = playing_table()
    dice = random.Random(7)
    while table.hands.count() < 3:
        assert play_on(table.id, dice, timid=True).phase != "over"
    records.verify_hands()
    while not state_of(table.id).prompts:
        play_on(table.id, dice, timid=True)
    before = state_of(table.id)
    old = seal(b"as the previous schema had it", f"state:{table.id}")
    TableState.objects.filter(table=table).update(schema=SCHEMA - 1, sealed=old)
    store.forget()
    assert encode_state(state_of(table.id)) == encode_state(before)
    version = play.submit(table.id, any_answer(before, dice)).version
    row = TableState.objects.get(table=table)
    assert (row.schema, row.version) == (SCHEMA, version)


def test_state_of_a_newer_schema_is_refused_and_nothing_is_changed() -> None:
    table = playing_table(game="quick")
    due = TableState.objects.get(table=table).due_at
    assert due is not None
    TableState.objects.filter(table=table).update(schema=SCHEMA + 1)
    store.forget()
    before = (TableState.objects.values().get(table=table), JournalEntry.objects.count())
    for _ in range(3):
        with pytest.raises(AppError) as refused:
            play.submit(table.id, Back(at=0, seat=BOB, conn="here/1"))
        assert refused.value.code == "newer_schema"
    wait_until(lambda: store.moment(store.database_ms()) > due, "the turn is over")
    deadlines.sweep_due(alive=True)
    deadlines.sweep_due(alive=True)
    assert (TableState.objects.values().get(table=table), JournalEntry.objects.count()) == before


def test_game_that_only_newer_code_knows_is_left_alone_too() -> None:
    """In a rolling update a table of a new row must not be halted by a process that lacks the row."""
    table = playing_table()
    state = encode_state(state_of(table.id)).replace(b"tactical", b"tomorrow")
    Table.objects.filter(pk=table.id).update(game="tomorrow")
    TableState.objects.filter(table=table).update(sealed=seal(state, f"state:{table.id}"))
    store.forget()
    for _ in range(3):
        with pytest.raises(AppError) as refused:
            play.submit(table.id, Back(at=0, seat=BOB, conn="here/1"))
        assert refused.value.code == "newer_schema"
    assert TableState.objects.get(table=table).halted_at is None
