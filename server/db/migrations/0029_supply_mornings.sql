CREATE TABLE "supply_mornings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"look_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "supply_notices" (
	"user_id" uuid NOT NULL,
	"medication_id" uuid NOT NULL,
	"about" text NOT NULL,
	"step" smallint NOT NULL,
	"basis" text NOT NULL,
	"date" text NOT NULL,
	CONSTRAINT "supply_notices_user_id_medication_id_about_step_basis_pk" PRIMARY KEY("user_id","medication_id","about","step","basis")
);
--> statement-breakpoint
CREATE INDEX "supply_mornings_look" ON "supply_mornings" USING btree ("look_at");--> statement-breakpoint
INSERT INTO "supply_mornings" ("user_id", "look_at") SELECT DISTINCT "user_id", date_trunc('milliseconds', now()) FROM "push_subscriptions";
