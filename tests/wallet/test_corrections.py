"""Corrections: everything the other way round, once, with a reason and two signatures."""

from __future__ import annotations

from typing import Any

import pytest

from players.models import User
from tests.wallet.conftest import Give
from tests.wallet.support import free, rake, refund, refused, seat, settle, stake
from wallet import selectors, services
from wallet.errors import (
    AlreadyReversed,
    InsufficientFunds,
    LedgerFault,
)
from wallet.models import Entry
from wallet.services import Key, Line

pytestmark = pytest.mark.django_db


def settled_match(alice: User, bob: User, give: Give) -> services.Posted:
    for player in (alice, bob):
        give(player, TBTC=100)
    seats = [seat("m", n, player, TBTC=100) for n, player in enumerate((alice, bob))]
    stake("m", *seats)
    return settle("m", *seats, winners=[alice])


def test_a_reversal_puts_everything_back_and_the_match_can_be_refunded(
    alice: User, bob: User, give: Give
) -> None:
    wrong = settled_match(alice, bob, give)
    services.reverse(transfer_id=wrong.id, reason="wrong card", actor="staff:1", approved_by="staff:2")
    assert (free(alice), free(bob), rake()) == (0, 0, 0)
    refund("m", *selectors.escrows(["m/seat:0", "m/seat:1"]), part="void")
    assert (free(alice), free(bob)) == (100, 100)


def test_a_transfer_is_reversed_once(alice: User, bob: User, give: Give) -> None:
    wrong = settled_match(alice, bob, give)
    by: dict[str, Any] = {"reason": "wrong card", "actor": "staff:1", "approved_by": "staff:2"}
    first = services.reverse(transfer_id=wrong.id, **by)
    assert services.reverse(transfer_id=wrong.id, **by) == (first.id, True)
    entries = Entry.objects.filter(transfer=wrong.id).select_related("account")
    lines = [
        Line(services.AccountRef(e.account.kind, e.account.ref, "TBTC", e.account.owner_id), -e.amount)
        for e in entries
    ]
    with refused(AlreadyReversed):
        services.post(kind="reverse", lines=lines, key=Key("t", "1"), reverses=wrong.id, subject="m", **by)
    with refused(LedgerFault):
        services.reverse(transfer_id=first.id, **by)


def test_what_the_winner_has_spent_is_not_taken_below_zero(alice: User, bob: User, give: Give) -> None:
    wrong = settled_match(alice, bob, give)
    stake("n", seat("n", 0, alice, TBTC=150))
    with refused(InsufficientFunds) as caught:
        services.reverse(transfer_id=wrong.id, reason="wrong card", actor="staff:1", approved_by="staff:2")
    assert caught.value.player == alice.pk


@pytest.mark.parametrize(
    "by",
    [
        {"reason": "", "actor": "staff:1", "approved_by": "staff:2"},
        {"reason": "wrong", "actor": "staff:1", "approved_by": "staff:1"},
        {"reason": "wrong", "actor": "staff:1", "approved_by": ""},
    ],
)
def test_a_reversal_has_a_reason_and_two_signatures(
    by: dict[str, str], alice: User, bob: User, give: Give
) -> None:
    wrong = settled_match(alice, bob, give)
    with pytest.raises(ValueError, match="two different"):
        services.reverse(transfer_id=wrong.id, **by)
