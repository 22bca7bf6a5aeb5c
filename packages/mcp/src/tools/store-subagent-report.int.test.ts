import { storedRows } from "@trovella/testing/database/stored-rows";
import { createPlan, createTestServer, type TestServer } from "@trovella/testing/mcp/test-server";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

const clock: { now: Date | null } = { now: null };
let server: TestServer;
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"), clock);
});
afterAll(() => server.close());

describe("store_subagent_report", () => {
  it("keeps the report with its step, and renews the lease", async () => {
    const { planId } = await createPlan(server, 1, { stallThresholdMinutes: 10 });
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
      step_id: step.stepId,
      agent: "reader",
      task: "Read the catalogue",
      report: "It has 300 pages.",
      status: "completed",
    });
    const [stored] = await storedRows(server, "SELECT lease_expires_at FROM plan_step");
    expect(stored?.lease_expires_at).toEqual(new Date(clock.now.getTime() + 600_000));
    clock.now = null;
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
