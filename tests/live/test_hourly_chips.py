"""A thousand chips an hour for who has none left (rules.md, House Blackjack). Half-chips unless said."""

from __future__ import annotations

from datetime import timedelta

import pytest

from battle21.errors import AppError
from games.models import Table
from games.rules.actions import Bet, Stand
from games.rules.commands import Tick
from games.services import chips, play, store
from players.services.guests import create_guest
from tests.live.classic import own_clock, tampering
from tests.live.ranked import (
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
    ranked_table,
)

pytestmark = pytest.mark.django_db


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
    assert balance(table) == 2_008
    books_are_right()


def test_five_chips_are_enough(monkeypatch: Patch) -> None:
    _, alice = broke(monkeypatch, left=5)
    with pytest.raises(AppError) as refused:
        chips.take_hourly(alice)
    assert refused.value.code == "enough_chips"


def test_who_has_not_begun_has_a_thousand_to_begin_with_and_takes_no_second() -> None:
    alice = account()
    with pytest.raises(AppError) as refused:
        chips.take_hourly(alice)
    assert refused.value.code == "enough_chips"
    ranked_table(alice)
    assert held(alice) == (2_000, 0)


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
    took_them(ago=chips.EVERY - timedelta(seconds=20))
    with pytest.raises(AppError) as refused:
        chips.take_hourly(alice)
    assert (refused.value.code, refused.value.data) == ("chips_too_soon", {"minutes": 1})
    took_them(ago=chips.EVERY)
    chips.take_hourly(alice)
    assert held(alice) == (2_000, 0)


def took_them(ago: timedelta) -> None:
    """The last thousand is so old."""
    with tampering() as cursor:
        cursor.execute("UPDATE wallet_transfer SET created_at = statement_timestamp() - %s"
                       " WHERE idem_scope = 'hourly_chips'", [ago])  # fmt: skip


@pytest.mark.parametrize(
    ("wait", "minutes"),
    [
        (timedelta(), 0),
        (timedelta(microseconds=1), 1),
        (timedelta(minutes=1), 1),
        (timedelta(minutes=1, microseconds=1), 2),
        (chips.EVERY, 60),
    ],
)
def test_wait_is_told_in_minutes_that_are_enough(wait: timedelta, minutes: int) -> None:
    assert chips.minutes_of(wait) == minutes


def test_guest_takes_no_chips() -> None:
    with pytest.raises(AppError) as refused:
        chips.take_hourly(create_guest("Bob"))
    assert refused.value.code == "needs_account_for_chips"


def test_tick_before_the_bet_is_due_changes_nothing() -> None:
    table = ranked_table(account())
    version = store.fetch(table.id).version
    assert play.submit(table.id, Tick(at=0)).version == version
