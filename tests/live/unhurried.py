"""A table for two people at which no clock runs, so that a result stands as long as a test looks at it.

Called through `Stack.call`.
"""

from __future__ import annotations

from typing import Any

from games.models import Table
from games.services.tables import join_table, open_table
from tests.support.seed import logged_in


def table_for_two(game: str) -> dict[str, Any]:
    """Alice and Bob sit there and have brought nothing yet: as from `Stack.seed`."""
    (alice, first), (bob, second) = logged_in("Alice"), logged_in("Bob")
    table = open_table(alice, game, mode="free")
    # Practice alone has no clocks, and only bots to play against: here the other seat is a person's.
    Table.objects.filter(pk=table.pk).update(mode=Table.Mode.PRACTICE, clock=0)
    join_table(bob, table.public_id, invitation=table.invitation)
    return {
        "table": table.public_id,
        "id": table.id,
        "cookies": [first, second],
        "players": [alice.public_id, bob.public_id],
    }
