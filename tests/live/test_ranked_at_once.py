"""The same from two tabs at once: one match, one round with one debit, one hour's chips; and a void that is
approved by several. Half-chips."""

from __future__ import annotations

import threading
from functools import partial

from django.db import connection

from games.models import Hand, Table
from games.rules.actions import Bet, Stand
from games.rules.commands import Act, Leave
from games.services import chips, play, round_voids, store, tables
from tests.live.classic import own_clock
from tests.live.ranked import (
    FRESH,
    LOST,
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
from tests.live.seating import ALICE, in_thread, prompt_of, state_of
from tests.support.stack import wait_until
from tests.wallet.support import at_once

pytestmark = committed


def test_six_presses_on_ranked_open_one_match_and_give_chips_once() -> None:
    alice = account()
    opened = at_once(*(partial(tables.open_table, alice, "house", mode="ranked") for _ in range(6)))
    assert len({getattr(table, "pk", table) for table in opened}) == 1
    assert Table.objects.count() == 1
    assert held(alice) == (2_000, 0)


def test_deal_from_six_tabs_is_one_round_with_one_debit(monkeypatch: Patch) -> None:
    give_cards(monkeypatch, WON)
    alice = account()
    table = ranked_table(alice)
    shown = prompt_of(state_of(table.id), ALICE)
    assert shown is not None
    deal = Act(at=0, seat=ALICE, token=shown.token, action=Bet(100), seed=FRESH)
    replies = at_once(*(partial(play.submit, table.id, deal) for _ in range(6)))
    assert len({getattr(reply, "version", reply) for reply in replies}) == 1
    assert held(alice) == (1_800, 200)
    assert len(moved(table)) == 1
    books_are_right()


def test_match_that_is_opened_again_while_cards_are_dealt_knows_what_is_left(monkeypatch: Patch) -> None:
    """Another tab deals between the look at the balance and the word of it: 900 chips are left, not 1,000."""
    give_cards(monkeypatch, WON)
    alice = account()
    table = ranked_table(alice)
    look, dealing = chips.held, list[threading.Thread]()

    def held_and_then_dealt(player: int) -> tuple[int, int]:
        found = look(player)
        if not dealing:
            dealing.append(in_thread(partial(answer, table, Bet(100))))
            wait_until(
                lambda: not dealing[0].is_alive() or somebody_waits(), "the other tab deals, or has to wait"
            )
        return found

    monkeypatch.setattr(chips, "held", held_and_then_dealt)
    tables.open_table(alice, "house", mode="ranked")
    dealing[0].join(20)
    assert held(alice) == (1_800, 200)
    assert balance(table) == 1_800


def test_match_that_ends_while_it_is_opened_again_is_followed_by_a_new_one(monkeypatch: Patch) -> None:
    alice = account()
    over, lock = ranked_table(alice), store.lock

    def left_and_locked(table_id: int) -> None:
        play.submit(over.id, Leave(at=0, seat=ALICE))
        lock(table_id)

    monkeypatch.setattr(store, "lock", left_and_locked)
    again = tables.open_table(alice, "house", mode="ranked")
    assert (again.pk != over.pk, again.status) == (True, Table.Status.PLAYING)
    assert held(alice) == (2_000, 0)


def somebody_waits() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_locks WHERE NOT granted")
        return cursor.fetchone() is not None


def test_six_takers_of_the_hours_chips_get_them_once(monkeypatch: Patch) -> None:
    give_cards(monkeypatch, LOST)
    alice = account()
    table = ranked_table(alice)
    answer(table, Bet(1_000))
    answer(table, Stand())
    took = at_once(*(partial(chips.take_hourly, alice) for _ in range(6)))
    assert took.count(2_000) == 1
    assert {getattr(refused, "code", refused) for refused in took} == {2_000, "enough_chips"}
    assert held(alice) == (2_000, 0)
    books_are_right()


def test_two_tabs_that_deal_with_different_bets_are_one_round_of_one_of_them(monkeypatch: Patch) -> None:
    give_cards(monkeypatch, WON)
    alice = account()
    table = ranked_table(alice)
    shown = prompt_of(state_of(table.id), ALICE)
    assert shown is not None
    bets = (100, 200, 300, 400)
    deals = [Act(at=0, seat=ALICE, token=shown.token, action=Bet(bet), seed=FRESH) for bet in bets]
    replies = at_once(*(partial(play.submit, table.id, deal) for deal in deals))
    (dealt,) = [bet for bet, reply in zip(bets, replies, strict=True) if not isinstance(reply, Exception)]
    refused = [reply for reply in replies if isinstance(reply, Exception)]
    assert {getattr(reply, "code", reply) for reply in refused} == {"already_acted"}
    assert held(alice) == (2_000 - 2 * dealt, 2 * dealt)
    assert len(moved(table)) == 1
    books_are_right()


def test_two_members_of_staff_who_approve_at_once_take_a_round_back_once(monkeypatch: Patch) -> None:
    """While its player bets again: the bet comes before the void or after it, the chips are the same."""
    give_cards(monkeypatch, WON, LOST)
    alice = account()
    table = ranked_table(alice)
    with own_clock() as clock:
        answer(table, Bet(100))
        answer(table, Stand())
        hand = Hand.objects.get()
        round_voids.ask_void(hand, reason="wrong card", staff="sue")
        clock.forward(table, 1_000)
        approvals = [
            partial(round_voids.approve_void, hand, staff=name) for name in ("tom", "tim", "tom", "tim")
        ]
        results = at_once(partial(answer, table, Bet(100)), *approvals)
    assert [each for each in results if isinstance(each, Exception)] == []
    assert len({each.approved_by for each in results[1:]}) == 1
    assert held(alice) == (1_800, 200)
    assert balance(table) == 1_800
    assert [kind for kind, _, _ in moved(table)].count("reverse") == 1
    assert scored(alice) == []
    books_are_right()
