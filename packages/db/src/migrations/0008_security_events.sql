-- The security log, the end of a user's access, and the last use of sessions.
CREATE TABLE "security_event" (
	"organization_id" text NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"actor_user_id" text,
	"actor_name" text,
	"credential_kind" text DEFAULT 'none' NOT NULL,
	"credential_id" text,
	"credential_name" text,
	"ip_address" text,
	"subject_kind" text,
	"subject_id" text,
	"subject_label" text,
	"before" jsonb,
	"after" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "security_event_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "security_event_kind_known" CHECK ("security_event"."kind" in ('sign_in', 'sign_in_refused', 'sign_out', 'sessions_ended', 'password_changed', 'password_reset', 'role_changed', 'member_removed', 'member_left', 'token_created', 'token_revoked', 'token_refused', 'grant_given', 'grant_ended', 'invitation_created', 'invitation_accepted', 'invitation_revoked', 'review_decision_refused', 'credential_refused', 'user_disabled', 'user_enabled', 'user_removed', 'organization_created', 'organization_renamed', 'pin_set', 'pin_removed', 'pin_refused', 'plan_deleted', 'security_log_exported', 'backup_restored')),
	CONSTRAINT "security_event_credential_known" CHECK ("security_event"."credential_kind" in ('session', 'token', 'oauth', 'cli', 'none')),
	CONSTRAINT "security_event_count_fits" CHECK ("security_event"."count" > 0),
	CONSTRAINT "security_event_change_fits" CHECK (octet_length("security_event"."before"::text) <= 8000 and octet_length("security_event"."after"::text) <= 8000)
);
--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "last_used_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "disabled_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "security_event_created" ON "security_event" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "security_event_kind" ON "security_event" USING btree ("organization_id","kind","id");--> statement-breakpoint
CREATE INDEX "security_event_actor" ON "security_event" USING btree ("organization_id","actor_user_id","id");--> statement-breakpoint
CREATE INDEX "security_event_subject" ON "security_event" USING btree ("organization_id","subject_id","id");
--> statement-breakpoint

-- Rows of the transaction's organization alone, as for every tenant table. Attempts that belong to no organization are
-- kept under the name "server", which no organization has: ids of organizations begin with "org".
ALTER TABLE "security_event" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "security_event" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY tenant_isolation ON "security_event"
  USING (organization_id = nullif(current_setting('app.organization_id', true), ''))
  WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), ''));
--> statement-breakpoint
-- History is written once.
GRANT SELECT, INSERT ON "security_event" TO app_tenant;
