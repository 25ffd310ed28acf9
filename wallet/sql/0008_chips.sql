-- Play chips, for games against the house: bets into a seat's escrow, and what a round returns from there and from the
-- operator's purse of chips, which may go below zero. As `wallet_rule` in 0003, with three kinds more.
CREATE OR REPLACE VIEW wallet_rule AS
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
                                                                  false, false,   false, false, false),
    ('chips',      '{operator}',        '{player}',               false, false,   false, false, false),
    ('bet',        '{player}',          '{escrow}',               true,  true,    false, false, true),
    ('payout',     '{escrow,operator}', '{player,operator}',      false, false,   false, false, false)
) AS r(kind, takes, gives, stops_frozen, stops_excluded, wants_enabled, wants_quote, keeps_owner);

-- The currency a kind of transfer is for alone, by family.
CREATE FUNCTION wallet_only_chips() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off AS $$
BEGIN
    IF EXISTS (
        SELECT FROM public.wallet_entry e JOIN public.wallet_account a ON a.id = e.account_id
        WHERE e.transfer_id = NEW.id AND a.family <> 'chips'
    ) THEN
        RAISE EXCEPTION USING ERRCODE = 'W2193',
            MESSAGE = format('transfer %s: %s is for play chips alone', NEW.id, NEW.kind);
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER transfer_of_chips AFTER INSERT ON wallet_transfer
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.kind IN ('chips', 'bet', 'payout'))
    EXECUTE FUNCTION wallet_only_chips();
