-- Personal access tokens: what a token is found by, and what people see of it.

CREATE TABLE "access_key" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"token_id" text NOT NULL,
	"user_id" text NOT NULL,
	"scopes" text[] NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "access_key" ADD CONSTRAINT "access_key_membership" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."member"("organization_id","user_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "access_key_token" ON "access_key" USING btree ("token_id");
--> statement-breakpoint
CREATE INDEX "access_key_member" ON "access_key" USING btree ("organization_id","user_id");
--> statement-breakpoint

-- No version before this one made tokens, so there are none whose hash or prefix would be missed.
ALTER TABLE "personal_access_token" DROP COLUMN "token_hash";
--> statement-breakpoint
ALTER TABLE "personal_access_token" RENAME COLUMN "token_prefix" TO "token_ending";
--> statement-breakpoint
ALTER TABLE "personal_access_token" ALTER COLUMN "expires_at" SET NOT NULL;
--> statement-breakpoint
CREATE INDEX "personal_access_token_user" ON "personal_access_token" USING btree ("organization_id","user_id","id");
--> statement-breakpoint

-- Unlogged: written often, and worth nothing after a crash.
CREATE UNLOGGED TABLE "rate_bucket" (
	"key" text PRIMARY KEY NOT NULL,
	"level" double precision NOT NULL,
	"granted" integer NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
