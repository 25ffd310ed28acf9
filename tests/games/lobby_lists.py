"""Tables to be listed in the lobby, and what its pages list."""

from __future__ import annotations

import re
from typing import Any

from games.models import Table
from games.services import tables
from players.models import User
from tests.games.staking import player
from tests.games.test_views import open_free
from tests.live.seating import guests

GAME = "tactical"


def staked(host: User, cents: int, currency: str = "TBTC") -> Table:
    return tables.open_table(host, GAME, mode="stake", stake_cents=cents, currency=currency)


def open_ids(page: Any) -> list[str]:
    """Public ids of the free seats on a page, in its order."""
    return re.findall(r'id="open-(\w{10})"', page.content.decode())


def open_five_tables() -> dict[str, str]:
    """Public ids by name: one for nothing and four for a stake, two of them at the edges of a band."""
    (alice,) = guests("Alice")
    ids = {"free": open_free(alice).public_id}
    rich = player("Bob", TBTC=10**12, TUSDT=10**12)
    for name, cents, currency in (
        ("five", 500, "TBTC"),
        ("more", 501, "TBTC"),
        ("fifty", 5_000, "TUSDT"),
        ("much", 60_000, "TBTC"),
    ):
        ids[name] = staked(rich, cents, currency).public_id
    return ids
