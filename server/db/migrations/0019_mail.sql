CREATE TABLE "incoming_emails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"from_name" text NOT NULL,
	"from_email" text NOT NULL,
	"subject" text NOT NULL,
	"text_content" text NOT NULL,
	"attachments" integer NOT NULL,
	"is_read" boolean NOT NULL,
	"is_priority" boolean NOT NULL,
	"fingerprint" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "incoming_emails_fingerprint_unique" UNIQUE("fingerprint")
);
--> statement-breakpoint
CREATE TABLE "mail_opt_outs" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mailings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"recipient_type" text NOT NULL,
	"subject" text NOT NULL,
	"message" text,
	"recipients" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"sent" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"in_doubt" integer DEFAULT 0 NOT NULL,
	"withheld" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"mailing_id" uuid,
	"recipient" text,
	"letter" jsonb,
	"is_bulk" boolean NOT NULL,
	"state" text NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"claimed_by" uuid,
	"claimed_at" timestamp (3) with time zone,
	"status" smallint,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
DROP INDEX "contact_messages_received";--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "is_priority" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "incoming_emails_received" ON "incoming_emails" USING btree ("received_at","id");--> statement-breakpoint
CREATE INDEX "incoming_emails_user" ON "incoming_emails" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "incoming_emails_from" ON "incoming_emails" USING btree ("from_email");--> statement-breakpoint
CREATE INDEX "mailings_created" ON "mailings" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "mailings_open" ON "mailings" USING btree ("id") WHERE "mailings"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "mails_waiting" ON "mails" USING btree ("is_bulk","next_at","id") WHERE "mails"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "mails_claimed" ON "mails" USING btree ("claimed_at") WHERE "mails"."state" in ('claimed', 'handing-over');--> statement-breakpoint
CREATE INDEX "mails_mailing" ON "mails" USING btree ("mailing_id","state");--> statement-breakpoint
CREATE INDEX "mails_user" ON "mails" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "mails_ended" ON "mails" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "contact_messages_received" ON "contact_messages" USING btree ("received_at","id");