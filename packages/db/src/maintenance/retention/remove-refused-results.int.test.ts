import { withClient, withTenantContext } from "@trovella/db";
import { loadPlanForUpdate, planChange, savePlan } from "@trovella/db/plans";
import { removeTexts } from "@trovella/plan-engine";
import { storedRows } from "@trovella/testing/database/stored-rows";
import {
  callerOf,
  createPlan,
  createTestServer,
  REPORT,
  type TestServer,
} from "@trovella/testing/mcp/test-server";
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from "vitest";
import { digestText, eventText } from "../../audit/audit-entry.ts";
import { verifyPlans } from "../verify/verify-database.ts";
import { removeRefusedResults } from "./remove-refused-results.ts";

const ENDED = new Date("2026-01-01T12:00:00Z");
const BEFORE = new Date("2026-06-01T00:00:00Z");
const NOW = new Date("2026-07-01T09:30:00Z");
const A = "org_a";
/** Not to be compressed below the size from which on texts are removed. */
const LATE = { findings: Array.from({ length: 40 }, (_, index) => digestText(`late ${index}`)) };
const NOTHING = { rows: 0, bytes: 0 };

const clock = { now: ENDED };
let server: TestServer;
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"), clock);
});
afterEach(async () => {
  clock.now = ENDED;
  await withClient(server.test.asSuperuser, (client) => client.query("DELETE FROM research_plan"));
});
afterAll(() => server.close());

describe("refused results", () => {
  it("are only counted in a dry run", async () => {
    const planId = await endedPlan({ refusals: 2 });
    const found = await prune({ isDryRun: true });
    expect(found).toEqual({ rows: 2, bytes: expect.any(Number) });
    expect(await texts(planId)).toEqual([LATE, LATE]);
    expect((await prune()).bytes).toBe(found.bytes);
  });

  it("lose their texts, and the plan still verifies and has its results", async () => {
    const planId = await endedPlan({ refusals: 2 });
    const [before] = await storedRows(server, PLAN, [planId]);
    expect((await prune()).rows).toBe(2);
    expect(await verify()).toEqual({ differences: [], removedTexts: 2 });
    const rows = await refused(planId);
    for (const { payload } of rows) {
      expect(payload).toEqual({
        type: "result_refused",
        at: ENDED.toISOString(),
        stepId: expect.any(String),
        code: expect.any(String),
        message: expect.any(String),
        leaseToken: "another",
        confidence: 0.5,
        removed: { at: NOW.toISOString(), fields: ["result", "report", "resultSummary"] },
      });
    }
    const [after] = await storedRows(server, PLAN, [planId]);
    expect(after).toEqual({ ...before, version: Number(before?.version) + 1 });
  });

  it("leave an event in the chain that says who removed what, and an entry in the security log", async () => {
    const planId = await endedPlan({ refusals: 1 });
    const [row] = await refused(planId);
    const { bytes } = await prune();
    const [event] = await storedRows(
      server,
      `SELECT actor_client, actor_via, payload FROM plan_audit_log WHERE plan_id = $1 ORDER BY seq DESC LIMIT 1`,
      [planId],
    );
    const [left] = await refused(planId);
    expect(event).toEqual({
      actor_client: "trovella prune",
      actor_via: "cli",
      payload: {
        type: "texts_removed",
        at: NOW.toISOString(),
        left: [{ seq: Number(row?.seq), digest: digestText(eventText(left?.payload)) }],
      },
    });
    const logged = await storedRows(
      server,
      "SELECT kind, subject_id, after FROM security_event WHERE kind = 'data_pruned' ORDER BY id DESC LIMIT 1",
    );
    const what = { kind: "refusedResults", rows: 1, bytes, before: BEFORE.toISOString() };
    expect(logged).toEqual([{ kind: "data_pruned", subject_id: A, after: what }]);
    expect(await prune()).toEqual(NOTHING);
  });

  it("go in batches, and an interrupted run goes on where it stopped", async () => {
    const first = await endedPlan({ refusals: 45 });
    const second = await endedPlan({ refusals: 1 });
    const interrupted = prune({
      onProgress: () => {
        throw new Error("The power failed.");
      },
    });
    await expect(interrupted).rejects.toThrow("The power failed.");
    expect(await verify()).toEqual({ differences: [], removedTexts: 45 });
    const events = await storedRows(
      server,
      "SELECT jsonb_array_length(payload -> 'left') AS count FROM plan_audit_log WHERE plan_id = $1 AND action = 'texts_removed' ORDER BY seq",
      [first],
    );
    expect(events.map(({ count }) => count)).toEqual([20, 20, 5]);
    expect((await prune()).rows).toBe(1);
    expect(await texts(second)).toEqual([null]);
  });

  it("go in the given organization alone, or in all", async () => {
    await endedPlan({ refusals: 1 });
    await endedPlan({ refusals: 1, organizationId: "org_b" });
    expect((await prune({ organizationId: "org_b" })).rows).toBe(1);
    expect((await prune()).rows).toBe(1);
  });

  it("stay while their plan is open, or has not ended long enough ago", async () => {
    await endedPlan({ refusals: 1, steps: 2, done: 1 });
    clock.now = new Date("2026-06-15T00:00:00Z");
    await endedPlan({ refusals: 1 });
    expect(await prune({ isDryRun: true })).toEqual(NOTHING);
    expect(await prune()).toEqual(NOTHING);
  });

  it("stay when they came late to a plan that had ended long ago, or are short", async () => {
    const planId = await endedPlan({ refusals: 0 });
    await refuse(planId, { finding: "Short." });
    clock.now = new Date("2026-06-15T00:00:00Z");
    await refuse(planId, LATE);
    expect(await texts(planId)).toEqual([{ finding: "Short." }, LATE]);
    expect(await prune()).toEqual(NOTHING);
  });

  it("stay while the plan has an open review", async () => {
    const planId = await endedPlan({ refusals: 1 });
    await change(
      `UPDATE plan_step SET status = 'awaiting_input', result_digest = NULL, completed_at = NULL WHERE plan_id = $1`,
      [planId],
    );
    expect(await prune({ isDryRun: true })).toEqual(NOTHING);
    expect(await prune()).toEqual(NOTHING);
  });

  it("stay in a plan that differs from its record, since they are evidence of it", async () => {
    const planId = await endedPlan({ refusals: 2 });
    await change(
      `UPDATE plan_audit_log SET payload = payload || '{"message": "Fine."}' WHERE plan_id = $1 AND action = 'result_refused'`,
      [planId],
    );
    const [plan] = await storedRows(server, PLAN, [planId]);
    expect(await prune()).toEqual({ ...NOTHING, differing: [plan?.handle] });
    expect(await texts(planId)).toEqual([LATE, LATE]);
  });
});

