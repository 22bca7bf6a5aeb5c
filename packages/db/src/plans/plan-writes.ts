import type { BranchingCondition, Plan, Review, Step } from "@trovella/plan-engine";
import type { CallRecord } from "../calls/call-record.ts";
import { callFragments } from "../calls/call-writes.ts";
import type { SealedJson } from "../connection/seal-json.ts";
import { type Execution, execution } from "../connection/statement.ts";
import { composeWrite, type Fragment } from "../connection/write-fragments.ts";
import type { AuditRow } from "./audit-rows.ts";
import type { LoadedPlan } from "./plan-rows.ts";
import { DELETE_STEPS, UPSERT_CONDITIONS, UPSERT_REVIEWS, UPSERT_STEPS } from "./plan-upserts.ts";

/** The texts of a completed step, which its event only has digests of. */
export interface StepTexts {
  readonly result: SealedJson;
  readonly report: SealedJson | null;
}

export interface PlanWrite {
  readonly organizationId: string;
  readonly audit: readonly AuditRow[];
  readonly texts: StepTexts | undefined;
  readonly call: CallRecord | undefined;
}

/**
 * What must be written to get from one plan to the next. The first statement writes the plan, the
 * one step a call is usually about, the audit rows and the record of the call together; whatever
 * else changed follows in statements of its own, in the same round trip.
 */
export function planWrites(before: Plan | null, saved: LoadedPlan, write: PlanWrite): Execution[] {
  const { plan } = saved;
  const known = new Map(before?.steps.map((step) => [step.id, step]));
  const changed = plan.steps.filter((step) => known.get(step.id) !== step);
  const main = mainStep(changed, known, write);
  const others = changed.filter((step) => step !== main);

  const isChanged = write.audit.length > 0;
  const fragments = [
    ...(before ? [] : [insertPlan(saved, write)]),
    ...(before && isChanged ? [updatePlan(before, saved)] : []),
    ...(main ? [updateStep(main, write.texts)] : []),
    ...(isChanged ? [insertAudit(plan, write)] : []),
    ...(write.call ? callFragments(write.call, callWrite(write)) : []),
  ];
  return [
    ...(fragments.length > 0 ? [composeWrite(fragments)] : []),
    ...deletions(before, plan),
    ...upserts(before, plan, others, write.organizationId),
  ];
}

/** The completed step, whose texts are at hand, else the only one that changed. */
function mainStep(
  changed: readonly Step[],
  known: ReadonlyMap<string, Step>,
  { texts }: PlanWrite,
): Step | undefined {
  const existing = changed.filter((step) => {
    const before = known.get(step.id);
    return before && before.order === step.order && before.instructions === step.instructions;
  });
  if (texts) return existing.find((step) => step.resultDigest === texts.result.digest);
  return changed.length === 1 && existing[0]?.status !== "pending" ? existing[0] : undefined;
}

/** Whatever else the statement writes depends on this row: another version, and nothing happens. */
function updatePlan(before: Plan, { plan, auditSeq }: LoadedPlan): Fragment {
  return {
    text: `plan AS (UPDATE research_plan SET status = ?, version = ?, audit_seq = ?, updated_at = ?,
      completed_at = ?, failure_reason = ? WHERE id = ? AND version = ?
        AND date_trunc('milliseconds', updated_at) = ? RETURNING id)`,
    values: [
      plan.status,
      plan.version,
      auditSeq,
      plan.updatedAt,
      plan.completedAt,
      plan.failureReason,
      plan.id,
      before.version,
      before.updatedAt,
    ],
  };
}

function insertPlan(
  { plan, auditSeq }: LoadedPlan,
  { organizationId, audit }: PlanWrite,
): Fragment {
  return {
    text: `plan AS (INSERT INTO research_plan (organization_id, id, created_by, name, research_question, status, version, audit_seq,
      stall_threshold_ms, review_policy, plan_design_rationale, output_formatting_notes, created_at, updated_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id)`,
    values: [
      organizationId,
      plan.id,
      audit[0]?.actor.userId ?? null,
      plan.name,
      plan.researchQuestion,
      plan.status,
      plan.version,
      auditSeq,
      plan.stallThresholdMs,
      plan.reviewPolicy,
      plan.planDesignRationale,
      plan.outputFormattingNotes,
      plan.createdAt,
      plan.updatedAt,
    ],
  };
}

