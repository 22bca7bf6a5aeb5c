-- How the documents of an organization look: its logo, colours, fonts and footer.
CREATE TABLE "document_theme" (
	"organization_id" text PRIMARY KEY NOT NULL,
	"theme" jsonb NOT NULL,
	"updated_by" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "security_event" DROP CONSTRAINT "security_event_kind_known";--> statement-breakpoint
ALTER TABLE "security_event" ADD CONSTRAINT "security_event_kind_known" CHECK ("security_event"."kind" in ('sign_in', 'sign_in_refused', 'sign_out', 'sessions_ended', 'password_changed', 'password_reset', 'role_changed', 'member_removed', 'member_left', 'token_created', 'token_revoked', 'token_refused', 'grant_given', 'grant_ended', 'invitation_created', 'invitation_accepted', 'invitation_revoked', 'review_decision_refused', 'credential_refused', 'user_disabled', 'user_enabled', 'user_removed', 'organization_created', 'organization_renamed', 'who_decides_changed', 'share_link_created', 'share_link_revoked', 'share_link_used', 'public_links_changed', 'document_theme_changed', 'pin_set', 'pin_removed', 'pin_refused', 'webhook_created', 'webhook_changed', 'webhook_secret_rotated', 'webhook_disabled', 'webhook_removed', 'plan_deleted', 'artifact_deleted', 'output_deleted', 'person_deleted', 'data_exported', 'plan_imported', 'security_log_exported', 'backup_restored'));--> statement-breakpoint

ALTER TABLE "document_theme" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "document_theme" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant_isolation ON "document_theme"
  USING (organization_id = nullif(current_setting('app.organization_id', true), '')) WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), ''));--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "document_theme" TO app_tenant;
