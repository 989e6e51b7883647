CREATE TABLE "dose_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"medication_id" uuid NOT NULL,
	"slot_id" text,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"logged_at" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone,
	"undoes" uuid,
	"device_id" uuid NOT NULL,
	"device_name" text NOT NULL,
	"amount" double precision,
	"unit" text,
	"note" text,
	"name" text NOT NULL,
	"dosage" text NOT NULL,
	"planned_date" text,
	"planned_time" text
);
--> statement-breakpoint
CREATE TABLE "medications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"record" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "idempotency_keys" ALTER COLUMN "body" SET DATA TYPE json;--> statement-breakpoint
ALTER TABLE "sync_state" ADD COLUMN "doses_seq" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "dose_events_log" ON "dose_events" USING btree ("user_id","seq");--> statement-breakpoint
CREATE INDEX "dose_events_medication" ON "dose_events" USING btree ("user_id","medication_id");--> statement-breakpoint
CREATE INDEX "dose_events_planned" ON "dose_events" USING btree ("user_id","planned_date");--> statement-breakpoint
CREATE INDEX "medications_user" ON "medications" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "tombstones_id" ON "tombstones" USING btree ("id");