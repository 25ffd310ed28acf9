"""What a day of the ledger comes to: one SHA-256 over its transfers with their entries, one over the balances at its
end. Pieces of SQL, for whoever closes a day and whoever proves it later; `d.day` is the day (UTC).

A day is a range of transfers' ids, which begin with their time. Of each transfer, in order of ids, the SHA-256 of these
lines in UTF-8 (texts as JSON strings, `-` for nothing, times in UTC to the microsecond):

    id, kind, scope, key, request's SHA-256 in hex, subject, part, id it reverses, actor, approved by, reason, time
    then, in order of accounts, one line for each entry:
    account seq currency amount balance-after quote price-of-the-quote

The day's content is the SHA-256 of those digests, one after another. The balances are lines too, in order of accounts:

    account kind ref currency owner seq balance

The day's digest is the SHA-256 of the digest of the day before (32 zero bytes for the first), the content and the
balances.
"""

from __future__ import annotations

NO_DAY_BEFORE = "decode(repeat('00', 32), 'hex')"


def _first_id(day: str) -> str:
    """Below every id of the day `day` (an expression), above those before it."""
    return f"(lpad(to_hex((extract(epoch FROM ({day})::timestamp) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid"


def _with(text: str, **pieces: str) -> str:
    """The statement with these pieces of our own in it."""
    for name, piece in pieces.items():
        text = text.replace("{" + name + "}", piece)
    return text


RANGE = {"first": _first_id("d.day"), "last": _first_id("d.day + 1")}

CONTENT = _with(
    """
    SELECT count(*) AS transfers, coalesce(sum(t.entries), 0)::bigint AS entries,
        sha256(coalesce(string_agg(t.digest, ''::bytea ORDER BY t.id), ''::bytea)) AS sha256
    FROM (
        SELECT t.id, count(e.account_id) AS entries, sha256(convert_to(concat_ws(E'\\n',
            t.id, t.kind, to_json(t.idem_scope), to_json(t.idem_key), encode(t.request_sha256, 'hex'),
            to_json(t.subject), to_json(t.part), coalesce(t.reverses_id::text, '-'), to_json(t.actor),
            to_json(t.approved_by), to_json(t.reason),
            to_char(t.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
            string_agg(concat_ws(' ', e.account_id, e.seq, e.currency_id, e.amount, e.balance_after,
                coalesce(e.quote_id::text, '-'), coalesce(q.usd_price::text, '-')), E'\\n' ORDER BY e.account_id)
        ), 'UTF8')) AS digest
        FROM wallet_transfer t
        LEFT JOIN wallet_entry e ON e.transfer_id = t.id
        LEFT JOIN wallet_quote q ON q.id = e.quote_id
        WHERE t.id >= {first} AND t.id < {last}
        GROUP BY t.id
    ) t
""",
    **RANGE,
)

# `d.wanted`: without it no account is looked at.
BALANCES = _with(
    """
    SELECT sha256(convert_to(coalesce(string_agg(concat_ws(' ', a.id, a.kind, to_json(a.ref), a.currency_id,
        coalesce(a.owner_id::text, '-'), e.seq, e.balance_after), E'\\n' ORDER BY a.id), ''), 'UTF8')) AS sha256
    FROM wallet_account a
    CROSS JOIN LATERAL (
        SELECT e.seq, e.balance_after FROM wallet_entry e
        WHERE e.account_id = a.id AND e.transfer_id < {last}
        ORDER BY e.seq DESC LIMIT 1
    ) e
    WHERE d.wanted
""",
    **RANGE,
)

CLOSE = _with(
    """
INSERT INTO wallet_closedday
    (day, transfers, entries, content_sha256, balances_sha256, previous_sha256, sha256, closed_at)
SELECT d.day, c.transfers, c.entries, c.sha256, b.sha256, d.previous, sha256(d.previous || c.sha256 || b.sha256),
    clock_timestamp()
FROM (
    SELECT %(day)s::date AS day, true AS wanted,
        coalesce((SELECT sha256 FROM wallet_closedday WHERE day = %(day)s::date - 1), {nothing}) AS previous
) d
CROSS JOIN LATERAL ({content}) c
CROSS JOIN LATERAL ({balances}) b
ON CONFLICT DO NOTHING
""",
    content=CONTENT,
    balances=BALANCES,
    nothing=NO_DAY_BEFORE,
)

# All days are recomputed, the balances those of the last.
CHANGED = _with(
    """
SELECT format('day %s: %s', w.day, array_to_string(w.wrong, ', '))
FROM (
    SELECT d.day, array_remove(ARRAY[
        CASE WHEN c.sha256 <> d.content_sha256 OR (c.transfers, c.entries) <> (d.transfers, d.entries)
            THEN format('its entries are not what they were (%s of %s)', c.entries, d.entries) END,
        CASE WHEN d.wanted AND b.sha256 <> d.balances_sha256
            THEN 'the balances at its end are not what they were' END,
        CASE WHEN d.sha256 <> sha256(d.previous_sha256 || d.content_sha256 || d.balances_sha256)
            THEN 'its digest is another one' END,
        CASE WHEN d.previous_sha256 <> coalesce(d.before, {nothing})
            THEN 'it is not chained to the day before' END,
        CASE WHEN d.day <> d.day_before + 1 THEN 'the day before is missing' END
    ], NULL) AS wrong
    FROM (
        SELECT *, lag(sha256) OVER w AS before, lag(day) OVER w AS day_before, day = max(day) OVER () AS wanted
        FROM wallet_closedday WINDOW w AS (ORDER BY day)
    ) d
    CROSS JOIN LATERAL ({content}) c
    CROSS JOIN LATERAL ({balances}) b
) w
WHERE w.wrong <> '{}'
UNION ALL
SELECT format('transfer %s: of a day before the first that was closed', id) FROM wallet_transfer
WHERE id < (SELECT {oldest} FROM wallet_closedday)
""",
    content=CONTENT,
    balances=BALANCES,
    nothing=NO_DAY_BEFORE,
    oldest=_first_id("min(day)"),
)
