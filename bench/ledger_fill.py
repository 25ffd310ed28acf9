"""A long history for the ledger's benchmark, made in bulk: past matches of two stakes in two currencies, settled, and
matches that wait for their settlements. As right as if posted one by one: `check_ledger` is asked afterwards."""

from __future__ import annotations

from typing import Any

import psycopg

CURRENCIES = ("TBTC", "TUSDT")
PLAYERS = 1_000
STAKE = 1_000
RAKE = 20
ENTRIES_A_MATCH = 16
CHUNK = 50_000
"""Matches made in one transaction."""

MATCHES = """
CREATE TEMP TABLE made ON COMMIT DROP AS
SELECT m, ids.stake, ids.settle, at,
    p[1 + m %% cardinality(p)] AS one, p[1 + (m + 1 + m / cardinality(p) %% 7) %% cardinality(p)] AS other
FROM generate_series(%(first)s::bigint, %(last)s::bigint) AS m,
    (SELECT array_agg(id ORDER BY id) FROM players_user) AS players(p),
    LATERAL (SELECT now() - interval '1 hour' - (%(last)s - m) * interval '10 ms') AS t(at),
    LATERAL (
        SELECT (lpad(to_hex(floor(extract(epoch FROM at) * 1000)::bigint + 0 * m), 12, '0') || '7'
                   || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid,
               (lpad(to_hex(floor(extract(epoch FROM at) * 1000)::bigint + 1), 12, '0') || '7'
                   || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid
    ) AS ids(stake, settle)
"""
TRANSFERS = """
INSERT INTO wallet_transfer (id, kind, idem_scope, idem_key, request_sha256, subject, part, actor, approved_by,
    reason, created_at)
SELECT id, kind, 'past', kind || ':' || m, sha256(id::text::bytea), 'bench:' || m, '', 'system:fill', '', '', at
FROM made, LATERAL (VALUES (stake, 'stake'), (settle, 'settle')) AS t(id, kind)
WHERE kind = 'stake' OR %(settled)s
"""
ESCROWS = """
INSERT INTO wallet_account (kind, ref, currency_id, family, owner_id, lock_rank, may_go_negative)
SELECT 'escrow', 'bench:' || m || '/seat:' || seat, currency, 'test', player, 20, false
FROM made, LATERAL (VALUES (0, one), (1, other)) AS s(seat, player), unnest(%(currencies)s::text[]) AS currency
"""
LINES = """
CREATE TEMP TABLE lines ON COMMIT DROP AS
SELECT l.transfer, a.id AS account, a.currency_id AS currency, l.amount, m, l.kind
FROM made
CROSS JOIN unnest(%(currencies)s::text[]) AS currency
CROSS JOIN LATERAL (VALUES
    (stake, 'stake', 'player', one::text, -%(stake)s::numeric),
    (stake, 'stake', 'player', other::text, -%(stake)s),
    (stake, 'stake', 'escrow', 'bench:' || m || '/seat:0', %(stake)s),
    (stake, 'stake', 'escrow', 'bench:' || m || '/seat:1', %(stake)s),
    (settle, 'settle', 'escrow', 'bench:' || m || '/seat:0', -%(stake)s),
    (settle, 'settle', 'escrow', 'bench:' || m || '/seat:1', -%(stake)s),
    (settle, 'settle', 'player', one::text, 2 * %(stake)s - %(rake)s),
    (settle, 'settle', 'rake', (m %% 16)::text, %(rake)s)
) AS l(transfer, kind, account_kind, ref, amount)
JOIN wallet_account a ON a.kind = l.account_kind AND a.ref = l.ref AND a.currency_id = currency
WHERE l.kind = 'stake' OR %(settled)s
"""
BALANCES = """
INSERT INTO wallet_balance (account_id, currency_id, may_go_negative, amount, seq)
SELECT id, currency_id, may_go_negative, 0, 0 FROM wallet_account a
WHERE id >= %(first_account)s AND NOT EXISTS (SELECT FROM wallet_balance b WHERE b.account_id = a.id)
"""
ENTRIES = """
INSERT INTO wallet_entry (account_id, seq, transfer_id, currency_id, amount, balance_after, quote_id)
SELECT account, b.seq + row_number() OVER w, transfer, currency, l.amount, b.amount + sum(l.amount) OVER w,
    CASE WHEN kind = 'stake' THEN (SELECT max(id) FROM wallet_quote q WHERE q.currency_id = currency) END
FROM lines l JOIN wallet_balance b ON b.account_id = account
WINDOW w AS (PARTITION BY account ORDER BY m, kind DESC)
"""
MOVE = """
UPDATE wallet_balance b SET amount = b.amount + l.total, seq = b.seq + l.number
FROM (SELECT account, sum(amount) AS total, count(*) AS number FROM lines GROUP BY account) l
WHERE b.account_id = l.account
"""
STATEMENTS = (
    MATCHES, TRANSFERS, ESCROWS, "ANALYZE made", LINES, BALANCES, "ANALYZE lines", ENTRIES, MOVE,
)  # fmt: skip


def fill(
    superuser: psycopg.Connection[Any], *, first: int, matches: int, settled: bool, stake: int = STAKE
) -> None:
    """Matches numbered from `first`. With triggers off, for speed: the statements keep what the triggers demand."""
    for start in range(first, first + matches, CHUNK):
        with superuser.transaction():
            superuser.execute("SET LOCAL session_replication_role = replica")
            superuser.execute("SET LOCAL work_mem = '256MB'")
            cursor = psycopg.ClientCursor(superuser)  # CREATE TABLE AS takes no parameters of the server's
            known = superuser.execute("SELECT coalesce(max(id), 0) + 1 FROM wallet_account").fetchone()
            values = {
                "first": start,
                "last": min(start + CHUNK, first + matches) - 1,
                "currencies": list(CURRENCIES),
                "stake": stake,
                "rake": RAKE,
                "settled": settled,
                "first_account": known[0] if known else 1,
            }
            for statement in (
                MATCHES,
                TRANSFERS,
                ESCROWS,
                "ANALYZE made",
                LINES,
                BALANCES,
                "ANALYZE lines",
                ENTRIES,
                MOVE,
            ):
                cursor.execute(statement, values)
    superuser.execute("VACUUM ANALYZE wallet_entry, wallet_transfer, wallet_balance, wallet_account")
