-- Days are closed when they are over, one after the other, each chained to the one before: whoever sends it. What the
-- digests are made of is recomputed by `check_ledger`.
CREATE FUNCTION wallet_day_may_be_closed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    last date;
    chained_to bytea;
BEGIN
    IF EXISTS (SELECT FROM public.wallet_closedday WHERE day = NEW.day) THEN
        RETURN NEW; -- its key says so; who closes it a second time does nothing
    ELSIF clock_timestamp() < (NEW.day + 1)::timestamp AT TIME ZONE 'UTC' + interval '1 hour' THEN
        RAISE EXCEPTION USING ERRCODE = 'W2197', MESSAGE = format('day %s is not over for an hour yet', NEW.day);
    END IF;
    SELECT day, sha256 INTO last, chained_to FROM public.wallet_closedday ORDER BY day DESC LIMIT 1;
    IF last IS NULL THEN
        SELECT (created_at AT TIME ZONE 'UTC')::date - 1, decode(repeat('00', 32), 'hex') INTO last, chained_to
        FROM public.wallet_transfer ORDER BY id LIMIT 1;
    END IF;
    IF NEW.day IS DISTINCT FROM last + 1 OR NEW.previous_sha256 IS DISTINCT FROM chained_to
        OR NEW.sha256 <> sha256(NEW.previous_sha256 || NEW.content_sha256 || NEW.balances_sha256)
    THEN
        RAISE EXCEPTION USING ERRCODE = 'W2197', MESSAGE = format('day %s is not chained to the day before', NEW.day);
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER closed_day_in_order BEFORE INSERT ON wallet_closedday
    FOR EACH ROW EXECUTE FUNCTION wallet_day_may_be_closed();

-- A transfer's day is still open: a clock that was set back over midnight would else write into a day that is closed.
CREATE FUNCTION wallet_day_is_open() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM public.wallet_closedday WHERE day >= (NEW.created_at AT TIME ZONE 'UTC')::date) THEN
        RAISE EXCEPTION USING ERRCODE = 'W2112', MESSAGE = 'clock_set_back',
            DETAIL = jsonb_build_object('time', NEW.created_at)::text;
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER transfer_in_an_open_day BEFORE INSERT ON wallet_transfer
    FOR EACH ROW EXECUTE FUNCTION wallet_day_is_open();

-- As in 0003; besides, nothing leaves an account of which a win is under review.
CREATE OR REPLACE FUNCTION wallet_ask_gates(players bigint[], stops_frozen boolean, stops_excluded boolean)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    gate record;
BEGIN
    FOR gate IN
        SELECT player_id, frozen, in_review, excluded FROM wallet_playergate
        WHERE player_id = ANY (players) ORDER BY player_id FOR NO KEY UPDATE
    LOOP
        IF stops_frozen AND (gate.frozen OR gate.in_review) THEN
            PERFORM wallet_refuse('W2102', 'account_frozen', jsonb_build_object('player', gate.player_id));
        ELSIF stops_excluded AND gate.excluded THEN
            PERFORM wallet_refuse('W2103', 'account_excluded', jsonb_build_object('player', gate.player_id));
        END IF;
    END LOOP;
END $$;
