"""Staff take a ranked round back: chips and score are as if it had never been. Half-chips unless said."""

from __future__ import annotations

import pytest

from battle21.errors import AppError
from games.models import Hand, RoundVoid, Table
from games.rules.actions import Bet, Split, Stand
from games.services import records, round_voids
from leaderboard.models import RankedHand, Told
from players.models import User
from tests.live.classic import own_clock
from tests.live.ranked import (
    BEGUN_WITH,
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

pytestmark = pytest.mark.django_db


def one_round(monkeypatch: Patch, cards: str, *more: str) -> tuple[User, Table, Hand]:
    """Alice has bet 100 chips and stood."""
    give_cards(monkeypatch, cards, *more)
    alice = account()
    table = ranked_table(alice)
    answer(table, Bet(100))
    answer(table, Stand())
    return alice, table, Hand.objects.get()


def void(hand: Hand, asks: str = "sue", approves: str = "tom", reason: str = "wrong card") -> RoundVoid:
    """`asks` "": nobody."""
    if asks:
        round_voids.ask_void(hand, reason=reason, staff=asks)
    return round_voids.approve_void(hand, staff=approves)


@committed
def test_voided_round_has_never_been_for_chips_and_score(monkeypatch: Patch) -> None:
    alice, table, hand = one_round(monkeypatch, WON)
    assert scored(alice) == [(0, 200)]
    round_voids.ask_void(hand, reason="wrong card", staff="sue")
    assert held(alice) == (2_200, 0)
    done = round_voids.approve_void(hand, staff="tom")
    assert (done.asked_by, done.approved_by, done.reason) == ("staff:sue", "staff:tom", "wrong card")
    assert held(alice) == (BEGUN_WITH, 0)
    assert balance(table) == BEGUN_WITH
    assert moved(table)[-1] == ("reverse", "hand:1", {"player": -200, "operator": 200})
    assert scored(alice) == []
    assert round_voids.approve_void(hand, staff="tom").done_at == done.done_at
    assert held(alice) == (BEGUN_WITH, 0)
    assert records.check_money(table) == ""
    books_are_right()


def test_void_of_a_lost_round_gives_the_bet_back(monkeypatch: Patch) -> None:
    alice, _, hand = one_round(monkeypatch, LOST)
    void(hand)
    assert held(alice) == (BEGUN_WITH, 0)


def test_hand_that_is_voided_before_the_board_counted_it_never_counts(monkeypatch: Patch) -> None:
    alice, _, hand = one_round(monkeypatch, WON)
    void(hand)
    assert Told.objects.count() == 2
    assert scored(alice) == []


def test_void_takes_no_more_than_the_player_has(monkeypatch: Patch) -> None:
    """1,100 chips after the win; all but 50 are lost again, so of the 100 won 50 can be taken."""
    alice, table, hand = one_round(monkeypatch, WON, LOST)
    with own_clock() as clock:
        clock.forward(table, 1_000)
        answer(table, Bet(1_050))
        answer(table, Stand())
    void(hand)
    assert held(alice) == (0, 0)


def test_void_in_the_next_round_leaves_that_as_it_is(monkeypatch: Patch) -> None:
    """Won 100 chips, bet 100 again: 1,000 outside. The void takes 100; the round is lost: 900 are left."""
    alice, table, hand = one_round(monkeypatch, WON, LOST)
    with own_clock() as clock:
        clock.forward(table, 1_000)
        answer(table, Bet(100))
        void(hand)
        assert held(alice) == (1_800, 200)
        answer(table, Stand())
    assert held(alice) == (1_800, 0)
    assert balance(table) == 1_800


def test_void_after_an_extra_bet_of_the_next_round_takes_it_from_what_is_left(monkeypatch: Patch) -> None:
    """Won 100 chips; bet 100 and split for another 100: 900 outside, the void leaves 800; both hands are lost."""
    alice, table, hand = one_round(monkeypatch, WON, "8h 9c 8d Tc 3s 2s")
    with own_clock() as clock:
        clock.forward(table, 1_000)
        answer(table, Bet(100))
        answer(table, Split())
        void(hand)
        assert held(alice) == (1_600, 400)
        answer(table, Stand())
        answer(table, Stand())
    assert held(alice) == (1_600, 0)
    assert balance(table) == 1_600


@pytest.mark.parametrize(
    ("asks", "approves", "reason", "code"),
    [
        ("sue", "sue", "why", "second_signature"),
        ("", "tom", "why", "not_voidable"),
        ("sue", "tom", " ", "reason_missing"),
    ],
)
def test_void_needs_two_people_and_a_reason(
    monkeypatch: Patch, asks: str, approves: str, reason: str, code: str
) -> None:
    alice, _, hand = one_round(monkeypatch, WON)
    with pytest.raises(AppError) as refused:
        void(hand, asks, approves, reason)
    assert refused.value.code == code
    assert held(alice) == (2_200, 0)


def test_names_of_staff_may_be_long(monkeypatch: Patch) -> None:
    """Staff are often named by their addresses; a name has up to 150 characters."""
    alice, _, hand = one_round(monkeypatch, WON)
    names = [f"{'s' * 140}.{who}" for who in ("sue", "tom")]
    with pytest.raises(AppError, match="Another member of staff"):
        void(hand, names[0], names[0])
    done = round_voids.approve_void(hand, staff=names[1])
    assert done.asked_by != done.approved_by
    assert done.asked_by.startswith("staff:sss")
    assert held(alice) == (BEGUN_WITH, 0)
    assert scored(alice) == []
    assert RankedHand.objects.get().voided_by.count("staff:sss") == 2
