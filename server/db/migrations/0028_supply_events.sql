CREATE TABLE "supply_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"medication_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount" text,
	"at" timestamp (3) with time zone NOT NULL,
	"expires_on" text,
	"undoes" uuid,
	"note" text
);
--> statement-breakpoint
ALTER TABLE "sync_state" ADD COLUMN "supply_seq" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "supply_events_log" ON "supply_events" USING btree ("user_id","seq");--> statement-breakpoint
CREATE INDEX "supply_events_medication" ON "supply_events" USING btree ("user_id","medication_id");