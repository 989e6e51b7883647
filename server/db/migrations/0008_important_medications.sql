CREATE TABLE "reminder_mails" (
	"user_id" uuid NOT NULL,
	"slot_id" text NOT NULL,
	"medication_id" uuid NOT NULL,
	"date" text NOT NULL,
	"time" text NOT NULL,
	"slot_at" timestamp (3) with time zone NOT NULL,
	"look_at" timestamp (3) with time zone,
	"outcome" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "reminder_mails_user_id_slot_id_pk" PRIMARY KEY("user_id","slot_id")
);
--> statement-breakpoint
CREATE INDEX "reminder_mails_look" ON "reminder_mails" USING btree ("look_at");--> statement-breakpoint
CREATE INDEX "reminder_mails_slot" ON "reminder_mails" USING btree ("slot_at");--> statement-breakpoint
CREATE INDEX "medications_important" ON "medications" USING btree ("user_id") WHERE "medications"."record"->>'important' = 'true';