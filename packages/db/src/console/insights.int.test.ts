import { applyEvents, type Command, decide } from "@trovella/plan-engine";
import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { claimStep, createPlan, submitStep } from "@trovella/testing/mcp/plan-loop";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { sealJson } from "../connection/seal-json.ts";
import { withTenantContext } from "../connection/tenant-context.ts";
import { verifyPlans } from "../maintenance/verify/verify-database.ts";
import { loadPlanForUpdate, readPlan, savePlan } from "../plans/save-plan.ts";
import { readDayCounts, readInsights } from "./insights.ts";

const A = { organizationId: "org_a" };
const TEN_DAYS_MS = 10 * 24 * 60 * 60 * 1000;

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase(inject("socketDirectory"));
});
afterAll(() => test.drop());

describe("a plan that ended", () => {
  it.each([
    [
      "a session that is resumed",
      () => ({ type: "resume_session", sessionId: "s2", isKnown: false }),
    ],
    ["a late result", lateResult],
  ] as [string, (stepId: string) => Command][])(
    "is counted on the day of its end, whatever %s notes later",
    async (_, command) => {
      const { planId, stepId } = await completedPlan();
      const { closedAt } = await read(planId);
      expect(closedAt).not.toBeNull();
      const later = new Date((closedAt?.getTime() ?? 0) + TEN_DAYS_MS);
      const before = await countsSince(closedAt);

      await carryOut(planId, command(stepId), later);

      const plan = await read(planId);
      expect(plan).toMatchObject({ updatedAt: later, closedAt, completedAt: closedAt });
      expect(await countsSince(closedAt)).toEqual(before);
      const dayAfter = new Date(later.getTime() - TEN_DAYS_MS / 2);
      expect(await countsSince(dayAfter)).toEqual({ completed: 0, activePlans: 0 });
      expect((await verifyPlans(test.database, A, { planId })).differences).toEqual([]);
    },
  );
});

async function completedPlan(): Promise<{ planId: string; stepId: string }> {
  const worker = { database: test.database, tenant: A, agent: "ada" };
  const { plan } = await createPlan(worker, 1);
  const claim = await claimStep(worker, plan.id);
  if (!claim) throw new Error("nothing to claim");
  await submitStep(worker, plan.id, claim);
  return { planId: plan.id, stepId: claim.stepId };
}

function lateResult(stepId: string): Command {
  const { digest } = sealJson("late");
  return {
    type: "submit_result",
    stepId,
    leaseToken: "old",
    result: "late",
    resultDigest: digest,
    report: null,
    reportDigest: digest,
  };
}

function carryOut(planId: string, command: Command, now: Date): Promise<unknown> {
  const actor = { userId: null, client: "test", via: "mcp", sessionId: null };
  return withTenantContext(test.database, A, async (context) => {
    const loaded = await loadPlanForUpdate(context, planId);
    const events = decide(loaded.plan, command, now);
    expect(events).toHaveLength(1);
    const plan = applyEvents(loaded.plan, events);
    return savePlan(
      context,
      { before: loaded, events, plan, texts: undefined },
      { actor, commit: true },
    );
  });
}

async function read(planId: string) {
  const { plan } = await withTenantContext(test.database, A, (context) =>
    readPlan(context, planId),
  );
  return plan;
}

/** What Home and Insights say about the time since a moment. */
async function countsSince(moment: Date | null) {
  const since = moment ?? new Date(0);
  return withTenantContext(test.database, A, async (context) => {
    const days = await readDayCounts(context, since);
    const { activePlans } = await readInsights(context, { since, now: new Date() });
    const completed = days.filter(({ kind }) => kind === "completed");
    return { completed: completed.reduce((sum, { count }) => sum + count, 0), activePlans };
  });
}
