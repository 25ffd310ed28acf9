"""Ranked rounds: chips, ledger and score of each (seed 001; rules.md, House Blackjack and leaderboard).

Amounts are half-chips unless said; half-chips of the ledger's lines are signed.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.management import call_command

from battle21.errors import AppError
from games.models import Hand, JournalEntry, Table, TableState
from games.rules.actions import Bet, Decline, Double, Hit, Insure, Split, Stand
from games.rules.commands import Act, Leave, Tick, Void
from games.services import chips, play, records, store, tables
from leaderboard.models import Told
from players.services.guests import create_guest
from tests.live.classic import own_clock, tampering
from tests.live.ranked import (
    BEGUN_WITH,
    FRESH,
    LOST,
    NATURAL,
    WON,
    account,
    answer,
    books_are_right,
    give_cards,
    held,
    moved,
    ranked_table,
    scored,
)
from tests.live.seating import ALICE, bring_seeds, prompt_of, state_of
from tests.rules import unlisted

pytestmark = pytest.mark.django_db
committed = pytest.mark.django_db(transaction=True)
"""For what is looked at in a transaction of its own: the ledger's check, a replay of all."""
Patch = pytest.MonkeyPatch


@pytest.fixture(autouse=True)
def listed() -> Iterator[None]:
    with unlisted.listed():
        yield


# --- the table --------------------------------------------------------------------------------------------------------


def test_who_begins_has_a_thousand_chips_and_gets_them_once() -> None:
    alice = account()
    table = ranked_table(alice)
    assert held(alice) == (BEGUN_WITH, 0)
    assert state_of(table.id).match.balance == BEGUN_WITH
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
    assert state_of(table.id).match.balance == 2_200


# --- an hour's chips --------------------------------------------------------------------------------------------------


def broke(monkeypatch: Patch, left: int = 4) -> tuple[Table, object]:
    """Alice has so many chips left, between two rounds."""
    give_cards(monkeypatch, LOST, WON)
    alice = account()
    table = ranked_table(alice)
    answer(table, Bet(1_000 - left))
    answer(table, Stand())
    return table, alice


@committed
def test_who_has_four_chips_may_take_a_thousand_and_the_match_knows(monkeypatch: Patch) -> None:
    table, alice = broke(monkeypatch)
    assert chips.take_hourly(alice) == 8 + 2_000
    assert held(alice) == (2_008, 0)  # type: ignore[arg-type]
    assert state_of(table.id).match.balance == 2_008
    books_are_right()


def test_five_chips_are_enough(monkeypatch: Patch) -> None:
    _, alice = broke(monkeypatch, left=5)
    with pytest.raises(AppError) as refused:
        chips.take_hourly(alice)
    assert refused.value.code == "enough_chips"


def test_chips_in_play_count_and_an_open_round_gives_none(monkeypatch: Patch) -> None:
    give_cards(monkeypatch, LOST)
    alice = account()
    table = ranked_table(alice)
    answer(table, Bet(1_000))
    with pytest.raises(AppError) as refused:
        chips.take_hourly(alice)
    assert refused.value.code == "round_open"
    assert held(alice) == (0, 2_000)
    answer(table, Stand())
    chips.take_hourly(alice)
    assert held(alice) == (2_000, 0)


def test_next_thousand_comes_an_hour_later(monkeypatch: Patch) -> None:
    give_cards(monkeypatch, LOST, LOST)
    alice = account()
    table = ranked_table(alice)
    with own_clock() as clock:
        answer(table, Bet(1_000))
        answer(table, Stand())
        chips.take_hourly(alice)
        clock.forward(table, 1_000)
        answer(table, Bet(1_000))
        answer(table, Stand())
    with pytest.raises(AppError) as refused:
        chips.take_hourly(alice)
    assert (refused.value.code, refused.value.data) == ("chips_too_soon", {"minutes": 60})
    with tampering() as cursor:
        cursor.execute("UPDATE wallet_transfer SET created_at = created_at - interval '1 hour'"
                       " WHERE idem_scope = 'hourly_chips'")  # fmt: skip
    chips.take_hourly(alice)
    assert held(alice) == (2_000, 0)


def test_guest_takes_no_chips() -> None:
    with pytest.raises(AppError) as refused:
        chips.take_hourly(create_guest("Bob"))
    assert refused.value.code == "needs_account_for_chips"


def test_tick_before_the_bet_is_due_changes_nothing() -> None:
    table = ranked_table(account())
    version = store.fetch(table.id).version
    assert play.submit(table.id, Tick(at=0)).version == version
