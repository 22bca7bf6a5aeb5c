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
import { digestText, entryHash, entryTime, eventText } from "../audit/audit-entry.ts";
import type { Actor, CallRecord } from "../calls/call-record.ts";
import { IS_UNUSED_KEY } from "../calls/kept-reply.ts";
import { callFragments } from "../calls/save-call-record.ts";
import { newId } from "../connection/new-id.ts";
import type { SealedJson } from "../connection/seal-json.ts";
import { composeWrite, type Fragment } from "../connection/sql.ts";
import { type Execution, execution } from "../connection/statement.ts";
import type { IdempotencyScope } from "../connection/tenant-context.ts";
import { insertOutbox, type OutboxRow } from "../notifications/outbox.ts";
import { insertion, progressUpdate } from "./columns.ts";
import type { LoadedPlan } from "./loaded-plan.ts";
import { type ConditionRow, PLAN_COLUMNS, type PlanRow, STEP_COLUMNS } from "./plan-columns.ts";
import { planFigures } from "./plan-figures.ts";
import {
  DELETE_STEPS,
  DELETE_TAGS,
  INSERT_TAGS,
  REDEFINE_PLAN,
  UPSERT_CONDITIONS,
  UPSERT_REVIEWS,
  UPSERT_STEPS,
  WRITE_PLAN_TEXT,
} from "./plan-upserts.ts";

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
  readonly payloadDigest: string;
  readonly entryHash: string;
}

export interface PlanWrite {
  readonly organizationId: string;
  readonly audit: readonly AuditRow[];
  /** What people are to be told of the change. */
  readonly outbox: readonly OutboxRow[];
  readonly texts: StepTexts | undefined;
  readonly call: CallRecord | undefined;
  /** The idempotency key that must be unused for anything to be written, if that was not checked before. */
  readonly unusedKey?: IdempotencyScope | null;
}

/**
 * The statements that turn one stored plan into the next. The first writes the plan, the steps a call is usually
 * about, the audit rows and the record of the call together; other changes follow in statements of their own, in the
 * same round trip.
 */
export function planStatements(
  before: Plan | null,
  saved: LoadedPlan,
  write: PlanWrite,
): Execution[] {
  const { plan } = saved;
  const known = new Map(before?.steps.map((step) => [step.id, step]));
  const changed = plan.steps.filter((step) => known.get(step.id) !== step);
  const main = mainSteps(changed, known, write);
  // Audit rows refer to them, so they cannot follow in a statement of their own.
  const started = changed.filter(({ id, status }) => !known.has(id) && status !== "pending");
  const others = changed.filter((step) => !main.includes(step) && !started.includes(step));

  const isChanged = write.audit.length > 0;
  const fragments = [
    ...(before ? [] : [insertPlan(saved, write)]),
    ...(before && isChanged ? [updatePlan(before, saved, write)] : []),
    ...main.map((step, index) => updateStep(step, { name: STEP_NAMES[index], texts: write.texts })),
    ...started.map((step, index) => insertStep(step, { name: `new_step_${index}`, plan, write })),
    ...(isChanged ? [insertAudit(plan, write)] : []),
    ...(write.outbox.length > 0 ? [insertOutbox(plan, write)] : []),
    ...(write.call ? callFragments(write.call, callWrite(write)) : []),
  ];
  return [
    ...(fragments.length > 0 ? [composeWrite(fragments)] : []),
    ...redefinition(before, plan, write.organizationId),
    ...deletions(before, plan),
    ...upserts(before, plan, others, write.organizationId),
  ];
}

/** Where the audit log of a plan ends. */
export interface AuditEnd {
  readonly auditSeq: number;
  readonly auditHead: string;
}

/** The audit rows of one command's events, each with a hash that continues the one before. */
export function auditRows(
  events: readonly PlanEvent[],
  { plan, end, actor }: { plan: Plan; end: AuditEnd; actor: Actor },
): AuditRow[] {
  const stepIds = new Set(plan.steps.map((step) => step.id));
  const storedActor = storedTexts(actor);
  let previous = end.auditHead;
  return events.map((event, index) => {
    const payload = eventText(event);
    const entry = {
      id: newId("audit"),
      planId: plan.id,
      seq: end.auditSeq + index + 1,
      planVersion: plan.version,
      eventType: auditEventType(event),
      action: auditAction(event),
      at: entryTime(event.at),
      actor: storedActor,
      payloadDigest: digestText(payload),
    };
    previous = entryHash(entry, previous);
    return {
      id: entry.id,
      stepId: "stepId" in event && stepIds.has(event.stepId ?? "") ? event.stepId : null,
      seq: entry.seq,
      eventType: entry.eventType,
      action: entry.action,
      payload,
      actor: storedActor,
      createdAt: event.at,
      payloadDigest: entry.payloadDigest,
      entryHash: previous,
    };
  });
}

/** The driver replaces half surrogate pairs, and what is hashed must be what is stored. */
function storedTexts({ userId, client, via, sessionId }: Actor): Actor {
  const stored = (text: string | null) => text?.toWellFormed() ?? null;
  return {
    userId: stored(userId),
    client: stored(client),
    via: via.toWellFormed(),
    sessionId: stored(sessionId),
  };
}

/** The completed step, whose texts were passed, and the one handed out after it; else the only one that changed. */
function mainSteps(
  changed: readonly Step[],
  known: ReadonlyMap<string, Step>,
  { texts }: PlanWrite,
): Step[] {
  const existing = changed.filter((step) => {
    const before = known.get(step.id);
    return before && before.order === step.order && isSameDefinition(before, step);
  });
  if (!texts) return changed.length === 1 && existing[0]?.status !== "pending" ? existing : [];
  const isStarted = ({ id, status }: Step) =>
    status === "in_progress" && known.get(id)?.status === "pending";
  const completed = existing.filter((step) => step.resultDigest === texts.result.digest);
  return [...completed.slice(0, 1), ...existing.filter(isStarted).slice(0, 1)];
}

