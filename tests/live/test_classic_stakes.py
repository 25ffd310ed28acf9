"""Classic for one stake: slices of it (fixed), or the whole (series).

Who wins a hand is the cards' business; what that is worth follows from the rules.
"""

from __future__ import annotations

import pytest
from django.core.management import call_command

from games import books, purses
from games.hands_seen import HandCause
from games.models import Match, Table
from games.rules.commands import GiveUp, Lost, Void
from games.rules.formats.two_seats import BOTH, TIED
from games.services import play, records, tables
from players.models import User
from tests.live.classic import (
    ALICE,
    BOB,
    COIN,
    DOLLAR,
    FIXED,
    SECOND,
    SERIES,
    books_are_right,
    dealt,
    free_and_in_play,
    gained,
    held,
    moved,
    next_hand,
    own_clock,
    player,
    price_is,
    result_of,
    stand,
    transfers,
)
from wallet.services import set_gate

pytestmark = pytest.mark.django_db(transaction=True)
in_one_transaction = pytest.mark.django_db
"""For what neither checks the whole ledger nor needs a second connection: it is undone faster than emptied."""

SEVEN_UNITS = 8_571_428_571_428_572
"""At this price of a coin (1e-8 USD) $6 are 6.99… units: 7."""
MILLION_AND_THREE = 59_999_820_001
"""At this one they are 1,000,002.99…: 1,000,003."""


@pytest.fixture
def people() -> tuple[User, User]:
    return player("Alice"), player("Bob")


