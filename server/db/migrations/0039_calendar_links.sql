ALTER TABLE "personal_tokens" ADD COLUMN "calendar_of" uuid;--> statement-breakpoint
ALTER TABLE "personal_tokens" ADD COLUMN "wording" text;