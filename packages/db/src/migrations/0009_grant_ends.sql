-- Registrations that no user authorizes are deleted after a day. Of older ones it is not known, so all of them stay as long
-- as authorized ones.
ALTER TABLE "oauth_client" ADD COLUMN "granted_at" timestamp with time zone;
--> statement-breakpoint
UPDATE "oauth_client" SET "granted_at" = "created_at";
--> statement-breakpoint
ALTER TABLE "oauth_grant" ADD COLUMN "last_used_at" timestamp with time zone;