function isSameDefinition(one: Step, other: Step): boolean {
  return (
    one.instructions === other.instructions &&
    one.type === other.type &&
    one.requiresReview === other.requiresReview
  );
}

const PLAN_UPDATE = progressUpdate(PLAN_COLUMNS);
const updatePlanIf = (further = "") => `plan AS (UPDATE research_plan SET ${PLAN_UPDATE.assignments}
  WHERE id = ? AND version = ? AND date_trunc('milliseconds', updated_at) = ? ${further} RETURNING id)`;
const UPDATE_PLAN = updatePlanIf();
const UPDATE_PLAN_ONCE = updatePlanIf(`AND ${IS_UNUSED_KEY}`);

/** Optimistic concurrency: everything else in the statement depends on this row having the expected version. */
function updatePlan(before: Plan, saved: LoadedPlan, { unusedKey }: PlanWrite): Fragment {
  const { plan } = saved;
  const values = [
    ...PLAN_UPDATE.valuesOf(rowOf(saved)),
    ...[plan.id, before.version, before.updatedAt],
  ];
  if (!unusedKey) return { text: UPDATE_PLAN, values };
  const { userId, toolName, key } = unusedKey;
  return { text: UPDATE_PLAN_ONCE, values: [...values, userId, toolName, key] };
}

const PLAN_INSERT = insertion("research_plan", PLAN_COLUMNS, ["organization_id", "created_by"]);
const INSERT_PLAN = `plan AS (${PLAN_INSERT.text} RETURNING id)`;

function rowOf({ plan, ...end }: LoadedPlan): PlanRow {
  return { ...plan, ...planFigures(plan), ...end };
}

function insertPlan(saved: LoadedPlan, { organizationId, audit }: PlanWrite): Fragment {
  const values = PLAN_INSERT.valuesOf(rowOf(saved));
  return { text: INSERT_PLAN, values: [organizationId, audit[0]?.actor.userId ?? null, ...values] };
}

const STEP_UPDATE = progressUpdate(STEP_COLUMNS);
const STEP_NAMES = ["step", "next_step"] as const;

type StepName = (typeof STEP_NAMES)[number];

const updateOf = (name: StepName, further = "") =>
  `${name} AS (UPDATE plan_step SET ${STEP_UPDATE.assignments}${further} WHERE id = ? AND EXISTS (SELECT FROM plan))`;
const completionOf = (name: StepName) => updateOf(name, ", result = ?, step_execution_report = ?");
const UPDATES = { step: updateOf("step"), next_step: updateOf("next_step") };
const COMPLETIONS = { step: completionOf("step"), next_step: completionOf("next_step") };

function updateStep(
  step: Step,
  { name = STEP_NAMES[0], texts }: { name?: StepName | undefined; texts: PlanWrite["texts"] },
): Fragment {
  const isCompleted = texts !== undefined && step.resultDigest === texts.result.digest;
  const stored = isCompleted ? [texts.result.text, texts.report?.text ?? null] : [];
  return {
    text: (isCompleted ? COMPLETIONS : UPDATES)[name],
    values: [...STEP_UPDATE.valuesOf(step), ...stored, step.id],
  };
}

const STEP_INSERT = insertion("plan_step", STEP_COLUMNS, ["organization_id", "plan_id"]);

function insertStep(
  step: Step,
  { name, plan, write }: { name: string; plan: Plan; write: PlanWrite },
): Fragment {
  const values = [write.organizationId, plan.id, ...STEP_INSERT.valuesOf(step)];
  return { text: `${name} AS (${STEP_INSERT.text})`, values };
}

const AUDIT_ROW =
  "SELECT ?, ?, ?::integer, ?, ?, ?::bigint, ?, ?, ?::jsonb, ?, ?, ?, ?, ?::timestamptz, ?::bytea, ?::bytea FROM plan";
const auditInsertOf = (rows: number) =>
  `audit AS (INSERT INTO plan_audit_log (organization_id, plan_id, plan_version, id, step_id, seq, event_type, action,
    payload, actor_user_id, actor_client, actor_via, session_id, created_at, payload_digest, entry_hash)
    ${Array(rows).fill(AUDIT_ROW).join(" UNION ALL ")})`;
/** By the number of rows, of those that occur all the time. */
const AUDIT_INSERTS = Array.from({ length: 9 }, (_, rows) => auditInsertOf(rows));

function insertAudit(plan: Plan, { audit, organizationId }: PlanWrite): Fragment {
  return {
    text: AUDIT_INSERTS[audit.length] ?? auditInsertOf(audit.length),
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
      `\\x${entry.payloadDigest}`,
      `\\x${entry.entryHash}`,
    ]),
  };
}

/** A call that changed nothing is recorded as well. */
function callWrite({ audit, organizationId }: PlanWrite) {
  return { organizationId, source: audit.length > 0 ? "FROM plan" : "" };
}

/** The name and the tags change seldom, so they are not written with every step forward. */
function redefinition(before: Plan | null, after: Plan, organizationId: string): Execution[] {
  if (!before) return [execution(WRITE_PLAN_TEXT, [after.id])];
  if (before.name === after.name && before.tags === after.tags) return [];
  return [
    execution(REDEFINE_PLAN, [after.id, after.name, [...after.tags]]),
    execution(DELETE_TAGS, [after.id, [...after.tags]]),
    execution(INSERT_TAGS, [organizationId, after.id, [...after.tags]]),
    execution(WRITE_PLAN_TEXT, [after.id]),
  ];
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
