"""Whose hands count: players' own accounts. Staff, demo players, guests and players of a partner's sandbox are not
ranked. Asked when a hand is added, and for standings each minute."""

from __future__ import annotations

from django.db import connection

from players.models import PartnerPlayer, User

RANKED_SQL = f"""NOT (
    u.is_staff OR u.is_superuser OR u.is_demo OR u.is_guest
    OR EXISTS (
        SELECT 1 FROM {PartnerPlayer._meta.db_table} pp JOIN players_partner p ON p.id = pp.partner_id
        WHERE pp.user_id = u.id AND p.is_test
    )
)"""  # noqa: S608 -- text of our own
"""A condition on a row `u` of players_user. Text of our own, without parameters."""

USERS = User._meta.db_table


def is_ranked(player: int) -> bool:
    """Whether hands of this player would count now."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {RANKED_SQL} FROM {USERS} u WHERE u.id = %s", [player])  # noqa: S608 -- text of our own
        row = cursor.fetchone()
    return bool(row and row[0])
