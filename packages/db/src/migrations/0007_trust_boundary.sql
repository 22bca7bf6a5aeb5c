-- Steps that only a review settles, who holds a lease, and what a review is about.
ALTER TABLE "plan_review" DROP CONSTRAINT "plan_review_decided_via_known";--> statement-breakpoint
ALTER TABLE "research_plan" DROP CONSTRAINT "research_plan_review_policy_known";--> statement-breakpoint
ALTER TABLE "plan_review" ADD COLUMN "result" jsonb;--> statement-breakpoint
ALTER TABLE "plan_review" ADD COLUMN "declined_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "plan_step" ADD COLUMN "requires_review" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "plan_step" ADD COLUMN "added_after_step_id" text;--> statement-breakpoint
ALTER TABLE "plan_step" ADD COLUMN "lease_user_id" text;--> statement-breakpoint
ALTER TABLE "plan_step" ADD COLUMN "lease_session_id" text;--> statement-breakpoint
ALTER TABLE "plan_step" ADD COLUMN "lease_client" text;--> statement-breakpoint
ALTER TABLE "plan_review" ADD CONSTRAINT "plan_review_decided_via_known" CHECK ("plan_review"."decided_via" in ('console', 'app', 'elicitation', 'api', 'relayed'));--> statement-breakpoint
ALTER TABLE "research_plan" ADD CONSTRAINT "research_plan_review_policy_known" CHECK ("research_plan"."review_policy" in ('relayed_allowed', 'client_attested', 'human_only'));--> statement-breakpoint

-- Within this transaction the owner sees the rows of every organization.
ALTER TABLE "plan_step" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "plan_branching_condition" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "plan_step" SET "requires_review" = true WHERE "step_type" = 'checkpoint';--> statement-breakpoint
UPDATE "plan_branching_condition" SET "action_params" = jsonb_set("action_params", '{steps}', (
  SELECT jsonb_agg(step || jsonb_build_object('requiresReview', step ->> 'type' = 'checkpoint') ORDER BY position)
  FROM jsonb_array_elements("action_params" -> 'steps') WITH ORDINALITY AS added (step, position)))
WHERE "if_true_action" = 'add_steps';--> statement-breakpoint
ALTER TABLE "plan_step" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "plan_branching_condition" FORCE ROW LEVEL SECURITY;
