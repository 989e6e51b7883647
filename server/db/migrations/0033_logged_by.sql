ALTER TABLE "dose_events" ADD COLUMN "logged_by_id" uuid;--> statement-breakpoint
ALTER TABLE "dose_events" ADD COLUMN "logged_by_name" text;--> statement-breakpoint
ALTER TABLE "supply_events" ADD COLUMN "logged_by_id" uuid;--> statement-breakpoint
ALTER TABLE "supply_events" ADD COLUMN "logged_by_name" text;--> statement-breakpoint
CREATE INDEX "dose_events_by" ON "dose_events" USING btree ("logged_by_id") WHERE "dose_events"."logged_by_id" is not null;--> statement-breakpoint
CREATE INDEX "supply_events_by" ON "supply_events" USING btree ("logged_by_id") WHERE "supply_events"."logged_by_id" is not null;