import { verifyPlans } from "@trovella/db/maintenance";
import { storedRows } from "@trovella/testing/database/stored-rows";
import {
  createPlan,
  createTestServer,
  REPORT,
  type TestServer,
} from "@trovella/testing/mcp/test-server";
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from "vitest";

const MINUTE_MS = 60_000;

const clock: { now: Date | null } = { now: null };
let server: TestServer;
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"), clock);
});
afterEach(() => {
  clock.now = null;
});
afterAll(async () => {
  const { differences } = await verifyPlans(server.test.database, { organizationId: "org_a" });
  expect(differences).toEqual([]);
  await server.close();
});

describe("submit_step_result with continue", () => {
  it("replies with the next step as get_next_step does", async () => {
    const { planId, submit } = await startedPlan(3);
    const { nextStep, ...reply } = await submit(1, { continue: true });
    expect(reply).toEqual({
      stepId: "s1",
      stepStatus: "completed",
      planStatus: "executing",
      progress: 33,
      planVersion: 3,
    });
    expect(nextStep).toMatchObject({
      status: "step_ready",
      step: { stepId: "s2", stepOrder: 2, stepType: "search" },
      lease: { token: expect.any(String), expiresAt: expect.any(String) },
      progress: 33,
      totalSteps: 3,
    });
    const held = await server.call("get_next_step", { planId, sessionId: "s" });
    const { planVersion, held: isHeld, ...same } = held;
    expect([planVersion, isHeld]).toEqual([3, true]);
    expect({ ...same, lease: null }).toEqual({ ...nextStep, lease: null });
    expect(same.lease.token).toBe(nextStep.lease.token);
  });

  it("logs the events of both commands in one version", async () => {
    const { planId, stepId, submit } = await startedPlan(2);
    await submit(1, { continue: true });
    expect((await log(planId)).slice(-2)).toEqual([
      `3 step_completed ${stepId(1)}`,
      `3 step_started ${stepId(2)}`,
    ]);
  });

  it("reports the progress after the hand-out, which may close the research and skip steps", async () => {
    const { planId, submit } = await startedPlan(4, { budget: { attempts: 3 } });
    // Early work on the closing step: nothing is left to close with afterwards.
    await submit(4, {});
    const { progress, budget, nextStep } = await submit(1, { continue: true });
    expect(await statusesOf(planId)).toEqual(["completed", "in_progress", "skipped", "completed"]);
    expect([progress, nextStep.progress]).toEqual([75, 75]);
    expect(budget).toMatchObject({ phase: "spent" });
  });

  it("hands out nothing without it, and says what to call", async () => {
    const { planId, submit } = await startedPlan(3);
    for (const wish of [{}, { continue: false }]) {
      const reply = await submit(wish.continue === undefined ? 1 : 2, wish);
      expect(reply).not.toHaveProperty("nextStep");
      expect(reply.next).toContain("get_next_step");
    }
    expect(await statusesOf(planId)).toEqual(["completed", "completed", "pending"]);
  });

  it("replies with the form of the output when the plan is complete", async () => {
    const { submit } = await startedPlan(1, { outputFormattingNotes: "As a table." });
    const { planStatus, nextStep } = await submit(1, { continue: true });
    expect(planStatus).toBe("completed");
    expect(nextStep).toMatchObject({
      status: "plan_complete",
      progress: 100,
      planFormattingNotes: "As a table.",
      outcome: { completed: 1, skipped: 0, failed: 0 },
    });
  });

  it("replies with the reason when a condition ends the plan", async () => {
    const { submit } = await startedPlan(2, {
      branchingConditions: [
        {
          afterStepOrder: 1,
          conditionExpression: "confidence < 0.5",
          ifTrueAction: "fail",
          actionParams: { reason: "Too little." },
        },
      ],
    });
    const reply = await submit(1, { continue: true, confidence: 0.1 });
    expect(reply).toMatchObject({ planStatus: "failed", branch: { action: "fail" } });
    expect(reply.nextStep).toMatchObject({ status: "plan_failed", reason: "Too little." });
  });

  it("hands out a step that a condition added", async () => {
    const { submit } = await startedPlan(2, {
      branchingConditions: [
        {
          afterStepOrder: 1,
          conditionExpression: "confidence < 0.5",
          ifTrueAction: "add_steps",
          actionParams: { steps: [{ stepType: "search", instructions: "Look further." }] },
        },
      ],
    });
    const reply = await submit(1, { continue: true, confidence: 0.1 });
    const [added] = reply.branch.addedStepIds;
    expect(reply.nextStep.step).toMatchObject({ stepId: added, instructions: "Look further." });
    expect(reply.nextStep.step).not.toHaveProperty("by");
  });

  it("replies that a review is awaited, or that others hold what is left", async () => {
    const { planId, step, submit } = await startedPlan(3);
    const other = await server.call("get_next_step", { planId, sessionId: "other" });
    const third = await server.call("get_next_step", { planId, sessionId: "third" });
    const left = await submit(1, { continue: true });
    expect(left.nextStep).toMatchObject({
      status: "no_pending_steps",
      inProgressCount: 2,
      inProgressSteps: [{ stepId: "s2" }, { stepId: "s3" }],
    });
    await server.call("request_user_review", {
      planId,
      stepId: step(2),
      leaseToken: other.lease.token,
      summary: "Two options.",
    });
    const waiting = await submit(3, { continue: true, leaseToken: third.lease.token });
    expect(waiting.nextStep).toMatchObject({ status: "awaiting_review", stepIds: ["s2"] });
  });

  it("gives back a step that the worker holds already, and renews its lease", async () => {
    const at = new Date("2026-10-01T08:00:00Z");
    clock.now = at;
    const { planId, stepId, submit } = await startedPlan(3);
    const ada = { planId, sessionId: "s", agent: "ada" };
    const { lease } = await server.call("get_next_step", ada);
    clock.now = new Date(at.getTime() + 20 * MINUTE_MS);
    const { nextStep } = await submit(1, { continue: true, agent: "ada" });
    expect(nextStep).toMatchObject({
      held: true,
      step: { stepId: "s2" },
      lease: { token: lease.token, expiresAt: "2026-10-01T08:50:00.000Z" },
    });
    const [row] = await storedRows(server, "SELECT lease_expires_at FROM plan_step WHERE id = $1", [
      stepId(2),
    ]);
    expect(row?.lease_expires_at).toEqual(new Date("2026-10-01T08:50:00Z"));
  });

  it("keeps the name under which the worker held the step, unless it gives another", async () => {
    const { planId, steps } = await createPlan(server, 4);
    const { lease } = await server.call("get_next_step", { planId, sessionId: "s", agent: "ada" });
    const first = { planId, stepId: steps[0].stepId, leaseToken: lease.token, sessionId: "s" };
    const { nextStep } = await server.call("submit_step_result", { ...first, ...CONTINUED });
    expect(await holderOf(steps[1].stepId)).toBe("ada");
    const second = { ...first, stepId: steps[1].stepId, leaseToken: nextStep.lease.token };
    await server.call("submit_step_result", { ...second, ...CONTINUED, agent: "bob" });
    expect(await holderOf(steps[2].stepId)).toBe("bob");
  });

  it("hands out nothing when the result is refused", async () => {
    const { planId, step, stepId, token } = await startedPlan(2);
    await server.call("get_next_step", { planId, takeOverStepId: step(1), sessionId: "other" });
    const stale = { planId, stepId: step(1), leaseToken: token, sessionId: "s", ...CONTINUED };
    const outcome = await server.outcome("submit_step_result", stale);
    expect(outcome).toMatchObject({ kind: "failure", code: "STALE_LEASE" });
    expect((await log(planId)).at(-1)).toBe(`4 plan_modified ${stepId(1)}`);
    expect(await statusesOf(planId)).toEqual(["in_progress", "pending"]);
  });

  it("has one effect and the same reply, with the same lease, when it is repeated", async () => {
    const { planId, submit } = await startedPlan(3);
    const key = { continue: true, idempotencyKey: `key of ${planId}` };
    const reply = await submit(1, key);
    expect(await submit(1, key)).toEqual({ ...reply, replayed: true });
    expect(await statusesOf(planId)).toEqual(["completed", "in_progress", "pending"]);
  });

  it("never gives one step to two workers that submit at once", async () => {
    const workers = 6;
    const { planId } = await createPlan(server, workers * 5);
    const taken = await Promise.all(
      Array.from({ length: workers }, async (_, worker) => {
        const sessionId = `worker ${worker}`;
        let next = await server.call("get_next_step", { planId, sessionId });
        const own: string[] = [];
        while (next.status === "step_ready") {
          const { stepId } = next.step;
          own.push(stepId);
          const place = { planId, stepId, leaseToken: next.lease.token, sessionId };
          next = (await server.call("submit_step_result", { ...place, ...CONTINUED })).nextStep;
        }
        return own;
      }),
    );
    const all = taken.flat();
    expect(new Set(all).size).toBe(all.length);
    expect(all).toHaveLength(workers * 5);
    expect(server.failures).toEqual([]);
  });

  it("keeps neither the result nor the hand-out when the write fails", async () => {
    const { planId, stepId, submit } = await startedPlan(2);
    await storedRows(
      server,
      `CREATE FUNCTION break_start() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN IF NEW.id = TG_ARGV[0] THEN RAISE 'broken'; END IF; RETURN NEW; END $$`,
    );
    await storedRows(
      server,
      `CREATE TRIGGER break_start BEFORE UPDATE ON plan_step FOR EACH ROW EXECUTE FUNCTION break_start('${stepId(2)}')`,
    );
    await expect(submit(1, { continue: true })).rejects.toThrow(/INTERNAL|UNAVAILABLE/);
    await storedRows(server, "DROP TRIGGER break_start ON plan_step");
    server.failures.length = 0;
    expect(await statusesOf(planId)).toEqual(["in_progress", "pending"]);
    expect((await submit(1, { continue: true })).nextStep.status).toBe("step_ready");
  });
});

