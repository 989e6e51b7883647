CREATE TABLE "helper_notices" (
	"user_id" uuid NOT NULL,
	"slot_id" text NOT NULL,
	"helper_id" uuid NOT NULL,
	"medication_id" uuid NOT NULL,
	"date" text NOT NULL,
	"time" text NOT NULL,
	"slot_at" timestamp (3) with time zone NOT NULL,
	"look_at" timestamp (3) with time zone,
	"outcome" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"tag" text,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "helper_notices_user_id_slot_id_helper_id_pk" PRIMARY KEY("user_id","slot_id","helper_id")
);
--> statement-breakpoint
CREATE INDEX "helper_notices_look" ON "helper_notices" USING btree ("look_at");--> statement-breakpoint
CREATE INDEX "helper_notices_helper" ON "helper_notices" USING btree ("helper_id");--> statement-breakpoint
CREATE INDEX "helper_notices_slot" ON "helper_notices" USING btree ("slot_at");