-- wallet_post(batch): the one way money moves.
--
-- batch: JSON array of postings, each
--   {"kind", "scope", "key", "sha256" (hex), "subject", "part", "reverses" (uuid or null), "actor", "approved_by",
--    "reason", "lines": [{"kind", "ref", "currency", "owner" (player's number, if any), "units" (digits as text, with a
--    minus when they leave the account), "quote" (id, if any)}, …]}
-- returns [[id of the transfer, whether it was made before], …] in the same order.
--
-- All postings happen or none. A key posted before returns what was made then, whatever has changed since.
-- Refusals have SQLSTATE W21xx and JSON in DETAIL (wallet/errors.py); W219x are faults of the caller.
-- Locks: gates by player, then balances by (lock_rank, id), shared accounts last.

-- What a kind of transfer takes from, gives to, and asks first.
CREATE VIEW wallet_rule AS
SELECT r.kind, r.takes::text[], r.gives::text[], r.stops_frozen, r.stops_excluded, r.wants_enabled, r.wants_quote,
    r.keeps_owner
FROM (VALUES
    --  kind         takes                gives                   frozen excluded enabled quote owner
    ('stake',      '{player}',          '{escrow}',               true,  true,    true,  true,  true),
    ('settle',     '{escrow}',          '{player,escrow,rake}',   false, false,   false, false, false),
    ('refund',     '{escrow}',          '{player}',               false, false,   false, false, true),
    ('test_coins', '{test}',            '{player}',               false, false,   true,  false, false),
    ('deposit',    '{external}',        '{player,suspense}',      false, true,    true,  false, false),
    ('withdraw',   '{player,suspense}', '{external}',             true,  false,   false, false, false),
    ('reverse',    '{player,escrow,rake,operator,external,test,suspense}',
                   '{player,escrow,rake,operator,external,test,suspense}',
                                                                  false, false,   false, false, false)
) AS r(kind, takes, gives, stops_frozen, stops_excluded, wants_enabled, wants_quote, keeps_owner);

CREATE FUNCTION wallet_refuse(code text, name text, data jsonb DEFAULT '{}') RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION USING ERRCODE = code, MESSAGE = name, DETAIL = data::text;
END $$;

