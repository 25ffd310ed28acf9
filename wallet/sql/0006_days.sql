-- What a day came to is written once.
CREATE TRIGGER closed_day_append_only BEFORE UPDATE OR DELETE ON wallet_closedday
    FOR EACH ROW EXECUTE FUNCTION wallet_forbid('W2190', 'a closed day stays what it was');
CREATE TRIGGER closed_day_no_truncate BEFORE TRUNCATE ON wallet_closedday
    FOR EACH STATEMENT EXECUTE FUNCTION wallet_forbid('W2190', 'a closed day stays what it was');

-- As 0005; besides, the runtime closes days.
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
    EXECUTE format('GRANT INSERT ON wallet_quote, wallet_ledgercheck, wallet_closedday TO %I', runtime);
    EXECUTE format('GRANT INSERT, UPDATE ON wallet_playergate TO %I', runtime);
    EXECUTE format('GRANT UPDATE (name, enabled, shown_order) ON wallet_currency TO %I', runtime);
    EXECUTE format('GRANT UPDATE (asked_at, answered_at, usd_price, off_bps, fault, fault_at, rest_until)'
        ' ON wallet_pricesource TO %I', runtime);
END $$;
