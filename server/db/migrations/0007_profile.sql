ALTER TABLE "users" ADD COLUMN "profile_origins" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "sync_state" ADD COLUMN "profile_seq" bigint DEFAULT 0 NOT NULL;