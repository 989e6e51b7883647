CREATE TABLE "push_sends" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"subscription_id" uuid,
	"kind" text NOT NULL,
	"tag" text NOT NULL,
	"slot_ids" jsonb NOT NULL,
	"stage" smallint,
	"due_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"claimed_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"outcome" text NOT NULL,
	"status" smallint,
	"sent_at" timestamp (3) with time zone,
	"shown_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"device_id" uuid NOT NULL,
	"device_name" text NOT NULL,
	"session_id" uuid NOT NULL,
	"time_zone" text NOT NULL,
	"wording" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"last_sent_at" timestamp (3) with time zone,
	"last_shown_at" timestamp (3) with time zone,
	"warned_at" timestamp (3) with time zone,
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "reminder_due" (
	"medication_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reminder_rings" (
	"user_id" uuid NOT NULL,
	"slot_id" text NOT NULL,
	"medication_id" uuid NOT NULL,
	"date" text NOT NULL,
	"time" text NOT NULL,
	"slot_at" timestamp (3) with time zone NOT NULL,
	"sent_start" timestamp (3) with time zone,
	"sent_stage" smallint,
	"look_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reminder_rings_user_id_slot_id_pk" PRIMARY KEY("user_id","slot_id")
);
--> statement-breakpoint
CREATE INDEX "push_sends_user" ON "push_sends" USING btree ("user_id","due_at");--> statement-breakpoint
CREATE INDEX "push_sends_subscription" ON "push_sends" USING btree ("subscription_id","sent_at");--> statement-breakpoint
CREATE INDEX "push_sends_open" ON "push_sends" USING btree ("outcome","claimed_at");--> statement-breakpoint
CREATE INDEX "push_subscriptions_user" ON "push_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "reminder_due_at" ON "reminder_due" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "reminder_due_user" ON "reminder_due" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "reminder_rings_look" ON "reminder_rings" USING btree ("look_at");--> statement-breakpoint
CREATE INDEX "reminder_rings_medication" ON "reminder_rings" USING btree ("medication_id");