import { storedRows } from "@trovella/testing/database/stored-rows";
import {
  createPlan,
  createTestServer,
  REPORT,
  type TestServer,
} from "@trovella/testing/mcp/test-server";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

const clock: { now: Date | null } = { now: null };
let server: TestServer;
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"), clock);
});
afterAll(() => server.close());

describe("store_subagent_report", () => {
  it("keeps the report with its step, and renews the lease", async () => {
    const { planId, steps } = await createPlan(server, 1, { stallThresholdMinutes: 10 });
    const { step, lease } = await server.call("get_next_step", { planId });
    clock.now = new Date(Date.now() + 60_000);
    const { reportId, next } = await server.call("store_subagent_report", {
      planId,
      stepId: step.stepId,
      leaseToken: lease.token,
      task: "Read the catalogue",
      report: "It has 300 pages.",
      status: "completed",
      agent: "reader",
    });
    expect(next).toMatch(/stepExecutionReport\.subagents/);
    const [row] = await storedRows(server, "SELECT * FROM subagent_report WHERE id = $1", [
      reportId,
    ]);
    expect(row).toMatchObject({
      plan_id: planId,
      step_id: steps[0].stepId,
      agent: "reader",
      task: "Read the catalogue",
      report: "It has 300 pages.",
      status: "completed",
    });
    const [stored] = await storedRows(server, "SELECT lease_expires_at FROM plan_step");
    expect(stored?.lease_expires_at).toEqual(new Date(clock.now.getTime() + 600_000));
    clock.now = null;
  });

  it("counts one subagent for its step, once for a repeated call, and many at the same time", async () => {
    const { planId, steps } = await createPlan(server, 1);
    const input = { planId, stepId: steps[0].stepId, task: "Look", report: "Seen." };
    const keyed = { ...input, idempotencyKey: "once" };
    const first = await server.call("store_subagent_report", keyed);
    expect(first.warnings).toBeUndefined();
    expect(await server.call("store_subagent_report", keyed)).toMatchObject({
      reportId: first.reportId,
      replayed: true,
    });
    await Promise.all([1, 2, 3, 4].map(() => server.call("store_subagent_report", input)));
    const [plan] = await storedRows(server, "SELECT spent FROM research_plan WHERE id = $1", [
      planId,
    ]);
    expect(plan?.spent).toMatchObject({ subagents: 5 });
    // The same five in the report of the step are not counted again.
    await server.call("submit_step_result", {
      planId,
      stepId: steps[0].stepId,
      result: "Found.",
      stepExecutionReport: { ...REPORT, subagents: [1, 2, 3, 4, 5, 6], webSearches: [1, 2] },
    });
    const [after] = await storedRows(server, "SELECT spent FROM research_plan WHERE id = $1", [
      planId,
    ]);
    expect(after?.spent).toMatchObject({ subagents: 6, toolCalls: 2 });
  });

  it("stores a report beyond the cap, and says so", async () => {
    const { planId, steps } = await createPlan(server, 2, { budget: { subagents: 2 } });
    await server.call("get_next_step", { planId });
    const input = { planId, stepId: steps[0].stepId, task: "Look", report: "Seen." };
    await server.call("store_subagent_report", input);
    expect((await server.call("store_subagent_report", input)).warnings).toBeUndefined();
    const beyond = await server.call("store_subagent_report", input);
    expect(beyond.warnings).toEqual([expect.stringMatching(/^This is subagent 3 of at most 2/)]);
    const rows = await storedRows(server, "SELECT FROM subagent_report WHERE plan_id = $1", [
      planId,
    ]);
    expect(rows).toHaveLength(3);
    const [plan] = await storedRows(server, "SELECT phase FROM research_plan WHERE id = $1", [
      planId,
    ]);
    expect(plan?.phase).toBe("spent");
  });

  it("refuses an unknown step and too long a report", async () => {
    const { planId, steps } = await createPlan(server, 1);
    const input = { planId, stepId: steps[0].stepId, task: "Look", report: "Seen." };
    const unknown = { ...input, stepId: "step_unknown" };
    expect(await server.outcome("store_subagent_report", unknown)).toMatchObject({
      code: "NOT_FOUND",
    });
    const long = { ...input, report: "x".repeat(1_000_001) };
    expect(await server.outcome("store_subagent_report", long)).toMatchObject({
      code: "LIMIT_EXCEEDED",
      text: expect.stringMatching(/^LIMIT_EXCEEDED: report is 1000001 characters/),
    });
  });
});
