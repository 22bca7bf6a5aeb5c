-- What the console's lists and summaries read, without going through whole tables.

-- What is open and how plans ended, by columns that change once in the life of a plan: what changes with every call is
-- in no index, so that a change stays on its page.
ALTER TABLE research_plan ADD COLUMN closed_at timestamp with time zone
  GENERATED ALWAYS AS (case when status in ('completed', 'failed') then updated_at end) STORED;
--> statement-breakpoint
CREATE INDEX research_plan_open ON research_plan (organization_id, id) WHERE closed_at IS NULL;
--> statement-breakpoint
CREATE INDEX research_plan_closed ON research_plan (organization_id, closed_at, id) WHERE closed_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX research_plan_completed ON research_plan (organization_id, completed_at) WHERE completed_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX research_plan_failed ON research_plan (organization_id, id) WHERE failure_reason IS NOT NULL;
--> statement-breakpoint

CREATE INDEX plan_review_open ON plan_review (organization_id, requested_at, id) WHERE decision IS NULL;
--> statement-breakpoint
CREATE INDEX plan_review_decided ON plan_review (organization_id, decided_at, id) INCLUDE (decision, decided_via) WHERE decided_at IS NOT NULL;
--> statement-breakpoint

CREATE INDEX skill_execution_figures ON skill_execution (organization_id, skill_name, status) INCLUDE (duration_ms);
--> statement-breakpoint
CREATE INDEX skill_execution_failed ON skill_execution (organization_id, completed_at) WHERE status = 'failed';
--> statement-breakpoint

CREATE INDEX research_output_created ON research_output (organization_id, created_at);
--> statement-breakpoint
CREATE INDEX research_feedback_created ON research_feedback (organization_id, created_at) INCLUDE (satisfaction);
--> statement-breakpoint

CREATE INDEX mcp_tool_call_log_plan ON mcp_tool_call_log (organization_id, plan_id, id) WHERE plan_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX mcp_tool_call_log_session ON mcp_tool_call_log (organization_id, session_id, id) WHERE session_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX mcp_tool_call_log_error ON mcp_tool_call_log (organization_id, id) WHERE is_error;
--> statement-breakpoint
CREATE INDEX mcp_tool_call_log_created ON mcp_tool_call_log (organization_id, created_at) INCLUDE (client_name, is_error);
--> statement-breakpoint

CREATE INDEX plan_audit_log_stall ON plan_audit_log (organization_id, created_at) INCLUDE (plan_id) WHERE action = 'stall_detected';
