"""Finished hands of poker in a stack's database. Called through `Stack.call`."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from games.models import Lease, Table
from tests.live.seating import act, bring_seeds
from tests.support.seed import new_table


def all_in_hand() -> dict[str, Any]:
    """Bets on the flop, all-in on the turn, and called: {"hand": public id, "cookies": […], "players": […]}."""
    table = new_table(mode="free", game="heads_up", clock=1, people=2, waiting=False, private=False)
    table_id = Table.objects.get(public_id=table["table"]).id
    # The players are connected to this process: without a lease of its own the stack's would call them away.
    lease = Lease.objects.create(process="test", renewed_at=timezone.now())
    bring_seeds(table_id)
    for kind, amount in (
        ("raise", 90), ("call", 0), ("check", 0), ("bet", 60), ("call", 0), ("bet", 850), ("call", 0),
    ):  # fmt: skip
        act(table_id, kind, amount)
    lease.delete()
    hand = Table.objects.get(pk=table_id).hands.get()
    return {"hand": hand.public_id, **table}
