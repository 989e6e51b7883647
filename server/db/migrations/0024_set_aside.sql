CREATE TABLE "set_aside" (
	"kind" text NOT NULL,
	"subject" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"attempts" integer NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"next_try_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "set_aside_kind_subject_pk" PRIMARY KEY("kind","subject")
);
--> statement-breakpoint
CREATE INDEX "set_aside_user" ON "set_aside" USING btree ("user_id");