import { ABANDONED_MS, DELIVERY_MS } from "@trovella/db/calls";
import { endAllRuns } from "@trovella/db/maintenance";
import { createTestApi, type TestApi } from "@trovella/testing/api/test-api";
import { storedRows } from "@trovella/testing/database/stored-rows";
import { createPlan, createTestServer, type TestServer } from "@trovella/testing/mcp/test-server";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";

const START = new Date("2026-03-01T10:00:00.000Z");
const clock: { now: Date | null } = { now: null };
let server: TestServer;
let api: TestApi;
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"), clock);
  api = createTestApi(server.test.database, { now: () => clock.now ?? new Date() });
});
beforeEach(() => {
  clock.now = START;
});
afterAll(() => server.close());

describe("a run whose assistant does not end it", () => {
  it("ends as completed with its plan, after time for the delivery", async () => {
    const { executionId } = await runWithPlan();
    later(DELIVERY_MS - 1);
    expect(await statusOf(executionId)).toMatchObject({ status: "executing" });
    later(DELIVERY_MS + 1);
    expect(await statusOf(executionId)).toMatchObject({
      status: "completed",
      errorMessage: null,
      completedAt: START,
      durationMs: 0,
    });
    const { auditLog } = await a().skillExecution.detail({ executionId });
    expect(auditLog.at(-1)).toMatchObject({
      action: "skill_completed",
      actorVia: "server",
      actorUserId: null,
    });
  });

  it("ends as failed with a plan that failed, or of which nothing was completed", async () => {
    const rejected = await startRun();
    await server.call("request_user_review", { ...rejected.step, summary: "Look." });
    const decision = { planId: rejected.planId, decision: "reject", feedback: "Wrong." };
    await server.call("submit_user_decision", decision);
    const fruitless = await startRun();
    await server.call("modify_plan", {
      ...fruitless.place,
      action: "fail_step",
      reason: "No sources.",
      modificationRationale: "Nothing was found.",
    });
    later(DELIVERY_MS + 1);
    expect(await statusOf(rejected.executionId)).toMatchObject({
      status: "failed",
      errorMessage: "The plan failed: Rejected in review: Wrong.",
    });
    expect(await statusOf(fruitless.executionId)).toMatchObject({
      status: "failed",
      errorMessage: "No step of the plan was completed.",
    });
  });

  it("ends as abandoned after a week without activity, at its last one", async () => {
    const { executionId, planId } = await startRun();
    const bare = await server.call("log_skill_execution", RUN);
    later(ABANDONED_MS - 60_000);
    await server.call("get_plan_status", { planId });
    await server.services.log.flush();
    later(ABANDONED_MS + 1);
    expect(await statusOf(executionId)).toMatchObject({ status: "executing" });
    const abandoned = { status: "failed", errorMessage: "Abandoned: nothing happened for 7 days." };
    expect(await statusOf(bare.executionId)).toMatchObject({ ...abandoned, completedAt: START });
    later(2 * ABANDONED_MS);
    expect(await statusOf(executionId)).toMatchObject(abandoned);
  });

  it("ends in every organization when the server looks after them", async () => {
    const { executionId } = await runWithPlan();
    await endAllRuns(server.test.database, new Date(START.getTime() + DELIVERY_MS + 1));
    const [row] = await storedRows(server, "SELECT status FROM skill_execution WHERE id = $1", [
      executionId,
    ]);
    expect(row).toMatchObject({ status: "completed" });
  });

  it("stays open while its plan waits for a person", async () => {
    const { executionId, step } = await startRun();
    await server.call("request_user_review", { ...step, summary: "Look." });
    later(10 * ABANDONED_MS);
    expect(await statusOf(executionId)).toMatchObject({ status: "executing" });
  });

  it("keeps the end it got, with what is noted later", async () => {
    const { executionId } = await runWithPlan();
    later(DELIVERY_MS + 1);
    expect(await statusOf(executionId)).toMatchObject({ status: "completed" });
    const reply = await server.call("log_skill_execution", {
      executionId,
      status: "failed",
      errorMessage: "Too late.",
      metadata: { artifactsStored: 2 },
    });
    expect(reply).toMatchObject({
      status: "completed",
      next: expect.stringContaining("already ended as completed"),
    });
    expect(await statusOf(executionId)).toMatchObject({ status: "completed", errorMessage: null });
    const ends = await storedRows(
      server,
      "SELECT FROM plan_audit_log WHERE payload ->> 'executionId' = $1 AND event_type = 'skill_completed'",
      [executionId],
    );
    expect(ends).toHaveLength(1);
  });
});

describe("the detail of a run", () => {
  it("has the whole plan, its start in the log, and whole payloads in pages", async () => {
    const { executionId, planId } = await startRun({ steps: 4, sessionId: "session-pages" });
    const long = "x".repeat(30_000);
    for (let count = 0; count < 6; count += 1) {
      await server.outcome("submit_step_result", {
        ...{ planId, stepId: "step_unknown", sessionId: "session-pages" },
        ...{ result: {}, stepExecutionReport: {} },
      });
      await server.call("modify_plan", {
        ...{ planId, action: "add_steps", sessionId: "session-pages" },
        steps: [{ stepType: "custom", instructions: long }],
        modificationRationale: `${count}`,
      });
    }
    const first = await a().skillExecution.detail({ executionId });
    expect(first.plan).toMatchObject({ reviewPolicy: "relayed_allowed", stepCount: 10 });
    expect(first.auditLog[0]).toMatchObject({ action: "skill_started", actorUserId: "usr_org_a" });
    expect(first.nextCursor).not.toBeNull();
    const log = [...first.auditLog];
    for (let cursor = first.nextCursor; cursor !== null; ) {
      const page = await a().skillExecution.detail({ executionId, cursor });
      log.push(...page.auditLog);
      cursor = page.nextCursor;
    }
    const sequence = log.slice(1).map(({ seq }) => seq);
    expect(sequence).toEqual(sequence.map((_, index) => index + 1));
    for (const { payload, payloadLength } of log) expect(payload).toHaveLength(payloadLength);
  });

  it("names the start of a run that has no plan", async () => {
    const { executionId } = await server.call("log_skill_execution", RUN);
    const { plan, auditLog } = await a().skillExecution.detail({ executionId });
    expect(plan).toBeNull();
    expect(auditLog).toMatchObject([{ action: "skill_started" }]);
  });
});

const RUN = { skillName: "research", status: "started" };
const a = () => api.as("org_a");

function later(ms: number): void {
  clock.now = new Date(START.getTime() + ms);
}

async function statusOf(executionId: string) {
  return (await a().skillExecution.detail({ executionId })).execution;
}

async function startRun({ steps = 1, sessionId = undefined as string | undefined } = {}) {
  const { planId } = await createPlan(server, steps, { sessionId });
  const run = { skillName: "research", status: "executing", planId, sessionId };
  const { executionId } = await server.call("log_skill_execution", run);
  const { step, lease } = await server.call("get_next_step", { planId, sessionId });
  const place = { planId, stepId: step.stepId };
  return { executionId, planId, place, step: { ...place, leaseToken: lease.token } };
}

/** A run whose plan was completed by a result. */
async function runWithPlan() {
  const run = await startRun();
  await server.call("submit_step_result", {
    ...run.step,
    result: {},
    stepExecutionReport: {
      thinking: "",
      webSearches: [],
      webFetches: [],
      otherToolCalls: [],
      subagents: [],
    },
  });
  return run;
}