-- Accounts that are not there yet, with an empty balance; for players also their gate.
CREATE FUNCTION wallet_open_accounts(lines jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    unknown text;
BEGIN
    SELECT min(l.currency) INTO unknown
    FROM jsonb_to_recordset(lines) AS l(currency text)
    WHERE NOT EXISTS (SELECT FROM wallet_currency c WHERE c.code = l.currency);
    IF unknown IS NOT NULL THEN
        PERFORM wallet_refuse('W2106', 'unknown_currency', jsonb_build_object('currency', unknown));
    END IF;
    INSERT INTO wallet_playergate (player_id, frozen, excluded, reason, changed_by)
        SELECT DISTINCT l.owner, false, false, '', '' FROM jsonb_to_recordset(lines) AS l(kind text, owner bigint)
        WHERE l.kind = 'player' AND l.owner IS NOT NULL ORDER BY l.owner
        ON CONFLICT DO NOTHING;
    WITH wanted AS (
        SELECT DISTINCT l.kind, l.ref, c.code, c.family, l.owner,
            CASE l.kind WHEN 'player' THEN 10 WHEN 'escrow' THEN 20 WHEN 'suspense' THEN 80 ELSE 90 END AS rank,
            l.kind IN ('external', 'test') OR (l.kind = 'operator' AND c.family = 'chips') AS negative
        FROM jsonb_to_recordset(lines) AS l(kind text, ref text, currency text, owner bigint)
        JOIN wallet_currency c ON c.code = l.currency
    ), opened AS (
        INSERT INTO wallet_account (kind, ref, currency_id, family, owner_id, lock_rank, may_go_negative)
        SELECT kind, ref, code, family, owner, rank, negative FROM wanted ORDER BY rank, kind, ref, code
        ON CONFLICT DO NOTHING
        RETURNING id, currency_id, may_go_negative
    )
    INSERT INTO wallet_balance (account_id, currency_id, may_go_negative, amount, seq)
        SELECT id, currency_id, may_go_negative, 0, 0 FROM opened;
END $$;

-- Several postings in one commit: all their locks first, in the order in which one takes its own. Else two commits
-- could each hold what the other waits for.
CREATE FUNCTION wallet_lock_all(batch jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    lines jsonb;
BEGIN
    PERFORM pg_advisory_xact_lock(key) FROM (
        SELECT DISTINCT wallet_key_lock(p) AS key FROM jsonb_array_elements(batch) AS p ORDER BY key
    ) k;
    SELECT jsonb_agg(l) INTO lines
    FROM jsonb_array_elements(batch) AS p, jsonb_array_elements(p -> 'lines') AS l;
    PERFORM wallet_open_accounts(lines);
    PERFORM FROM wallet_playergate
        WHERE player_id IN (
            SELECT l.owner FROM jsonb_to_recordset(lines) AS l(kind text, owner bigint) WHERE l.kind = 'player'
        )
        ORDER BY player_id FOR NO KEY UPDATE;
    PERFORM FROM wallet_balance b JOIN wallet_account a ON a.id = b.account_id
        WHERE a.id IN (
            SELECT o.id FROM jsonb_to_recordset(lines) AS l(kind text, ref text, currency text)
            JOIN wallet_account o ON o.kind = l.kind AND o.ref = l.ref AND o.currency_id = l.currency
        )
        ORDER BY a.lock_rank, a.id FOR NO KEY UPDATE OF b;
END $$;

-- The number two postings under one key take turns by.
CREATE FUNCTION wallet_key_lock(p jsonb) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
    SELECT hashtextextended((p ->> 'scope') || ' ' || (p ->> 'key'), 21)
$$;

CREATE FUNCTION wallet_ask_currencies(currencies text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    disabled text;
BEGIN
    SELECT min(code) INTO disabled FROM wallet_currency WHERE code = ANY (currencies) AND NOT enabled;
    IF disabled IS NOT NULL THEN
        PERFORM wallet_refuse('W2105', 'currency_disabled', jsonb_build_object('currency', disabled));
    END IF;
END $$;

-- Each line has the quote of its currency, and it is still good.
CREATE FUNCTION wallet_ask_quotes(quotes bigint[], currencies text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    stale text;
BEGIN
    SELECT min(i.currency) INTO stale
    FROM unnest(quotes, currencies) AS i(quote, currency)
    LEFT JOIN wallet_quote q ON q.id = i.quote AND q.currency_id = i.currency AND q.expires_at > clock_timestamp()
    WHERE q.id IS NULL;
    IF stale IS NOT NULL THEN
        PERFORM wallet_refuse('W2104', 'stale_quote', jsonb_build_object('currency', stale));
    END IF;
END $$;

-- Holds the gates of these players until the commit. Raises what stops one of them.
CREATE FUNCTION wallet_ask_gates(players bigint[], stops_frozen boolean, stops_excluded boolean) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    gate record;
BEGIN
    FOR gate IN
        SELECT player_id, frozen, excluded FROM wallet_playergate
        WHERE player_id = ANY (players) ORDER BY player_id FOR NO KEY UPDATE
    LOOP
        IF stops_frozen AND gate.frozen THEN
            PERFORM wallet_refuse('W2102', 'account_frozen', jsonb_build_object('player', gate.player_id));
        ELSIF stops_excluded AND gate.excluded THEN
            PERFORM wallet_refuse('W2103', 'account_excluded', jsonb_build_object('player', gate.player_id));
        END IF;
    END LOOP;
END $$;

-- This account has not enough: perhaps because it was emptied before, under another key. Else a player is told so;
-- any other account below zero is a fault.
CREATE FUNCTION wallet_refuse_below_zero(p jsonb, short bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    account wallet_account;
BEGIN
    IF EXISTS (SELECT FROM wallet_transfer WHERE reverses_id = (p ->> 'reverses')::uuid) THEN
        PERFORM wallet_refuse('W2110', 'already_reversed');
    ELSIF p ->> 'kind' IN ('settle', 'refund') AND EXISTS (
        SELECT FROM wallet_transfer
        WHERE subject = p ->> 'subject' AND part = p ->> 'part' AND kind IN ('settle', 'refund')
    ) THEN
        PERFORM wallet_refuse('W2109', 'already_settled',
            jsonb_build_object('subject', p ->> 'subject', 'part', p ->> 'part'));
    END IF;
    SELECT * INTO account FROM wallet_account WHERE id = short;
    IF account.kind = 'player' THEN
        PERFORM wallet_refuse('W2101', 'insufficient_funds',
            jsonb_build_object('player', account.owner_id, 'currency', account.currency_id));
    END IF;
    PERFORM wallet_refuse('W2194', 'below_zero', jsonb_build_object('account', short));
END $$;

CREATE FUNCTION wallet_post_one(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
    known record;
    rule record;
    l record;
    at timestamptz;
    made uuid;
    account bigint;
    moved numeric;
    seq bigint;
    seqs bigint[];
    after numeric;
    afters numeric[];
BEGIN
    -- Once. Who comes second under a key waits here, and then finds what the first made.
    PERFORM pg_advisory_xact_lock(wallet_key_lock(p));
    SELECT id, encode(request_sha256, 'hex') AS sha256 INTO known
    FROM wallet_transfer WHERE idem_scope = p ->> 'scope' AND idem_key = p ->> 'key';
    IF known.id IS NOT NULL THEN
        IF known.sha256 <> p ->> 'sha256' THEN
            PERFORM wallet_refuse('W2107', 'idempotency_conflict');
        END IF;
        RETURN jsonb_build_array(known.id, true);
    END IF;
    SELECT * INTO rule FROM wallet_rule WHERE kind = p ->> 'kind';
    IF rule.kind IS NULL THEN
        PERFORM wallet_refuse('W2196', 'unknown_kind', jsonb_build_object('kind', p ->> 'kind'));
    END IF;

    -- The lines with their accounts, in the order of locking; accounts that are missing are opened in between.
    FOR attempt IN 1..2 LOOP
        SELECT count(*)::int AS lines, count(a.id) AS known,
            bool_and(x.units ~ '^-?[1-9][0-9]*$' AND length(ltrim(x.units, '-')) <= 78) AS whole,
            bool_and(a.kind = ANY (CASE WHEN x.units LIKE '-%' THEN rule.takes ELSE rule.gives END)) AS allowed,
            bool_and(x.owner IS NULL OR x.owner = a.owner_id) AS owned,
            min(a.family) AS family, max(a.family) AS other_family,
            array_agg(a.id ORDER BY a.lock_rank, a.id) AS ids,
            array_agg(x.units ORDER BY a.lock_rank, a.id) AS units,
            array_agg(a.owner_id ORDER BY a.lock_rank, a.id) AS owners,
            array_agg(a.currency_id ORDER BY a.lock_rank, a.id) AS currencies,
            array_agg(x.quote ORDER BY a.lock_rank, a.id) AS quotes,
            array_agg(a.owner_id) FILTER (WHERE a.kind = 'player') AS players
        INTO l
        FROM jsonb_to_recordset(p -> 'lines')
            AS x(kind text, ref text, currency text, owner bigint, units text, quote bigint)
        LEFT JOIN wallet_account a ON a.kind = x.kind AND a.ref = x.ref AND a.currency_id = x.currency;
        IF l.whole IS NOT TRUE THEN
            PERFORM wallet_refuse('W2108', 'bad_amount');
        END IF;
        EXIT WHEN l.known = l.lines;
        PERFORM wallet_open_accounts(p -> 'lines');
    END LOOP;

    -- Whether this kind of transfer may do that. A stake leaves its player's purse for his own seat, and a refund
    -- comes back to whose it was.
    IF l.allowed IS NOT TRUE OR l.owned IS NOT TRUE THEN
        PERFORM wallet_refuse('W2193', 'wrong_accounts', jsonb_build_object('key', p ->> 'key'));
    ELSIF rule.keeps_owner AND EXISTS (
        SELECT FROM unnest(l.owners, l.currencies, l.units) AS i(owner, currency, units)
        GROUP BY i.owner, i.currency HAVING sum(i.units::numeric) <> 0
    ) THEN
        PERFORM wallet_refuse('W2193', 'wrong_accounts', jsonb_build_object('key', p ->> 'key'));
    ELSIF l.family <> l.other_family THEN
        PERFORM wallet_refuse('W2111', 'mixed_currencies');
    ELSIF rule.wants_enabled THEN
        PERFORM wallet_ask_currencies(l.currencies);
    END IF;
    IF rule.stops_frozen OR rule.stops_excluded THEN
        PERFORM wallet_ask_gates(l.players, rule.stops_frozen, rule.stops_excluded);
    END IF;

    -- The balances, one by one in the order of locking: a row stays locked from its change until the commit.
    FOR i IN 1..l.lines LOOP
        account := l.ids[i];
        moved := l.units[i];
        UPDATE wallet_balance b SET amount = b.amount + moved, seq = b.seq + 1
        WHERE b.account_id = account AND (b.may_go_negative OR b.amount + moved >= 0)
        RETURNING b.seq, b.amount INTO seq, after;
        IF NOT FOUND THEN
            PERFORM wallet_refuse_below_zero(p, account);
        END IF;
        seqs[i] := seq;
        afters[i] := after;
    END LOOP;
    IF rule.wants_quote AND l.family <> 'chips' THEN
        PERFORM wallet_ask_quotes(l.quotes, l.currencies);
    END IF;

    -- The time is read under the locks: an account's entries are in order of time. The id is a UUID of version 7
    -- (RFC 9562): 48 bits of milliseconds, then chance.
    at := clock_timestamp();
    made := (lpad(to_hex(floor(extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7'
        || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid;
    INSERT INTO wallet_transfer (id, kind, idem_scope, idem_key, request_sha256, subject, part, reverses_id, actor,
        approved_by, reason, created_at)
    VALUES (made, p ->> 'kind', p ->> 'scope', p ->> 'key', decode(p ->> 'sha256', 'hex'), p ->> 'subject',
        p ->> 'part', (p ->> 'reverses')::uuid, p ->> 'actor', p ->> 'approved_by', p ->> 'reason', at)
    ON CONFLICT DO NOTHING;
    IF NOT FOUND AND rule.kind = 'reverse' THEN
        PERFORM wallet_refuse('W2110', 'already_reversed');
    ELSIF NOT FOUND THEN
        PERFORM wallet_refuse('W2109', 'already_settled',
            jsonb_build_object('subject', p ->> 'subject', 'part', p ->> 'part'));
    END IF;
    INSERT INTO wallet_entry (account_id, seq, transfer_id, currency_id, amount, balance_after, quote_id)
        SELECT i.id, i.seq, made, i.currency, i.units::numeric, i.after, i.quote
        FROM unnest(l.ids, seqs, l.currencies, l.units, afters, l.quotes) AS i(id, seq, currency, units, after, quote);
    RETURN jsonb_build_array(made, false);
END $$;

CREATE FUNCTION wallet_post(batch jsonb) RETURNS jsonb LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '2s'
-- A posting looks up a handful of rows by key: never read a table, however few rows the planner believes it has.
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
    posting jsonb;
    results jsonb := '[]';
BEGIN
    IF jsonb_array_length(batch) > 1 THEN
        PERFORM wallet_lock_all(batch);
    END IF;
    FOR posting IN SELECT p FROM jsonb_array_elements(batch) AS p LOOP
        results := results || jsonb_build_array(wallet_post_one(posting));
    END LOOP;
    RETURN results;
END $$;
