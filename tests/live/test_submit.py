"""The way of a command in the database: compare-and-set, what a process remembers, faults, locks."""

from __future__ import annotations

import random

import pytest
from django.db import OperationalError, connection, transaction

from battle21.errors import AppError
from games.models import JournalEntry, Lease, Seat, TableState
from games.rules.actions import Check
from games.rules.codec import encode_state
from games.rules.commands import Act, Back, Lost
from games.services import deadlines, halts, leases, play, presence, records, store
from tests.live.rows import QUICK
from tests.live.seating import (
    ALICE,
    BOB,
    act,
    any_answer,
    asked,
    at_once,
    guests,
    in_thread,
    play_on,
    playing_table,
    remember,
    state_of,
)
from tests.support.stack import wait_until

pytestmark = pytest.mark.django_db(transaction=True)


def journal(table_id: int) -> list[str]:
    return list(JournalEntry.objects.filter(table_id=table_id).order_by("seq").values_list("kind", flat=True))


def test_submit_numbers_the_journal_without_gaps_and_keeps_state_and_journal_together() -> None:
    table = playing_table()
    dice = random.Random(1)
    for _ in range(30):
        play_on(table.id, dice)
    seqs = list(JournalEntry.objects.filter(table=table).order_by("seq").values_list("seq", flat=True))
    assert seqs == list(range(1, TableState.objects.get(table=table).version + 1))
    loaded = store.fetch(table.id)
    rebuilt = records.rebuild(table.id, loaded.deals)
    assert loaded.state is not None
    assert rebuilt is not None
    assert encode_state(rebuilt) == encode_state(loaded.state)


def test_submit_on_a_stale_state_loads_again_and_counts() -> None:
    table = playing_table()
    stale = store.fetch(table.id)
    act(table.id, "check")
    remember(stale)
    before = stale.version
    play.submit(table.id, Back(at=0, seat=ALICE, conn="elsewhere/1"))
    assert store.fetch(table.id).version == before + 2
    assert state_of(table.id).seats[ALICE].conn == "elsewhere/1"


def test_answer_refused_by_a_stale_state_is_held_against_the_present_one() -> None:
    table = playing_table()
    stale = store.fetch(table.id)
    act(table.id, "check")
    answer = any_answer(state_of(table.id), random.Random(1))
    remember(stale)
    play.submit(table.id, answer)
    assert JournalEntry.objects.get(table=table, token=answer.token).seat == answer.seat


def test_connection_made_elsewhere_is_lost_here_although_this_process_never_heard_of_it() -> None:
    """Another process took the seat over and died: who calls it away may remember the seat's old connection."""
    table = playing_table()
    stale = store.fetch(table.id)
    play.submit(table.id, Back(at=0, seat=BOB, conn="other/7"))
    remember(stale)
    presence.lose(table.id, BOB, "other/7", ours=True)
    assert state_of(table.id).seats[BOB].conn == ""


def test_clock_unknown_to_a_stale_state_runs_out() -> None:
    """The remembered state is paused and has no clock of the turn; the present one has, and it is due."""
    table = playing_table(game="quick")
    play.submit(table.id, Lost(at=0, seat=BOB, conn="test/1"))
    paused = store.fetch(table.id)
    play.submit(table.id, Back(at=0, seat=BOB, conn="test/2"))
    due = TableState.objects.get(table=table).due_at
    assert due is not None
    wait_until(lambda: store.moment(store.database_ms()) > due, "the turn is over")
    remember(paused)
    play.expire(table.id)
    assert journal(table.id)[-1] == "tick"


def test_two_processes_worth_of_threads_lose_no_command() -> None:
    """20 connections at once: each is journalled once, in some order."""
    table = playing_table()
    before = len(journal(table.id))
    backs = [lambda n=n: play.submit(table.id, Back(at=0, seat=n % 2, conn=f"race/{n}")) for n in range(20)]
    versions = [reply.version for reply in at_once(*backs)]
    assert sorted(versions) == list(range(before + 1, before + 21))
    assert journal(table.id)[before:] == ["back"] * 20


def test_who_holds_the_row_and_who_holds_the_local_lock_do_not_wait_for_each_other() -> None:
    """A sweep holds the row; a player's command has this process's lock and waits for the row; the sweep goes on."""
    table = playing_table()
    with transaction.atomic():
        store.lock(table.id)
        waiting = in_thread(lambda: play.submit(table.id, Back(at=0, seat=BOB, conn="waiting/1")))
        wait_until(_somebody_waits_for_a_row, "the command waits for the row")
        play.submit(table.id, Back(at=0, seat=ALICE, conn="sweeping/1"))
    waiting.join(20)
    assert not waiting.is_alive(), "the two wait for each other"
    seats = state_of(table.id).seats
    assert (seats[ALICE].conn, seats[BOB].conn) == ("sweeping/1", "waiting/1")


def _somebody_waits_for_a_row() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_locks WHERE NOT granted")
        return cursor.fetchone() is not None


