"""What must always be true of the ledger, as queries that find where it is not.

Each query gives one text per fault, naming ids; no row means all is well. They read one snapshot.
"""

from __future__ import annotations

from typing import NamedTuple

from wallet.day_digests import CHANGED


class Invariant(NamedTuple):
    name: str
    sentence: str
    query: str


ZERO_SUM = Invariant(
    "zero_sum",
    "Each transfer sums to zero in each currency, and has entries.",
    """
    SELECT format('transfer %s: %s %s', transfer_id, sum(amount), currency_id)
    FROM wallet_entry GROUP BY transfer_id, currency_id HAVING sum(amount) <> 0
    UNION ALL
    SELECT format('transfer %s: no entries', id) FROM wallet_transfer t
    WHERE NOT EXISTS (SELECT FROM wallet_entry e WHERE e.transfer_id = t.id)
    """,
)

BALANCES = Invariant(
    "balances",
    "A balance is the sum of its entries, and its number is the last entry's.",
    """
    SELECT format('account %s: balance %s at %s, entries %s up to %s', coalesce(b.account_id, e.account_id),
                  b.amount, b.seq, coalesce(e.total, 0), coalesce(e.last, 0))
    FROM wallet_balance b
    FULL JOIN (
        SELECT account_id, sum(amount) AS total, max(seq) AS last FROM wallet_entry GROUP BY account_id
    ) e ON e.account_id = b.account_id
    WHERE b.amount IS DISTINCT FROM coalesce(e.total, 0) OR b.seq IS DISTINCT FROM coalesce(e.last, 0)
    UNION ALL
    SELECT format('account %s: no balance', id) FROM wallet_account a
    WHERE NOT EXISTS (SELECT FROM wallet_balance b WHERE b.account_id = a.id)
    """,
)

CHAINS = Invariant(
    "chains",
    "An account's entries are numbered without a gap, each balance is the one before plus the amount.",
    """
    SELECT format('account %s entry %s: %s after %s of %s', account_id, seq, balance_after, before, amount)
    FROM (
        SELECT account_id, seq, amount, balance_after,
            lag(seq, 1, 0::bigint) OVER w AS seq_before, lag(balance_after, 1, 0::numeric) OVER w AS before
        FROM wallet_entry WINDOW w AS (PARTITION BY account_id ORDER BY seq)
    ) e
    WHERE seq <> seq_before + 1 OR balance_after <> before + amount
    """,
)

CONSERVED = Invariant(
    "conserved",
    "All accounts of a currency sum to zero.",
    """
    SELECT format('%s: %s', currency_id, sum(amount))
    FROM wallet_balance GROUP BY currency_id HAVING sum(amount) <> 0
    """,
)

NOT_BELOW_ZERO = Invariant(
    "not_below_zero",
    "Only what is outside, the faucet and the source of play chips may be below zero; no entry moves nothing.",
    """
    SELECT format('account %s: %s', b.account_id, b.amount)
    FROM wallet_balance b JOIN wallet_account a ON a.id = b.account_id
    WHERE b.amount < 0 AND NOT (a.kind IN ('external', 'test') OR (a.kind = 'operator' AND a.family = 'chips'))
    UNION ALL
    SELECT format('account %s entry %s: nothing moved', account_id, seq) FROM wallet_entry WHERE amount = 0
    """,
)

HONEST_FLAGS = Invariant(
    "honest_flags",
    "Balances and entries repeat their account's currency and rights; rank, family and owner follow from its kind.",
    """
    SELECT format('account %s: %s', x.id, array_to_string(x.wrong, ', '))
    FROM (
        SELECT a.id, array_remove(ARRAY[
            CASE WHEN c.family IS DISTINCT FROM a.family THEN 'family' END,
            CASE WHEN b.currency_id <> a.currency_id THEN 'currency of the balance' END,
            CASE WHEN b.may_go_negative <> a.may_go_negative OR a.may_go_negative
                <> (a.kind IN ('external', 'test') OR (a.kind = 'operator' AND a.family = 'chips'))
                THEN 'right to go below zero' END,
            CASE WHEN a.lock_rank <>
                CASE a.kind WHEN 'player' THEN 10 WHEN 'escrow' THEN 20 WHEN 'suspense' THEN 80 ELSE 90 END
                THEN 'rank' END,
            CASE WHEN (a.owner_id IS NOT NULL) <> (a.kind IN ('player', 'escrow'))
                OR (a.kind = 'player' AND a.ref <> a.owner_id::text) THEN 'owner' END,
            CASE WHEN (a.kind = 'test' AND a.family <> 'test') OR (a.kind = 'external' AND a.family <> 'money')
                THEN 'test coins and money' END
        ], NULL) AS wrong
        FROM wallet_account a
        LEFT JOIN wallet_balance b ON b.account_id = a.id
        LEFT JOIN wallet_currency c ON c.code = a.currency_id
    ) x
    WHERE x.wrong <> '{}'
    UNION ALL
    SELECT format('account %s entry %s: currency', e.account_id, e.seq)
    FROM wallet_entry e JOIN wallet_account a ON a.id = e.account_id WHERE e.currency_id <> a.currency_id
    """,
)

