import {
  type AuditEventType,
  auditAction,
  auditEventType,
  type BranchingCondition,
  type Plan,
  type PlanEvent,
  type Review,
  type Step,
} from "@trovella/plan-engine";
import type { Actor, CallRecord } from "../calls/call-record.ts";
import { callFragments } from "../calls/save-call-record.ts";
import { newId } from "../connection/new-id.ts";
import type { SealedJson } from "../connection/seal-json.ts";
import { composeWrite, type Fragment } from "../connection/sql.ts";
import { type Execution, execution } from "../connection/statement.ts";
import { insertion, progressUpdate } from "./columns.ts";
import type { LoadedPlan } from "./loaded-plan.ts";
import { type ConditionRow, PLAN_COLUMNS, STEP_COLUMNS } from "./plan-columns.ts";
import { DELETE_STEPS, UPSERT_CONDITIONS, UPSERT_REVIEWS, UPSERT_STEPS } from "./plan-upserts.ts";

/** The texts of a completed step, which its event only has digests of. */
export interface StepTexts {
  readonly result: SealedJson;
  readonly report: SealedJson | null;
}

export interface AuditRow {
  readonly id: string;
  readonly stepId: string | null;
  readonly seq: number;
  readonly eventType: AuditEventType;
  readonly action: string;
  readonly payload: string;
  readonly actor: Actor;
  readonly createdAt: Date;
}

export interface PlanWrite {
  readonly organizationId: string;
  readonly audit: readonly AuditRow[];
  readonly texts: StepTexts | undefined;
  readonly call: CallRecord | undefined;
}

/**
 * The statements that turn one stored plan into the next. The first writes the plan, the one step a
 * call is usually about, the audit rows and the record of the call together; other changes follow in
 * statements of their own, in the same round trip.
 */
export function planStatements(
  before: Plan | null,
  saved: LoadedPlan,
  write: PlanWrite,
): Execution[] {
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

/** The audit rowsof one command's events. */
export function auditRows(
  events: readonly PlanEvent[],
  { plan, firstSeq, actor }: { plan: Plan; firstSeq: number; actor: Actor },
): AuditRow[] {
  const stepIds = new Set(plan.steps.map((step) => step.id));
  return events.map((event, index) => ({
    id: newId("audit"),
    stepId: "stepId" in event && stepIds.has(event.stepId) ? event.stepId : null,
    seq: firstSeq + index,
    eventType: auditEventType(event),
    action: auditAction(event),
    payload: JSON.stringify(event),
    actor,
    createdAt: event.at,
  }));
}

/** The completed step, whose texts were passed, else the only one that changed. */
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

const PLAN_UPDATE = progressUpdate(PLAN_COLUMNS);
const UPDATE_PLAN = `plan AS (UPDATE research_plan SET ${PLAN_UPDATE.assignments}
  WHERE id = ? AND version = ? AND date_trunc('milliseconds', updated_at) = ? RETURNING id)`;

/** Optimistic concurrency: everything else in the statement depends on this row having the expected version. */
function updatePlan(before: Plan, { plan, auditSeq }: LoadedPlan): Fragment {
  const values = PLAN_UPDATE.valuesOf({ ...plan, auditSeq });
  return { text: UPDATE_PLAN, values: [...values, plan.id, before.version, before.updatedAt] };
}

const PLAN_INSERT = insertion("research_plan", PLAN_COLUMNS, ["organization_id", "created_by"]);
const INSERT_PLAN = `plan AS (${PLAN_INSERT.text} RETURNING id)`;

function insertPlan(
  { plan, auditSeq }: LoadedPlan,
  { organizationId, audit }: PlanWrite,
): Fragment {
  const values = PLAN_INSERT.valuesOf({ ...plan, auditSeq });
  return { text: INSERT_PLAN, values: [organizationId, audit[0]?.actor.userId ?? null, ...values] };
}

const STEP_UPDATE = progressUpdate(STEP_COLUMNS);
const updateStepText = (further: string) =>
  `step AS (UPDATE plan_step SET ${STEP_UPDATE.assignments}${further} WHERE id = ? AND EXISTS (SELECT FROM plan))`;
const UPDATE_STEP = updateStepText("");
const COMPLETE_STEP = updateStepText(", result = ?, step_execution_report = ?");

function updateStep(step: Step, texts: PlanWrite["texts"]): Fragment {
  const values = STEP_UPDATE.valuesOf(step);
  if (texts === undefined || step.resultDigest !== texts.result.digest) {
    return { text: UPDATE_STEP, values: [...values, step.id] };
  }
  const { result, report } = texts;
  return { text: COMPLETE_STEP, values: [...values, result.text, report?.text ?? null, step.id] };
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

/** A call that changed nothing is recorded as well. */
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
  const conditions = changedItems<BranchingCondition>(before?.conditions, after.conditions);
  const reviews = changedItems<Review>(before?.reviews, after.reviews);
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

  function conditionRow({
    action: { name, ...parameters },
    ...condition
  }: BranchingCondition): ConditionRow {
    const position = after.conditions.findIndex(({ id }) => id === condition.id) + 1;
    return { ...condition, position, ifTrueAction: name, actionParams: parameters };
  }
}

function changedItems<T>(before: readonly T[] | undefined, after: readonly T[]): T[] {
  return after.filter((one) => !before?.includes(one));
}
