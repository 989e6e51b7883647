CREATE TABLE "grants" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"role" text NOT NULL,
	"email" text,
	"token_hash" text,
	"code_hash" text,
	"notify_after_minutes" integer,
	"offered_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"helper_id" uuid,
	"ends_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "grants_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "grants_code_hash_unique" UNIQUE("code_hash")
);
--> statement-breakpoint
CREATE INDEX "grants_person" ON "grants" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "grants_owner" ON "grants" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "grants_helper" ON "grants" USING btree ("helper_id");