WHOLE = Invariant(
    "whole",
    "No entry without its account, transfer and quote; no transfer mixes families; the house plays for chips alone.",
    """
    SELECT format('account %s entry %s: %s is missing', e.account_id, e.seq,
                  CASE WHEN a.id IS NULL THEN 'account' WHEN t.id IS NULL THEN 'transfer' ELSE 'quote' END)
    FROM wallet_entry e
    LEFT JOIN wallet_account a ON a.id = e.account_id
    LEFT JOIN wallet_transfer t ON t.id = e.transfer_id
    LEFT JOIN wallet_quote q ON q.id = e.quote_id AND q.currency_id = e.currency_id
    WHERE a.id IS NULL OR t.id IS NULL OR (e.quote_id IS NOT NULL AND q.id IS NULL)
    UNION ALL
    SELECT format('transfer %s: %s and %s', e.transfer_id, min(c.family), max(c.family))
    FROM wallet_entry e JOIN wallet_currency c ON c.code = e.currency_id
    GROUP BY e.transfer_id HAVING min(c.family) <> max(c.family)
    UNION ALL
    SELECT DISTINCT format('transfer %s: %s of %s', t.id, t.kind, c.family)
    FROM wallet_transfer t JOIN wallet_entry e ON e.transfer_id = t.id JOIN wallet_currency c ON c.code = e.currency_id
    WHERE t.kind IN ('chips', 'bet', 'payout') AND c.family <> 'chips'
    """,
)

ACCOUNTED_FOR = Invariant(
    "accounted_for",
    "Each transfer says who made it and what for; a stake its quote; a correction its reason and two signatures.",
    """
    SELECT format('transfer %s: no actor, subject or signature', id) FROM wallet_transfer
    WHERE actor = '' OR (kind IN ('stake', 'settle', 'refund', 'bet', 'payout') AND subject = '')
        OR (kind = 'reverse' AND (reverses_id IS NULL OR reason = '' OR approved_by IN ('', actor)))
    UNION ALL
    SELECT format('transfer %s: account %s staked without a quote', t.id, e.account_id)
    FROM wallet_transfer t JOIN wallet_entry e ON e.transfer_id = t.id JOIN wallet_currency c ON c.code = e.currency_id
    WHERE t.kind = 'stake' AND c.family <> 'chips' AND e.quote_id IS NULL
    """,
)

MIRRORED = Invariant(
    "mirrored",
    "A correction moves back what its transfer moved: the same accounts and currencies, opposite amounts, once. Of a "
    "round of play chips that staff void it moves all that the round moved, or takes all that is left.",
    # Where the two add up to anything at all, it is no mirror. A void names the round's payout, and is measured by all
    # that the round moved: the whole of it, on each account, but what its player does not have any more.
    """
    WITH correction AS (
        SELECT c.id, c.subject, c.part, w.id AS wrong, w.kind AS wrong_kind, w.subject AS wrong_subject,
            w.part AS wrong_part
        FROM wallet_transfer c LEFT JOIN wallet_transfer w ON w.id = c.reverses_id
        WHERE c.kind = 'reverse'
    ), unlike AS (
        SELECT c.id, e.account_id, e.currency_id, sum(e.amount) AS left_over
        FROM correction c JOIN wallet_entry e ON e.transfer_id IN (c.id, c.wrong)
        GROUP BY c.id, e.account_id, e.currency_id HAVING sum(e.amount) <> 0
    ), beyond_its_round AS (
        SELECT e.transfer_id AS id
        FROM correction c JOIN wallet_entry e ON e.transfer_id = c.id
        JOIN wallet_account a ON a.id = e.account_id
        CROSS JOIN LATERAL (
            SELECT coalesce(sum(r.amount), 0) AS moved
            FROM wallet_transfer t JOIN wallet_entry r ON r.transfer_id = t.id
            WHERE t.subject = c.subject AND t.part = c.part AND t.kind IN ('bet', 'payout', 'refund')
                AND r.account_id = e.account_id
        ) AS round
        WHERE c.wrong_kind <> 'payout' OR a.family <> 'chips'
            OR e.amount NOT BETWEEN least(-round.moved, 0) AND greatest(-round.moved, 0)
            OR (a.kind = 'player' AND e.amount <> -round.moved AND (e.amount > 0 OR e.balance_after > 0))
    )
    SELECT format('transfer %s: corrects %s', id,
                  CASE WHEN wrong IS NULL THEN 'nothing there is' WHEN wrong_kind = 'reverse' THEN 'a correction'
                  ELSE format('%s %s', wrong_subject, wrong_part) END)
    FROM correction
    WHERE wrong IS NULL OR wrong_kind = 'reverse' OR (subject, part) <> (wrong_subject, wrong_part)
    UNION ALL
    SELECT format('transfer %s: corrected %s times', wrong, count(*))
    FROM correction GROUP BY wrong HAVING count(*) > 1
    UNION ALL
    SELECT format('transfer %s: account %s keeps %s %s', id, account_id, left_over, currency_id)
    FROM unlike WHERE id IN (SELECT id FROM beyond_its_round)
    """,
)