describe("a payload that is said to be pruned", () => {
  const MARK = `'{"removed": {"at": "2026-07-01T09:30:00.000Z", "fields": ["result", "report", "resultSummary"]}}'`;
  const REFUSED = "WHERE plan_id = $1 AND action = 'result_refused'";

  it.each([
    ["without an event that says so", "payload - 'result' - 'report' - 'resultSummary'"],
    ["in part", "payload - 'result'"],
    ["though it has all", "payload"],
  ])("is a difference %s", async (_, payload) => {
    const planId = await endedPlan({ refusals: 1 });
    await change(`UPDATE plan_audit_log SET payload = (${payload}) || ${MARK} ${REFUSED}`, [
      planId,
    ]);
    expect(await places()).toContainEqual(
      expect.stringMatching(/^audit log \d+\.payload(Digest)?$/),
    );
  });

  it.each([
    "payload - 'result' - 'report' - 'resultSummary'",
    "payload - 'result'",
    "'{}'",
    "'null'",
  ])("is a difference when somebody else made it %s", async (payload) => {
    const planId = await endedPlan({ refusals: 1 });
    await change(`UPDATE plan_audit_log SET payload = ${payload} ${REFUSED}`, [planId]);
    expect(await places()).toContainEqual(expect.stringMatching(/^audit log \d+\.payloadDigest$/));
  });

  it("is a difference for events that retention never touches", async () => {
    const planId = await endedPlan({ refusals: 1 });
    await change(
      `UPDATE plan_audit_log SET payload = jsonb_build_object('type', 'step_completed', 'at', payload -> 'at', 'stepId', payload -> 'stepId') || ${MARK}
       WHERE plan_id = $1 AND action = 'step_completed'`,
      [planId],
    );
    expect(await places()).toContainEqual(expect.stringMatching(/^audit log \d+\.payloadDigest$/));
  });

  it.each([
    [`payload = payload || '{"message": "Fine."}'`, /\.payload$/],
    [`payload = jsonb_set(payload, '{removed,at}', '"2026-07-02T00:00:00.000Z"')`, /\.payload$/],
    [`payload = payload || '{"result": "Another."}'`, /\.payloadDigest$/],
    ["payload_digest = sha256(payload_digest)", /\.entryHash$/],
    ["payload_digest = sha256(payload::text::bytea)", /\.entryHash$/],
    ["action = 'gate_passed'", /\.entryHash$/],
  ])("is a difference when it was changed after: %s", async (assignment, place) => {
    const planId = await endedPlan({ refusals: 1 });
    await prune();
    expect(await places()).toEqual([]);
    await change(`UPDATE plan_audit_log SET ${assignment} ${REFUSED}`, [planId]);
    expect(await places()).toContainEqual(expect.stringMatching(place));
  });

  it("is a difference without the event that the chain had of it", async () => {
    const planId = await endedPlan({ refusals: 1 });
    await prune();
    await change(`DELETE FROM plan_audit_log WHERE plan_id = $1 AND action = 'texts_removed'`, [
      planId,
    ]);
    expect(await places()).toContainEqual(expect.stringMatching(/^audit log \d+\.payload$/));
  });

  it("cannot be changed with a second event that fits", async () => {
    const planId = await endedPlan({ refusals: 1 });
    await prune();
    const [row] = await refused(planId);
    const changed = { ...(row?.payload as object), message: "Fine." };
    await withTenantContext(server.test.database, { organizationId: A }, async (context) => {
      const loaded = await loadPlanForUpdate(context, planId);
      const left = { seq: Number(row?.seq), digest: digestText(eventText(changed)) };
      const events = removeTexts(loaded.plan, [left], NOW);
      const actor = { userId: null, client: "somebody", via: "cli", sessionId: null };
      await savePlan(context, planChange(loaded, events), { actor });
    });
    await change(`UPDATE plan_audit_log SET payload = $2 ${REFUSED}`, [
      planId,
      JSON.stringify(changed),
    ]);
    expect(await places()).toEqual([`audit log ${row?.seq}.payload`]);
  });

  it("is whole again when the original comes back from a backup", async () => {
    const planId = await endedPlan({ refusals: 1 });
    const [row] = await refused(planId);
    await prune();
    await change(`UPDATE plan_audit_log SET payload = $2 ${REFUSED}`, [
      planId,
      JSON.stringify(row?.payload),
    ]);
    expect(await verify()).toEqual({ differences: [], removedTexts: 0 });
  });
});

