CREATE TABLE "consent_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"token_hash" text NOT NULL,
	"parent_email" text NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"decision" text,
	"decided_at" timestamp (3) with time zone,
	"withdrawn_at" timestamp (3) with time zone,
	CONSTRAINT "consent_requests_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "consent_requests_number" UNIQUE("user_id","number")
);
--> statement-breakpoint
CREATE INDEX "consent_requests_parent" ON "consent_requests" USING btree ("parent_email","sent_at");