"""A ranked round happens once or not at all; it waits, and is lost, as the rules say. Half-chips unless said."""

from __future__ import annotations

import pytest

from battle21.errors import AppError
from games.models import Hand, JournalEntry, Table, TableState
from games.rules.actions import Bet, Decline, Double, Hit, Insure, Split, Stand
from games.rules.commands import Act, Leave, Void
from games.services import play, records
from tests.live.classic import own_clock, tampering
from tests.live.ranked import (
    BEGUN_WITH,
    FRESH,
    LOST,
    WON,
    Patch,
    account,
    answer,
    books_are_right,
    committed,
    give_cards,
    held,
    moved,
    ranked_table,
    scored,
)
from tests.live.seating import ALICE, prompt_of, state_of

pytestmark = pytest.mark.django_db


# --- once, or not at all ----------------------------------------------------------------------------------------------


def test_deal_sent_twice_is_one_round_and_one_debit(monkeypatch: Patch) -> None:
    """The second comes with another seed: it is the same answer all the same."""
    give_cards(monkeypatch, WON)
    alice = account()
    table = ranked_table(alice)
    shown = prompt_of(state_of(table.id), ALICE)
    assert shown is not None
    first = answer(table, Bet(100))
    again = Act(at=0, seat=ALICE, token=shown.token, action=Bet(100), seed="0a" * 32)
    assert play.submit(table.id, again) == first._replace(repeated=True)
    assert (state_of(table.id).hand_number, held(alice)) == (1, (1_800, 200))
    with pytest.raises(AppError) as refused:
        play.submit(table.id, Act(at=0, seat=ALICE, token=shown.token, action=Bet(200), seed=FRESH))
    assert refused.value.code == "already_acted"
    assert len(moved(table)) == 1


@pytest.mark.parametrize("extra", [False, True])
def test_bet_that_the_ledger_refuses_is_refused_itself_and_changes_nothing(
    monkeypatch: Patch, extra: bool
) -> None:
    """The match believes in chips that are gone meanwhile."""
    give_cards(monkeypatch, "6h 9c 5d 8c Ts")
    alice = account()
    table = ranked_table(alice)
    if extra:
        answer(table, Bet(100))
    with tampering() as cursor:
        cursor.execute("UPDATE wallet_balance b SET amount = 0 FROM wallet_account a"
                       " WHERE a.id = b.account_id AND a.kind = 'player'")  # fmt: skip
    before = (TableState.objects.values().get(), JournalEntry.objects.count(), len(moved(table)))
    with pytest.raises(AppError) as refused:
        answer(table, Double() if extra else Bet(100))
    assert refused.value.code == "not_enough_chips"
    assert (TableState.objects.values().get(), JournalEntry.objects.count(), len(moved(table))) == before


def test_refused_actions_move_nothing(monkeypatch: Patch) -> None:
    """A king and a queen are no pair; three cards are not doubled; without an ace there is no insurance."""
    give_cards(monkeypatch, "Kh 9c Qd 8c", "2h 9c 3d 8c 4s")
    alice = account()
    table = ranked_table(alice)
    for chips_bet in (0, 4, -5, 1_001, 2_000_001):
        with pytest.raises(AppError) as refused:
            answer(table, Bet(chips_bet))
        assert refused.value.code == "amount"
    answer(table, Bet(100))
    for action in (Split(), Insure(), Decline()):
        with pytest.raises(AppError) as refused:
            answer(table, action)
        assert refused.value.code == "not_legal"
    answer(table, Stand())
    with own_clock() as clock:
        clock.forward(table, 1_000)
        answer(table, Bet(100))
        answer(table, Hit())
        with pytest.raises(AppError) as refused:
            answer(table, Double())
        assert refused.value.code == "not_legal"
    assert held(alice) == (2_000 + 200 - 200, 200)


# --- leaving and waiting ----------------------------------------------------------------------------------------------


@committed
def test_leaving_in_a_round_loses_it_and_counts_a_hand(monkeypatch: Patch) -> None:
    give_cards(monkeypatch, "8h 9c 8d Tc 3s 2s")
    alice = account()
    table = ranked_table(alice)
    answer(table, Bet(100))
    answer(table, Split())
    play.submit(table.id, Leave(at=0, seat=ALICE), by=alice.public_id)
    assert held(alice) == (1_600, 0)
    assert Table.objects.get().status == "over"
    assert scored(alice) == [(0, 0), (1, 0)]
    books_are_right()


def test_round_that_is_not_touched_for_a_day_is_lost_and_nothing_before(monkeypatch: Patch) -> None:
    give_cards(monkeypatch, LOST)
    alice = account()
    with own_clock() as clock:
        table = ranked_table(alice)
        answer(table, Bet(100))
        clock.forward(table, 24 * 3_600_000 - 1)
        assert held(alice) == (1_800, 200)
        clock.forward(table, 1)
        assert held(alice) == (1_800, 0)
    assert scored(alice) == [(0, 0)]


@committed
def test_void_of_an_open_round_gives_all_its_bets_back_and_counts_nothing(monkeypatch: Patch) -> None:
    give_cards(monkeypatch, "Ah Ac 8d 7c")
    alice = account()
    table = ranked_table(alice)
    answer(table, Bet(100))
    answer(table, Insure())
    play.submit(table.id, Void(at=0, staff="sue", reason="test"))
    assert held(alice) == (BEGUN_WITH, 0)
    assert moved(table)[-1] == ("refund", "hand:1", {"escrow": -300, "player": 300})
    assert scored(alice) == []
    assert Hand.objects.get().reason == records.UNFINISHED
    books_are_right()
