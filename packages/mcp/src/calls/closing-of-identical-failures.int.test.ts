import { withTenantContext } from "@trovella/db";
import { tenantQuery } from "@trovella/testing/database/tenant-query";
import {
  createPlan,
  createTestServer,
  REPORT,
  type TestServer,
} from "@trovella/testing/mcp/test-server";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

const WORKERS = 112;
const STEPS = 115;
const clock: { now: Date | null } = { now: null };
let server: TestServer;
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"), clock);
});
afterAll(() => server.close());

/** A workflow whose first three steps succeed while all others fail for the same reason, such as a limit of the client. */
describe("112 workers that all fail for the same reason", () => {
  it.each([16, WORKERS])(
    "stop after three failures and what %i at once had begun",
    async (atOnce) => {
      clock.now = null;
      const planId = await planOf115();
      for (let step = 0; step < 3; step += 1) await succeed(planId);
      const waiting = Array.from({ length: WORKERS }, (_, index) => index);
      const work = async () => {
        for (let worker = waiting.shift(); worker !== undefined; worker = waiting.shift()) {
          await failOnce(planId, worker);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, work));

      const log = await auditOf(planId);
      const trip = log.findIndex(({ action }) => action === "budget_phase_changed");
      const count = (rows: typeof log, action: string) =>
        rows.filter((row) => row.action === action).length;
      const before = log.slice(0, trip);
      const started = count(log, "step_started") - 3;
      const inFlight = count(before, "step_started") - 3 - count(before, "step_failed");
      process.stdout.write(
        `${atOnce} at once: ${started} of ${WORKERS} steps started, ${inFlight} in flight when the third failed\n`,
      );
      expect(count(before, "step_failed")).toBe(3);
      expect(started).toBeLessThanOrEqual(3 + inFlight);
      expect(inFlight).toBeLessThanOrEqual(atOnce);

      clock.now = new Date(Date.now() + 31 * 60_000);
      const status = await server.call("get_plan_status", { planId });
      expect(status).toMatchObject({ document: { outputId: "o1", origin: "server" } });
    },
  );
});

async function planOf115(): Promise<string> {
  const others = Array.from({ length: 99 }, (_, index) => index + 1);
  const search = { stepType: "search", instructions: "Verify the claim." };
  const write = { stepType: "synthesize", instructions: "Write it up.", dependsOn: others };
  const { planId } = await createPlan(server, 100, {
    steps: [...others.map(() => search), write],
  });
  const steps = Array.from({ length: STEPS - 100 }, () => search);
  await server.call("modify_plan", {
    planId,
    action: "add_steps",
    insertAfterOrder: 99,
    steps,
    modificationRationale: "More claims to verify.",
  });
  return planId;
}

async function succeed(planId: string): Promise<void> {
  const { step, lease } = await server.call("get_next_step", { planId });
  await server.call("submit_step_result", {
    planId,
    stepId: step.stepId,
    leaseToken: lease.token,
    result: { claims: 112 },
    resultSummary: "112 claims to verify.",
    stepExecutionReport: REPORT,
  });
}

/** Fails the step it gets, unless the plan only wants its document any more. */
async function failOnce(planId: string, worker: number): Promise<void> {
  const { status, step, closing } = await server.call("get_next_step", {
    planId,
    agent: `verifier-${worker}`,
    sessionId: `session-${worker}`,
  });
  if (status !== "step_ready" || closing) return;
  const reason = `Session limit reached after ${1_000 + worker} tokens, see https://status.example.org/${worker}; resets at ${worker % 12}:00.`;
  await server.call("modify_plan", {
    planId,
    action: "fail_step",
    stepId: step.stepId,
    reason,
    modificationRationale: "The model is not available.",
  });
}

function auditOf(planId: string) {
  return withTenantContext(server.test.database, { organizationId: "org_a" }, (context) =>
    tenantQuery<{ action: string }>(
      context,
      `SELECT payload->>'type' AS action FROM plan_audit_log
       WHERE plan_id = $1 AND seq IS NOT NULL AND payload->>'reason' IS DISTINCT FROM 'closing' ORDER BY seq`,
      [planId],
    ),
  );
}
