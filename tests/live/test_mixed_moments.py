"""What may happen between agreeing to a stake of several currencies and paying it in; and several tables at once."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from django.db import connection, transaction

from battle21.errors import AppError
from games.models import JournalEntry, Match, Seat, Table
from games.rules.clocks import next_due
from games.rules.commands import DECODER, GiveUp, NotFunded, Tick
from games.rules.contracts import Effect
from games.rules.runtime import step
from games.services import play, records, settle, stakes, store, tables
from games.services.stakes import TOTAL
from players.models import User
from tests.live.classic import books_are_right, forget_prices
from tests.live.mixed import AMPLE, LITTLE, PLENTY, free, inside, player, total
from tests.live.seating import at_once, bring_seeds, state_of
from tests.live.ties import answered, bring, seeds_for, way_to_a_tie
from tests.wallet.coins import make_coins, quote_coins
from wallet import selectors as wallet
from wallet.models import Currency, Entry, Quote, Transfer
from wallet.postings import Key, Posting
from wallet.services import give_test_coins, post_all

pytestmark = pytest.mark.django_db(transaction=True)
in_one_transaction = pytest.mark.django_db
"""For what neither checks the whole ledger nor needs a second connection: it is undone faster than emptied."""


def switch(code: str, *, on: bool) -> None:
    """As staff do (`manage.py currency`)."""
    Currency.objects.filter(code=code).update(enabled=on)


def refusal(table: Table) -> str:
    """Of the last seed: Alice's."""
    with pytest.raises(AppError) as refused:
        bring_seeds(table.id, (1, 0))
    return refused.value.code


# --- a currency is switched off ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", ["TBTC", "TUSDT"])
def test_currency_that_is_switched_off_while_a_seat_waits_charges_nobody(code: str) -> None:
    """The first of Alice's two, and the one that gives the rest. Players hear that it could not be paid in; why, the
    journal says."""
    people = player(LITTLE), player({"TETH": 10**18})
    table = total(*people)
    switch(code, on=False)
    assert refusal(table) == "not_funded"
    assert (Match.objects.get(table=table).reason, state_of(table.id).phase) == ("not_funded", "over")
    told = DECODER.decode(JournalEntry.objects.filter(table=table).latest("seq").body)
    assert isinstance(told, NotFunded)
    assert told.code == "currency_disabled"
    assert [free(person) for person in people] == [LITTLE, {"TETH": 10**18}]
    assert not Transfer.objects.filter(kind="stake").exists()
    books_are_right()


def test_currency_that_is_switched_off_although_it_is_not_needed_any_more_refuses_too() -> None:
    """Alice could pay with TBTC alone by now. But she has agreed to both, and no stake is made of less behind her back
    (docs/ledger.md, Several currencies)."""
    alice, bob = player({"TBTC": 5_000, "TUSDT": 10**9}), player(PLENTY)
    table = total(alice, bob)
    Seat.objects.filter(user=alice).update(most_by_currency={"TBTC": str(10**8), "TUSDT": str(10**9)})
    give_test_coins(player=alice.pk, currency="TBTC", units=10**6, key=Key("more", "TBTC"), actor="test")
    switch("TUSDT", on=False)
    assert refusal(table) == "not_funded"
    assert inside(alice) == {}


@in_one_transaction
def test_currency_that_is_switched_off_cannot_be_agreed_to_and_is_refused_by_its_code() -> None:
    alice = player(LITTLE)
    switch("TUSDT", on=False)
    for currency, most in ((TOTAL, AMPLE), ("TUSDT", None)):
        with pytest.raises(AppError) as refused:
            tables.open_table(
                alice, "tactical", mode="stake", stake_cents=500, currency=currency, most_units=most
            )
        assert (refused.value.code, refused.value.data) == ("currency_disabled", {"currency": "TUSDT"})
    assert not Table.objects.exists()


def test_currency_that_is_switched_off_in_mid_match_is_paid_out() -> None:
    alice, bob = player(LITTLE), player({"TETH": 10**18})
    table = total(alice, bob)
    bring_seeds(table.id)
    for code in ("TBTC", "TUSDT", "TETH"):
        switch(code, on=False)
    play.submit(table.id, GiveUp(at=0, seat=0))
    assert inside(bob) == {}
    assert free(bob)["TUSDT"] == 4_350_000 - 43_500
    assert free(bob)["TBTC"] == 1_000 - 10
    books_are_right()


# --- prices -----------------------------------------------------------------------------------------------------------


