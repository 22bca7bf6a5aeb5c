-- Budgets of plans, who wrote an output, and usage as client programs report it.
CREATE TABLE "usage_report" (
	"organization_id" text NOT NULL,
	"id" text NOT NULL,
	"plan_id" text NOT NULL,
	"step_id" text,
	"session_id" text NOT NULL,
	"client" text NOT NULL,
	"model" text,
	"input_tokens" bigint DEFAULT 0 NOT NULL,
	"output_tokens" bigint DEFAULT 0 NOT NULL,
	"cache_read_tokens" bigint DEFAULT 0 NOT NULL,
	"cache_write_tokens" bigint DEFAULT 0 NOT NULL,
	"cost_usd" double precision DEFAULT 0 NOT NULL,
	"reported_at" timestamp with time zone NOT NULL,
	"dedupe_key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "usage_report_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "research_output" ADD COLUMN "origin" text DEFAULT 'assistant' NOT NULL;--> statement-breakpoint
ALTER TABLE "plan_step" ADD COLUMN "is_closing" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "plan_step" ADD COLUMN "usage" jsonb;--> statement-breakpoint
ALTER TABLE "research_plan" ADD COLUMN "budget" jsonb;--> statement-breakpoint
ALTER TABLE "research_plan" ADD COLUMN "spent" jsonb DEFAULT '{"attempts":0,"workMs":0,"toolCalls":0,"subagents":0,"tokens":0,"costUsd":0,"refusals":0,"failuresFrom":null}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "research_plan" ADD COLUMN "phase" text DEFAULT 'open' NOT NULL;--> statement-breakpoint
ALTER TABLE "research_plan" ADD COLUMN "phase_cause" text;--> statement-breakpoint
ALTER TABLE "research_plan" ADD COLUMN "closing_accepted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "usage_report" ADD CONSTRAINT "usage_report_organization_id_plan_id_research_plan_organization_id_id_fk" FOREIGN KEY ("organization_id","plan_id") REFERENCES "public"."research_plan"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "usage_report_dedupe" ON "usage_report" USING btree ("organization_id","dedupe_key");--> statement-breakpoint
CREATE INDEX "usage_report_plan" ON "usage_report" USING btree ("organization_id","plan_id");--> statement-breakpoint
ALTER TABLE "research_output" ADD CONSTRAINT "research_output_origin_known" CHECK ("research_output"."origin" in ('assistant', 'server'));--> statement-breakpoint
ALTER TABLE "research_plan" ADD CONSTRAINT "research_plan_phase_known" CHECK ("research_plan"."phase" in ('open', 'closing', 'spent'));--> statement-breakpoint

-- Within this transaction the owner sees the rows of every organization. Attempts and refusals are counted from the log;
-- it does not tell how long attempts took before.
ALTER TABLE "research_plan" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "plan_audit_log" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "research_plan" AS plan SET "spent" = plan."spent" || jsonb_build_object('attempts', counted.attempts, 'refusals', counted.refusals)
FROM (
  SELECT "organization_id", "plan_id", count(*) FILTER (WHERE "event_type" = 'step_started') AS attempts,
    count(*) FILTER (WHERE "action" = 'result_refused' AND "seq" > completed_seq) AS refusals
  FROM (
    SELECT *, coalesce(max("seq") FILTER (WHERE "event_type" = 'step_completed')
      OVER (PARTITION BY "organization_id", "plan_id"), 0) AS completed_seq
    FROM "plan_audit_log" WHERE "plan_id" IS NOT NULL AND "seq" IS NOT NULL) AS logged
  GROUP BY "organization_id", "plan_id") AS counted
WHERE plan."organization_id" = counted."organization_id" AND plan."id" = counted."plan_id";--> statement-breakpoint
ALTER TABLE "research_plan" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "plan_audit_log" FORCE ROW LEVEL SECURITY;--> statement-breakpoint

-- Steps that a branch may still add are no closing steps, as replaying the log has it.
ALTER TABLE "plan_branching_condition" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "plan_branching_condition" SET "action_params" = jsonb_set("action_params", '{steps}', (
  SELECT jsonb_agg(step || '{"isClosing": false}' ORDER BY position)
  FROM jsonb_array_elements("action_params" -> 'steps') WITH ORDINALITY AS added (step, position)))
WHERE "if_true_action" = 'add_steps';--> statement-breakpoint
ALTER TABLE "plan_branching_condition" FORCE ROW LEVEL SECURITY;--> statement-breakpoint

ALTER TABLE "usage_report"
  ADD FOREIGN KEY (organization_id, step_id) REFERENCES plan_step (organization_id, id) ON DELETE SET NULL (step_id);--> statement-breakpoint
CREATE INDEX "usage_report_step" ON "usage_report" (organization_id, step_id);--> statement-breakpoint

-- Rows of the transaction's organization alone, as for every tenant table.
ALTER TABLE "usage_report" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "usage_report" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant_isolation ON "usage_report"
  USING (organization_id = nullif(current_setting('app.organization_id', true), ''))
  WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), ''));--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "usage_report" TO app_tenant;
