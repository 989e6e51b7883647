CREATE TABLE "prescriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"record" jsonb NOT NULL,
	"image_blob" uuid NOT NULL,
	"thumbnail_blob" uuid NOT NULL,
	"image_bytes" integer NOT NULL,
	"upload_hash" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sync_state" ADD COLUMN "prescriptions_version" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "prescriptions_user" ON "prescriptions" USING btree ("user_id");