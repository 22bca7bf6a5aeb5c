-- Links to reports that work without sign-in: what a link is found by, and what people see of it.
CREATE TABLE "share_key" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"link_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "share_key_ends" CHECK ("share_key"."expires_at" <= "share_key"."created_at" + interval '8784 hours')
);
--> statement-breakpoint
CREATE TABLE "share_link" (
	"organization_id" text NOT NULL,
	"id" text NOT NULL,
	"plan_id" text NOT NULL,
	"output_id" text,
	"created_by" text,
	"token_ending" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"uses" integer DEFAULT 0 NOT NULL,
	"last_used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "share_link_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "share_link_uses_count" CHECK ("share_link"."uses" >= 0),
	CONSTRAINT "share_link_ends" CHECK ("share_link"."expires_at" <= "share_link"."created_at" + interval '8784 hours')
);
--> statement-breakpoint
ALTER TABLE "security_event" DROP CONSTRAINT "security_event_kind_known";--> statement-breakpoint
ALTER TABLE "organization" ADD COLUMN "public_links" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "share_key" ADD CONSTRAINT "share_key_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_link" ADD CONSTRAINT "share_link_organization_id_plan_id_research_plan_organization_id_id_fk" FOREIGN KEY ("organization_id","plan_id") REFERENCES "public"."research_plan"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_link" ADD CONSTRAINT "share_link_organization_id_output_id_research_output_organization_id_id_fk" FOREIGN KEY ("organization_id","output_id") REFERENCES "public"."research_output"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "share_key_link" ON "share_key" USING btree ("organization_id","link_id");--> statement-breakpoint
CREATE INDEX "share_link_plan" ON "share_link" USING btree ("organization_id","plan_id","id");--> statement-breakpoint
CREATE INDEX "share_link_output" ON "share_link" USING btree ("organization_id","output_id");--> statement-breakpoint
ALTER TABLE "security_event" ADD CONSTRAINT "security_event_kind_known" CHECK ("security_event"."kind" in ('sign_in', 'sign_in_refused', 'sign_out', 'sessions_ended', 'password_changed', 'password_reset', 'role_changed', 'member_removed', 'member_left', 'token_created', 'token_revoked', 'token_refused', 'grant_given', 'grant_ended', 'invitation_created', 'invitation_accepted', 'invitation_revoked', 'review_decision_refused', 'credential_refused', 'user_disabled', 'user_enabled', 'user_removed', 'organization_created', 'organization_renamed', 'who_decides_changed', 'share_link_created', 'share_link_revoked', 'share_link_used', 'public_links_changed', 'pin_set', 'pin_removed', 'pin_refused', 'webhook_created', 'webhook_changed', 'webhook_secret_rotated', 'webhook_disabled', 'webhook_removed', 'plan_deleted', 'artifact_deleted', 'output_deleted', 'person_deleted', 'data_exported', 'plan_imported', 'security_log_exported', 'backup_restored'));--> statement-breakpoint

ALTER TABLE "share_link" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "share_link" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant_isolation ON "share_link"
  USING (organization_id = nullif(current_setting('app.organization_id', true), '')) WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), ''));--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "share_link" TO app_tenant;
