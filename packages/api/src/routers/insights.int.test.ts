import { withClient } from "@trovella/db";
import { createTestApi, type TestApi } from "@trovella/testing/api/test-api";
import { REPORT } from "@trovella/testing/mcp/mcp-client";
import { createPlan, createTestServer, type TestServer } from "@trovella/testing/mcp/test-server";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

const MINUTE_MS = 60_000;
const START = new Date("2026-05-10T12:00:00Z");
const clock = { now: START as Date | null };

let server: TestServer;
let api: TestApi;
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"), clock);
  api = createTestApi(server.test.database, { now: () => clock.now ?? new Date() });
});
afterAll(() => server.close());

const effort = (organizationId = "org_a") => api.as(organizationId).insights.effort({ days: 7 });

describe("what research took", () => {
  it("is nothing before anything was done", async () => {
    expect(await effort()).toEqual({
      documents: { plans: 0, assistant: 0, server: 0, share: null },
      modes: [],
      skills: [],
      plans: [],
    });
  });

  it("counts the documents of ended plans by who wrote them", async () => {
    await endedPlan("[Scan] Written", { minutes: 10, hasOutput: true });
    const composed = await endedPlan("[Scan] Composed", { minutes: 20, hasOutput: true });
    await update("UPDATE research_output SET origin = 'server' WHERE plan_id = $1", [composed]);
    await endedPlan("[Deep] Without", { minutes: 90, hasOutput: false });
    await createPlan(server, 1, { name: "[Deep] Still open" });
    expect((await effort()).documents).toEqual({
      plans: 3,
      assistant: 1,
      server: 1,
      share: 0.667,
    });
  });

  it("counts a document as the assistant's when both wrote one", async () => {
    const planId = await endedPlan("[Scan] Both", { minutes: 10, hasOutput: true });
    await update("UPDATE research_output SET origin = 'server' WHERE plan_id = $1", [planId]);
    await storeOutput(planId);
    expect((await effort()).documents).toMatchObject({ plans: 4, assistant: 2, server: 1 });
  });

  it("has the median and the 90th percentile by mode", async () => {
    const { modes } = await effort();
    expect(modes.map(({ mode, plans }) => [mode, plans])).toEqual([
      ["deep", 1],
      ["scan", 3],
    ]);
    expect(modes[0]?.workMinutes).toEqual([90, 90]);
    expect(modes[1]?.workMinutes).toEqual([10, 18]);
  });

  it("compares them with what was expected at the beginning of the period", async () => {
    const { modes } = await effort();
    // The built-in table for one search: what was done in the period itself says nothing about it.
    for (const { expectedMinutes, expectedCalls } of modes) {
      expect([expectedMinutes, expectedCalls]).toEqual([
        [3, 10],
        [6, 15],
      ]);
    }
  });

  it("sums tokens and cost by month and skill, and says who counted them", async () => {
    const measured = await endedPlan("[Scan] Measured", { minutes: 5, skillName: "research" });
    const told = await endedPlan("[Scan] Told", { minutes: 5, skillName: "research" });
    await spend(measured, { tokens: 30_000, costUsd: 0.5 });
    await spend(told, { tokens: 8_000, costUsd: 0 });
    await update(
      `INSERT INTO usage_report (organization_id, id, plan_id, session_id, client, reported_at, dedupe_key)
       VALUES ('org_a', 'use_1', $1, 's', 'claude-code', now(), 'k')`,
      [measured],
    );
    const { skills, plans } = await effort();
    expect(skills).toEqual([
      {
        month: "2026-05",
        skillName: "research",
        plans: 2,
        tokens: 38_000,
        costUsd: 0.5,
        byClient: 1,
        byModel: 1,
        unknown: 0,
      },
      expect.objectContaining({ skillName: null, plans: 5, tokens: 0, unknown: 5 }),
    ]);
    expect(plans).toMatchObject([
      { planId: measured, planTitle: "Measured", basis: "client", tokens: 30_000, costUsd: 0.5 },
      { planId: told, planTitle: "Told", basis: "model", tokens: 8_000 },
    ]);
  });

  it("belongs to the period and the organization", async () => {
    expect((await effort("org_b")).documents.plans).toBe(0);
    clock.now = new Date(START.getTime() + 30 * 24 * 60 * MINUTE_MS);
    const later = await effort();
    expect([later.documents.plans, later.modes, later.skills, later.plans]).toEqual([
      0,
      [],
      [],
      [],
    ]);
  });

  it("expects what the organization's own plans took before the period", async () => {
    // Ids have the real time, by which earlier plans are found.
    clock.now = new Date();
    for (let count = 0; count < 5; count += 1) await endedPlan("[Deep] Before", { minutes: 30 });
    clock.now = new Date(clock.now.getTime() + 8 * 24 * 60 * MINUTE_MS);
    await endedPlan("[Deep] After", { minutes: 60 });
    expect((await effort()).modes).toMatchObject([
      { mode: "deep", plans: 1, workMinutes: [60, 60], expectedMinutes: [30, 30] },
    ]);
  });
});

interface Ended {
  readonly minutes: number;
  readonly hasOutput?: boolean;
  readonly skillName?: string;
}

async function endedPlan(name: string, { minutes, hasOutput, skillName }: Ended): Promise<string> {
  const { planId } = await createPlan(server, 1, { name });
  if (skillName) {
    await server.call("log_skill_execution", { skillName, status: "started" });
    await update("UPDATE skill_execution SET plan_id = $1 WHERE plan_id IS NULL", [planId]);
  }
  const { step, lease } = await server.call("get_next_step", { planId });
  clock.now = new Date((clock.now ?? START).getTime() + minutes * MINUTE_MS);
  await server.call("submit_step_result", {
    planId,
    stepId: step.stepId,
    leaseToken: lease.token,
    result: { found: true },
    stepExecutionReport: REPORT,
  });
  if (hasOutput) await storeOutput(planId);
  return planId;
}

async function storeOutput(planId: string): Promise<void> {
  const output = { planId, title: "A report", mediaType: "markdown", content: "# It is so." };
  await server.call("store_research_output", output);
}

function spend(planId: string, spent: object): Promise<void> {
  const text = "UPDATE research_plan SET spent = spent || $2::jsonb WHERE id = $1";
  return update(text, [planId, JSON.stringify(spent)]);
}

async function update(text: string, values: readonly string[]): Promise<void> {
  await withClient(server.test.asSuperuser, (client) => client.query(text, [...values]));
}