def test_state_read_inside_a_transaction_that_fails_is_not_remembered() -> None:
    table = playing_table()
    before = store.fetch(table.id).version
    with transaction.atomic():
        play.submit(table.id, Back(at=0, seat=ALICE, conn="never/1"))
        play.submit(table.id, Back(at=0, seat=BOB, conn="never/2"))
        transaction.set_rollback(True)
    assert store.load(table.id).version == before
    assert state_of(table.id).seats[ALICE].conn == "test/0"


# --- faults -----------------------------------------------------------------------------------------------------------


def test_step_that_raises_twice_halts_its_table_and_changes_nothing() -> None:
    table = playing_table(game="faulty")
    act(table.id, "check")
    act(table.id, "check")
    before = store.fetch(table.id)
    for failures in (1, 2):
        with pytest.raises(AppError) as refused:
            act(table.id, "hit")
        assert refused.value.code == "busy"
        assert TableState.objects.get(table=table).failures == failures
    row = TableState.objects.get(table=table)
    assert row.halted_at is not None
    assert (row.due_at, row.version, row.halt_reason) == (None, before.version, "PlantedFault")
    with pytest.raises(AppError) as refused:
        act(table.id, "pass")
    assert refused.value.code == "halted"


def test_one_good_command_between_two_failures_halts_nothing() -> None:
    table = playing_table(game="faulty")
    act(table.id, "check")
    act(table.id, "check")
    with pytest.raises(AppError):
        act(table.id, "hit")
    act(table.id, "pass")
    with pytest.raises(AppError):
        act(table.id, "hit")
    assert TableState.objects.get(table=table).halted_at is None


def test_halted_table_goes_on_with_the_time_it_had_and_30_seconds_more() -> None:
    table = playing_table()
    due = state_of(table.id).prompts[0].due
    assert due is not None
    halts.halt(table.id, "looked into")
    halted_at = TableState.objects.get(table=table).halted_at
    assert halted_at is not None
    wait_until(lambda: store.database_ms() > halted_at.timestamp() * 1000 + 300, "the halt lasts a while")
    halts.resume(table.id)
    after = state_of(table.id)
    stood = after.stands_until - round(halted_at.timestamp() * 1000)
    assert stood >= 30_300
    assert after.prompts[0].due == due + stood
    assert act(table.id, "check").version == store.fetch(table.id).version


def test_halted_table_can_be_voided_and_nobody_wins() -> None:
    table = playing_table()
    halts.halt(table.id, "looked into")
    halts.void(table.id, "Sam", "a fault of ours")
    result = state_of(table.id).result
    assert result is not None
    assert (result.reason, result.winners) == ("void", ())


def test_resume_of_a_table_that_is_not_halted_is_refused() -> None:
    table = playing_table()
    with pytest.raises(AppError) as refused:
        halts.resume(table.id)
    assert refused.value.code == "no_match"


def test_table_whose_row_cannot_be_read_halts_and_the_sweep_goes_on_to_the_others() -> None:
    """Of two tables that are due the older one is unreadable."""
    broken, sound = playing_table(game="quick"), playing_table(game="quick")
    TableState.objects.filter(table=broken).update(sealed=b"\x05nokey" + bytes(40))
    store.forget()
    due = TableState.objects.get(table=sound).due_at
    assert due is not None
    wait_until(lambda: store.moment(store.database_ms()) > due, "both are due")
    deadlines.sweep_due(alive=True)
    assert journal(sound.id)[-1] == "tick"
    deadlines.sweep_due(alive=True)
    assert TableState.objects.get(table=broken).halted_at is not None


