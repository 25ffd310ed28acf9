"""What a ranked match moved is proven by replay, and told to the leaderboard once. Half-chips unless said."""

from __future__ import annotations

import pytest
from django.core.management import call_command

from games.models import Hand, Table
from games.rules.actions import Bet, Double, Insure, Split, Stand
from games.services import records, tables
from leaderboard.models import Told
from tests.live.classic import own_clock, tampering
from tests.live.ranked import (
    NATURAL,
    WON,
    Patch,
    account,
    answer,
    balance,
    committed,
    give_cards,
    held,
    moved,
    ranked_table,
    scored,
)
from tests.live.seating import ALICE, bring_seeds

pytestmark = pytest.mark.django_db


# --- proof ------------------------------------------------------------------------------------------------------------


def played(monkeypatch: Patch) -> Table:
    give_cards(monkeypatch, "Ah Ac Kd 7c", "8h 9c 8d Tc 3s 2s Ts 9s", NATURAL)
    table = ranked_table(account())
    with own_clock() as clock:
        answer(table, Bet(100))
        answer(table, Insure())
        clock.forward(table, 1_000)
        answer(table, Bet(50))
        answer(table, Split())
        answer(table, Double())
        answer(table, Stand())
        clock.forward(table, 1_000)
        answer(table, Bet(5))
    return table


@committed
def test_replay_proves_cards_decisions_and_every_chip(monkeypatch: Patch) -> None:
    table = played(monkeypatch)
    call_command("replay", "--all")
    assert records.verify_hands() == (3, 0)
    assert records.check_money(table) == ""


@committed
def test_replay_finds_a_payout_that_is_not_what_the_round_leads_to(monkeypatch: Patch) -> None:
    table = played(monkeypatch)
    with tampering() as cursor:
        cursor.execute("UPDATE wallet_entry e SET amount = e.amount + 5 FROM wallet_transfer t, wallet_account a"
                       " WHERE t.id = e.transfer_id AND a.id = e.account_id AND a.kind = 'player'"
                       " AND t.kind = 'payout' AND t.part = 'hand:2'")  # fmt: skip
    assert records.verify_hands() == (2, 1)
    assert records.check_money(table).startswith("ledger: payout of hand:2 was")


def test_replay_finds_chips_without_a_cause(monkeypatch: Patch) -> None:
    table = played(monkeypatch)
    with tampering() as cursor:
        cursor.execute("UPDATE wallet_transfer SET part = 'hand:9' WHERE part = 'hand:3' AND kind = 'payout'")
    assert "payout of hand:3 was {}" in records.check_money(table)


# --- the outbox -------------------------------------------------------------------------------------------------------


def test_finished_round_is_told_in_its_own_transaction_and_counted_once(monkeypatch: Patch) -> None:
    give_cards(monkeypatch, WON)
    alice = account()
    table = ranked_table(alice)
    answer(table, Bet(100))
    assert Told.objects.count() == 0
    answer(table, Stand())
    told = Told.objects.get()
    assert (told.hand, told.player_id, told.staked, told.returned) == (
        Hand.objects.get().public_id,
        alice.pk,
        200,
        400,
    )
    assert scored(alice) == [(0, 200)]
    assert Told.objects.count() == 0


def test_insurance_is_no_hand(monkeypatch: Patch) -> None:
    give_cards(monkeypatch, "Th Ac 9d Kc")
    table = ranked_table(account())
    answer(table, Bet(100))
    answer(table, Insure())
    assert [(told.player_hand, told.staked, told.returned) for told in Told.objects.all()] == [(0, 200, 0)]


@pytest.mark.parametrize("flag", ["is_staff", "is_demo"])
def test_rounds_of_staff_and_demo_players_are_played_and_never_count(monkeypatch: Patch, flag: str) -> None:
    give_cards(monkeypatch, WON)
    sue = account("Sue", **{flag: True})
    table = ranked_table(sue)
    answer(table, Bet(100))
    answer(table, Stand())
    assert held(sue) == (2_200, 0)
    assert scored(sue) == []


def test_practice_writes_no_line_and_counts_nothing(monkeypatch: Patch) -> None:
    give_cards(monkeypatch, WON)
    alice = account()
    table = tables.open_table(alice, "house", mode="practice", clock=0)
    bring_seeds(table.id, [ALICE])
    answer(table, Bet(100))
    answer(table, Stand())
    assert (moved(table), Told.objects.count(), held(alice)) == ([], 0, (0, 0))
    assert balance(table) == 2_200
