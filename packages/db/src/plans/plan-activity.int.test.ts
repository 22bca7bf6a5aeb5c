import {
  isClosed,
  isSettled,
  PLAN_ACTIVITIES,
  PLAN_STATUSES,
  type PlanActivity,
  planActivity,
  QUIET_AFTER_MS,
  STEP_STATUSES,
  type StepStatus,
} from "@trovella/plan-engine";
import { tenantQuery } from "@trovella/testing/database/tenant-query";
import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { Random } from "@trovella/testing/engine/random";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { queryRows } from "../connection/query-rows.ts";
import { compose, sql } from "../connection/sql.ts";
import { type TenantContext, withTenantContext } from "../connection/tenant-context.ts";
import { fillFiguresOf } from "./fill-figures.ts";
import { findSilentPlans } from "./find-silent-plans.ts";
import { activityOf } from "./plan-activity.ts";

const PLANS = 5_000;
const NOW = new Date("2026-03-01T12:00:00.000Z");

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase(inject("socketDirectory"));
});
afterAll(() => test.drop());

it(`R36 gives ${PLANS} random plans the word that the engine gives them`, async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const random = new Random(seed);
  const plans = Array.from({ length: PLANS }, (_, index) => randomPlan(random, index));
  const found = await withTenantContext(test.database, { organizationId: "org_a" }, (context) =>
    storeAndAsk(context, plans),
  );
  const differing = plans.filter((plan) => found.get(plan.id) !== planActivity(plan, NOW));
  expect(differing, `seed ${seed}`).toEqual([]);
  const silent = await withTenantContext(test.database, { organizationId: "org_a" }, (context) =>
    findSilentPlans(context, { now: NOW, limit: PLANS }),
  );
  const isToNote = (plan: RandomPlan) =>
    plan.status === "executing" && planActivity(plan, NOW) === "stalled";
  expect(silent, `seed ${seed}`).toEqual(plans.filter(isToNote).map(({ id }) => id));
  const words = new Set(found.values());
  expect([...words].sort(), `seed ${seed}`).toEqual(PLAN_ACTIVITIES.toSorted());
});

type RandomPlan = ReturnType<typeof randomPlan>;

function randomPlan(random: Random, index: number) {
  const id = `plan_${String(index).padStart(6, "0")}`;
  const stallThresholdMs = random.pick([1_000, QUIET_AFTER_MS, 60_000 * 30, 60_000 * 60 * 24]);
  const moment = () => randomMoment(random, stallThresholdMs);
  const status = random.pick(PLAN_STATUSES);
  const updatedAt = moment();
  /** What happens to a step happens to its plan; only leases are renewed without that. */
  const event = () => new Date(Math.min(moment().getTime(), updatedAt.getTime()));
  // Few statuses per plan, since one step that waits for a person decides over all others.
  const likely = random.shuffled(STEP_STATUSES).slice(0, random.between(1, 2));
  const steps = Array.from({ length: random.between(1, 4) }, (_, order) => {
    const step: StepStatus = random.pick(likely);
    const mayBeHeld = step === "in_progress" || step === "awaiting_input";
    return {
      id: `step_${index}_${order}`,
      planId: id,
      order: order + 1,
      status: step,
      startedAt: random.chance(0.7) ? event() : null,
      updatedAt: event(),
      lastActivityAt: random.chance(0.6) ? moment() : null,
      leaseExpiresAt: mayBeHeld && random.chance(0.6) ? moment() : null,
      completedAt: isSettled(step) ? moment() : null,
      resultDigest: step === "completed" ? "digest" : null,
    };
  });
  return {
    id,
    status,
    stallThresholdMs,
    createdAt: NOW,
    updatedAt,
    completedAt: status === "completed" ? updatedAt : null,
    closedAt: isClosed(status) ? updatedAt : null,
    failureReason: status === "failed" ? "It failed." : null,
    isCancelled: status === "failed" && random.chance(0.5),
    archivedAt: isClosed(status) && random.chance(0.3) ? updatedAt : null,
    steps,
  };
}

/** Mostly at the edges at which a word changes, to the millisecond. */
function randomMoment(random: Random, thresholdMs: number): Date {
  const age = random.pick([0, QUIET_AFTER_MS, thresholdMs, random.between(0, 2 * thresholdMs)]);
  return new Date(NOW.getTime() - age + random.between(-1, 1));
}

const INSERT_PLANS = `
  INSERT INTO research_plan (organization_id, id, handle, name, research_question, status, version, audit_seq, steps_created,
    stall_threshold_ms, review_policy, failure_reason, is_cancelled, archived_at, completed_at, closed_at, created_at, updated_at)
  SELECT 'org_a', id, id, 'Tea', 'Is tea good?', status, 1, 1, 4, "stallThresholdMs", 'relayed_allowed', "failureReason",
    "isCancelled", "archivedAt", "completedAt", "closedAt", "createdAt", "updatedAt"
  FROM jsonb_to_recordset($1::jsonb) AS plan (id text, status text, "stallThresholdMs" bigint, "failureReason" text,
    "isCancelled" boolean, "archivedAt" timestamptz, "completedAt" timestamptz, "closedAt" timestamptz, "createdAt" timestamptz, "updatedAt" timestamptz)`;
const INSERT_STEPS = `
  INSERT INTO plan_step (organization_id, id, plan_id, number, step_order, step_type, instructions, status, depends_on, attempt,
    lease_expires_at, result_digest, started_at, completed_at, last_activity_at, updated_at)
  SELECT 'org_a', id, "planId", "order", "order", 'search', 'Look.', status, '{}', 1, "leaseExpiresAt", "resultDigest",
    "startedAt", "completedAt", "lastActivityAt", "updatedAt"
  FROM jsonb_to_recordset($1::jsonb) AS step (id text, "planId" text, "order" integer, status text, "leaseExpiresAt" timestamptz,
    "resultDigest" text, "startedAt" timestamptz, "completedAt" timestamptz, "lastActivityAt" timestamptz, "updatedAt" timestamptz)`;

async function storeAndAsk(context: TenantContext, plans: readonly RandomPlan[]) {
  await tenantQuery(context, INSERT_PLANS, [JSON.stringify(plans)]);
  await tenantQuery(context, INSERT_STEPS, [JSON.stringify(plans.flatMap(({ steps }) => steps))]);
  await tenantQuery(context, fillFiguresOf("true"));
  const rows = await queryRows<{ id: string; activity: PlanActivity }>(
    context,
    compose(sql`SELECT id, ${activityOf("plan", NOW)} AS activity FROM research_plan AS plan`),
  );
  return new Map(rows.map(({ id, activity }) => [id, activity]));
}
