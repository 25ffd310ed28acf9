"""Ranked rounds: chips, ledger and score of each (seed 001; rules.md, House Blackjack and leaderboard).

Amounts are half-chips unless said; half-chips of the ledger's lines are signed.
"""

from __future__ import annotations

import pytest

from battle21.errors import AppError
from games.models import Table, TableState
from games.rules.actions import Bet, Double, Insure, Split, Stand
from games.rules.commands import Leave
from games.services import play, tables
from players.services.guests import create_guest
from tests.live.ranked import (
    BEGUN_WITH,
    LOST,
    NATURAL,
    WON,
    Patch,
    account,
    answer,
    balance,
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


# --- the table --------------------------------------------------------------------------------------------------------


def test_who_begins_has_a_thousand_chips_and_gets_them_once() -> None:
    alice = account()
    table = ranked_table(alice)
    assert held(alice) == (BEGUN_WITH, 0)
    assert balance(table) == BEGUN_WITH
    play.submit(table.id, Leave(at=0, seat=ALICE), by=alice.public_id)
    assert ranked_table(alice).pk != table.pk
    assert held(alice) == (BEGUN_WITH, 0)


def test_there_is_one_ranked_match_at_a_time_and_opening_another_finds_it(monkeypatch: Patch) -> None:
    give_cards(monkeypatch, WON)
    alice = account()
    table = ranked_table(alice)
    answer(table, Bet(100))
    assert tables.open_table(alice, "house", mode="ranked").pk == table.pk
    assert Table.objects.count() == 1


def test_ranked_table_is_nobody_elses_business() -> None:
    assert ranked_table(account()).private


def test_guest_is_told_to_sign_up_and_gets_no_chips() -> None:
    guest = create_guest("Alice")
    with pytest.raises(AppError) as refused:
        tables.open_table(guest, "house", mode="ranked")
    assert refused.value.code == "needs_account_for_chips"
    assert held(guest) == (0, 0)
    tables.open_table(guest, "house", mode="practice")


# --- money of a round -------------------------------------------------------------------------------------------------


@committed
def test_bet_is_debited_when_the_cards_are_dealt_and_a_win_returns_it_twice(monkeypatch: Patch) -> None:
    give_cards(monkeypatch, WON)
    alice = account()
    table = ranked_table(alice)
    answer(table, Bet(100))
    assert held(alice) == (1_800, 200)
    answer(table, Stand())
    assert held(alice) == (2_200, 0)
    assert moved(table) == [
        ("bet", "hand:1", {"player": -200, "escrow": 200}),
        ("payout", "hand:1", {"escrow": -200, "player": 400, "operator": -200}),
    ]
    assert scored(alice) == [(0, 200)]
    books_are_right()


def test_lost_bet_goes_to_the_house(monkeypatch: Patch) -> None:
    give_cards(monkeypatch, LOST)
    alice = account()
    table = ranked_table(alice)
    answer(table, Bet(100))
    answer(table, Stand())
    assert held(alice) == (1_800, 0)
    assert moved(table)[1] == ("payout", "hand:1", {"escrow": -200, "operator": 200})
    assert scored(alice) == [(0, 0)]


def test_natural_of_five_chips_returns_twelve_and_a_half_in_the_commit_that_deals_it(
    monkeypatch: Patch,
) -> None:
    give_cards(monkeypatch, NATURAL)
    alice = account()
    table = ranked_table(alice)
    answer(table, Bet(5))
    assert held(alice) == (2_000 - 10 + 25, 0)
    assert scored(alice) == [(0, 15)]


def test_insured_natural_against_a_natural_comes_to_1100_chips_and_no_score(monkeypatch: Patch) -> None:
    """From 1,000: 100 bet, 50 insured; push, and insurance returns three times its bet."""
    give_cards(monkeypatch, "Ah Ac Kd Kc")
    alice = account()
    table = ranked_table(alice)
    answer(table, Bet(100))
    answer(table, Insure())
    assert held(alice) == (2 * 1_100, 0)
    assert moved(table)[1:] == [
        ("bet", "hand:1", {"player": -100, "escrow": 100}),
        ("payout", "hand:1", {"escrow": -300, "player": 500, "operator": -200}),
    ]
    assert scored(alice) == [(0, 0)]


def test_insured_natural_without_a_dealers_natural_comes_to_1100_chips_and_a_score_of_150(
    monkeypatch: Patch,
) -> None:
    give_cards(monkeypatch, "Ah Ac Kd 7c")
    alice = account()
    table = ranked_table(alice)
    answer(table, Bet(100))
    answer(table, Insure())
    assert held(alice) == (2 * 1_100, 0)
    assert scored(alice) == [(0, 2 * 150)]


def test_insurance_of_a_lost_hand_returns_three_times_its_bet(monkeypatch: Patch) -> None:
    give_cards(monkeypatch, "Th Ac 9d Kc")
    alice = account()
    table = ranked_table(alice)
    answer(table, Bet(100))
    answer(table, Insure())
    assert held(alice) == (2_000 - 200 - 100 + 300, 0)
    assert scored(alice) == [(0, 0)]


def test_split_aces_with_a_ten_pay_even_money_and_are_two_hands(monkeypatch: Patch) -> None:
    give_cards(monkeypatch, "Ah 9c Ad 8c Kh 5s")
    alice = account()
    table = ranked_table(alice)
    answer(table, Bet(100))
    answer(table, Split())
    assert held(alice) == (2_000 - 400 + 400, 0)
    assert scored(alice) == [(0, 200), (1, 0)]


def test_doubled_hand_scores_twice_the_bet(monkeypatch: Patch) -> None:
    give_cards(monkeypatch, "6h 9c 5d 8c Ts")
    alice = account()
    table = ranked_table(alice)
    answer(table, Bet(100))
    answer(table, Double())
    assert held(alice) == (2_400, 0)
    assert scored(alice) == [(0, 400)]


def test_balance_that_covers_the_split_does_not_cover_the_double_after_it(monkeypatch: Patch) -> None:
    """1,000 chips: 400 bet, 400 for the split, 200 are left. Nor does 600 left cover two doubles."""
    give_cards(monkeypatch, "8h 9c 8d Tc 3s 2s")
    table = ranked_table(account())
    answer(table, Bet(400))
    answer(table, Split())
    shown = prompt_of(state_of(table.id), ALICE)
    assert shown is not None
    assert [offer.kind for offer in shown.legal] == ["hit", "stand"]
    before = TableState.objects.values().get()
    with pytest.raises(AppError) as refused:
        answer(table, Double())
    assert refused.value.code == "not_legal"
    assert TableState.objects.values().get() == before


def test_more_than_half_of_the_balance_leaves_nothing_to_add(monkeypatch: Patch) -> None:
    give_cards(monkeypatch, "8h 9c 8d Tc")
    table = ranked_table(account())
    answer(table, Bet(501))
    shown = prompt_of(state_of(table.id), ALICE)
    assert shown is not None
    assert [offer.kind for offer in shown.legal] == ["hit", "stand"]
