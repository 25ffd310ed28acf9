"""Stakes of several currencies: what each seat pays in, agrees to and gets, beside a ledger that knows none of ours.

Prices are fixed: a TBTC is $65,000, a TETH $2,500, a TUSDT $1.
"""

from __future__ import annotations

import pytest
from django.db import connection
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from battle21.errors import AppError
from games.models import Hand, Match, Table
from games.rules.commands import GiveUp, Void
from games.services import play, records
from players.models import User
from tests.live.classic import books_are_right, forget_prices, next_hand, price_is, stand, tampering
from tests.live.mixed import (
    LITTLE,
    MOST,
    PAID,
    PLENTY,
    audited,
    free,
    inside,
    player,
    refused_with,
    spend,
    total,
)  # fmt: skip
from tests.live.seating import at_once, bring_seeds, state_of
from tests.wallet.auditor import Auditor
from wallet import selectors as wallet
from wallet.models import Transfer
from wallet.postings import Key
from wallet.services import give_test_coins

pytestmark = pytest.mark.django_db


# --- paying in ------------------------------------------------------------------------------------------------------


def test_each_seat_pays_in_what_it_is_made_of() -> None:
    alice, bob = player(LITTLE), player(PLENTY)
    table = total(alice, bob)
    bring_seeds(table.id)
    assert inside(alice) == PAID
    assert inside(bob) == {"TBTC": 7_693}
    assert free(alice) == {"TUSDT": 10**9 - 4_350_000}
    quotes = {line.currency: line.usd_price for line in wallet.settlement(f"match:{table.public_id}/1").lines}
    assert quotes == {"TBTC": 65_000 * 10**8, "TUSDT": 10**8}


def not_funded(table: Table, code: str, *people: User) -> None:
    """Seeds are there, Alice's last, but no stake is paid in: nothing moves for anybody; why, she alone is told."""
    before = [free(person) for person in people]
    refused_with(code, lambda: bring_seeds(table.id, (1, 0)))
    match = Match.objects.get(table=table)
    assert (match.reason, match.winners) == ("not_funded", [])
    assert [free(person) for person in people] == before
    assert not Transfer.objects.filter(kind="stake").exists()


@pytest.mark.django_db(transaction=True)
def test_price_that_moved_beyond_the_consent_charges_nobody() -> None:
    """At $55,000 the 1,000 units are 10 cents less; the consent has room for exactly that, at $54,999 it has not."""
    people = player(LITTLE), player(PLENTY)
    table = total(*people)
    price_is(54_999 * 10**8)
    not_funded(table, "above_consent", *people)


@pytest.mark.django_db(transaction=True)
def test_price_that_moved_within_the_consent_is_paid() -> None:
    alice, bob = player(LITTLE), player({"TETH": 10**18})
    table = total(alice, bob)
    price_is(55_000 * 10**8)
    bring_seeds(table.id)
    assert inside(alice) == {"TBTC": 1_000, "TUSDT": 4_450_000}


@pytest.mark.django_db(transaction=True)
def test_balance_that_fell_so_that_a_later_currency_must_give_more_charges_nobody() -> None:
    people = player(LITTLE), player(PLENTY)
    table = total(*people)
    spend(people[0], "TBTC", 900)
    not_funded(table, "above_consent", *people)


def test_balance_that_rose_leaves_the_composition_as_it_was() -> None:
    alice, bob = player(LITTLE), player(PLENTY)
    table = total(alice, bob)
    give_test_coins(player=alice.pk, currency="TBTC", units=10**8, key=Key("more", "TBTC"), actor="test")
    bring_seeds(table.id)
    assert inside(alice) == PAID


@pytest.mark.django_db(transaction=True)
def test_balance_that_is_gone_charges_nobody() -> None:
    people = player(LITTLE), player(PLENTY)
    table = total(*people)
    spend(people[0], "TUSDT", 10**9)
    not_funded(table, "insufficient_funds", *people)


@pytest.mark.django_db(transaction=True)
def test_quote_that_expired_between_page_and_click_is_replaced_by_a_newer_one() -> None:
    alice, bob = player(LITTLE), player(PLENTY)
    table = total(alice, bob, most=MOST)
    forget_prices()
    bring_seeds(table.id)
    assert inside(alice) == PAID


