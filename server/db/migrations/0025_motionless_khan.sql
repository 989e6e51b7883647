DROP INDEX "appointments_user";--> statement-breakpoint
DROP INDEX "medications_user";--> statement-breakpoint
ALTER TABLE "appointments" ADD COLUMN "twin_key" text;--> statement-breakpoint
ALTER TABLE "medications" ADD COLUMN "twin_key" text;--> statement-breakpoint
CREATE INDEX "appointments_twins" ON "appointments" USING btree ("user_id","twin_key");--> statement-breakpoint
CREATE INDEX "medications_twins" ON "medications" USING btree ("user_id","twin_key");