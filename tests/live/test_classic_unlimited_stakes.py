"""Classic for a stake for every hand: paid in at the price of then, or waited, asked, and closed.

Who wins a hand is the cards' business; what that is worth follows from the rules.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from django.core.management import call_command

from battle21.errors import AppError
from games.models import Table
from games.rules.commands import GiveUp, Leave, Lost, Skip, Void
from games.rules.formats.two_seats import BOTH
from games.rules.table_view import view
from games.services import agreements, holds, play, records, store
from players.models import User
from tests.live.classic import (
    ALICE,
    BOB,
    COIN,
    DOLLAR,
    HAND,
    PRICE,
    SECOND,
    UNLIMITED,
    books_are_right,
    dealt,
    forget_prices,
    free_and_in_play,
    gained,
    go,
    held,
    leave,
    match_of,
    moved,
    next_hand,
    opened,
    own_clock,
    player,
    price_is,
    result_of,
    sit_out,
    stand,
    tampering,
    transfers,
)
from tests.live.seating import at_once, bring_seeds, prompt_of, state_of
from wallet.postings import Key
from wallet.services import give_test_coins, set_gate

pytestmark = pytest.mark.django_db(transaction=True)
in_one_transaction = pytest.mark.django_db
"""For what neither checks the whole ledger nor needs a second connection: it is undone faster than emptied."""

HAND_RAKE = 30  # 1 % of both, 3,078: 30.78 rounded down


@pytest.fixture
def people() -> tuple[User, User]:
    return player("Alice"), player("Bob")


def test_unlimited_from_sitting_out_to_running_out_of_time(people: tuple[User, User]) -> None:
    """Sit out, continue, sit out, time out: each hand is paid in and settled by itself, and waiting costs nothing."""
    with own_clock() as clock:
        table = dealt(UNLIMITED, people, DOLLAR)
        free = [COIN, COIN]
        for number in (1, 2):
            paid = tuple((had - HAND, HAND) for had in free)
            assert free_and_in_play(people) == paid, f"hand {number}"
            sit_out(table, BOB)
            sit_out(table, BOB, out=False)
            sit_out(table, BOB)
            winner = stand(table)
            free = [had - HAND + more for had, more in zip(free, gained(winner, HAND), strict=True)]
            clock.forward(table, 59 * SECOND)
            assert free_and_in_play(people) == tuple((had, 0) for had in free), (
                "nobody pays while he sits out"
            )
            assert state_of(table.id).phase == "between"
            if number == 1:
                go(table, BOB)
        clock.forward(table, SECOND)
    assert result_of(table) == ("left", [])
    assert [part for kind, part in transfers(table) if kind == "stake"] == ["hand:1", "hand:2"]
    assert free_and_in_play(people) == tuple((had, 0) for had in free)
    books_are_right()
    assert records.verify_hands() == (2, 0)
    call_command("replay", "--all")


@in_one_transaction
def test_next_hand_comes_by_itself_at_a_fresh_price(people: tuple[User, User]) -> None:
    with own_clock() as clock:
        table = dealt(UNLIMITED, people, DOLLAR)
        stand(table)
        price_is(PRICE * 2)
        clock.forward(table, 5 * SECOND)
    assert state_of(table.id).hand_number == 2
    assert moved(table, "stake", "hand:1")["escrow"] == 2 * HAND
    assert moved(table, "stake", "hand:2")["escrow"] == 2 * 770  # 769.2…
    assert held(people[0])[1] == 770


def test_both_skip_at_once_and_the_next_hand_is_paid_for_once(people: tuple[User, User]) -> None:
    table = dealt(UNLIMITED, people, DOLLAR)
    stand(table)
    skips = [lambda seat=seat: play.submit(table.id, Skip(at=0, seat=seat)) for seat in BOTH]
    assert not [reply for reply in at_once(*skips) if isinstance(reply, Exception)]
    assert [held(person)[1] for person in people] == [HAND, HAND]
    assert transfers(table)[-1] == ("stake", "hand:2")
    books_are_right()


def drain(person: User, other: User) -> None:
    """His coins go into other matches until they do not pay for a hand."""
    while held(person)[0] >= HAND:
        table = opened("tactical", (person, other), DOLLAR)
        bring_seeds(table.id)


def test_who_cannot_pay_for_the_next_hand_sits_out_and_is_told_why(people: tuple[User, User]) -> None:
    alice, bob = people[0], player("Charlie", units=2_000)
    table = dealt(UNLIMITED, (alice, bob), DOLLAR)
    stand(table)
    drain(bob, player("Dave"))
    had = held(alice)
    next_hand(table)
    state = state_of(table.id)
    shown = prompt_of(state, BOB)
    assert shown is not None
    assert (state.phase, shown.why) == ("between", "insufficient_funds")
    assert prompt_of(state, ALICE) is None
    for seat in (ALICE, None):
        assert b"insufficient" not in msgspec.json.encode(view(state, seat)), "why is his own business"
    assert held(alice) == had
    go(table, BOB)
    assert state_of(table.id).phase == "between", "asked again, as he still has nothing"

    give_test_coins(player=bob.pk, currency="TBTC", units=HAND, key=Key("test", "more"), actor="test")
    go(table, BOB)
    assert (state_of(table.id).phase, held(alice)[1]) == ("hand", HAND)
    leave_after_hand(table, ALICE)
    assert result_of(table) == ("left", [])
    books_are_right()
    call_command("replay", "--all")


def leave_after_hand(table: Table, seat: int) -> None:
    stand(table)
    play.submit(table.id, Leave(at=0, seat=seat))


def test_price_above_consent_is_agreed_to_anew_by_each_or_nobody_pays(people: tuple[User, User]) -> None:
    table = dealt(UNLIMITED, people, DOLLAR)
    stand(table)
    price_is(PRICE // 2)
    dear = 3_077  # $1 at $32,500: 3,076.9…
    next_hand(table)
    for seat in BOTH:
        shown = prompt_of(state_of(table.id), seat)
        assert shown is not None
        assert shown.why == "above_consent"
        assert prompt_of(state_of(table.id), 1 - seat) is None
        person = people[seat]
        with pytest.raises(AppError, match="above_consent"):
            agreements.agree_anew(person, table.public_id, token=shown.token, most_units=dear - 1)
        assert [held(each)[1] for each in people] == [0, 0]
        reply = agreements.agree_anew(person, table.public_id, token=shown.token, most_units=dear)
        assert not reply.repeated
        assert agreements.agree_anew(person, table.public_id, token=shown.token, most_units=dear).repeated
        play.expire(table.id)
    assert [held(each)[1] for each in people] == [dear, dear]
    with pytest.raises(AppError, match="no_such_seat"):
        agreements.agree_anew(player("Charlie"), table.public_id, token="1.1.0.1", most_units=dear)
    books_are_right()


@in_one_transaction
def test_who_is_refused_when_agreeing_has_not_agreed(
    people: tuple[User, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The minute is over when the answer comes."""
    table = dealt(UNLIMITED, people, DOLLAR)
    stand(table)
    price_is(PRICE // 2)
    next_hand(table)
    shown = prompt_of(state_of(table.id), ALICE)
    assert shown is not None
    before = [seat.consent for seat in table.seats.order_by("number")]
    late = store.database_ms() + 61_000
    monkeypatch.setattr(store, "clock_and_lease", lambda: (late, late))
    with pytest.raises(AppError):
        agreements.agree_anew(people[ALICE], table.public_id, token=shown.token, most_units=10**9)
    assert [seat.consent for seat in table.seats.order_by("number")] == before


@in_one_transaction
def test_playing_on_without_agreeing_to_the_price_is_asked_again(people: tuple[User, User]) -> None:
    table = dealt(UNLIMITED, people, DOLLAR)
    stand(table)
    price_is(PRICE // 2)
    next_hand(table)
    go(table, ALICE)
    shown = prompt_of(state_of(table.id), ALICE)
    assert shown is not None
    assert shown.why == "above_consent"
    assert [held(each)[1] for each in people] == [0, 0]


def without_prices(settings: Any) -> None:
    """No source gives any: an installation that is no demo has none yet."""
    forget_prices()
    settings.DEMO = False


@in_one_transaction
def test_match_waits_for_a_fresh_price_and_goes_on_when_there_is_one(
    people: tuple[User, User], settings: Any
) -> None:
    with own_clock() as clock:
        table = dealt(UNLIMITED, people, DOLLAR)
        stand(table)
        had = free_and_in_play(people)
        without_prices(settings)
        for ms in (5 * SECOND, *[10 * SECOND] * 3):
            state = clock.forward(table, ms)
            assert (state.phase, match_of(table).no_quote_until is not None) == ("between", True)
            assert state.prompts == (), "nobody is asked, nobody sits out"
        assert free_and_in_play(people) == had
        settings.DEMO = True
        state = clock.forward(table, 10 * SECOND)
    assert (state.phase, state.hand_number) == ("hand", 2)
    assert [held(each)[1] for each in people] == [HAND, HAND]
    assert records.verify_hands() == (1, 0)


def test_after_five_minutes_without_a_price_the_match_closes_and_nobody_has_paid(
    people: tuple[User, User], settings: Any
) -> None:
    with own_clock() as clock:
        table = dealt(UNLIMITED, people, DOLLAR)
        stand(table)
        had = free_and_in_play(people)
        without_prices(settings)
        clock.forward(table, 5 * SECOND)
        for _ in range(29):
            clock.forward(table, 10 * SECOND)
        assert result_of(table)[0] == ""
        clock.forward(table, 10 * SECOND)
    assert result_of(table) == ("no_quote", [])
    assert free_and_in_play(people) == had
    settings.DEMO = True
    books_are_right()
    call_command("replay", "--all")


@in_one_transaction
def test_either_may_leave_while_a_price_is_waited_for(people: tuple[User, User], settings: Any) -> None:
    table = dealt(UNLIMITED, people, DOLLAR)
    stand(table)
    without_prices(settings)
    with pytest.raises(AppError, match="not_funded"):
        next_hand(table)
    play.submit(table.id, Leave(at=0, seat=ALICE))
    assert result_of(table) == ("left", [])
    assert [held(each)[1] for each in people] == [0, 0]


def test_gate_ends_an_unlimited_match_after_the_hand_in_play(people: tuple[User, User]) -> None:
    gates: tuple[dict[str, bool], ...] = ({"frozen": True}, {"frozen": False, "excluded": True})
    with own_clock() as clock:
        for gate in gates:
            table = dealt(UNLIMITED, people, DOLLAR)
            set_gate(player=people[0].pk, reason="test", by="test", **gate)
            stand(table)
            had = free_and_in_play(people)
            clock.forward(table, 5 * SECOND)
            assert result_of(table) == ("closed", []), gate
            assert free_and_in_play(people) == had
            set_gate(player=people[0].pk, reason="test", by="test", frozen=False, excluded=False)
    books_are_right()


def test_currency_that_is_switched_off_ends_an_unlimited_match(people: tuple[User, User]) -> None:
    with own_clock() as clock:
        table = dealt(UNLIMITED, people, DOLLAR)
        stand(table)
        with tampering() as cursor:
            cursor.execute("UPDATE wallet_currency SET enabled = false WHERE code = 'TBTC'")
        clock.forward(table, 5 * SECOND)
        with tampering() as cursor:
            cursor.execute("UPDATE wallet_currency SET enabled = true WHERE code = 'TBTC'")
    assert result_of(table) == ("closed", [])
    books_are_right()


def test_away_in_a_hand_loses_it_and_away_between_hands_costs_nothing(people: tuple[User, User]) -> None:
    with own_clock() as clock:
        for in_hand in (True, False):
            table = dealt(UNLIMITED, people, DOLLAR)
            if not in_hand:
                stand(table)
            had = free_and_in_play(people)
            play.submit(table.id, Lost(at=0, seat=BOB, conn="test/1"))
            clock.forward(table, 60 * SECOND)
            if in_hand:
                assert result_of(table) == ("forfeit", [ALICE])
                assert held(people[0]) == (had[0][0] + 2 * HAND - HAND_RAKE, 0)
            else:
                assert result_of(table) == ("away", [])
                assert free_and_in_play(people) == had
    books_are_right()
    call_command("replay", "--all")


def test_hand_that_is_called_off_is_given_back(people: tuple[User, User]) -> None:
    table = dealt(UNLIMITED, people, DOLLAR)
    play.submit(table.id, Void(at=0, staff="support", reason="test"))
    assert moved(table, "refund", "hand:1") == {"escrow": -2 * HAND, "player": 2 * HAND}
    assert free_and_in_play(people) == ((COIN, 0), (COIN, 0))
    books_are_right()
    call_command("replay", "--all")


@pytest.mark.parametrize("end", ["void", "mutual", "gave_up"])
def test_second_hand_ends_by_itself_and_the_first_stays_as_it_was_settled(
    people: tuple[User, User], end: str
) -> None:
    with own_clock() as clock:
        table = dealt(UNLIMITED, people, DOLLAR)
        first = gained(stand(table), HAND)
        next_hand(table)
        assert [held(person)[1] for person in people] == [HAND, HAND]
        if end == "void":
            play.submit(table.id, Void(at=0, staff="support", reason="test"))
        elif end == "gave_up":
            play.submit(table.id, GiveUp(at=0, seat=BOB))
        else:
            for seat in BOTH:
                play.submit(table.id, Lost(at=0, seat=seat, conn=f"test/{seat}"))
            clock.forward(table, 60 * SECOND)
    assert result_of(table) == (end, [ALICE] if end == "gave_up" else [])
    second = gained(ALICE, HAND) if end == "gave_up" else (HAND, HAND)
    assert free_and_in_play(people) == tuple(
        (COIN - 2 * HAND + one + two, 0) for one, two in zip(first, second, strict=True)
    )
    books_are_right()
    call_command("replay", "--all")


@in_one_transaction
def test_hold_of_the_ledger_stops_the_next_hand_before_anybody_pays(people: tuple[User, User]) -> None:
    table = dealt(UNLIMITED, people, DOLLAR)
    stand(table)
    had = free_and_in_play(people)
    holds.place("ledger check 1: zero_sum")
    with pytest.raises(AppError, match="ledger_hold"):
        next_hand(table)
    assert free_and_in_play(people) == had
    assert holds.lift("support") == ([table.public_id], [])
    play.submit(table.id, Skip(at=0, seat=BOB))
    assert (state_of(table.id).hand_number, held(people[0])[1]) == (2, HAND)


@in_one_transaction
def test_leaving_by_the_answer_ends_it(people: tuple[User, User]) -> None:
    table = dealt(UNLIMITED, people, DOLLAR)
    sit_out(table, ALICE)
    stand(table)
    leave(table, ALICE)
    assert result_of(table) == ("left", [])