const PLAN = `SELECT plan.handle, plan.version, plan.updated_at, plan.closed_at, array_agg(step.result ORDER BY step.number) AS results
  FROM research_plan AS plan JOIN plan_step AS step ON step.plan_id = plan.id WHERE plan.id = $1 GROUP BY plan.organization_id, plan.id`;

function prune(options: Partial<Parameters<typeof removeRefusedResults>[1]> = {}) {
  return removeRefusedResults(server.test.database, {
    before: BEFORE,
    isDryRun: false,
    now: () => NOW,
    ...options,
  });
}

async function verify() {
  const { differences, removedTexts } = await verifyPlans(server.test.database, {
    organizationId: A,
  });
  return { differences, removedTexts };
}

async function places(): Promise<string[]> {
  return (await verify()).differences.map(({ where }) => where);
}

function refused(planId: string) {
  return storedRows(
    server,
    "SELECT seq, payload FROM plan_audit_log WHERE plan_id = $1 AND action = 'result_refused' ORDER BY seq",
    [planId],
  );
}

async function texts(planId: string): Promise<unknown[]> {
  return (await refused(planId)).map(
    ({ payload }) => (payload as { result?: unknown }).result ?? null,
  );
}

function change(statement: string, values: unknown[]): Promise<unknown> {
  return withClient(server.test.asSuperuser, async (client) => {
    const { rowCount } = await client.query(statement, values);
    expect(rowCount).toBeGreaterThan(0);
  });
}

/** A plan whose steps are done, and for which results came under a lease that it never gave. */
async function endedPlan({
  refusals,
  steps = 1,
  done = steps,
  organizationId = A,
}: {
  refusals: number;
  steps?: number;
  done?: number;
  organizationId?: string;
}): Promise<string> {
  const options = { caller: callerOf(organizationId) };
  // Refused results in a row would close the plan early.
  const budget = { attempts: 1_000 };
  const { planId } = await createPlan(server, steps, { budget }, options);
  const { step, lease } = await server.call("get_next_step", { planId, agent: "ada" }, options);
  for (let count = 0; count < refusals; count += 1) {
    await refuse(planId, LATE, organizationId, step.stepId);
  }
  let [stepId, leaseToken] = [step.stepId, lease.token];
  for (let count = 0; count < done; count += 1) {
    const { nextStep } = await server.call(
      "submit_step_result",
      { ...result(planId, stepId, leaseToken), continue: true },
      options,
    );
    [stepId, leaseToken] = [nextStep?.step?.stepId, nextStep?.lease?.token];
  }
  return planId;
}

async function refuse(planId: string, found: object, organizationId = A, stepId = "s1") {
  const outcome = await server.outcome(
    "submit_step_result",
    { ...result(planId, stepId, "another"), result: found },
    { caller: callerOf(organizationId) },
  );
  expect(outcome.kind).toBe("failure");
}

function result(planId: string, stepId: string, leaseToken: string) {
  return {
    planId,
    stepId,
    leaseToken,
    result: { finding: "It is so." },
    resultSummary: "It is so.",
    confidence: 0.5,
    stepExecutionReport: REPORT,
  };
}
