-- A plan's mode and the moment it ended are facts of its events; until now the one was read from its name, and the other
-- followed every later change of the row.
ALTER TABLE "research_plan" ALTER COLUMN "closed_at" DROP EXPRESSION;
--> statement-breakpoint
ALTER TABLE "research_plan" ADD COLUMN "mode" text;
--> statement-breakpoint

-- Within this transaction the owner sees the rows of every organization.
ALTER TABLE "research_plan" NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "plan_audit_log" NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
UPDATE "research_plan" AS plan SET
  "mode" = CASE WHEN starts_with("name", '[Scan]') THEN 'scan' WHEN starts_with("name", '[Deep]') THEN 'deep' END,
  "closed_at" = CASE WHEN "status" IN ('completed', 'failed') THEN coalesce(
    (SELECT ended."created_at" FROM "plan_audit_log" AS ended
     WHERE ended."organization_id" = plan."organization_id" AND ended."plan_id" = plan."id"
       AND ended."payload" ->> 'type' = 'plan_status_changed' AND ended."payload" -> 'moves' ->> -1 = plan."status"
     ORDER BY ended."seq" DESC LIMIT 1),
    "completed_at", "updated_at") END;
--> statement-breakpoint
ALTER TABLE "research_plan" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "plan_audit_log" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint

ALTER TABLE "research_plan" ADD CONSTRAINT "research_plan_mode_known" CHECK ("research_plan"."mode" in ('scan', 'deep'));
--> statement-breakpoint
ALTER TABLE "research_plan" ADD CONSTRAINT "research_plan_closed_at_fits" CHECK (("research_plan"."status" in ('completed', 'failed')) = ("research_plan"."closed_at" is not null));
