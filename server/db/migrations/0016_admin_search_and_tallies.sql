-- Lower case as Unicode has it, whatever the locale of the database: in "C", lower() knows A to Z only.
DO $$
DECLARE
	folding text := (
		SELECT format(' COLLATE pg_catalog.%I', collname) FROM pg_collation
		WHERE collnamespace = 'pg_catalog'::regnamespace AND collname IN ('pg_c_utf8', 'und-x-icu')
		ORDER BY collname LIMIT 1
	);
BEGIN
	EXECUTE format(
		'CREATE FUNCTION search_fold(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN lower(words%s)',
		coalesce(folding, '')
	);
END
$$;
--> statement-breakpoint
-- What an account is found by. A line break, which no query has, keeps a find from running from the address into the name.
CREATE FUNCTION user_words(email text, first_name text, last_name text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN search_fold(email || E'\n' || first_name || ' ' || last_name);
--> statement-breakpoint
-- Every piece of a text that has that many characters. Those of one to three, indexed, find any part of any text; it takes no extension.
CREATE FUNCTION search_pieces(words text, shortest integer, longest integer) RETURNS text[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (
	SELECT array_agg(DISTINCT substr(words, start, size))
	FROM generate_series(shortest, longest) AS size, generate_series(1, length(words) - size + 1) AS start
);
--> statement-breakpoint
-- The pieces that everything has that holds the text: the longest ones say most.
CREATE FUNCTION query_pieces(words text) RETURNS text[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN search_pieces(words, least(length(words), 3), least(length(words), 3));
--> statement-breakpoint
CREATE INDEX users_search ON users USING gin (search_pieces(user_words(email, first_name, last_name), 1, 3));
--> statement-breakpoint
CREATE FUNCTION is_stored_premium(plan text, status text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN coalesce(plan = 'premium' AND status IN ('active', 'trial'), false);
--> statement-breakpoint
-- Once for a statement, however many rows it writes.
CREATE FUNCTION tally_users() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	sign integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
	INSERT INTO tallies (what, month, change)
		SELECT 'users', to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM'), sign * count(*) FROM moved GROUP BY 2;
	INSERT INTO tallies (what, month, change)
		SELECT 'premium', '', sign * count(*) FROM moved
		WHERE is_stored_premium(subscription_plan, subscription_status) HAVING count(*) > 0;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER users_tally_added AFTER INSERT ON users
REFERENCING NEW TABLE AS moved FOR EACH STATEMENT EXECUTE FUNCTION tally_users();
--> statement-breakpoint
CREATE TRIGGER users_tally_gone AFTER DELETE ON users
REFERENCING OLD TABLE AS moved FOR EACH STATEMENT EXECUTE FUNCTION tally_users();
--> statement-breakpoint
CREATE FUNCTION tally_premium() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO tallies (what, month, change)
		VALUES ('premium', '', CASE WHEN is_stored_premium(NEW.subscription_plan, NEW.subscription_status) THEN 1 ELSE -1 END);
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER users_tally_premium AFTER UPDATE OF subscription_plan, subscription_status ON users
FOR EACH ROW WHEN (
	is_stored_premium(OLD.subscription_plan, OLD.subscription_status)
	<> is_stored_premium(NEW.subscription_plan, NEW.subscription_status)
) EXECUTE FUNCTION tally_premium();
--> statement-breakpoint
-- The instants of records are UTC in ISO 8601, so the month is how the text begins. It never changes.
CREATE FUNCTION tally_medications() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	sign integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
	INSERT INTO tallies (what, month, change)
		SELECT 'medications', left(record->>'createdAt', 7), sign * count(*) FROM moved GROUP BY 2;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER medications_tally_added AFTER INSERT ON medications
REFERENCING NEW TABLE AS moved FOR EACH STATEMENT EXECUTE FUNCTION tally_medications();
--> statement-breakpoint
CREATE TRIGGER medications_tally_gone AFTER DELETE ON medications
REFERENCING OLD TABLE AS moved FOR EACH STATEMENT EXECUTE FUNCTION tally_medications();
--> statement-breakpoint
INSERT INTO tallies (what, month, change)
	SELECT 'users', to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM'), count(*) FROM users GROUP BY 2;
--> statement-breakpoint
INSERT INTO tallies (what, month, change)
	SELECT 'premium', '', count(*) FROM users
	WHERE is_stored_premium(subscription_plan, subscription_status) HAVING count(*) > 0;
--> statement-breakpoint
INSERT INTO tallies (what, month, change)
	SELECT 'medications', left(record->>'createdAt', 7), count(*) FROM medications GROUP BY 2;
