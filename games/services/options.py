"""What is played at a table that still waits for players: its creator may change it while nobody else sits there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from games import broadcast
from games.errors import refusal
from games.models import Table
from games.rules.catalog import GAMES
from games.rules.game import Game
from games.services import stakes
from games.services.tables import Payment


def change_options(user: Any, public_id: str, options: Mapping[str, int], payment: Payment) -> Table:
    """Set some of the game's options; all others stay. The value of a hand stays, too: where it is multiplied the
    stake changes, so that its creator agrees to the new one by `payment` (needed for a stake alone).

    Takes turns with `join_table`. Who had looked at the old terms is refused (`terms_mark`).
    Raises AppError: unknown_table, not_creator, not_open, already_joined, bad_option, and for a stake bad_stake and
    what `stakes.consent` raises.
    """
    with transaction.atomic():
        table = Table.objects.select_for_update().filter(public_id=public_id).first()
        if table is None:
            raise refusal("unknown_table")
        _check_may_change(user, table)
        game = GAMES[table.game]
        chosen = {
            key: value for key, value in table.options.items() if key in {spec.key for spec in game.options}
        }
        checked = _checked(game, {**chosen, **options})
        if table.stake_cents is not None:
            _agree(user, table, game, checked, payment)
        table.options = {**table.options, **checked}
        table.save(update_fields=["options", "stake_cents"])
    broadcast.table_changed(table.id, 0)
    return table


def _check_may_change(user: Any, table: Table) -> None:
    if table.created_by_id != user.pk:
        raise refusal("not_creator")
    if table.status != Table.Status.OPEN:
        raise refusal("not_open")
    if table.rematch_of_id is not None or table.seats.exclude(user=user).exists():
        raise refusal("already_joined")  # who is asked for a rematch is asked for the same again


def _checked(game: Game, options: Mapping[str, int]) -> dict[str, int]:
    try:
        return game.checked_options(options)
    except (KeyError, ValueError, TypeError) as wrong:
        raise refusal("bad_option", option=str(wrong.args[0])) from None


def _agree(user: Any, table: Table, game: Game, options: Mapping[str, int], payment: Payment) -> None:
    """The whole stake of the same value, and what its creator pays for it at most."""
    assert table.stake_cents is not None
    value = stakes.value_of(game, table.options, table.stake_cents)
    table.stake_cents = stakes.whole(game, options, value)
    least = game.values_in_stake(options)
    agreed = stakes.consent(user, table.stake_cents, *payment, least_units=least, taken=table.currencies)
    table.seats.filter(user=user).update(**agreed)