function updateStep(step: Step, texts: PlanWrite["texts"]): Fragment {
  const isCompleted = texts !== undefined && step.resultDigest === texts.result.digest;
  return {
    text: `step AS (UPDATE plan_step SET status = ?, attempt = ?, lease_token = ?, lease_holder = ?, lease_expires_at = ?,
      result_digest = ?, report_digest = ?, result_summary = ?, confidence = ?, output_formatting_notes = ?,
      failure_reason = ?, started_at = ?, completed_at = ?, last_activity_at = ?, updated_at = ?
      ${isCompleted ? ", result = ?, step_execution_report = ?" : ""}
      WHERE id = ? AND EXISTS (SELECT FROM plan))`,
    values: [
      step.status,
      step.attempt,
      step.leaseToken,
      step.leaseHolder,
      step.leaseExpiresAt,
      step.resultDigest,
      step.reportDigest,
      step.resultSummary,
      step.confidence,
      step.outputFormattingNotes,
      step.failureReason,
      step.startedAt,
      step.completedAt,
      step.lastActivityAt,
      step.updatedAt,
      ...(isCompleted ? [texts.result.text, texts.report?.text ?? null] : []),
      step.id,
    ],
  };
}

function insertAudit(plan: Plan, { audit, organizationId }: PlanWrite): Fragment {
  const row = `SELECT ?, ?, ?::integer, ?, ?, ?::bigint, ?, ?, ?::jsonb, ?, ?, ?, ?, ?::timestamptz FROM plan`;
  return {
    text: `audit AS (INSERT INTO plan_audit_log (organization_id, plan_id, plan_version, id, step_id, seq, event_type, action,
      payload, actor_user_id, actor_client, actor_via, session_id, created_at)
      ${audit.map(() => row).join(" UNION ALL ")})`,
    values: audit.flatMap((entry) => [
      organizationId,
      plan.id,
      plan.version,
      entry.id,
      entry.stepId,
      entry.seq,
      entry.eventType,
      entry.action,
      entry.payload,
      entry.actor.userId,
      entry.actor.client,
      entry.actor.via,
      entry.actor.sessionId,
      entry.createdAt,
    ]),
  };
}

/** A call that changed nothing is recorded all the same. */
function callWrite({ audit, organizationId }: PlanWrite) {
  return { organizationId, source: audit.length > 0 ? "FROM plan" : "" };
}

function deletions(before: Plan | null, after: Plan): Execution[] {
  const kept = new Set(after.steps.map((step) => step.id));
  const removed = before?.steps.filter((step) => !kept.has(step.id)) ?? [];
  return removed.length > 0 ? [execution(DELETE_STEPS, [removed.map((step) => step.id)])] : [];
}

function upserts(
  before: Plan | null,
  after: Plan,
  steps: readonly Step[],
  organizationId: string,
): Execution[] {
  const conditions = changedOnes<BranchingCondition>(before?.conditions, after.conditions);
  const reviews = changedOnes<Review>(before?.reviews, after.reviews);
  return [
    ...(steps.length > 0
      ? [execution(UPSERT_STEPS, [organizationId, after.id, JSON.stringify(steps)])]
      : []),
    ...(conditions.length > 0
      ? [
          execution(UPSERT_CONDITIONS, [
            organizationId,
            after.id,
            JSON.stringify(conditions.map(conditionRow)),
          ]),
        ]
      : []),
    ...(reviews.length > 0
      ? [execution(UPSERT_REVIEWS, [organizationId, after.id, JSON.stringify(reviews)])]
      : []),
  ];

  function conditionRow({ action: { name, ...parameters }, ...condition }: BranchingCondition) {
    const position = after.conditions.findIndex(({ id }) => id === condition.id) + 1;
    return { ...condition, position, ifTrueAction: name, actionParams: parameters };
  }
}

function changedOnes<T>(before: readonly T[] | undefined, after: readonly T[]): T[] {
  return after.filter((one) => !before?.includes(one));
}
