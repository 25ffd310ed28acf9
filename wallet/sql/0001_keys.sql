-- Foreign keys, checked at once. Composite ones keep repeated columns honest: an entry, a balance and a quote name
-- the currency of their account, a balance repeats its account's right to go below zero.
ALTER TABLE wallet_account
    ADD CONSTRAINT account_currency_fk FOREIGN KEY (currency_id, family) REFERENCES wallet_currency (code, family),
    ADD CONSTRAINT account_owner_fk FOREIGN KEY (owner_id) REFERENCES {user_table} ({user_key}),
    ADD CONSTRAINT account_player_ref CHECK (kind <> 'player' OR ref = owner_id::text);

ALTER TABLE wallet_playergate
    ADD CONSTRAINT gate_player_fk FOREIGN KEY (player_id) REFERENCES {user_table} ({user_key});

ALTER TABLE wallet_balance
    ADD CONSTRAINT balance_currency_fk FOREIGN KEY (account_id, currency_id)
        REFERENCES wallet_account (id, currency_id),
    ADD CONSTRAINT balance_negative_fk FOREIGN KEY (account_id, may_go_negative)
        REFERENCES wallet_account (id, may_go_negative);

ALTER TABLE wallet_quote
    ADD CONSTRAINT quote_currency_fk FOREIGN KEY (currency_id) REFERENCES wallet_currency (code);

ALTER TABLE wallet_transfer
    -- The transaction that made it; entries are accepted in this one alone. Stable in savepoints, as xmin is not.
    ADD COLUMN made_in xid8 NOT NULL DEFAULT pg_current_xact_id(),
    ADD CONSTRAINT transfer_digest CHECK (octet_length(request_sha256) = 32),
    ADD CONSTRAINT transfer_reverses_fk FOREIGN KEY (reverses_id) REFERENCES wallet_transfer (id);

-- An entry's account and transfer are looked up once per statement by the trigger entry_belongs (0002), not by
-- foreign keys: neither can ever be changed or deleted, and sixteen row locks a settlement cost a fifth of it.
ALTER TABLE wallet_entry
    ADD CONSTRAINT entry_quote_fk FOREIGN KEY (quote_id, currency_id) REFERENCES wallet_quote (id, currency_id);

-- Every posting rewrites a few balances: room on the page keeps the new version beside the old, out of the index.
ALTER TABLE wallet_balance SET (fillfactor = 70);