@in_one_transaction
def test_ten_dollars_of_12345_units_of_btc_and_the_rest_of_usdt() -> None:
    """The issue's numbers: at 65,432.10 the units are worth $8.077592745; the rest is 1,921,831 units at 1.0003."""
    make_coins()
    quote_coins()
    alice, bob = player({"EIGHT": 12_345, "SIX": 10**9}), player({"EIGHT": 10**8})
    most = {"EIGHT": 12_345, "SIX": 10**9}
    table = tables.open_table(
        alice, "tactical", mode="stake", stake_cents=1_000, currency=TOTAL, most_units=most
    )
    tables.join_table(bob, table.public_id, currency="EIGHT")
    bring_seeds(table.id)
    assert inside(alice) == {"EIGHT": 12_345, "SIX": 1_921_831}
    assert inside(bob) == {"EIGHT": 15_284}  # 10 / 65,432.10 = 0.000152830…
    play.submit(table.id, GiveUp(at=0, seat=1))
    # Of 27,629 and of 1,921,831 units one in a hundred, rounded down, is rake.
    assert free(alice) == {"EIGHT": 27_629 - 276, "SIX": 10**9 - 19_218}
    table.refresh_from_db()
    assert records.check_money(table) == ""


@in_one_transaction
def test_five_dollars_of_btc_at_65432_10_are_7642_units() -> None:
    make_coins()
    quote_coins()
    people = player({"EIGHT": 10**8}), player({"EIGHT": 10**8})
    table = tables.open_table(people[0], "tactical", mode="stake", stake_cents=500, currency="EIGHT")
    tables.join_table(people[1], table.public_id, currency="EIGHT")
    bring_seeds(table.id)
    assert [inside(person) for person in people] == [{"EIGHT": 7_642}, {"EIGHT": 7_642}]


@in_one_transaction
def test_both_stakes_at_65000_make_a_pot_of_15386_and_a_rake_of_153() -> None:
    alice, bob = player({"TBTC": 10**8}), player({"TBTC": 10**8})
    table = total(alice, bob)
    bring_seeds(table.id)
    play.submit(table.id, GiveUp(at=0, seat=1))
    lines = [line for line in wallet.settlement(f"match:{table.public_id}/1").lines if line.kind == "settle"]
    assert sorted(line.units for line in lines) == [-7_693, -7_693, 153, 15_386 - 153]


def test_source_that_flaps_charges_nobody_or_the_newest_price(settings: Any) -> None:
    """Gone when the first match is to be paid in, back for the second: each of the two is whole."""
    people = player(LITTLE), player({"TETH": 10**18})
    first, second = total(*people), total(*people)
    forget_prices()
    settings.DEMO = False
    assert refusal(first) == "not_funded"
    assert [inside(person) for person in people] == [{}, {}]
    settings.DEMO = True
    bring_seeds(second.id)
    assert inside(people[0]) == {"TBTC": 1_000, "TUSDT": 4_350_000}
    used = set(Entry.objects.filter(transfer__kind="stake").values_list("quote_id", flat=True))
    assert used == {Quote.objects.filter(currency=code).latest("id").pk for code in ("TBTC", "TETH", "TUSDT")}
    books_are_right()


@in_one_transaction
def test_no_player_names_a_quote() -> None:
    """A stake has no field for one, and what is sent besides is no consent."""
    alice = player(LITTLE)
    with pytest.raises(AppError) as refused:
        stakes.consent(alice, 500, TOTAL, {**AMPLE, "quote": 1})
    assert refused.value.code == "unknown_currency"


# --- one step, one posting --------------------------------------------------------------------------------------------


