CREATE TABLE "plan_import" (
	"organization_id" text NOT NULL,
	"plan_id" text NOT NULL,
	"imported_by" text,
	"imported_at" timestamp with time zone NOT NULL,
	"origin_server" text NOT NULL,
	"origin_organization" text NOT NULL,
	"exported_at" timestamp with time zone NOT NULL,
	"original_handle" text NOT NULL,
	"audit_seq" bigint NOT NULL,
	"audit_head" text NOT NULL,
	CONSTRAINT "plan_import_organization_id_plan_id_pk" PRIMARY KEY("organization_id","plan_id")
);
--> statement-breakpoint
ALTER TABLE "security_event" DROP CONSTRAINT "security_event_kind_known";--> statement-breakpoint
ALTER TABLE "idempotency_key" ADD COLUMN "plan_id" text;--> statement-breakpoint
ALTER TABLE "plan_source" ADD COLUMN "former_refs" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "plan_import" ADD CONSTRAINT "plan_import_organization_id_plan_id_research_plan_organization_id_id_fk" FOREIGN KEY ("organization_id","plan_id") REFERENCES "public"."research_plan"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "security_event" ADD CONSTRAINT "security_event_kind_known" CHECK ("security_event"."kind" in ('sign_in', 'sign_in_refused', 'sign_out', 'sessions_ended', 'password_changed', 'password_reset', 'role_changed', 'member_removed', 'member_left', 'token_created', 'token_revoked', 'token_refused', 'grant_given', 'grant_ended', 'invitation_created', 'invitation_accepted', 'invitation_revoked', 'review_decision_refused', 'credential_refused', 'user_disabled', 'user_enabled', 'user_removed', 'organization_created', 'organization_renamed', 'who_decides_changed', 'pin_set', 'pin_removed', 'pin_refused', 'webhook_created', 'webhook_changed', 'webhook_secret_rotated', 'webhook_disabled', 'webhook_removed', 'plan_deleted', 'artifact_deleted', 'output_deleted', 'person_deleted', 'data_exported', 'plan_imported', 'security_log_exported', 'backup_restored'));--> statement-breakpoint

-- Rows of the transaction's organization alone, as for every tenant table.
ALTER TABLE plan_import ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE plan_import FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant_isolation ON plan_import
  USING (organization_id = nullif(current_setting('app.organization_id', true), ''))
  WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), ''));--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON plan_import TO app_tenant;
