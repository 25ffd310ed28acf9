-- As 0004; besides, the runtime notes how a source of prices answered. Which sources there are stays the owner's choice.
-- Called by the migration that makes the tables, and by battle21.ops.roles at every start, after its own grants.
CREATE OR REPLACE FUNCTION wallet_grant(runtime name) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    name text;
BEGIN
    FOR name IN SELECT oid::regclass::text FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm') AND relname LIKE 'wallet\_%'
    LOOP
        EXECUTE format('REVOKE ALL ON TABLE %s FROM PUBLIC, %I', name, runtime);
        EXECUTE format('GRANT SELECT ON TABLE %s TO %I', name, runtime);
    END LOOP;
    FOR name IN SELECT oid::regclass::text FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind = 'S' AND relname LIKE 'wallet\_%'
    LOOP
        EXECUTE format('REVOKE ALL ON SEQUENCE %s FROM PUBLIC, %I', name, runtime);
    END LOOP;
    FOR name IN SELECT oid::regprocedure::text FROM pg_proc
        WHERE pronamespace = 'public'::regnamespace AND proname LIKE 'wallet\_%'
    LOOP
        EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC, %I', name, runtime);
    END LOOP;
    EXECUTE format('GRANT EXECUTE ON FUNCTION wallet_post(jsonb) TO %I', runtime);
    EXECUTE format('GRANT INSERT ON wallet_quote, wallet_ledgercheck TO %I', runtime);
    EXECUTE format('GRANT INSERT, UPDATE ON wallet_playergate TO %I', runtime);
    EXECUTE format('GRANT UPDATE (name, enabled, shown_order) ON wallet_currency TO %I', runtime);
    EXECUTE format('GRANT UPDATE (asked_at, answered_at, usd_price, off_bps, fault, fault_at, rest_until)'
        ' ON wallet_pricesource TO %I', runtime);
END $$;
