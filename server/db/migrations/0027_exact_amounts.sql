ALTER TABLE "dose_events" ADD COLUMN "taken_amount" text;--> statement-breakpoint
ALTER TABLE "dose_events" ADD COLUMN "planned_amount" text;--> statement-breakpoint
ALTER TABLE "dose_events" ADD COLUMN "planned_unit" text;