def test_table_whose_clock_the_database_cannot_let_run_out_stops_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As when its step takes longer than a statement may."""
    slow, sound = playing_table(game="quick"), playing_table(game="quick")
    due = TableState.objects.get(table=sound).due_at
    assert due is not None
    wait_until(lambda: store.moment(store.database_ms()) > due, "both are due")

    def expire(table_id: int) -> None:
        if table_id == slow.id:
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL statement_timeout = 1")
                cursor.execute("SELECT pg_sleep(1)")
        play.expire(table_id)

    monkeypatch.setattr(deadlines, "expire", expire)
    deadlines.sweep_due(alive=True)
    assert journal(sound.id)[-1] == "tick"


def test_sweep_without_a_database_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(*_: object) -> None:
        raise OperationalError("no connection")

    monkeypatch.setattr(deadlines, "_next_due", nowhere)
    with pytest.raises(OperationalError):
        deadlines.sweep_due(alive=True)


def test_seat_lost_while_the_table_was_halted_is_said_again_later() -> None:
    table = playing_table()
    halts.halt(table.id, "looked into")
    with pytest.raises(AppError) as refused:
        presence.lose(table.id, BOB, "test/1")
    assert refused.value.code == "halted"
    halts.resume(table.id)
    presence.lose(table.id, BOB, "test/1")
    assert state_of(table.id).seats[BOB].conn == ""


# --- once -------------------------------------------------------------------------------------------------------------


def test_same_answer_20_times_at_once_counts_once_and_gets_the_same_reply() -> None:
    table = playing_table()
    answer = any_answer(state_of(table.id), random.Random(3))
    before = store.fetch(table.id).version
    replies = at_once(*[lambda: play.submit(table.id, answer)] * 20)
    assert {reply.version for reply in replies} == {before + 1}
    assert [reply.repeated for reply in replies].count(False) == 1
    assert store.fetch(table.id).version == before + 1


def test_another_answer_to_the_same_prompt_is_refused_as_already_acted() -> None:
    table = playing_table()
    state = state_of(table.id)
    token = state.token(state.prompts[0])
    act(table.id, "check")
    with pytest.raises(AppError) as refused:
        act(table.id, "bet", 10, seat=asked(state), token=token)
    assert refused.value.code == "already_acted"


def test_token_that_can_be_none_is_refused_and_is_no_fault_of_the_table() -> None:
    """PostgreSQL takes neither NUL nor half a surrogate pair; two faults would halt the table."""
    table = playing_table()
    seat = asked(state_of(table.id))
    for token in ("\0", "\ud800", ".", "1.1.0.\0", "1.1.0.\u00b2", "9" * 48, "1.1.0.9999999999"):
        with pytest.raises(AppError) as refused:
            act(table.id, "check", seat=seat, token=token)
        assert refused.value.code == "stale_token"
    row = TableState.objects.get(table_id=table.id)
    assert (row.failures, row.halted_at) == (0, None)


def test_answer_of_another_seat_under_ones_token_is_no_answer() -> None:
    table = playing_table()
    state = state_of(table.id)
    seat = asked(state)
    token = state.token(state.prompts[0])
    act(table.id, "check")
    with pytest.raises(AppError) as refused:
        act(table.id, "check", seat=1 - seat, token=token)
    assert refused.value.code == "stale_token"


def test_command_for_a_seat_that_is_not_ones_own_is_refused_by_the_state() -> None:
    """The seat row may be gone or taken anew: only the player the state names can speak for a seat."""
    table = playing_table()
    charlie = guests("Charlie")[0]
    bob = Seat.objects.get(table=table, number=BOB).user
    assert bob is not None
    back = Back(at=0, seat=BOB, conn="charlie/1")
    for stranger in (charlie.public_id, Seat.objects.get(table=table, number=ALICE).user.public_id):  # type: ignore[union-attr]
        with pytest.raises(AppError) as refused:
            play.submit(table.id, back, by=stranger)
        assert refused.value.code == "no_such_seat"
    play.submit(table.id, back, by=bob.public_id)
    assert state_of(table.id).seats[BOB].conn == "charlie/1"


def test_stranger_does_not_learn_from_the_reply_what_was_answered() -> None:
    table = playing_table()
    answer = any_answer(state_of(table.id), random.Random(3))
    play.submit(table.id, answer)
    with pytest.raises(AppError) as refused:
        play.submit(table.id, answer, by=guests("Charlie")[0].public_id)
    assert refused.value.code == "no_such_seat"


def test_clock_due_before_a_command_is_committed_even_if_the_command_is_refused() -> None:
    table = playing_table(game="quick")
    late = any_answer(state_of(table.id), random.Random(1))
    due = state_of(table.id).prompts[0].due
    assert due is not None
    wait_until(lambda: store.database_ms() >= due, "the turn is over")
    with pytest.raises(AppError) as refused:
        play.submit(table.id, late)
    assert refused.value.code in ("stale_token", "not_your_turn")
    assert journal(table.id)[-1] == "tick"
    assert late.token not in JournalEntry.objects.filter(table=table).values_list("token", flat=True)


def test_unknown_table_is_said_so() -> None:
    with pytest.raises(AppError) as refused:
        play.submit(987_654, Act(at=0, seat=0, token="1.1.0.1", action=Check()))
    assert refused.value.code == "unknown_table"


def test_what_was_due_is_kept_when_the_last_try_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last try holds the row in a transaction; the refusal must not undo the clock that ran out in it."""
    monkeypatch.setattr(play, "TRIES", 1)
    table = playing_table(game=QUICK)
    state = state_of(table.id)
    token, seat = state.token(state.prompts[0]), asked(state)
    wait_until(lambda: store.database_ms() > (state.prompts[0].due or 0), "the clock is due")
    with pytest.raises(AppError):
        act(table.id, "check", seat=seat, token=token)
    assert journal(table.id)[-1] == "tick"


def test_process_that_stood_still_takes_nothing_before_the_time_is_taken_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else the time of an outage would be charged to an absence (design.md, promise 8)."""
    table = playing_table()
    presence.lose(table.id, ALICE, f"test/{ALICE}")
    Lease.objects.create(process="ours", renewed_at=store.moment(store.database_ms() - 40_000))
    monkeypatch.setattr(leases, "_serves", True)
    before = journal(table.id)
    with pytest.raises(AppError, match="busy"):
        play.submit(table.id, Back(at=0, seat=ALICE, conn="ours/1"))
    assert journal(table.id) == before
    presence.begin_service("ours")
    play.submit(table.id, Back(at=0, seat=ALICE, conn="ours/1"))
    assert state_of(table.id).seats[ALICE].budget > 59_000
