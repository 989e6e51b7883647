CREATE TABLE "appointments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"record" jsonb NOT NULL,
	"origins" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sync_state" ADD COLUMN "appointments_version" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "appointments_user" ON "appointments" USING btree ("user_id");