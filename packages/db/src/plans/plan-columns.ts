import type { BranchingCondition, Plan, Review, Step } from "@trovella/plan-engine";
import { type Columns, changing, constant, defining } from "./columns.ts";
import type { PlanFigures } from "./plan-figures.ts";

/** A plan's own fields, and the number and hash of its newest audit row. */
type DecidedRow = Omit<Plan, "steps" | "conditions" | "reviews"> & {
  readonly auditSeq: number;
  readonly auditHead: string;
};

/** What decisions read and write. */
export const DECIDED_COLUMNS: Columns<DecidedRow> = {
  id: constant("id"),
  handle: constant("handle"),
  name: defining("name"),
  mode: constant("mode"),
  researchQuestion: constant("research_question"),
  status: changing("status"),
  version: changing("version", "integer"),
  auditSeq: changing("audit_seq", "bigint"),
  auditHead: changing("audit_head", "bytea"),
  stepsCreated: changing("steps_created", "integer"),
  stallThresholdMs: constant("stall_threshold_ms", "bigint"),
  reviewPolicy: constant("review_policy"),
  planDesignRationale: constant("plan_design_rationale"),
  outputFormattingNotes: constant("output_formatting_notes"),
  failureReason: changing("failure_reason"),
  isCancelled: changing("is_cancelled", "boolean"),
  archivedAt: changing("archived_at", "timestamptz"),
  tags: defining("tags", "text[]"),
  budget: changing("budget", "jsonb"),
  spent: changing("spent", "jsonb"),
  phase: changing("phase"),
  phaseCause: changing("phase_cause"),
  evidencePolicy: constant("evidence_policy"),
  minLevel: constant("min_level", "integer"),
  minSources: constant("min_sources", "integer"),
  repairs: changing("repairs", "integer"),
  closingAcceptedAt: changing("closing_accepted_at", "timestamptz"),
  assigneeId: changing("assignee_id"),
  createdAt: constant("created_at", "timestamptz"),
  updatedAt: changing("updated_at", "timestamptz"),
  completedAt: changing("completed_at", "timestamptz"),
  closedAt: changing("closed_at", "timestamptz"),
};

/** What lists show of a plan's steps; written with them, and compared with them by `verify`. */
export const FIGURE_COLUMNS: Columns<PlanFigures> = {
  stepCount: changing("step_count", "integer"),
  doneCount: changing("done_count", "integer"),
  failedCount: changing("failed_count", "integer"),
  waitingCount: changing("waiting_count", "integer"),
  confidence: changing("confidence", "double precision"),
  currentStepId: changing("current_step_id"),
  closedProgress: changing("closed_progress", "integer"),
  lastSignAt: changing("last_sign_at", "timestamptz"),
};

/** A plan's own row. */
export type PlanRow = DecidedRow & PlanFigures;

export const PLAN_COLUMNS: Columns<PlanRow> = { ...DECIDED_COLUMNS, ...FIGURE_COLUMNS };

/** Without results and reports: no decision reads them, and their digests stand for them. */
export const STEP_COLUMNS: Columns<Step> = {
  id: constant("id"),
  number: constant("number", "integer"),
  order: defining("step_order", "integer"),
  type: defining("step_type"),
  requiresReview: defining("requires_review", "boolean"),
  isClosing: changing("is_closing", "boolean"),
  addedAfterStepId: constant("added_after_step_id"),
  instructions: defining("instructions"),
  status: changing("status"),
  dependsOn: defining("depends_on", "text[]"),
  attempt: changing("attempt", "integer"),
  leaseToken: changing("lease_token"),
  leaseHolder: changing("lease_holder"),
  leaseUserId: changing("lease_user_id"),
  leaseSessionId: changing("lease_session_id"),
  leaseClient: changing("lease_client"),
  leaseExpiresAt: changing("lease_expires_at", "timestamptz"),
  resultDigest: changing("result_digest"),
  reportDigest: changing("report_digest"),
  resultSummary: changing("result_summary"),
  confidence: changing("confidence", "double precision"),
  outputFormattingNotes: changing("output_formatting_notes"),
  failureReason: changing("failure_reason"),
  usage: changing("usage", "jsonb"),
  startedAt: changing("started_at", "timestamptz"),
  completedAt: changing("completed_at", "timestamptz"),
  lastActivityAt: changing("last_activity_at", "timestamptz"),
  updatedAt: changing("updated_at", "timestamptz"),
};

/** A condition's row: its action is kept as a name and its parameters. */
export type ConditionRow = Omit<BranchingCondition, "action"> & {
  readonly position: number;
  readonly ifTrueAction: string;
  readonly actionParams: object;
};

export const CONDITION_COLUMNS: Columns<ConditionRow> = {
  id: constant("id"),
  stepId: constant("step_id"),
  position: constant("position", "integer"),
  expression: constant("condition_expression"),
  ifTrueAction: constant("if_true_action"),
  actionParams: defining("action_params", "jsonb"),
  firedAt: changing("fired_at", "timestamptz"),
};

export const REVIEW_COLUMNS: Columns<Review> = {
  id: constant("id"),
  stepId: constant("step_id"),
  summary: constant("summary"),
  questions: constant("questions", "jsonb"),
  result: constant("result", "jsonb"),
  requestedAt: constant("requested_at", "timestamptz"),
  declinedAt: changing("declined_at", "timestamptz"),
  decision: changing("decision"),
  feedback: changing("feedback"),
  decidedVia: changing("decided_via"),
  decidedBy: changing("decided_by"),
  decidedAt: changing("decided_at", "timestamptz"),
};
