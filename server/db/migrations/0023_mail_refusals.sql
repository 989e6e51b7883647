CREATE TABLE "document_recipients" (
	"user_id" uuid NOT NULL,
	"mailbox_hash" text NOT NULL,
	"last_sent_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "document_recipients_user_id_mailbox_hash_pk" PRIMARY KEY("user_id","mailbox_hash")
);
--> statement-breakpoint
CREATE TABLE "mail_refusals" (
	"mailbox_hash" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "document_recipients_sent" ON "document_recipients" USING btree ("last_sent_at");