import type { BranchAction, BranchingCondition, Plan, Review, Step } from "@trovella/plan-engine";
import { defineStatement } from "../connection/statement.ts";

type Row = Record<string, unknown>;

/** A plan with what its rows know beyond the engine's rules. */
export interface LoadedPlan {
  readonly plan: Plan;
  readonly auditSeq: number;
}

const PLAN_COLUMNS = `id, name, research_question, status, version, audit_seq, stall_threshold_ms, review_policy,
  plan_design_rationale, output_formatting_notes, failure_reason, created_at, updated_at, completed_at`;

export const READ_PLAN = defineStatement(`SELECT ${PLAN_COLUMNS} FROM research_plan WHERE id = $1`);
/** Keeps the plan and its steps as they are, beside others who do the same. */
export const HOLD_PLAN = defineStatement(
  `SELECT ${PLAN_COLUMNS} FROM research_plan WHERE id = $1 FOR KEY SHARE`,
);
export const LOCK_PLAN = defineStatement(
  `SELECT ${PLAN_COLUMNS} FROM research_plan WHERE id = $1 FOR UPDATE`,
);

/** Without results and reports: no decision reads them, and their digests stand for them. */
export const READ_STEPS =
  defineStatement(`SELECT id, step_order, step_type, instructions, status, depends_on, attempt,
  lease_token, lease_holder, lease_expires_at, result_digest, report_digest, result_summary, confidence,
  output_formatting_notes, failure_reason, started_at, completed_at, last_activity_at, updated_at
  FROM plan_step WHERE plan_id = $1 ORDER BY step_order`);

export const READ_CONDITIONS =
  defineStatement(`SELECT id, step_id, condition_expression, if_true_action, action_params,
  fired_at FROM plan_branching_condition WHERE plan_id = $1 ORDER BY position`);

export const READ_REVIEWS =
  defineStatement(`SELECT id, step_id, summary, questions, requested_at, decision, feedback,
  decided_via, decided_by, decided_at FROM plan_review WHERE plan_id = $1 ORDER BY requested_at, id`);

/** The rows of one plan as the engine sees it. */
export function planFromRows(
  plan: Row,
  steps: readonly Row[],
  conditions: readonly Row[],
  reviews: readonly Row[],
): LoadedPlan {
  return {
    auditSeq: Number(plan.audit_seq),
    plan: {
      id: plan.id,
      name: plan.name,
      researchQuestion: plan.research_question,
      status: plan.status,
      version: plan.version,
      stallThresholdMs: Number(plan.stall_threshold_ms),
      reviewPolicy: plan.review_policy,
      planDesignRationale: plan.plan_design_rationale,
      outputFormattingNotes: plan.output_formatting_notes,
      failureReason: plan.failure_reason,
      createdAt: plan.created_at,
      updatedAt: plan.updated_at,
      completedAt: plan.completed_at,
      steps: steps.map(stepFromRow),
      conditions: conditions.map(conditionFromRow),
      reviews: reviews.map(reviewFromRow),
    } as Plan,
  };
}

function stepFromRow(row: Row): Step {
  return {
    id: row.id,
    order: row.step_order,
    type: row.step_type,
    instructions: row.instructions,
    status: row.status,
    dependsOn: row.depends_on,
    attempt: row.attempt,
    leaseToken: row.lease_token,
    leaseHolder: row.lease_holder,
    leaseExpiresAt: row.lease_expires_at,
    resultDigest: row.result_digest,
    reportDigest: row.report_digest,
    resultSummary: row.result_summary,
    confidence: row.confidence,
    outputFormattingNotes: row.output_formatting_notes,
    failureReason: row.failure_reason,
    startedAt: row.started_at,
    completedAt: row.completed_at,
    lastActivityAt: row.last_activity_at,
    updatedAt: row.updated_at,
  } as Step;
}

function conditionFromRow(row: Row): BranchingCondition {
  const { if_true_action: name, action_params: parameters } = row;
  return {
    id: row.id,
    stepId: row.step_id,
    expression: row.condition_expression,
    action: { name, ...(parameters as object) } as BranchAction,
    firedAt: row.fired_at,
  } as BranchingCondition;
}

function reviewFromRow(row: Row): Review {
  return {
    id: row.id,
    stepId: row.step_id,
    summary: row.summary,
    questions: row.questions,
    requestedAt: row.requested_at,
    decision: row.decision,
    feedback: row.feedback,
    decidedVia: row.decided_via,
    decidedBy: row.decided_by,
    decidedAt: row.decided_at,
  } as Review;
}