@pytest.mark.django_db(transaction=True)
def test_without_a_fresh_quote_of_one_currency_nobody_is_charged(monkeypatch: pytest.MonkeyPatch) -> None:
    people = player(LITTLE), player(PLENTY)
    table = total(*people)
    forget_prices()
    monkeypatch.setattr("wallet.services.prices.sources", dict)  # every source is down
    not_funded(table, "not_funded", *people)


# --- paying out, beside the auditor ---------------------------------------------------------------------------------


UNITS = {"TBTC": (0, 20_000), "TETH": (0, 4 * 10**15), "TUSDT": (50_000_000, 60_000_000)}
purses = st.fixed_dictionaries({code: st.integers(*ends) for code, ends in UNITS.items()})
ends = st.sampled_from(("gave_up_0", "gave_up_1", "void"))
few = settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
PRICES = {"TBTC": (65_000, 8), "TETH": (2_500, 18), "TUSDT": (1, 6)}


def due(purse: dict[str, int], cents: int) -> dict[str, int]:
    """By hand: in hundredths of a dollar times all decimals, so that nothing is rounded but the last amount."""
    rest, paid = cents * 10**18, {}
    for code in ("TBTC", "TETH", "TUSDT"):
        usd, decimals = PRICES[code]
        unit = usd * 100 * 10 ** (18 - decimals)
        paid[code] = min(purse[code], -(-rest // unit))
        rest = max(0, rest - paid[code] * unit)
    assert rest == 0
    return {code: units for code, units in paid.items() if units}


def is_worth(purse: dict[str, int], cents: int) -> bool:
    """Whether all of it together pays that."""
    worth: int = sum(
        units * PRICES[code][0] * 100 * 10 ** (18 - PRICES[code][1]) for code, units in purse.items() if units
    )
    return worth >= cents * 10**18


def with_books(held: tuple[dict[str, int], dict[str, int]]) -> tuple[tuple[User, User], Auditor]:
    people = player(held[0]), player(held[1])
    books = Auditor()
    for person, purse in zip(people, held, strict=True):
        for code, units in purse.items():
            books.give(person.pk, code, units)
    return people, books


@few
@given(held=st.tuples(purses, purses), end=ends, game=st.sampled_from(("tactical", "classic_series")))
def test_whole_stakes_of_several_currencies_end_as_the_auditor_says(
    held: tuple[dict[str, int], dict[str, int]], end: str, game: str
) -> None:
    people, books = with_books(held)
    table = total(*people, game=game)
    bring_seeds(table.id)
    cents = table.stake_cents or 0
    books.stake("m", (people[0].pk, people[1].pk), (due(held[0], cents), due(held[1], cents)))
    if end == "void":
        play.submit(table.id, Void(at=0, staff="support", reason="test"))
        books.give_back("m")
    else:
        loser = int(end[-1])
        play.submit(table.id, GiveUp(at=0, seat=loser))
        books.pay_out("m", [people[1 - loser].pk])
    audited(people, books, table)


@few
@given(held=st.tuples(purses, purses), hands=st.sampled_from((2, 4)))
def test_slices_of_several_currencies_end_as_the_auditor_says(
    held: tuple[dict[str, int], dict[str, int]], hands: int
) -> None:
    """Hand by hand, ties too; a slice of no unit moves nothing."""
    people, books = with_books(held)
    table = total(*people, game="classic_fixed", cents=250, hands=hands)
    bring_seeds(table.id)
    stakes = [due(purse, 250 * hands) for purse in held]
    for number in range(1, hands + 1):
        winner = stand(table)
        parts = [
            {code: s * number // hands - s * (number - 1) // hands for code, s in stake.items()}
            for stake in stakes
        ]
        books.stake(str(number), (people[0].pk, people[1].pk), (parts[0], parts[1]))
        if winner < 0:
            books.give_back(str(number))
        else:
            books.pay_out(str(number), [people[winner].pk])
        if number < hands:
            next_hand(table)
    audited(people, books, table)


@few
@given(held=st.tuples(purses, purses))
def test_each_unlimited_hand_is_composed_anew_within_what_was_agreed_to(
    held: tuple[dict[str, int], dict[str, int]],
) -> None:
    """Of what each has free by then, up to what each agreed to of it; where that is not enough, nobody pays."""
    people, books = with_books(held)
    table = total(*people, game="classic_unlimited", cents=100)
    bring_seeds(table.id)
    agreed = [seat.consent for seat in table.seats.order_by("number")]
    stakes = [due(purse, 100) for purse in held]
    for number in (1, 2):
        if number > 1:
            purses_now = [
                {code: min(free(person).get(code, 0), most.get(code, 0)) for code in PLENTY}
                for person, most in zip(people, agreed, strict=True)
            ]
            next_hand(table)
            if not all(is_worth(purse, 100) for purse in purses_now):
                assert [inside(person) for person in people] == [{}, {}]
                break
            stakes = [due(purse, 100) for purse in purses_now]
        assert [inside(person) for person in people] == stakes
        books.stake(str(number), (people[0].pk, people[1].pk), (stakes[0], stakes[1]))
        winner = stand(table)
        if winner < 0:
            books.give_back(str(number))
        else:
            books.pay_out(str(number), [people[winner].pk])
    play.submit(table.id, Void(at=0, staff="support", reason="test"))
    audited(people, books, table)


def test_a_pot_below_a_hundred_units_pays_no_rake_and_all_of_it_goes_to_the_winner() -> None:
    alice, bob = player({"TBTC": 49, "TUSDT": 10**8}), player({"TBTC": 50, "TUSDT": 10**8})
    table = total(alice, bob)
    bring_seeds(table.id)
    assert (inside(alice)["TBTC"], inside(bob)["TBTC"]) == (49, 50)
    play.submit(table.id, GiveUp(at=0, seat=0))
    assert (free(alice).get("TBTC", 0), free(bob)["TBTC"]) == (0, 99)
    assert not any(line.currency == "TBTC" and line.account_kind == "rake"
                   for line in wallet.settlement(f"match:{table.public_id}/1").lines)  # fmt: skip


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("code", "more"), [("TBTC", 1), ("TUSDT", -1), ("TUSDT", 1_000)])
def test_replay_names_a_stake_that_is_worth_something_else(code: str, more: int) -> None:
    alice, bob = player(LITTLE), player({"TETH": 10**18})
    table = total(alice, bob)
    bring_seeds(table.id)
    play.submit(table.id, GiveUp(at=0, seat=1))
    table.refresh_from_db()
    assert records.check_money(table) == ""
    with tampering() as cursor:
        cursor.execute(
            "UPDATE wallet_entry e SET amount = amount + %s FROM wallet_account a, wallet_transfer t WHERE "
            "a.id = e.account_id AND t.id = e.transfer_id AND t.kind = 'stake' AND a.kind = 'escrow' "
            "AND e.currency_id = %s",
            [more, code],
        )
    assert records.check_money(table).startswith("ledger: stake of seat 0 was ")


@pytest.mark.django_db(transaction=True)
def test_two_tables_that_race_for_one_balance_take_it_once_or_not_at_all() -> None:
    """Enough for one stake: one match is paid in whole, of the other nothing is."""
    alice = player({"TBTC": 1_000, "TUSDT": 4_350_000})
    guests = player(PLENTY), player(PLENTY)
    played = [total(alice, guest) for guest in guests]

    def pay_in(table: Table) -> str:
        try:
            bring_seeds(table.id)
        except AppError as refused:
            return refused.code
        finally:
            connection.close()
        return "paid"

    answers = at_once(*[lambda table=table: pay_in(table) for table in played])
    assert answers.count("paid") == 1
    assert set(answers) == {"paid", "not_funded"}
    assert inside(alice) == PAID
    assert free(alice) == {}
    assert [inside(guest) for guest in guests].count({}) == 1
    books_are_right()
    assert not Hand.objects.exists()
    assert {state_of(table.id).phase for table in played} == {"hand", "over"}
