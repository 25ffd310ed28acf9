"""Money facts of a step become postings in the step's own transaction, or there is no step."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import connection

from battle21.errors import AppError
from games.models import Hand, JournalEntry, Table, TableState
from games.rules.actions import Bet, Check
from games.rules.clocks import State
from games.rules.commands import Act, Open
from games.rules.contracts import Effect, Fund, Settle
from games.services import play, records, settle, stakes, store
from tests.live.rows import STAKED
from tests.live.seating import ALICE, BOB, playing_table, prompt_of, state_of
from wallet.models import Transfer

pytestmark = pytest.mark.django_db(transaction=True)

BUY_IN, ANTE = 20, 1  # Seam's


class LedgerForTests:
    """Writes its postings into a table of the same database; refuses or breaks when told to."""

    def __init__(self) -> None:
        self.fault: Exception | None = None

    def post(self, table_id: int, seq: int, state: State, effects: tuple[Effect, ...]) -> None:
        with connection.cursor() as cursor:
            for effect in effects:
                cursor.execute("INSERT INTO postings VALUES (%s, %s, %s)", [table_id, seq, repr(effect)])
        if self.fault is not None:
            raise self.fault


@pytest.fixture
def ledger(monkeypatch: pytest.MonkeyPatch, transactional_db: None) -> Iterator[LedgerForTests]:
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE postings (table_id bigint, seq bigint, effect text)")
    ledger = LedgerForTests()
    monkeypatch.setattr(settle, "ledger", ledger)
    monkeypatch.setattr(stakes, "agreed", lambda user, cents, *payment, **asked: cents)
    yield ledger
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE postings")


def postings() -> list[tuple[int, str]]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT seq, effect FROM postings ORDER BY seq")
        return list(cursor.fetchall())


def answer(table_id: int, seat: int, action: Bet | Check) -> int:
    shown = prompt_of(state_of(table_id), seat)
    assert shown is not None
    return play.submit(table_id, Act(at=0, seat=seat, token=shown.token, action=action)).version


def one_bet_to_come() -> int:
    """Alice bets 6 above what is left of her buy-in, unseen; Bob has not chosen yet."""
    table = playing_table(game=STAKED, mode="stake", stake_cents=500, currency="TBTC")
    answer(table.id, ALICE, Bet(BUY_IN - ANTE + 6))
    return table.id


def test_what_is_brought_in_is_posted_with_the_command_that_shows_it(ledger: LedgerForTests) -> None:
    table_id = one_bet_to_come()
    assert postings() == []
    version = answer(table_id, BOB, Check())
    assert postings() == [(version, repr(Fund((ALICE,), (6,))))]


def test_refused_posting_refuses_the_command_and_changes_nothing(ledger: LedgerForTests) -> None:
    table_id = one_bet_to_come()
    before = (TableState.objects.values().get(table_id=table_id), JournalEntry.objects.count())
    ledger.fault = AppError(code="not_funded", status=409)
    with pytest.raises(AppError) as refused:
        answer(table_id, BOB, Check())
    assert refused.value.code == "not_funded"
    assert (TableState.objects.values().get(table_id=table_id), JournalEntry.objects.count()) == before
    assert postings() == []
    assert store.load(table_id).version == before[0]["version"]
    ledger.fault = None
    version = answer(table_id, BOB, Check())
    assert [seq for seq, _ in postings()] == [version]


def test_pot_is_paid_in_the_commit_that_ends_the_hand(ledger: LedgerForTests) -> None:
    table_id = one_bet_to_come()
    answer(table_id, BOB, Check())
    state = state_of(table_id)
    assert state.hand is not None
    middle = state.hand.middle.position
    face = records.deals_of(Table.objects.get(pk=table_id)).chance(state, state.deal).order[middle]
    version = play.submit(table_id, Open(at=0, position=middle, face=face)).version
    outcome = state_of(table_id).outcome
    assert outcome is not None
    assert sum(outcome.pots[0].contributions) == 2 * ANTE + BUY_IN - ANTE + 6
    assert postings()[-1] == (version, repr(Settle(outcome.pots)))
    assert Hand.objects.get(table_id=table_id).last_seq == version


def test_posting_that_breaks_twice_halts_the_table_and_leaves_no_line(ledger: LedgerForTests) -> None:
    table_id = one_bet_to_come()
    ledger.fault = ZeroDivisionError()
    for _ in range(2):
        with pytest.raises(AppError, match="busy"):
            answer(table_id, BOB, Check())
    assert TableState.objects.get(table_id=table_id).halted_at is not None
    assert postings() == []


def test_posting_the_database_refuses_is_a_fault_not_a_conflict(ledger: LedgerForTests) -> None:
    """A broken constraint would come again at every try; the table must not say "busy" for ever."""
    table_id = one_bet_to_come()
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE postings ADD CHECK (seq < 0)")
    for _ in range(2):
        with pytest.raises(AppError, match="busy"):
            answer(table_id, BOB, Check())
    assert TableState.objects.get(table_id=table_id).halted_at is not None


def test_tables_for_nothing_post_nothing(ledger: LedgerForTests) -> None:
    table = playing_table(game="seam")
    answer(table.id, ALICE, Bet(BUY_IN - ANTE + 6))
    answer(table.id, BOB, Check())
    assert postings() == []


def test_chips_are_no_stakes(ledger: LedgerForTests, monkeypatch: pytest.MonkeyPatch) -> None:
    """The ledger of whole stakes must never take a bet's chips for stakes: that is a fault, not a refusal."""
    table_id = one_bet_to_come()
    monkeypatch.setattr(settle, "ledger", settle.Stakes())
    for _ in range(2):
        with pytest.raises(AppError, match="busy"):
            answer(table_id, BOB, Check())
    assert TableState.objects.get(table_id=table_id).halted_at is not None
    assert not Transfer.objects.exists()
