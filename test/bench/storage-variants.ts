import { newId, newLeaseToken, sealJson } from "@trovella/db";
import { decide, type PlanEvent } from "@trovella/plan-engine";
import type { TestDatabase } from "@trovella/testing/database/test-database";
import {
  callRecord,
  claimStep,
  createPlan,
  REPORT,
  RESULT,
  submitStep,
  type Worker,
} from "@trovella/testing/mcp/plan-loop";
import { asc, eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { sendBatch } from "../../packages/db/src/connection/batch.ts";
import { connectionOptions } from "../../packages/db/src/connection/database.ts";
import {
  defineStatement,
  type Execution,
  type Statement,
} from "../../packages/db/src/connection/statement.ts";
import type { LoadedPlan } from "../../packages/db/src/plans/loaded-plan.ts";
import { auditRows, planStatements } from "../../packages/db/src/plans/plan-statements.ts";
import {
  mcpToolCallLog,
  planAuditLog,
  planStep,
  researchPlan,
} from "../../packages/db/src/schema/index.ts";
import { applyEvents } from "../../packages/plan-engine/src/index.ts";

/** One implementation of a pair; `prepare` creates its plans, outside the measurement. */
export interface Variant {
  readonly name: string;
  prepare(pairs: number): Promise<(pair: number) => Promise<void>>;
  close(): Promise<void>;
}

const STEPS = 10;
const ORGANIZATION = "org_a";
const ACTOR = { userId: "usr_local", client: "bench", via: "mcp", sessionId: "session" };

/** The product: load, decide, save. */
export function engineVariant({ database }: TestDatabase): Variant {
  const worker: Worker = { database, tenant: { organizationId: ORGANIZATION }, agent: "bench" };
  return {
    name: "engine",
    async prepare(pairs) {
      const plans = await createPlans(worker, pairs);
      return async (pair) => {
        const planId = plans[pair % plans.length]?.plan.id ?? "";
        // Anonymous callers: several of them may work on one plan.
        const claim = await claimStep({ ...worker, agent: newId("call") }, planId);
        if (!claim) throw new Error("nothing to claim");
        await submitStep(worker, planId, claim);
      };
    },
    close: async () => undefined,
  };
}

/** The limit: the same two writes, already decided, as one statement each; no tenant, no reads. */
export function limitVariant(test: TestDatabase): Variant {
  const worker: Worker = {
    database: test.database,
    tenant: { organizationId: ORGANIZATION },
    agent: "bench",
  };
  const pool = openPool(test.asSuperuser);
  return {
    name: "limit",
    async prepare(pairs) {
      const plans = await createPlans(worker, pairs);
      const written: [Execution, Execution][] = [];
      const states = [...plans];
      for (let pair = 0; pair < pairs; pair += 1) {
        const [writes, state] = decidePair(states[pair % states.length] as LoadedPlan);
        written.push([withoutPolicies(writes[0]), withoutPolicies(writes[1])]);
        states[pair % states.length] = state;
      }
      return async (pair) => {
        for (const execution of written[pair] ?? []) {
          const client = await pool.connect();
          await sendBatch(client, [execution]);
          client.release();
        }
      };
    },
    close: () => pool.end(),
  };
}

/** Adds the organization, the first key column, which row-level security does not add for a superuser. */
function withoutPolicies({ statement, values }: Execution): Execution {
  let bound = unbound.get(statement.name);
  if (!bound) {
    bound = defineStatement(
      statement.text.replaceAll("WHERE id =", `WHERE organization_id = '${ORGANIZATION}' AND id =`),
    );
    unbound.set(statement.name, bound);
  }
  return { statement: bound, values };
}

const unbound = new Map<string, Statement>();

/** Typical ORM code: one round trip per statement, and the log in a separate transaction. */
export function naiveVariant(test: TestDatabase): Variant {
  const worker: Worker = {
    database: test.database,
    tenant: { organizationId: ORGANIZATION },
    agent: "bench",
  };
  const pool = openPool(test.target);
  const db = drizzle(pool);
  type Transaction = Parameters<Parameters<typeof db.transaction>[0]>[0];

  const inTenant = <T>(work: (tx: Transaction) => Promise<T>) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`set local role app_tenant`);
      await tx.execute(sql`select set_config('app.organization_id', ${ORGANIZATION}, true)`);
      return work(tx);
    });
  const lockPlan = async (tx: Transaction, planId: string) => {
    const isPlan = eq(researchPlan.id, planId);
    const [plan] = await tx.select().from(researchPlan).where(isPlan).for("update");
    const isStep = eq(planStep.planId, planId);
    const steps = await tx.select().from(planStep).where(isStep).orderBy(asc(planStep.stepOrder));
    if (!plan) throw new Error("no plan");
    return { plan, steps };
  };
  const log = (toolName: string, planId: string) =>
    inTenant((tx) =>
      tx.insert(mcpToolCallLog).values({
        organizationId: ORGANIZATION,
        id: newId("call"),
        toolName,
        planId,
        requestMetadata: { planId },
        responseMetadata: { status: "ok" },
        isError: false,
        durationMs: 2,
      }),
    );
  const audit = (
    tx: Transaction,
    planId: string,
    stepId: string,
    seq: number,
    version: number,
    eventType: "step_started" | "step_completed",
  ) =>
    tx.insert(planAuditLog).values({
      organizationId: ORGANIZATION,
      id: newId("audit"),
      planId,
      stepId,
      seq,
      planVersion: version,
      eventType,
      action: eventType,
      payload: { type: eventType, stepId, digest: sealJson(RESULT).digest },
      actorVia: "mcp",
      payloadDigest: Buffer.alloc(32),
      entryHash: Buffer.alloc(32),
    });

  return {
    name: "naive ORM",
    async prepare(pairs) {
      const plans = await createPlans(worker, pairs);
      return async (pair) => {
        const planId = plans[pair % plans.length]?.plan.id ?? "";
        const stepId = await inTenant(async (tx) => {
          const { plan, steps } = await lockPlan(tx, planId);
          const step = steps.find(({ status }) => status === "pending");
          if (!step) throw new Error("nothing to claim");
          const now = new Date();
          await tx
            .update(planStep)
            .set({
              status: "in_progress",
              attempt: 1,
              leaseToken: newLeaseToken(),
              leaseExpiresAt: now,
              startedAt: now,
              updatedAt: now,
            })
            .where(eq(planStep.id, step.id));
          await tx
            .update(researchPlan)
            .set({
              status: "executing",
              version: plan.version + 1,
              auditSeq: plan.auditSeq + 1,
              updatedAt: now,
            })
            .where(eq(researchPlan.id, planId));
          await audit(tx, planId, step.id, plan.auditSeq + 1, plan.version + 1, "step_started");
          return step.id;
        });
        await log("get_next_step", planId);
        await inTenant(async (tx) => {
          const { plan, steps } = await lockPlan(tx, planId);
          const isLast = steps.every(({ id, status }) => id === stepId || status === "completed");
          const now = new Date();
          await tx
            .update(planStep)
            .set({
              status: "completed",
              leaseExpiresAt: null,
              result: RESULT,
              stepExecutionReport: REPORT,
              resultDigest: sealJson(RESULT).digest,
              completedAt: now,
              updatedAt: now,
            })
            .where(eq(planStep.id, stepId));
          await tx
            .update(researchPlan)
            .set({
              status: isLast ? "completed" : "executing",
              completedAt: isLast ? now : null,
              version: plan.version + 1,
              auditSeq: plan.auditSeq + 1,
              updatedAt: now,
            })
            .where(eq(researchPlan.id, planId));
          await audit(tx, planId, stepId, plan.auditSeq + 1, plan.version + 1, "step_completed");
        });
        await log("submit_step_result", planId);
      };
    },
    close: () => pool.end(),
  };
}