describe("create_research_plan with start", () => {
  it("hands out the first step and repeats nothing the caller wrote", async () => {
    const reply = await createPlan(server, 2, { start: true, sessionId: "s" });
    expect(reply).toEqual({
      planId: expect.any(String),
      handle: expect.any(String),
      status: "executing",
      stepCount: 2,
      steps: [expect.objectContaining({ stepOrder: 1 }), expect.objectContaining({ stepOrder: 2 })],
      planVersion: 1,
      nextStep: expect.objectContaining({
        status: "step_ready",
        lease: { token: expect.any(String), expiresAt: expect.any(String) },
      }),
    });
    const { planId, nextStep } = reply;
    expect(nextStep.step.stepId).toBe("s1");
    expect((await log(planId)).map((row) => row.split(" ").slice(0, 2).join(" "))).toEqual([
      "1 plan_modified",
      "1 step_started",
      "1 plan_modified",
    ]);
    const held = await server.call("get_next_step", { planId, sessionId: "s" });
    expect(held.lease.token).toBe(nextStep.lease.token);
  });

  it("gives the same plan and lease to a repeated call", async () => {
    const input = { start: true, idempotencyKey: "start once" };
    const reply = await createPlan(server, 1, input);
    expect(await createPlan(server, 1, input)).toEqual({ ...reply, replayed: true });
  });
});

