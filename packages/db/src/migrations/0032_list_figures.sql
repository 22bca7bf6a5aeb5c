-- What lists show of a plan's steps and sources is kept in the plan's row, and what they show of reports in theirs.
DROP INDEX "research_artifact_created";--> statement-breakpoint
ALTER TABLE "research_output" ADD COLUMN "characters" integer GENERATED ALWAYS AS (length(content)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "research_output" ADD COLUMN "is_citing" boolean GENERATED ALWAYS AS (strpos(content, '[src:') > 0 or strpos(content, '[clm:') > 0) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "research_plan" ADD COLUMN "step_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "research_plan" ADD COLUMN "done_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "research_plan" ADD COLUMN "failed_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "research_plan" ADD COLUMN "waiting_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "research_plan" ADD COLUMN "confidence" double precision;--> statement-breakpoint
ALTER TABLE "research_plan" ADD COLUMN "current_step_id" text;--> statement-breakpoint
ALTER TABLE "research_plan" ADD COLUMN "closed_progress" integer;--> statement-breakpoint
ALTER TABLE "research_plan" ADD COLUMN "last_sign_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "research_plan" ADD COLUMN "source_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "research_plan" ADD COLUMN "updated_on" date GENERATED ALWAYS AS ((updated_at at time zone 'UTC')::date) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "research_plan" ADD COLUMN "stalls_on" date GENERATED ALWAYS AS (((greatest(updated_at, last_sign_at) at time zone 'UTC') + stall_threshold_ms * interval '1 millisecond')::date) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "research_artifact_created" ON "research_artifact" USING btree ("organization_id","created_at","id");--> statement-breakpoint

-- Within this transaction the owner sees the rows of every organization.
ALTER TABLE "research_plan" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "plan_step" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "plan_source" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE research_plan AS plan SET step_count = figures.steps, done_count = figures.done, failed_count = figures.failed,
  waiting_count = figures.waiting, confidence = figures.confidence, last_sign_at = figures.last_sign_at,
  current_step_id = CASE WHEN plan.closed_at IS NULL THEN figures.current_step_id END,
  closed_progress = CASE WHEN plan.status = 'completed' THEN 100
    WHEN plan.closed_at IS NOT NULL THEN (200 * figures.done + figures.steps) / greatest(2 * figures.steps, 1) END,
  source_count = (SELECT count(*) FROM plan_source AS source WHERE source.organization_id = plan.organization_id AND source.plan_id = plan.id)
FROM (
  SELECT own.organization_id, own.id, count(step.id)::integer AS steps, avg(step.confidence) AS confidence,
    (count(*) FILTER (WHERE step.status IN ('completed', 'skipped')))::integer AS done,
    (count(*) FILTER (WHERE step.status = 'failed'))::integer AS failed,
    (count(*) FILTER (WHERE step.status = 'awaiting_input'))::integer AS waiting,
    max(greatest(step.last_activity_at, step.updated_at)) AS last_sign_at,
    (array_agg(step.id ORDER BY step.status = 'pending', step.step_order)
      FILTER (WHERE step.status IN ('awaiting_input', 'in_progress', 'pending')))[1] AS current_step_id
  FROM research_plan AS own LEFT JOIN plan_step AS step ON step.organization_id = own.organization_id AND step.plan_id = own.id
  GROUP BY own.organization_id, own.id
) AS figures
WHERE plan.organization_id = figures.organization_id AND plan.id = figures.id;--> statement-breakpoint
ALTER TABLE "research_plan" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "plan_step" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "plan_source" FORCE ROW LEVEL SECURITY;--> statement-breakpoint

-- The orders and kinds of the list of plans. None of these columns changes with every call, so that a change stays on its page:
-- the days change once a day, the others when a review is requested or decided, a source is stored or a plan ends.
DROP INDEX research_plan_closed;--> statement-breakpoint
CREATE INDEX research_plan_closed ON research_plan (organization_id, closed_at, id) INCLUDE (is_cancelled, completed_at) WHERE closed_at IS NOT NULL;--> statement-breakpoint
DROP INDEX research_plan_shown;--> statement-breakpoint
CREATE INDEX research_plan_shown ON research_plan (organization_id, closed_at, id, created_at) WHERE closed_at IS NOT NULL AND archived_at IS NULL;--> statement-breakpoint
CREATE INDEX research_plan_changed ON research_plan (organization_id, updated_on, id, created_at) WHERE closed_at IS NULL;--> statement-breakpoint
CREATE INDEX research_plan_stalls ON research_plan (organization_id, stalls_on) WHERE closed_at IS NULL;--> statement-breakpoint
CREATE INDEX research_plan_waiting ON research_plan (organization_id, id) WHERE closed_at IS NULL AND waiting_count > 0;--> statement-breakpoint
CREATE INDEX research_plan_progress ON research_plan (organization_id, closed_progress, id) WHERE closed_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX research_plan_rank ON research_plan (organization_id, (CASE WHEN archived_at IS NOT NULL THEN 8 WHEN is_cancelled THEN 7
  WHEN completed_at IS NOT NULL THEN 5 ELSE 6 END), id) WHERE closed_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX research_plan_sources ON research_plan (organization_id, source_count, id);--> statement-breakpoint

-- Reports by the time of their creation, and claims by what people said about them.
DROP INDEX research_output_created;--> statement-breakpoint
CREATE INDEX research_output_created ON research_output (organization_id, created_at, id);--> statement-breakpoint
CREATE INDEX claim_audit_verdict ON claim_audit (organization_id, verdict, claim_id);
