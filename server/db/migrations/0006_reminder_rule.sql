DROP INDEX "push_sends_open";--> statement-breakpoint
ALTER TABLE "server_meta" ADD COLUMN "reminder_rule" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "push_sends_open" ON "push_sends" USING btree ("claimed_at") WHERE "push_sends"."outcome" = 'pending';