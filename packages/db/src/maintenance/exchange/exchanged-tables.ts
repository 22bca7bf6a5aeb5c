/** A table whose rows move with a plan. */
export interface ExchangedTable {
  readonly name: string;
  /** Which rows; the organization is $1, the plan $2. */
  readonly where: string;
  /** Columns that name rows of the same archive, and the table these are in. Nothing else may be named. */
  readonly refers: Readonly<Record<string, string>>;
}

const OF_PLAN = "plan_id = $2";
const ids = (table: string) =>
  `(SELECT id FROM ${table} WHERE organization_id = $1 AND plan_id = $2)`;
/** Mentions in its own artifacts, and those of other plans that it cites. */
const SOURCES = `(SELECT id FROM research_source WHERE organization_id = $1 AND artifact_id IN ${ids("research_artifact")}
  UNION SELECT source_id FROM plan_source WHERE organization_id = $1 AND plan_id = $2
  UNION SELECT source_id FROM claim_evidence WHERE organization_id = $1 AND claim_id IN ${ids("claim")})`;
const STEP = { step_id: "plan_step" };

/**
 * What makes up a plan elsewhere, each after those it refers to. Left out are what only this server has: tool calls, runs,
 * notifications, leaves of its tree; the search index is built again.
 */
export const EXCHANGED_TABLES: readonly ExchangedTable[] = [
  { name: "research_plan", where: "id = $2", refers: {} },
  { name: "plan_tag", where: OF_PLAN, refers: {} },
  { name: "plan_step", where: OF_PLAN, refers: {} },
  { name: "plan_branching_condition", where: OF_PLAN, refers: STEP },
  { name: "plan_review", where: OF_PLAN, refers: STEP },
  { name: "plan_audit_log", where: `${OF_PLAN} AND seq IS NOT NULL`, refers: STEP },
  { name: "research_artifact", where: OF_PLAN, refers: STEP },
  {
    name: "research_source",
    where: `id IN ${SOURCES}`,
    refers: { artifact_id: "research_artifact" },
  },
  { name: "plan_source", where: OF_PLAN, refers: { source_id: "research_source" } },
  {
    name: "extraction_result",
    where: OF_PLAN,
    refers: { ...STEP, source_artifact_id: "research_artifact" },
  },
  { name: "research_output", where: OF_PLAN, refers: {} },
  { name: "research_feedback", where: OF_PLAN, refers: {} },
  { name: "subagent_report", where: OF_PLAN, refers: STEP },
  { name: "usage_report", where: OF_PLAN, refers: STEP },
  {
    name: "source_capture",
    where: `key IN (SELECT key FROM research_source WHERE organization_id = $1 AND id IN ${SOURCES})`,
    refers: {},
  },
  { name: "claim", where: OF_PLAN, refers: STEP },
  {
    name: "claim_evidence",
    where: `claim_id IN ${ids("claim")}`,
    refers: { claim_id: "claim", source_id: "research_source", capture_id: "source_capture" },
  },
  { name: "claim_audit", where: `claim_id IN ${ids("claim")}`, refers: { claim_id: "claim" } },
];

/** They have a plan, but stay where they are. */
export const NOT_EXCHANGED: readonly string[] = [
  "audit_leaf",
  "idempotency_key",
  "inbox_mark",
  "mcp_tool_call_log",
  "notification_delivery",
  "notification_event",
  "plan_import",
  "plan_text",
  "sample_plan",
  "share_link",
  "skill_execution",
];
