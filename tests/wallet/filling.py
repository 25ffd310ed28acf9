"""A long history of one player, made at once."""

from __future__ import annotations

from django.db import connection

from players.models import User
from wallet import services


def fill(player: User, entries: int) -> None:
    """A history made at once: that many test coins of one unit each, a minute apart, the last one just now."""
    services.give_test_coins(
        player=player.pk, currency="TBTC", units=1, key=services.Key("fill", "0"), actor="test"
    )
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(
            """
            CREATE TEMP TABLE made ON COMMIT DROP AS
            SELECT n, uuidv7() AS id FROM generate_series(2, %(entries)s) AS n;
            UPDATE wallet_transfer SET created_at = now() - %(entries)s * interval '1 minute';
            INSERT INTO wallet_transfer (id, kind, idem_scope, idem_key, request_sha256, subject, part, actor,
                approved_by, reason, created_at)
            SELECT id, 'test_coins', 'fill', n::text, sha256(id::text::bytea), '', '', 'test', '', '',
                now() - (%(entries)s - n) * interval '1 minute' FROM made;
            INSERT INTO wallet_entry (account_id, seq, transfer_id, currency_id, amount, balance_after)
            SELECT a.id, n, made.id, 'TBTC', 1, n FROM made, wallet_account a
            WHERE a.owner_id = %(player)s AND a.kind = 'player';
            UPDATE wallet_balance b SET seq = %(entries)s, amount = %(entries)s FROM wallet_account a
            WHERE a.id = b.account_id AND a.owner_id = %(player)s;
            SET LOCAL session_replication_role = origin;
            ANALYZE wallet_transfer, wallet_entry, wallet_account, wallet_balance
            """,
            {"entries": entries, "player": player.pk},
        )
