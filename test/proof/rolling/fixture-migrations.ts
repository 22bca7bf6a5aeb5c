import type { AddedMigration } from "./program-copy.ts";

/** What a next release may bring: columns of the tables that every call writes to, a table, and an index of the largest one. */
export const FIXTURE_MIGRATIONS: readonly AddedMigration[] = [
  {
    id: "9000_rolling_columns",
    text: `ALTER TABLE "research_plan" ADD COLUMN "fixture_note" text;--> statement-breakpoint
ALTER TABLE "plan_step" ADD COLUMN "fixture_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "plan_audit_log" ADD COLUMN "fixture_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "mcp_tool_call_log" ADD COLUMN "fixture_note" text;--> statement-breakpoint
CREATE TABLE "fixture" ("organization_id" text NOT NULL, "plan_id" text NOT NULL, PRIMARY KEY ("organization_id", "plan_id"),
  FOREIGN KEY ("organization_id", "plan_id") REFERENCES "research_plan" ("organization_id", "id") ON DELETE CASCADE)`,
  },
  {
    id: "9001_rolling_index",
    text: `CREATE INDEX CONCURRENTLY IF NOT EXISTS "plan_audit_log_fixture" ON "plan_audit_log" ("organization_id", "fixture_at")`,
  },
];
