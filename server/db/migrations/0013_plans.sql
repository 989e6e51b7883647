CREATE TABLE "billing_records" (
	"invoice_id" text PRIMARY KEY NOT NULL,
	"person" text NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"period_start" timestamp (3) with time zone NOT NULL,
	"period_end" timestamp (3) with time zone NOT NULL,
	"paid_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plan_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	"by" text NOT NULL,
	"actor" uuid,
	"why" text NOT NULL,
	"from_status" text,
	"from_plan" text NOT NULL,
	"from_ends_at" timestamp (3) with time zone,
	"to_status" text,
	"to_plan" text NOT NULL,
	"to_ends_at" timestamp (3) with time zone,
	"details" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "promotions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"months" integer NOT NULL,
	"promo_type" text NOT NULL,
	"granted_by" uuid NOT NULL,
	"granted_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "plan_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "plan_state" jsonb;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "provider_customer_id" text;--> statement-breakpoint
CREATE INDEX "billing_records_person" ON "billing_records" USING btree ("person");--> statement-breakpoint
CREATE INDEX "billing_records_paid" ON "billing_records" USING btree ("paid_at");--> statement-breakpoint
CREATE INDEX "plan_events_user" ON "plan_events" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "plan_events_why" ON "plan_events" USING btree ("why","at");--> statement-breakpoint
CREATE INDEX "promotions_user" ON "promotions" USING btree ("user_id","ends_at");--> statement-breakpoint
CREATE INDEX "users_plan_due" ON "users" USING btree ("plan_due_at") WHERE "users"."plan_due_at" is not null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_provider_customer_id_unique" UNIQUE("provider_customer_id");--> statement-breakpoint
UPDATE "users" SET
	"plan_due_at" = "subscription_ends_at",
	"plan_state" = jsonb_build_object(
		'trialEndsAt', round(extract(epoch from "subscription_ends_at") * 1000)::bigint,
		'promotion', null,
		'canceledAt', round(extract(epoch from "subscription_canceled_at") * 1000)::bigint,
		'payments', '[]'::jsonb,
		'dueAt', round(extract(epoch from "subscription_ends_at") * 1000)::bigint
	)
WHERE "subscription_status" = 'trial' AND "subscription_ends_at" IS NOT NULL;