describe("get_next_step", () => {
  it("says whose the instructions are, when they are not the plan's original ones", async () => {
    const { planId, steps } = await createPlan(server, 2);
    await server.call("modify_plan", {
      planId,
      action: "update_step_instructions",
      stepId: steps[0].stepId,
      instructions: "Look elsewhere.",
      modificationRationale: "Nothing was found.",
    });
    const first = await server.call("get_next_step", { planId });
    const by = { client: "test 1", userId: "usr_org_a" };
    expect(first.step).toMatchObject({ instructions: "Look elsewhere.", by });
    const second = await server.call("get_next_step", { planId });
    expect(second.step).not.toHaveProperty("by");
  });

  it("has no fields that say nothing, and a short hint", async () => {
    const { planId } = await createPlan(server, 1);
    const reply = await server.call("get_next_step", { planId });
    for (const name of ["reissued", "held", "resultFields"]) expect(reply).not.toHaveProperty(name);
    expect(reply.step).not.toHaveProperty("attempt");
  });
});

describe("what to do next", () => {
  const TYPES = ["search", "extract", "analyze", "critique", "synthesize", "checkpoint", "custom"];

  it("is said in at most 300 characters for every type of step", async () => {
    const steps = TYPES.map((stepType) => ({ stepType, instructions: "Do it." }));
    const { planId } = await createPlan(server, 0, { steps });
    for (const stepType of TYPES) {
      const { step, next } = await server.call("get_next_step", { planId });
      expect([step.stepType, next.length <= 300]).toEqual([stepType, true]);
      expect(next).toContain(stepType === "checkpoint" ? "request_user_review" : "continue: true");
      expect(next.includes("sources: [{ url")).toBe(["search", "extract"].includes(stepType));
    }
  });

  it("is said in at most 300 characters when there is no step", async () => {
    const { planId, submit } = await startedPlan(2);
    await server.call("get_next_step", { planId, sessionId: "other" });
    const left = await submit(1, { continue: true });
    const { nextStep: complete } = await submit(2, { continue: true });
    expect(complete.next).toContain("store_research_output");
    for (const { next } of [left.nextStep, complete]) {
      expect(next.length).toBeLessThanOrEqual(300);
    }
  });
});

const CONTINUED = { result: { found: 1 }, stepExecutionReport: REPORT, continue: true };

/** A plan whose first step the session "s" holds. */
async function startedPlan(stepCount: number, fields: object = {}) {
  const { planId, steps } = await createPlan(server, stepCount, fields);
  const { lease } = await server.call("get_next_step", { planId, sessionId: "s" });
  const stepId = (order: number): string => steps[order - 1].stepId;
  return {
    planId: String(planId),
    /** As replies name it. */
    step: (order: number) => `s${order}`,
    /** As rows name it. */
    stepId,
    token: lease.token,
    submit: (order: number, input: object) =>
      server.call("submit_step_result", {
        planId,
        stepId: stepId(order),
        result: { found: 1 },
        stepExecutionReport: REPORT,
        sessionId: "s",
        ...input,
      }),
  };
}

async function log(planId: string): Promise<string[]> {
  const rows = await storedRows(
    server,
    "SELECT plan_version, event_type, step_id FROM plan_audit_log WHERE plan_id = $1 ORDER BY seq",
    [planId],
  );
  return rows.map((row) => `${row.plan_version} ${row.event_type} ${row.step_id}`);
}

async function statusesOf(planId: string): Promise<unknown[]> {
  const rows = await storedRows(
    server,
    "SELECT status FROM plan_step WHERE plan_id = $1 ORDER BY step_order",
    [planId],
  );
  return rows.map(({ status }) => status);
}

async function holderOf(stepId: string): Promise<unknown> {
  const [row] = await storedRows(server, "SELECT lease_holder FROM plan_step WHERE id = $1", [
    stepId,
  ]);
  return row?.lease_holder;
}