def test_hand_is_paid_out_and_the_next_paid_in_with_one_call(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bob has nothing but his stake: what comes back is what the next hand is made of. All locks of the step are taken
    in one order."""
    calls: list[list[str]] = []

    def noted(postings: Sequence[Posting]) -> Any:
        calls.append([posting.kind for posting in postings])
        return post_all(postings)

    monkeypatch.setattr(settle, "post_all", noted)
    alice, bob = player(PLENTY), player({"TBTC": 1_539})
    table = total(alice, bob, game="classic_unlimited", cents=100)
    bring(table.id, seeds_for(table.id, ties=1))
    assert inside(bob) == {"TBTC": 1_539}
    tie_and_deal_at_once(table)
    assert calls == [["stake"], ["refund", "stake"]]
    assert (state_of(table.id).hand_number, inside(bob), free(bob)) == (2, {"TBTC": 1_539}, {})
    books_are_right()
    assert records.check_money(table) == ""


def tie_and_deal_at_once(table: Table) -> None:
    """What ends the hand and what begins the next in one transaction, as a match of the past is written (demo_past)."""
    loaded = store.fetch(table.id)
    state = loaded.state
    assert state is not None
    way = list(way_to_a_tie(state, loaded.deals))
    entries: list[store.Entry] = []
    effects: tuple[Effect, ...] = ()
    while state.hand_number == 1:
        due = next_due(state)
        command = answered(state, way.pop(0)) if way else Tick(at=due or 0)
        state, more = step(state, command, loaded.deals)
        entries.append(store.Entry(command, state))
        effects += more
    with transaction.atomic():
        play.write_played(loaded, tuple(entries), effects)


# --- several tables at once -------------------------------------------------------------------------------------------


UNPAID = {"not_funded", "insufficient_funds", "above_consent"}
"""What who brings the last seed may be told."""


def pay_in(table: Table, dice: random.Random) -> str:
    """Both seeds, in either order; "paid" or why not."""
    order = dice.choice(((0, 1), (1, 0)))
    for _ in range(5):
        try:
            bring_seeds(table.id, order)
        except AppError as refused:
            if refused.code in ("busy", "ledger_busy"):
                continue  # nothing was moved: the same again
            return refused.code
        finally:
            connection.close()
        return "paid"
    return "busy"


@pytest.mark.parametrize("seed", range(2))
def test_tables_that_are_paid_in_at_once_from_one_balance_never_overdraw_it(seed: int) -> None:
    """Alice waits at six tables, with enough for about three; half of the guests bring the last seed, half Alice does.
    Bob, at two of them, waits the other way round. Each match is paid in whole or not at all, by what was agreed to."""
    dice = random.Random(seed)
    alice, bob = player({"TBTC": 9_000, "TETH": 10**15, "TUSDT": 9_000_000}), player(PLENTY)
    before = free(alice)
    guests = [player(PLENTY) for _ in range(4)]
    played = [total(alice, guest) for guest in guests] + [total(bob, alice) for _ in range(2)]
    agreed = {table.id: table.seats.get(user=alice).consent for table in played}

    answers = at_once(*[lambda table=table: pay_in(table, dice) for table in played])
    paid = [table for table, answer in zip(played, answers, strict=True) if answer == "paid"]
    assert paid, answers
    assert set(answers) <= {"paid", *UNPAID}, answers
    staked: dict[str, int] = {}
    for table in played:
        phase = state_of(table.id).phase
        assert phase == ("hand" if table in paid else "over")
        mine = units_of(table, alice)
        assert bool(mine) is (table in paid)
        assert all(units <= agreed[table.id].get(code, 0) for code, units in mine.items()), (mine, agreed)
        for code, units in mine.items():
            staked[code] = staked.get(code, 0) + units
        table.refresh_from_db()
        assert records.check_money(table) == ""
    assert inside(alice) == staked
    assert {code: free(alice).get(code, 0) + staked.get(code, 0) for code in before} == before
    books_are_right()


def units_of(table: Table, user: User) -> dict[str, int]:
    return {
        line.currency: line.units
        for line in wallet.settlement(f"match:{table.public_id}/1").lines
        if line.account_kind == "escrow" and line.player == user.pk
    }


def test_matches_that_are_paid_in_and_paid_out_at_once_wait_for_none_of_each_other() -> None:
    """Three of Alice's matches end while three others begin, all with Bob: what she wins may be staked anew, or not."""
    dice = random.Random(3)
    alice, bob = player({"TBTC": 9_000, "TETH": 10**15, "TUSDT": 20_000_000}), player(PLENTY)
    ending = []
    for people in ((alice, bob), (bob, alice), (alice, bob)):
        ending.append(total(*people))
        bring_seeds(ending[-1].id)
    beginning = [total(*people) for people in ((bob, alice), (alice, bob), (bob, alice))]

    def give_up(table: Table) -> str:
        for _ in range(5):
            try:
                play.submit(table.id, GiveUp(at=0, seat=dice.choice((0, 1))))
            except AppError as refused:
                if refused.code != "busy":
                    raise
            else:
                return "over"
        return "busy"

    answers = at_once(
        *[lambda table=table: give_up(table) for table in ending],
        *[lambda table=table: pay_in(table, dice) for table in beginning],
    )
    assert answers[:3] == ["over"] * 3
    assert set(answers[3:]) <= {"paid", *UNPAID}, answers
    books_are_right()
    assert all(free(alice).get(code, 0) >= 0 for code in PLENTY)
    settled = [table for table, answer in zip(beginning, answers[3:], strict=True) if answer == "paid"]
    assert bool(inside(alice)) is bool(settled)
