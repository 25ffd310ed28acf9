"""Classic for a stake: moved once, proven by replay, and refused where it is no match."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import transaction

from battle21.errors import AppError
from games.models import Hand, JournalEntry, Table
from games.rules.actions import Go, Hit, Stand
from games.rules.commands import Act, GiveUp, Leave, SitOut
from games.rules.contracts import Effect, Fund, Refund, Settle
from games.rules.formats.two_seats import BOTH, RAKE_BPS, TIED, pot_for
from games.services import play, records, settle, tables
from players.models import User
from tests.live.classic import (
    ALICE,
    DOLLAR,
    FIXED,
    SERIES,
    UNLIMITED,
    answer,
    books_are_right,
    dealt,
    free_and_in_play,
    match_of,
    moved,
    opened,
    player,
    price_is,
    sit_out,
    stand,
    tampering,
    transfers,
)
from tests.live.seating import state_of

pytestmark = pytest.mark.django_db(transaction=True)
in_one_transaction = pytest.mark.django_db
"""For what neither checks the whole ledger nor needs a second connection: it is undone faster than emptied."""


@pytest.fixture
def people() -> tuple[User, User]:
    return player("Alice"), player("Bob")


@pytest.mark.parametrize(("key", "of"), [(FIXED, 4), (UNLIMITED, 0)])
def test_posting_the_same_hand_twice_moves_it_once(people: tuple[User, User], key: str, of: int) -> None:
    table = dealt(key, people, DOLLAR, **({"hands": of} if of else {}))
    state = state_of(table.id)
    repeat(table, state, Fund(BOTH, (1, 1), hand=0 if of else 1))
    assert len(transfers(table)) == 1
    paid = moved(table, *transfers(table)[0])
    winner = stand(table)
    had, made = free_and_in_play(people), transfers(table)
    effect: Effect = Settle((pot_for(winner),), RAKE_BPS, hand=1, of=of)
    if winner == TIED:
        effect = Refund("tied", hand=1, of=of)
    if of:
        repeat(table, state, effect)
    else:  # its escrow is empty: there is nothing that could be moved again
        with pytest.raises(Exception, match="nothing to pay out") if winner != TIED else transaction.atomic():
            repeat(table, state, effect)
    assert (free_and_in_play(people), transfers(table)) == (had, made)
    assert moved(table, *made[0]) == paid
    books_are_right()


def repeat(table: Table, state: Any, effect: Effect) -> None:
    with transaction.atomic():
        settle.post(table.id, 0, state, (effect,))


def test_replay_names_the_hand_whose_ledger_lines_are_wrong(people: tuple[User, User]) -> None:
    table = dealt(FIXED, people, DOLLAR, hands=2)
    play.submit(table.id, GiveUp(at=0, seat=ALICE))
    with tampering() as cursor:
        cursor.execute("UPDATE wallet_entry e SET amount = amount + 1 FROM wallet_account a, wallet_transfer t "
                       "WHERE a.id = e.account_id AND t.id = e.transfer_id AND a.kind = 'rake' "
                       "AND t.part = 'hand:2'")  # fmt: skip
    with pytest.raises(CommandError, match="ledger: settle of hand:2 was"):
        call_command("replay", "--all")
    with tampering() as cursor:
        cursor.execute("DELETE FROM wallet_entry WHERE transfer_id = (SELECT id FROM wallet_transfer "
                       "WHERE kind = 'settle' AND part = 'hand:2')")  # fmt: skip
    with pytest.raises(CommandError, match=r"ledger: settle of hand:2 was \{\}"):
        call_command("replay", "--all")
    assert records.verify_hands() == (0, 1)
    assert "hand:2" in Hand.objects.get().fault


BAD_TERMS: tuple[tuple[str, Any, dict[str, int], str], ...] = (
    (FIXED, 9, {"hands": 6}, "bad_stake"),
    (SERIES, 500_001, {"hands": 2}, "bad_stake"),
    (FIXED, 50_001, {"hands": 20}, "bad_stake"),
    (UNLIMITED, 9, {}, "bad_stake"),
    (UNLIMITED, 1_000_001, {}, "bad_stake"),
    (FIXED, 10.5, {"hands": 6}, "bad_stake"),
    (FIXED, DOLLAR, {"hands": 5}, "bad_option"),
    (SERIES, DOLLAR, {"hands": 0}, "bad_option"),
    (SERIES, DOLLAR, {"hands": -2}, "bad_option"),
    (UNLIMITED, DOLLAR, {"hands": 6}, "bad_option"),
    (FIXED, None, {"hands": 6}, "bad_option"),
)


@in_one_transaction
def test_values_and_numbers_that_are_no_match_are_refused_and_no_table_is_left(
    people: tuple[User, User],
) -> None:
    for key, cents, options, code in BAD_TERMS:
        with pytest.raises(AppError) as refused:
            tables.open_table(
                people[0], key, mode="stake", stake_cents=cents, currency="TBTC", options=options
            )
        assert refused.value.code == code, (key, cents, options)
    assert not Table.objects.exists()


@in_one_transaction
def test_less_than_a_unit_for_each_hand_is_refused(people: tuple[User, User]) -> None:
    """$2 are 5 units at $40,000,000 a coin: too few for six hands, enough for four."""
    price_is(40_000_000 * 10**8)
    with pytest.raises(AppError, match="stake_too_small"):
        opened(FIXED, people, 33, hands=6)
    assert not Table.objects.exists()
    assert opened(FIXED, people, 50, hands=4).stake_cents == 200


@in_one_transaction
def test_what_comes_too_late_or_is_for_another_game_is_refused_and_changes_nothing(
    people: tuple[User, User],
) -> None:
    table = dealt(UNLIMITED, people, DOLLAR)
    fixed = dealt(FIXED, people, DOLLAR, hands=2)
    first = state_of(table.id).prompts[0]
    token = state_of(table.id).token(first)
    answer(table, first.seat, Stand())
    written = JournalEntry.objects.count()
    for of, command, code in (
        (table, Act(at=0, seat=first.seat, token=token, action=Hit()), "already_acted"),
        (table, SitOut(at=0, seat=ALICE, out=True, hand=1), "already_dealt"),
        (table, SitOut(at=0, seat=ALICE, out=True, hand=3), "no_such_hand"),
        (table, Act(at=0, seat=1 - first.seat, token="1.1.0.99", action=Go()), "stale_token"),
        (table, Leave(at=0, seat=ALICE), "cannot_leave"),
        (fixed, SitOut(at=0, seat=ALICE, out=True, hand=2), "cannot_sit_out"),
        (fixed, Leave(at=0, seat=ALICE), "cannot_leave"),
    ):
        with pytest.raises(AppError) as refused:
            play.submit(of.id, command)
        assert refused.value.code == code
    assert JournalEntry.objects.count() == written


@in_one_transaction
def test_sitting_out_after_the_hand_is_over_comes_too_late(people: tuple[User, User]) -> None:
    table = dealt(UNLIMITED, people, DOLLAR)
    stand(table)
    with pytest.raises(AppError, match="hand_over"):
        sit_out(table, ALICE)
    assert match_of(table).sitting == ("", "")
