"""Play chips in the ledger: what may be moved from where, and that it is chips alone."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from django.db import transaction

from players.models import User
from wallet import selectors
from wallet.errors import AccountExcluded, AccountFrozen, InsufficientFunds, LedgerFault
from wallet.models import Account, Transfer
from wallet.postings import AccountRef, Key, Line, Posting, bank, escrow_account, player_account
from wallet.services import check_ledger, post_all, set_gate

pytestmark = pytest.mark.django_db
REF = "m/seat:0"


def post(kind: str, *lines: tuple[AccountRef, int], key: str = "") -> None:
    """One transfer; in a savepoint, so that a refusal leaves the test's transaction usable."""
    subject = "" if kind == "chips" else "m"
    posting = Posting(kind, Key("test", key or kind), tuple(Line(*line) for line in lines), "test", subject)
    with transaction.atomic():
        post_all([posting])


def purse(user: User) -> AccountRef:
    return player_account(user.pk, "CHIP")


def seat(user: User) -> AccountRef:
    return escrow_account(REF, user.pk, "CHIP")


def give(user: User, units: int) -> None:
    post("chips", (bank("CHIP"), -units), (purse(user), units))


def round_of(user: User, returned: int) -> UUID:
    """1,000 units of 10,000 are bet; the id of the payout."""
    give(user, 10_000)
    post("bet", (purse(user), -1_000), (seat(user), 1_000))
    lines = ((seat(user), -1_000), (purse(user), returned), (bank("CHIP"), 1_000 - returned))
    post("payout", *(line for line in lines if line[1]))
    return Transfer.objects.get(kind="payout").pk


def free(user: User) -> int:
    return next((held.free for held in selectors.balances(user.pk) if held.currency == "CHIP"), 0)


@pytest.mark.django_db(transaction=True)
def test_chips_come_from_nothing_and_the_house_pays_more_than_it_has(alice: User) -> None:
    """1,000 chips, 100 bet, 200 back; a chip is ten units."""
    give(alice, 10_000)
    post("bet", (purse(alice), -1_000), (seat(alice), 1_000))
    post("payout", (seat(alice), -1_000), (purse(alice), 2_000), (bank("CHIP"), -1_000))
    assert free(alice) == 11_000
    house = Account.objects.get(kind="operator", currency="CHIP")
    assert (int(house.balance.amount), house.may_go_negative) == (-11_000, True)
    assert check_ledger().faults == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("returned", "spent", "void", "right"),
    [
        (2_000, 0, -1_000, True),
        (2_000, 10_400, -600, True),  # he has not more any more
        (2_000, 10_399, -600, False),
        (2_000, 0, -600, False),
        (2_000, 0, -1_001, False),
        (2_000, 0, 1, False),
        (1_000, 0, -1, False),  # the round moved nothing
        (0, 0, 1_000, True),
        (0, 0, 999, False),
        (0, 9_000, 999, False),
        (0, 0, 1_001, False),
        (0, 0, -1, False),
    ],
)
def test_void_of_a_round_moves_back_what_it_moved_or_takes_all_that_is_left(
    alice: User, returned: int, spent: int, void: int, right: bool
) -> None:
    wrong = round_of(alice, returned)
    if spent:
        next_bet = (Line(purse(alice), -spent), Line(seat(alice), spent))
        post_all([Posting("bet", Key("test", "next"), next_bet, "test", "m", "hand:2")])
    lines = (Line(purse(alice), void), Line(bank("CHIP"), -void))
    signed: dict[str, Any] = {"reason": "wrong card", "reverses": wrong, "approved_by": "staff:2"}
    post_all([Posting("reverse", Key("test", "void"), lines, "staff:1", "m", **signed)])
    faults = check_ledger().faults
    assert {fault["invariant"] for fault in faults} == (set() if right else {"mirrored"})


@pytest.mark.django_db(transaction=True)
def test_void_takes_nothing_from_the_next_round(alice: User) -> None:
    wrong = round_of(alice, 1_000)
    bet = (Line(purse(alice), -50), Line(seat(alice), 50))
    post_all([Posting("bet", Key("test", "next"), bet, "test", "m", "hand:2")])
    lines = (Line(seat(alice), -50), Line(purse(alice), 50))
    signed: dict[str, Any] = {"reason": "wrong card", "reverses": wrong, "approved_by": "staff:2"}
    post_all([Posting("reverse", Key("test", "void"), lines, "staff:1", "m", **signed)])
    assert [fault["invariant"] for fault in check_ledger().faults] == ["mirrored"]


def test_bet_above_the_balance_is_refused(alice: User) -> None:
    give(alice, 50)
    with pytest.raises(InsufficientFunds):
        post("bet", (purse(alice), -51), (seat(alice), 51))
    assert free(alice) == 50


def test_bet_comes_from_the_purse_of_whose_seat_it_is(alice: User, bob: User) -> None:
    give(alice, 50)
    with pytest.raises(LedgerFault):
        post("bet", (purse(alice), -50), (seat(bob), 50))


@pytest.mark.parametrize(("gate", "refused"), [("frozen", AccountFrozen), ("excluded", AccountExcluded)])
def test_gates_stop_bets_and_never_what_comes_back(alice: User, gate: str, refused: type[Exception]) -> None:
    give(alice, 100)
    post("bet", (purse(alice), -50), (seat(alice), 50))
    set_gate(player=alice.pk, by="staff:sue", reason="test", **{gate: True})
    with pytest.raises(refused):
        post("bet", (purse(alice), -50), (seat(alice), 50), key="again")
    post("payout", (seat(alice), -50), (purse(alice), 50))
    assert free(alice) == 100


def test_house_plays_for_chips_alone(alice: User) -> None:
    """Not even where the operator has money of its own."""
    money = [(bank("TBTC"), -50), (player_account(alice.pk, "TBTC"), 50)]
    with pytest.raises(LedgerFault):
        post("chips", *money)
    coins = AccountRef("test", "faucet", "TBTC")
    with pytest.raises(LedgerFault):
        post("chips", (coins, -50), (player_account(alice.pk, "TBTC"), 50))
