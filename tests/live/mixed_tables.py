"""Tables for a stake of several currencies in the stack's database, and where its money is. See `Stack.call`."""

from __future__ import annotations

from io import StringIO
from typing import Any

from django.core.management import call_command
from django.db import connection, transaction

from games.services.stakes import TOTAL
from games.services.tables import join_table, open_table
from players.models import User
from tests.live.audit import books
from tests.support.seed import logged_in
from wallet import selectors as wallet
from wallet.models import Transfer
from wallet.postings import Key
from wallet.services import give_test_coins

PURSES = ({"TBTC": 1_000, "TUSDT": 10**9}, {"TBTC": 1_000, "TETH": 10**18})
"""Of Alice and of Bob. $5 are 1,000 TBTC (65 cents) and 4,350,000 TUSDT or 0.00174 TETH."""


def new_table() -> dict[str, Any]:
    """Both sit; nothing is paid in. As `Stack.seed`, with the players' numbers."""
    people = [logged_in(name) for name in ("Alice", "Bob")]
    for (user, _cookie), purse in zip(people, PURSES, strict=True):
        User.objects.filter(pk=user.pk).update(is_guest=False)
        user.is_guest = False
        for code, units in purse.items():
            give_test_coins(
                player=user.pk, currency=code, units=units, key=Key(user.public_id, code), actor="t"
            )
    alice, bob = (user for user, _cookie in people)
    table = open_table(alice, "tactical", mode="stake", stake_cents=500, currency=TOTAL, most_units=PURSES[0])
    join_table(bob, table.public_id, currency=TOTAL, most_units=PURSES[1])
    return {
        "table": table.public_id,
        "id": table.id,
        "cookies": [cookie for _, cookie in people],
        "people": [alice.pk, bob.pk],
    }


def money(table: str, people: list[int]) -> dict[str, Any]:
    """What each has, free and in play, by currency; the kinds of transfers that the table's match has led to.

    All of one moment: processes that live go on meanwhile.
    """
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        held = [wallet.balances(person) for person in people]
        made = Transfer.objects.filter(subject=f"match:{table}/1").order_by("id")
        kinds = list(made.values_list("kind", flat=True))
    return {
        "free": [{purse.currency: purse.free for purse in of if purse.free} for of in held],
        "inside": [{purse.currency: purse.in_play for purse in of if purse.in_play} for of in held],
        "transfers": kinds,
    }


def faults() -> list[str]:
    """Of the books, and of every replay."""
    call_command("replay", "--all", stdout=StringIO())
    return books()
