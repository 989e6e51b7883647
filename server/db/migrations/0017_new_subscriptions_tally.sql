-- A subscription is new when somebody becomes an active subscriber who was none: not by a renewal, and not by a payment that was late.
CREATE FUNCTION tally_subscriptions() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	sign integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
	INSERT INTO tallies (what, month, change)
		SELECT 'subscriptions', to_char(at AT TIME ZONE 'UTC', 'YYYY-MM'), sign * count(*) FROM moved
		WHERE to_status = 'active' AND to_plan = 'premium' AND coalesce(from_status, '') NOT IN ('active', 'past_due')
		GROUP BY 2;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER plan_events_tally_added AFTER INSERT ON plan_events
REFERENCING NEW TABLE AS moved FOR EACH STATEMENT EXECUTE FUNCTION tally_subscriptions();
--> statement-breakpoint
CREATE TRIGGER plan_events_tally_gone AFTER DELETE ON plan_events
REFERENCING OLD TABLE AS moved FOR EACH STATEMENT EXECUTE FUNCTION tally_subscriptions();
--> statement-breakpoint
INSERT INTO tallies (what, month, change)
	SELECT 'subscriptions', to_char(at AT TIME ZONE 'UTC', 'YYYY-MM'), count(*) FROM plan_events
	WHERE to_status = 'active' AND to_plan = 'premium' AND coalesce(from_status, '') NOT IN ('active', 'past_due')
	GROUP BY 2;
