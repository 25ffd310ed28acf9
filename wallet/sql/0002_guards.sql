-- What no statement may do, whoever sends it. A superuser can switch triggers off; `check_ledger` notices that too.

CREATE FUNCTION wallet_forbid() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION USING ERRCODE = TG_ARGV[0],
        MESSAGE = format('%s of %s is refused: %s', TG_OP, TG_TABLE_NAME, TG_ARGV[1]);
END $$;

-- Entries, transfers, accounts: written once.
CREATE TRIGGER entry_append_only BEFORE UPDATE OR DELETE ON wallet_entry
    FOR EACH ROW EXECUTE FUNCTION wallet_forbid('W2190', 'entries are only ever added');
CREATE TRIGGER entry_no_truncate BEFORE TRUNCATE ON wallet_entry
    FOR EACH STATEMENT EXECUTE FUNCTION wallet_forbid('W2190', 'entries are only ever added');
CREATE TRIGGER transfer_append_only BEFORE UPDATE OR DELETE ON wallet_transfer
    FOR EACH ROW EXECUTE FUNCTION wallet_forbid('W2190', 'transfers are only ever added');
CREATE TRIGGER transfer_no_truncate BEFORE TRUNCATE ON wallet_transfer
    FOR EACH STATEMENT EXECUTE FUNCTION wallet_forbid('W2190', 'transfers are only ever added');
CREATE TRIGGER account_append_only BEFORE UPDATE OR DELETE ON wallet_account
    FOR EACH ROW EXECUTE FUNCTION wallet_forbid('W2190', 'an account stays what it is');
CREATE TRIGGER account_no_truncate BEFORE TRUNCATE ON wallet_account
    FOR EACH STATEMENT EXECUTE FUNCTION wallet_forbid('W2190', 'an account stays what it is');

-- A balance moves by one entry at a time.
CREATE TRIGGER balance_by_entry BEFORE UPDATE ON wallet_balance
    FOR EACH ROW WHEN (NEW.seq <> OLD.seq + 1 OR NEW.account_id <> OLD.account_id OR NEW.amount = OLD.amount)
    EXECUTE FUNCTION wallet_forbid('W2190', 'a balance changes with an entry');
CREATE TRIGGER balance_begins_empty BEFORE INSERT ON wallet_balance
    FOR EACH ROW WHEN (NEW.seq <> 0 OR NEW.amount <> 0)
    EXECUTE FUNCTION wallet_forbid('W2190', 'a balance begins with nothing');
CREATE TRIGGER balance_stays BEFORE DELETE ON wallet_balance
    FOR EACH ROW EXECUTE FUNCTION wallet_forbid('W2190', 'a balance stays');
CREATE TRIGGER balance_no_truncate BEFORE TRUNCATE ON wallet_balance
    FOR EACH STATEMENT EXECUTE FUNCTION wallet_forbid('W2190', 'a balance stays');

-- Units mean nothing if decimals change; a transfer's estimate means nothing if its quote does.
CREATE TRIGGER currency_fixed BEFORE UPDATE ON wallet_currency
    FOR EACH ROW WHEN (NEW.code <> OLD.code OR NEW.decimals <> OLD.decimals OR NEW.family <> OLD.family)
    EXECUTE FUNCTION wallet_forbid('W2195', 'code, decimals and family are fixed for ever');
CREATE TRIGGER quote_fixed BEFORE UPDATE ON wallet_quote
    FOR EACH ROW EXECUTE FUNCTION wallet_forbid('W2195', 'a quote stays what it was');
CREATE TRIGGER check_fixed BEFORE UPDATE OR DELETE ON wallet_ledgercheck
    FOR EACH ROW EXECUTE FUNCTION wallet_forbid('W2190', 'results of checks are kept');

-- An entry belongs to a transfer of its own transaction, and has the currency of its account.
CREATE FUNCTION wallet_entries_belong() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (
        SELECT FROM added
        LEFT JOIN public.wallet_transfer t ON t.id = added.transfer_id AND t.made_in = pg_current_xact_id()
        LEFT JOIN public.wallet_account a ON a.id = added.account_id AND a.currency_id = added.currency_id
        WHERE t.id IS NULL OR a.id IS NULL
    ) THEN
        RAISE EXCEPTION USING ERRCODE = 'W2192',
            MESSAGE = 'entries belong to the transaction of their transfer and have the currency of their account';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER entry_belongs AFTER INSERT ON wallet_entry
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION wallet_entries_belong();

-- Each transfer has entries, and they sum to zero in each currency. On the transfer, so that one without entries
-- is caught too; once per transfer, at COMMIT.
CREATE FUNCTION wallet_sums_to_zero() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
    wrong record;
BEGIN
    SELECT count(*) AS currencies, max(e.currency) FILTER (WHERE e.total <> 0) AS currency INTO wrong
    FROM (
        SELECT currency_id AS currency, sum(amount) AS total
        FROM public.wallet_entry WHERE transfer_id = NEW.id GROUP BY currency_id
    ) e;
    IF wrong.currencies = 0 OR wrong.currency IS NOT NULL THEN
        RAISE EXCEPTION USING ERRCODE = 'W2191',
            MESSAGE = format('transfer %s does not sum to zero (%s)', NEW.id, coalesce(wrong.currency, 'no entries'));
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER transfer_sums_to_zero AFTER INSERT ON wallet_transfer
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wallet_sums_to_zero();
