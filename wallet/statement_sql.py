"""What a statement asks the database. Text alone; `wallet.statements` says what the parameters are."""

from __future__ import annotations

# `low` of a search converges to the number of entries before its moment; one look-up by key a step.
SPANS = """
WITH RECURSIVE mine AS (
    SELECT a.id, a.currency_id, b.seq AS last
    FROM wallet_account a JOIN wallet_balance b ON b.account_id = a.id
    WHERE a.owner_id = %(player)s AND a.kind = 'player'
        AND (%(currency)s = '' OR a.currency_id = %(currency)s)
), search AS (
    SELECT mine.id, edge.begins, edge.moment, 0::bigint AS low, mine.last AS high
    FROM mine CROSS JOIN (VALUES
        (true, coalesce(%(first)s::timestamptz, '-infinity')), (false, coalesce(%(until)s::timestamptz, 'infinity'))
    ) AS edge(begins, moment)
    UNION ALL
    SELECT s.id, s.begins, s.moment,
        CASE WHEN s.earlier THEN s.middle ELSE s.low END, CASE WHEN s.earlier THEN s.high ELSE s.middle - 1 END
    FROM (
        SELECT search.*, (low + high + 1) / 2 AS middle, (
            SELECT t.created_at FROM wallet_entry e JOIN wallet_transfer t ON t.id = e.transfer_id
            WHERE e.account_id = search.id AND e.seq = (low + high + 1) / 2
        ) < moment AS earlier
        FROM search WHERE low < high
    ) AS s
)
SELECT mine.id, mine.currency_id, c.decimals, one.low, two.low,
    coalesce((SELECT e.balance_after FROM wallet_entry e WHERE e.account_id = mine.id AND e.seq = one.low), 0),
    coalesce((SELECT e.balance_after FROM wallet_entry e WHERE e.account_id = mine.id AND e.seq = two.low), 0)
FROM mine
JOIN wallet_currency c ON c.code = mine.currency_id
JOIN search one ON one.id = mine.id AND one.begins AND one.low = one.high
JOIN search two ON two.id = mine.id AND NOT two.begins AND two.low = two.high
ORDER BY c.shown_order, c.code
"""

# Rows of one page, each with the quote it used and, where it used none, the newest that counted then. One that counts
# ends within its lifetime, so it is found by its end.
PRICED = """
SELECT l.*, used.usd_price, used.fetched_at, used.source, newest.usd_price, newest.fetched_at, newest.source
FROM ({lines}) l(transfer, at, kind, subject, part, reason, account, currency, seq, amount, after, quote, by_then)
LEFT JOIN wallet_quote used ON used.id = l.quote
LEFT JOIN LATERAL (
    SELECT q.usd_price, q.fetched_at, q.source FROM wallet_quote q
    WHERE l.quote IS NULL AND q.currency_id = l.currency AND q.fetched_at <= l.at
        AND q.expires_at > l.at AND q.expires_at <= l.at + make_interval(secs => %(lifetime)s)
    ORDER BY q.expires_at DESC, q.id DESC LIMIT 1
) newest ON true
ORDER BY l.by_then DESC, l.account, l.seq DESC
"""

# Each account gives its newest lines by its key; only those of one page are sorted together. In an account the number
# decides, whatever the clock of the server did. OFFSET 0: a transfer is looked up by its key, however few there are in
# all when the planner thinks of reading them from one end to the other.
LINES = PRICED.replace(
    "{lines}",
    """
    SELECT e.transfer_id, e.created_at, e.kind, e.subject, e.part, e.reason, e.account_id, e.currency_id, e.seq,
        e.amount, e.balance_after, e.quote_id, e.by_then
    FROM unnest(%(accounts)s::bigint[], %(lows)s::bigint[], %(before)s::bigint[]) AS p(account, low, before)
    CROSS JOIN LATERAL (
        SELECT e.*, t.created_at, t.kind, t.subject, t.part, t.reason,
            min(t.created_at) OVER (ORDER BY e.seq DESC) AS by_then
        FROM (
            SELECT * FROM wallet_entry e WHERE e.account_id = p.account AND e.seq > p.low AND e.seq < p.before
            ORDER BY e.seq DESC LIMIT %(limit)s
        ) e CROSS JOIN LATERAL (SELECT * FROM wallet_transfer t WHERE t.id = e.transfer_id OFFSET 0) t
    ) e
    ORDER BY e.by_then DESC, e.account_id, e.seq DESC LIMIT %(limit)s
    """,
)

# What was for a few subjects is found by them, wherever it stands in the accounts.
LINES_OF_SUBJECTS = PRICED.replace(
    "{lines}",
    """
    SELECT t.id, t.created_at, t.kind, t.subject, t.part, t.reason, e.account_id, e.currency_id, e.seq,
        e.amount, e.balance_after, e.quote_id,
        min(t.created_at) OVER (PARTITION BY e.account_id ORDER BY e.seq DESC) AS by_then
    FROM wallet_transfer t
    JOIN wallet_entry e ON e.transfer_id = t.id
    JOIN unnest(%(accounts)s::bigint[], %(lows)s::bigint[], %(before)s::bigint[]) AS p(account, low, before)
        ON p.account = e.account_id AND e.seq > p.low AND e.seq < p.before
    WHERE t.subject = ANY (%(subjects)s) AND t.subject <> ''
    ORDER BY by_then DESC, e.account_id, e.seq DESC LIMIT %(limit)s
    """,
)

MOVED = """
SELECT e.currency_id, t.kind, CASE WHEN %(by_subject)s THEN t.subject ELSE '' END AS what, count(*), sum(e.amount)
FROM unnest(%(accounts)s::bigint[], %(lows)s::bigint[], %(before)s::bigint[]) AS p(account, low, before)
JOIN wallet_entry e ON e.account_id = p.account AND e.seq > p.low AND e.seq < p.before
JOIN wallet_transfer t ON t.id = e.transfer_id
WHERE %(subjects)s::text[] IS NULL OR (t.subject = ANY (%(subjects)s) AND t.subject <> '')
GROUP BY e.currency_id, t.kind, what ORDER BY e.currency_id, t.kind, what
"""
CURRENCIES = """
SELECT c.code FROM wallet_currency c
WHERE c.enabled OR EXISTS (
    SELECT FROM wallet_account a WHERE a.owner_id = %(player)s AND a.kind = 'player' AND a.currency_id = c.code
) ORDER BY c.shown_order, c.code
"""
