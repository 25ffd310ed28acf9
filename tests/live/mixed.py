"""Players with several coins, their stakes of Total balance, and whether all of it came out as another ledger says."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest

from battle21.errors import AppError
from games.models import Table
from games.services import records, tables
from games.services.stakes import TOTAL
from players.models import User
from tests.live.classic import tampering
from tests.wallet.auditor import Auditor
from wallet import selectors as wallet
from wallet.postings import Key
from wallet.services import give_test_coins

PLENTY = {"TBTC": 10**8, "TETH": 10**18, "TUSDT": 10**9}
LITTLE = {"TBTC": 1_000, "TUSDT": 10**9}
"""1,000 units are worth 65 cents; the other $4.35 of $5 are 4,350,000 units."""
PAID = {"TBTC": 1_000, "TUSDT": 4_350_000}
MOST = {"TBTC": 1_000, "TUSDT": 4_450_000}
"""2 % of the whole $5 more: 100,000 units."""
AMPLE = dict.fromkeys(PLENTY, 10**30)
numbers = itertools.count()


def player(purse: dict[str, int], name: str = "") -> User:
    name = name or f"player-{next(numbers)}"
    user = User.objects.create_user(username=name.lower(), display_name=name, password=None)
    for code, units in purse.items():
        if units:
            give_test_coins(player=user.pk, currency=code, units=units, key=Key(name, code), actor="test")
    return user


def free(user: User) -> dict[str, int]:
    return {held.currency: held.free for held in wallet.balances(user.pk) if held.free}


def inside(user: User) -> dict[str, int]:
    return {held.currency: held.in_play for held in wallet.balances(user.pk) if held.in_play}


def spend(user: User, code: str, units: int) -> None:
    """Elsewhere: paid in at another table."""
    other = player({})
    with tampering() as cursor:
        for owner, change in ((user.pk, -units), (other.pk, 0)):
            cursor.execute(
                "UPDATE wallet_balance b SET amount = amount + %s FROM wallet_account a WHERE a.id = b.account_id "
                "AND a.kind = 'player' AND a.owner_id = %s AND a.currency_id = %s",
                [change, owner, code],
            )


def total(
    alice: User, bob: User, game: str = "tactical", most: Any = AMPLE, cents: int = 500, **options: int
) -> Table:
    table = tables.open_table(
        alice, game, mode="stake", stake_cents=cents, currency=TOTAL, most_units=most, options=options
    )
    return tables.join_table(bob, table.public_id, currency=TOTAL, most_units=AMPLE)


def refused_with(code: str, call: Callable[[], Any]) -> None:
    with pytest.raises(AppError) as refused:
        call()
    assert refused.value.code == code


def audited(people: tuple[User, User], books: Auditor, table: Table) -> None:
    """Everybody has what the other ledger says; nothing is left inside; the replay comes to the same transfers."""
    for person in people:
        assert inside(person) == {}
        assert free(person) == {code: units for code, units in books.free[person.pk].items() if units}
    settlement = wallet.settlement(f"match:{table.public_id}/1")
    assert not any(settlement.totals.values())
    assert not any(settlement.left.values())
    raked = {line.currency: 0 for line in settlement.lines}
    for line in settlement.lines:
        raked[line.currency] += line.units if line.account_kind == "rake" else 0
    assert {code: units for code, units in raked.items() if units} == {
        code: units for code, units in books.raked.items() if units
    }
    table.refresh_from_db()
    assert records.check_money(table) == ""
