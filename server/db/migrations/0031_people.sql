CREATE TABLE "people" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"colour" text NOT NULL,
	"relation" text,
	"time_zone" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "colour" text;--> statement-breakpoint
CREATE INDEX "people_owner" ON "people" USING btree ("owner_id","created_at");