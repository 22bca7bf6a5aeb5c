-- No token lives longer than 366 days, also not one that a changed backup brings. In hours, since a day may have 25.
ALTER TABLE "personal_access_token" NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
UPDATE "personal_access_token" SET "expires_at" = "created_at" + interval '8784 hours'
WHERE "expires_at" > "created_at" + interval '8784 hours';
--> statement-breakpoint
ALTER TABLE "personal_access_token" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
UPDATE "access_key" SET "expires_at" = "created_at" + interval '8784 hours'
WHERE "expires_at" > "created_at" + interval '8784 hours';
--> statement-breakpoint
ALTER TABLE "personal_access_token" ADD CONSTRAINT "personal_access_token_ends" CHECK ("personal_access_token"."expires_at" <= "personal_access_token"."created_at" + interval '8784 hours');--> statement-breakpoint
ALTER TABLE "access_key" ADD CONSTRAINT "access_key_ends" CHECK ("access_key"."expires_at" <= "access_key"."created_at" + interval '8784 hours');