function openPool(target: TestDatabase["target"]): pg.Pool {
  const pool = new pg.Pool({ ...connectionOptions(target), max: 10 });
  // The database is dropped while the last connections are still being closed.
  pool.on("connect", (client) => client.on("error", () => undefined));
  pool.on("error", () => undefined);
  return pool;
}

/** Enough plans for the pairs, used step by step. */
async function createPlans(worker: Worker, pairs: number): Promise<LoadedPlan[]> {
  const plans: LoadedPlan[] = [];
  const count = Math.max(1, Math.ceil(pairs / STEPS));
  while (plans.length < count) {
    const wanted = Math.min(16, count - plans.length);
    plans.push(
      ...(await Promise.all(Array.from({ length: wanted }, () => createPlan(worker, STEPS)))),
    );
  }
  return plans;
}

/** Both writes of a pair, decided in memory. */
function decidePair(loaded: LoadedPlan): [[Execution, Execution], LoadedPlan] {
  const now = new Date();
  const token = newLeaseToken();
  const claimed = write(
    loaded,
    decide(loaded.plan, { type: "start_next_step", newLeaseToken: token }, now),
  );
  const stepId = claimed.after.plan.steps.find(({ status }) => status === "in_progress")?.id ?? "";
  const submission = {
    type: "submit_result",
    stepId,
    leaseToken: token,
    result: RESULT,
    resultDigest: sealJson(RESULT).digest,
    report: REPORT,
    reportDigest: sealJson(REPORT).digest,
  } as const;
  const submitted = write(claimed.after, decide(claimed.after.plan, submission, now));
  return [[claimed.execution, submitted.execution], submitted.after];
}

function write(
  before: LoadedPlan,
  events: readonly PlanEvent[],
): { execution: Execution; after: LoadedPlan } {
  const plan = applyEvents(before.plan, events);
  const audit = auditRows(events, { plan, end: before, actor: ACTOR });
  const after = {
    plan,
    auditSeq: before.auditSeq + events.length,
    auditHead: audit.at(-1)?.entryHash ?? before.auditHead,
  };
  const [execution] = planStatements(before.plan, after, {
    organizationId: ORGANIZATION,
    audit,
    outbox: [],
    texts: events.some(({ type }) => type === "step_completed")
      ? { result: sealJson(RESULT), report: sealJson(REPORT) }
      : undefined,
    call: callRecord("bench", plan.id, null),
  });
  if (!execution) throw new Error("nothing to write");
  return { execution, after };
}
