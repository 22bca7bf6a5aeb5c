ALTER TABLE "security_event" DROP CONSTRAINT "security_event_kind_known";--> statement-breakpoint
ALTER TABLE "organization" ADD COLUMN "who_decides" text DEFAULT 'anyone' NOT NULL;--> statement-breakpoint
ALTER TABLE "research_plan" ADD COLUMN "assignee_id" text;--> statement-breakpoint
ALTER TABLE "organization" ADD CONSTRAINT "organization_who_decides_known" CHECK ("organization"."who_decides" in ('anyone', 'owner_and_admins', 'assignee'));--> statement-breakpoint
ALTER TABLE "security_event" ADD CONSTRAINT "security_event_kind_known" CHECK ("security_event"."kind" in ('sign_in', 'sign_in_refused', 'sign_out', 'sessions_ended', 'password_changed', 'password_reset', 'role_changed', 'member_removed', 'member_left', 'token_created', 'token_revoked', 'token_refused', 'grant_given', 'grant_ended', 'invitation_created', 'invitation_accepted', 'invitation_revoked', 'review_decision_refused', 'credential_refused', 'user_disabled', 'user_enabled', 'user_removed', 'organization_created', 'organization_renamed', 'who_decides_changed', 'pin_set', 'pin_removed', 'pin_refused', 'plan_deleted', 'security_log_exported', 'backup_restored'));--> statement-breakpoint

-- The plans of one person: those in whose name they were created, and those who are asked to review them.
CREATE INDEX research_plan_owner ON research_plan (organization_id, created_by, id);
--> statement-breakpoint
CREATE INDEX research_plan_assignee ON research_plan (organization_id, assignee_id, id) WHERE assignee_id IS NOT NULL;
--> statement-breakpoint

-- Whether a person has connected a client, and its latest call.
CREATE INDEX mcp_tool_call_log_user ON mcp_tool_call_log (organization_id, user_id, id);
