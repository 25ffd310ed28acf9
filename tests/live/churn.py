"""Many changes and many tables, as fast as the database lets them. Called through `Stack.call`."""

from __future__ import annotations

import random
from typing import Any

from battle21.errors import AppError
from games.rules.runtime import next_due
from games.services import store
from tests.live.seating import play_on, playing_table, state_of


def churn(table: int, changes: int, seed: int) -> int:
    """So many new versions of the table, fewer if a player is taken for away meanwhile; the last one."""
    dice = random.Random(seed)
    goal = store.fetch(table).version + changes
    while store.fetch(table).version < goal:
        if store.fetch(table).state.paused_at is not None:  # type: ignore[union-attr]
            break
        try:
            state = play_on(table, dice, timid=True)
        except AppError as refused:
            if refused.code != "paused":  # away since the look above
                raise
            break
        assert state.phase != "over", "the match ended before there were enough changes"
    return store.fetch(table).version


def playing(game: str, tables: int) -> list[dict[str, Any]]:
    """Tables at their first decision whose players have connections that no web process knows."""
    made = []
    for _ in range(tables):
        table = playing_table(game)
        made.append({"id": table.id, "table": table.public_id, "due": next_due(state_of(table.id))})
    return made
