ALTER TABLE "research_plan" ADD COLUMN "evidence_policy" text DEFAULT 'warn' NOT NULL;--> statement-breakpoint
ALTER TABLE "research_plan" ADD COLUMN "min_level" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "research_plan" ADD COLUMN "min_sources" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "research_plan" ADD COLUMN "repairs" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "research_plan" ADD CONSTRAINT "research_plan_evidence_policy_known" CHECK ("research_plan"."evidence_policy" in ('off', 'warn', 'strict'));