/** What people are told has gone, or would go. */
export const DELETED_KINDS = [
  "plans",
  "steps",
  "events",
  "reviews",
  "artifacts",
  "sources",
  "captures",
  "claims",
  "reports",
  "extractions",
  "feedback",
  "runs",
  "calls",
  "notifications",
] as const;
export type DeletedKind = (typeof DELETED_KINDS)[number];
export type DeletedCounts = Readonly<Partial<Record<DeletedKind, number>>>;

export interface DeletedRows {
  readonly table: string;
  /** Which of its rows go; the organization is $1, what is deleted $2. */
  readonly where: string;
  /** As what they are counted; null where they are parts of something that is. */
  readonly kind: DeletedKind | null;
  /** What is put in the place of their texts, where the rows themselves stay. */
  readonly set?: string;
  /** Written once: only the owner of the table may delete them. */
  readonly isHistory?: boolean;
}

const OF_PLAN = "plan_id = $2";
const ids = (table: string) =>
  `(SELECT id FROM ${table} WHERE organization_id = $1 AND plan_id = $2)`;
const CLAIMS = `claim_id IN ${ids("claim")}`;
const RUNS = ids("skill_execution");

const HANDLE = "(SELECT handle FROM research_plan WHERE organization_id = $1 AND id = $2)";
const METADATA = "concat(request_metadata::text, response_metadata::text)";
const BLANK = `request_metadata = '{"deleted": true}', response_metadata = '{"deleted": true}'`;

/** Replies that an older version kept for retries have no plan. */
const NAMES_PLAN = `(plan_id = $2 OR EXISTS (SELECT FROM research_plan AS plan WHERE plan.organization_id = $1 AND plan.id = $2
  AND (strpos(reply::text, plan.id) > 0 OR strpos(reply::text, plan.handle) > 0)))`;

/**
 * Everything that rests on a plan alone, in an order in which each table comes before those it refers to. A test compares
 * the list with the columns of all tables.
 */
export const ROWS_OF_PLAN: readonly DeletedRows[] = [
  {
    table: "webhook_attempt",
    where: `event_id IN ${ids("notification_event")}`,
    kind: null,
  },
  { table: "notification_delivery", where: OF_PLAN, kind: null },
  { table: "notification_event", where: OF_PLAN, kind: "notifications" },
  { table: "idempotency_key", where: NAMES_PLAN, kind: null },
  {
    table: "mcp_tool_call_log",
    where: `(plan_id IN ($2, ${HANDLE}) OR (plan_id IS NULL AND skill_execution_id IN ${RUNS}))`,
    kind: "calls",
  },
  // Lists and searches, which show names and passages of many plans.
  {
    table: "mcp_tool_call_log",
    where: `plan_id IS NULL AND (strpos(${METADATA}, $2) > 0 OR strpos(${METADATA}, ${HANDLE}) > 0)`,
    set: BLANK,
    kind: null,
  },
  { table: "usage_report", where: OF_PLAN, kind: null },
  { table: "claim_audit", where: CLAIMS, kind: null },
  { table: "claim_evidence", where: CLAIMS, kind: null },
  { table: "claim", where: OF_PLAN, kind: "claims" },
  { table: "research_feedback", where: OF_PLAN, kind: "feedback" },
  { table: "share_link", where: OF_PLAN, kind: null },
  { table: "research_output", where: OF_PLAN, kind: "reports" },
  { table: "subagent_report", where: OF_PLAN, kind: null },
  {
    table: "extraction_result",
    where: `(plan_id = $2 OR (plan_id IS NULL AND source_artifact_id IN ${ids("research_artifact")}))`,
    kind: "extractions",
  },
  { table: "plan_source", where: OF_PLAN, kind: null },
  {
    table: "research_source",
    where: `artifact_id IN ${ids("research_artifact")}`,
    kind: "sources",
  },
  { table: "research_artifact", where: OF_PLAN, kind: "artifacts" },
  {
    table: "plan_audit_log",
    where: `(plan_id = $2 OR (plan_id IS NULL AND seq IS NULL AND payload ->> 'executionId' IN ${RUNS}))`,
    kind: "events",
    isHistory: true,
  },
  { table: "skill_execution", where: OF_PLAN, kind: "runs" },
  { table: "plan_import", where: OF_PLAN, kind: null },
  { table: "plan_tag", where: OF_PLAN, kind: null },
  { table: "plan_text", where: OF_PLAN, kind: null },
  { table: "inbox_mark", where: OF_PLAN, kind: null },
  { table: "sample_plan", where: OF_PLAN, kind: null },
  { table: "plan_review", where: OF_PLAN, kind: "reviews" },
  { table: "plan_branching_condition", where: OF_PLAN, kind: null },
  { table: "plan_step", where: OF_PLAN, kind: "steps" },
  { table: "research_plan", where: "id = $2", kind: "plans" },
];

/** They name a plan, but stay: the tree of checkpoints outlives what it sealed, and has hashes alone. */
export const KEPT_OF_PLAN: readonly string[] = ["audit_leaf"];

/** What the calls about a stored text have of it: at least its title. */
function callsAbout(table: "research_artifact" | "research_output"): DeletedRows[] {
  const titled = (
    texts: string,
  ) => `EXISTS (SELECT FROM ${table} AS item WHERE item.organization_id = $1 AND item.id = $2
    AND item.plan_id IS NOT DISTINCT FROM logged.plan_id AND strpos(${texts}, to_json(item.title)::text) > 0)`;
  return [
    { table: "mcp_tool_call_log AS logged", where: titled(METADATA), set: BLANK, kind: null },
    { table: "idempotency_key AS logged", where: titled("reply::text"), kind: null },
  ];
}

/** What rests on an artifact. Its sources and their captures are treated apart, since other plans may use them. */
export const ROWS_OF_ARTIFACT: readonly DeletedRows[] = [
  ...callsAbout("research_artifact"),
  {
    table: "extraction_result",
    where:
      "(source_artifact_id = $2 AND plan_id IS NOT DISTINCT FROM (SELECT plan_id FROM research_artifact WHERE organization_id = $1 AND id = $2))",
    kind: "extractions",
  },
  { table: "research_source", where: "artifact_id = $2", kind: "sources" },
  { table: "research_artifact", where: "id = $2", kind: "artifacts" },
];

/** A version of a report. */
export const ROWS_OF_OUTPUT: readonly DeletedRows[] = [
  ...callsAbout("research_output"),
  { table: "research_output", where: "id = $2", kind: "reports" },
];