GATED = Invariant(
    "gated",
    "Each player with an account has a gate.",
    """
    SELECT DISTINCT format('player %s', a.owner_id) FROM wallet_account a
    WHERE a.kind = 'player' AND NOT EXISTS (SELECT FROM wallet_playergate g WHERE g.player_id = a.owner_id)
    """,
)

CLOSED_DAYS = Invariant(
    "closed_days",
    "A day that is over stays what it was, with its balances; each is chained to the one before.",
    CHANGED,
)

GUARDED = Invariant(
    "guarded",
    "The triggers and checks that keep all this are in place, and nobody but the owner can write past them.",
    """
    SELECT format('%s: trigger %s is missing or off', g.relation, g.name)
    FROM (VALUES
        ('wallet_entry', 'entry_append_only'), ('wallet_entry', 'entry_no_truncate'), ('wallet_entry', 'entry_belongs'),
        ('wallet_transfer', 'transfer_append_only'), ('wallet_transfer', 'transfer_no_truncate'),
        ('wallet_transfer', 'transfer_sums_to_zero'), ('wallet_transfer', 'transfer_of_chips'),
        ('wallet_account', 'account_append_only'),
        ('wallet_account', 'account_no_truncate'), ('wallet_balance', 'balance_by_entry'),
        ('wallet_balance', 'balance_begins_empty'), ('wallet_balance', 'balance_stays'),
        ('wallet_balance', 'balance_no_truncate'), ('wallet_currency', 'currency_fixed'),
        ('wallet_quote', 'quote_fixed'), ('wallet_ledgercheck', 'check_fixed'),
        ('wallet_closedday', 'closed_day_append_only'), ('wallet_closedday', 'closed_day_no_truncate'),
        ('wallet_closedday', 'closed_day_in_order'), ('wallet_transfer', 'transfer_in_an_open_day')
    ) AS g(relation, name)
    WHERE NOT EXISTS (
        SELECT FROM pg_trigger WHERE tgrelid = g.relation::regclass AND tgname = g.name AND tgenabled = 'O'
    )
    UNION ALL
    SELECT format('%s: constraint %s is missing', g.relation, g.name)
    FROM (VALUES
        ('wallet_balance', 'balance_not_below_zero'), ('wallet_balance', 'balance_negative_fk'),
        ('wallet_balance', 'balance_currency_fk'), ('wallet_account', 'account_negative'),
        ('wallet_account', 'account_rank'), ('wallet_account', 'account_owner'), ('wallet_account', 'account_outside'),
        ('wallet_account', 'account_faucet'), ('wallet_account', 'account_once'),
        ('wallet_account', 'account_currency_fk'), ('wallet_entry', 'entry_quote_fk'), ('wallet_entry', 'entry_once'),
        ('wallet_transfer', 'transfer_once'), ('wallet_transfer', 'transfer_reverses')
    ) AS g(relation, name)
    WHERE NOT EXISTS (
        SELECT FROM pg_constraint WHERE conrelid = g.relation::regclass AND conname = g.name AND convalidated
    )
    UNION ALL
    SELECT format('index %s is missing or not unique', name)
    FROM (VALUES ('transfer_resolves_once'), ('transfer_reversed_once')) AS g(name)
    WHERE NOT EXISTS (SELECT FROM pg_index WHERE indexrelid = to_regclass(name) AND indisunique AND indisvalid)
    UNION ALL
    SELECT format('%s: %s is granted to %s', c.oid::regclass, a.privilege_type, a.grantee::regrole)
    FROM pg_class c, aclexplode(c.relacl) AS a
    WHERE c.oid IN ('wallet_entry'::regclass, 'wallet_transfer'::regclass, 'wallet_account'::regclass,
                    'wallet_balance'::regclass, 'wallet_closedday'::regclass)
        AND a.grantee <> c.relowner AND a.privilege_type IN ('INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER')
        AND NOT (c.oid = 'wallet_closedday'::regclass AND a.privilege_type = 'INSERT')
    UNION ALL
    SELECT 'wallet_post does not run as its owner, or not on a fixed search_path' FROM pg_proc
    WHERE oid = 'wallet_post(jsonb)'::regprocedure
        AND (NOT prosecdef OR NOT 'search_path=public, pg_temp' = ANY (coalesce(proconfig, '{}')))
    """,
)

INVARIANTS = (
    ZERO_SUM, BALANCES, CHAINS, CONSERVED, NOT_BELOW_ZERO, HONEST_FLAGS, WHOLE, ACCOUNTED_FOR, MIRRORED, GATED,
    CLOSED_DAYS, GUARDED,
)  # fmt: skip