@pytest.mark.parametrize(
    ("price", "slices"),
    [(SEVEN_UNITS, (1, 1, 1, 1, 1, 2)), (MILLION_AND_THREE, (166_667,) * 5 + (166_668,))],
)
def test_each_fixed_hand_is_settled_when_it_ends_and_no_unit_is_lost(
    people: tuple[User, User], price: int, slices: tuple[int, ...]
) -> None:
    price_is(price)
    table = dealt(FIXED, people, DOLLAR, hands=6)
    whole = sum(slices)
    free = [COIN - whole, COIN - whole]
    assert free_and_in_play(people) == ((free[0], whole), (free[1], whole))
    for number, slice_ in enumerate(slices, 1):
        winner = stand(table)
        free = [had + more for had, more in zip(free, gained(winner, slice_), strict=True)]
        whole -= slice_
        assert free_and_in_play(people) == ((free[0], whole), (free[1], whole)), f"hand {number}"
        kind, rake = ("refund", 0) if winner == TIED else ("settle", 2 * slice_ // 100)
        lines = {"escrow": -2 * slice_, "player": 2 * slice_ - rake} | ({"rake": rake} if rake else {})
        assert moved(table, kind, f"hand:{number}") == lines
        books_are_right()
        if number < len(slices):
            next_hand(table)
    assert whole == 0
    assert result_of(table)[0] == "hands"
    assert records.verify_hands() == (6, 0)
    call_command("replay", "--all")


@in_one_transaction
@pytest.mark.parametrize("gate", [{"excluded": True}, {"frozen": True}])
@pytest.mark.parametrize("key", [FIXED, SERIES])
def test_who_is_shut_out_in_mid_match_plays_it_to_its_end_and_is_paid(
    people: tuple[User, User], key: str, gate: dict[str, bool]
) -> None:
    """rules.md, All games: a match with an end is finished. All that is in play comes back to the two, less rake."""
    table = dealt(key, people, DOLLAR, hands=2)
    set_gate(player=people[ALICE].pk, reason="test", by="test", **gate)
    stand(table)
    while Match.objects.get(table=table).ended_at is None:
        next_hand(table)
        stand(table)
    assert result_of(table)[0] == "hands"
    assert [held(each)[1] for each in people] == [0, 0]
    rake = sum(moved(table, *one).get("rake", 0) for one in transfers(table))
    assert sum(held(each)[0] for each in people) == 2 * COIN - rake


def test_forfeit_after_hand_3_of_6_pays_the_rest_as_won_hands(people: tuple[User, User]) -> None:
    with own_clock() as clock:
        table = dealt(FIXED, people, DOLLAR, hands=6)
        for _ in range(3):
            stand(table)
            next_hand(table)
        before = free_and_in_play(people)
        finished = transfers(table)
        play.submit(table.id, Lost(at=0, seat=BOB, conn="test/1"))
        clock.forward(table, 60 * SECOND)
    # $6 are 9,231 units (9,230.77); halves of 9,231 over 6: 1538, 1539, 1538 | 1539, 1538, 1539
    assert result_of(table) == ("forfeit", [ALICE])
    assert transfers(table)[: len(finished)] == finished, "finished hands are final"
    rest = [("settle", f"hand:{number}") for number in (4, 5, 6)]
    assert transfers(table)[len(finished) :] == rest
    assert [moved(table, *one)["rake"] for one in rest] == [30, 30, 30]
    won = 2 * (1_539 + 1_538 + 1_539) - 90
    assert free_and_in_play(people) == ((before[0][0] + won, 0), (before[1][0], 0))
    books_are_right()
    assert records.verify_hands() == (4, 0)
    call_command("replay", "--all")


def test_giving_up_a_fixed_match_pays_every_hand_that_is_not_settled(people: tuple[User, User]) -> None:
    table = dealt(FIXED, people, DOLLAR, hands=2)
    play.submit(table.id, GiveUp(at=0, seat=ALICE))
    # $2 are 3,077 units: 1,538 and 1,539; 1 % of both slices: 30 each time.
    assert transfers(table) == [("stake", ""), ("settle", "hand:1"), ("settle", "hand:2")]
    assert free_and_in_play(people) == ((COIN - 3_077, 0), (COIN + 3_077 - 60, 0))
    books_are_right()


@pytest.mark.parametrize("called_off", ["mutual", "void"])
def test_calling_off_gives_back_what_no_hand_has_settled(people: tuple[User, User], called_off: str) -> None:
    with own_clock() as clock:
        table = dealt(FIXED, people, DOLLAR, hands=4)
        winner = stand(table)
        next_hand(table)
        if called_off == "void":
            play.submit(table.id, Void(at=0, staff="support", reason="test"))
        else:
            for seat in BOTH:
                play.submit(table.id, Lost(at=0, seat=seat, conn=f"test/{seat}"))
            clock.forward(table, 60 * SECOND)
    assert result_of(table) == (called_off, [])
    # $4 are 6,154 units; the first of four slices is 1,538.
    assert moved(table, "refund") == {"escrow": -2 * 4_616, "player": 2 * 4_616}
    first = gained(winner, 1_538)
    assert free_and_in_play(people) == tuple((COIN - 1_538 + more, 0) for more in first)
    books_are_right()
    assert records.verify_hands() == (2, 0)
    call_command("replay", "--all")


@in_one_transaction
def test_a_hand_of_a_fixed_match_shows_the_lines_it_led_to(people: tuple[User, User]) -> None:
    table = dealt(FIXED, people, DOLLAR, hands=4)
    stand(table)
    next_hand(table)
    play.submit(table.id, GiveUp(at=0, seat=BOB))
    names = {people[0].pk: "Alice", people[1].pk: "Bob"}

    def hands_of(cause: HandCause) -> set[int]:
        lines = books.settled(
            f"match:{table.public_id}/1", people[0], names, caused_by=cause, everything=True
        ).lines
        return {line.hand for line in lines}

    assert hands_of(HandCause(1, first=True, last=False)) == {0, 1}, "the whole stake, and its own"
    assert hands_of(HandCause(2, first=False, last=True)) == {2, 3, 4}, "and those never dealt"
    statement = purses.wallet_of(people[0]).lines
    assert [line.hand for line in statement[:3]] == [4, 3, 2]


def test_stake_of_a_series_is_the_value_of_a_hand_times_their_number(people: tuple[User, User]) -> None:
    table = dealt(SERIES, people, DOLLAR, hands=10)
    assert table.stake_cents == 10 * DOLLAR
    stake = 15_385  # $10: 15,384.6
    assert free_and_in_play(people) == ((COIN - stake, stake),) * 2
    stand(table)
    assert transfers(table) == [("stake", "")], "a hand moves nothing"
    play.submit(table.id, GiveUp(at=0, seat=BOB))
    assert moved(table, "settle") == {"escrow": -2 * stake, "player": 2 * stake - 307, "rake": 307}
    assert held(people[0]) == (COIN + stake - 307, 0)
    books_are_right()
    call_command("replay", "--all")


@in_one_transaction
def test_rematch_of_a_series_is_for_the_same_whole_stake(people: tuple[User, User]) -> None:
    table = dealt(SERIES, people, DOLLAR, hands=6)
    play.submit(table.id, GiveUp(at=0, seat=BOB))
    again = tables.rematch(people[0], Table.objects.get(pk=table.pk))
    assert (again.stake_cents, again.options["hands"]) == (6 * DOLLAR, 6)
