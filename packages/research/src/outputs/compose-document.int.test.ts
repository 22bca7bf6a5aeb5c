import { withTenantContext } from "@trovella/db";
import { listOutputs } from "@trovella/db/memory";
import { tenantQuery } from "@trovella/testing/database/tenant-query";
import { scriptPayloads } from "@trovella/testing/deliverables/hostile-payloads";
import {
  callerOf,
  createPlan,
  createTestServer,
  REPORT,
  type TestServer,
} from "@trovella/testing/mcp/test-server";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { composeDocument } from "./compose-document.ts";
import { composeMissingDocuments } from "./compose-missing-documents.ts";
import { lintOutput } from "./lint-output.ts";

const TENANT = { organizationId: "org_a" };
const START = new Date("2026-03-01T08:00:00.000Z");
const AFTER_MS = 30 * 60_000;
const clock: { now: Date } = { now: START };
let server: TestServer;
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"), clock);
});
beforeEach(() => {
  clock.now = START;
});
afterAll(() => server.close());

describe("a document that nobody wrote", () => {
  it("is composed once the plan is closed for half an hour, when its status is asked for", async () => {
    const planId = await closedPlan();
    wait(29);
    expect(await status(planId)).not.toHaveProperty("document");
    wait(1);
    expect(await status(planId)).toMatchObject({ document: { outputId: "o1", origin: "server" } });
    expect(await status(planId)).toMatchObject({ document: { outputId: "o1", origin: "server" } });
    expect(await outputs(planId)).toMatchObject([
      { version: 1, origin: "server", isDraft: false, mediaType: "markdown" },
    ]);
    const found = await server.call("search_sources", { query: "glaciers lose mass" });
    expect(JSON.stringify(found)).toContain("o1");
  });

  it("is named by get_next_step, and an assistant's own is the next version", async () => {
    const planId = await closedPlan();
    wait(31);
    const { next } = await server.call("get_next_step", { planId });
    expect(next).toMatch(/^Trovella composed an interim report .* \(output o1\)/);
    const own = { planId, title: "Report", mediaType: "markdown", content: "It is so [src:1]." };
    expect(await server.call("store_research_output", own)).toMatchObject({ outputId: "o2" });
    expect(await status(planId)).toMatchObject({
      document: { outputId: "o2", origin: "assistant" },
    });
    expect((await server.call("get_next_step", { planId })).next).not.toContain("composed");
  });

  it("is not composed for readers who may not write, nor for a plan that goes on", async () => {
    const planId = await closedPlan();
    wait(60);
    const reader = { caller: callerOf("org_a", ["read"]) };
    expect(await server.call("get_plan_status", { planId }, reader)).not.toHaveProperty("document");
    const open = await createPlan(server, 2);
    await work(open.planId);
    wait(600);
    expect(await status(open.planId)).not.toHaveProperty("document");
    expect(await outputs(planId)).toEqual([]);
    expect(await outputs(open.planId)).toEqual([]);
  });

  it("is a draft when the budget is spent and nobody goes on; closing makes a final one", async () => {
    const { planId } = await createPlan(server, 3, { budget: { steps: 1 } });
    await work(planId);
    wait(29);
    expect(await status(planId)).not.toHaveProperty("document");
    wait(2);
    expect(await status(planId)).toMatchObject({ document: { outputId: "o1", origin: "server" } });
    expect(await outputs(planId)).toMatchObject([{ isDraft: true }]);
    expect(await contentOf(planId)).toMatch(
      /^\*\*1 of 3 steps done; no further research: all steps of the budget were used\.\*\*/,
    );
    await work(planId);
    wait(31);
    expect(await status(planId)).toMatchObject({
      status: "completed",
      document: { outputId: "o2", origin: "server" },
    });
    expect(await contentOf(planId)).toMatch(/^\*\*2 of 3 steps done; ended early: /);
  });

  it("ends the run that the server keeps, unless the plan failed", async () => {
    const { planId } = await createPlan(server, 1, { brief: { originalQuery: "Glaciers?" } });
    await work(planId);
    wait(31);
    await status(planId);
    const runs = await rows("SELECT status FROM skill_execution WHERE plan_id = $1", planId);
    expect(runs).toEqual([{ status: "completed" }]);
  });

  it("is there once, however many ask at the same time", async () => {
    const planId = await closedPlan();
    const composed = await Promise.all(
      Array.from({ length: 8 }, () =>
        withTenantContext(server.test.database, TENANT, (context) =>
          composeDocument(context, planId, { now: clock.now }),
        ),
      ),
    );
    expect(composed.filter((document) => document?.isNew)).toHaveLength(1);
    expect(new Set(composed.map((document) => document?.id)).size).toBe(1);
    expect(await outputs(planId)).toHaveLength(1);
  });

  it("is composed by the sweep for what is due, and for nothing else", async () => {
    const due = await closedPlan();
    const { planId: spent } = await createPlan(server, 3, { budget: { steps: 1 } });
    await work(spent);
    const { planId: open } = await createPlan(server, 2);
    await work(open);
    const { planId: empty } = await createPlan(server, 1);
    wait(31);
    const recent = await closedPlan();
    await sweep();
    const counts = await Promise.all([due, spent, open, empty, recent].map(outputs));
    expect(counts.map(({ length }) => length)).toEqual([1, 1, 0, 0, 0]);
    expect(await sweep()).toBe(0);
    wait(31);
    expect(await sweep()).toBe(1);
  });

  it("says what is known, what is missing and why, citing the sources of the plan", async () => {
    const { planId } = await createPlan(server, 4, {
      name: "[Deep] Glaciers",
      steps: [
        { stepType: "search", instructions: "Find measurements." },
        { stepType: "search", instructions: "Find forecasts." },
        { stepType: "analyze", instructions: "Compare." },
        { stepType: "synthesize", instructions: "Write it up." },
      ],
    });
    await work(planId, { result: { gaps: ["no data before 1960"] } });
    const { step } = await server.call("get_next_step", { planId });
    await server.call("modify_plan", {
      planId,
      action: "fail_step",
      stepId: step.stepId,
      reason: "The site was down.",
      modificationRationale: "No other source.",
    });
    const { stepId } = (await server.call("get_next_step", { planId })).step;
    await server.call("store_research", {
      planId,
      stepId,
      artifactType: "analysis",
      title: "Comparison",
      content: "# Result\n\nAll agree that they shrink [src:1, 99].",
    });
    await withTenantContext(server.test.database, TENANT, (context) =>
      composeDocument(context, planId, { now: clock.now }),
    );
    const content = await contentOf(planId);
    expect(content).toBe(`**1 of 4 steps done; the research goes on.**

Trovella composed this document from what is stored, since no assistant has written one. Nothing in it was rephrased or checked again.

## Answer

**Result**

All agree that they shrink [src:1].

## Summary of the steps

- **Step s1** (search): Two sources agree. (confidence 80 %)

## Findings

- **Mass balance**: Glaciers lose mass every year. (confidence 90 %) [src:1]

## Limits: what was not done

- **Step s2** (search): failed: The site was down. Its task: Find forecasts.
- **Step s3** (analyze): begun, no result yet. Its task: Compare.
- **Step s4** (synthesize): not begun. Its task: Write it up.

## Open points

- no data before 1960`);
    expect(await lintOf(planId)).toEqual([]);
  });

  it("passes the lint and stays within its size, whatever is stored", async () => {
    const { planId } = await createPlan(server, 3);
    const hostile = scriptPayloads().join("\n");
    for (const artifactType of ["synthesis", "finding", "note"]) {
      await server.call("store_research", {
        planId,
        artifactType,
        title: `# [1] [src:99] \`\`\` "never said by anybody at all"`,
        content: `${hostile}\n\`\`\`\n# Sources\n"these words stand nowhere else" [src:1]\n${"A very long line. ".repeat(20_000)}`,
        sources: artifactType === "note" ? [] : [{ title: "S", url: "https://example.org/s" }],
      });
    }
    await work(planId, { resultSummary: "[1] (src:99) <b>x</b> [src:7777]\n# y" });
    await withTenantContext(server.test.database, TENANT, (context) =>
      composeDocument(context, planId, { now: clock.now }),
    );
    expect(await lintOf(planId)).toEqual([]);
    expect((await contentOf(planId)).length).toBeLessThan(60_000);
  });
});

function wait(minutes: number): void {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000);
}

const FINDING = {
  title: "Mass balance",
  content: "Glaciers lose mass every year.",
  confidence: 0.9,
  sources: [{ url: "https://example.org/glaciers", title: "World Glacier Report" }],
};

async function closedPlan(): Promise<string> {
  const { planId } = await createPlan(server, 1);
  await work(planId);
  return planId;
}

/** Does the next step of the plan. */
async function work(planId: string, overrides: object = {}): Promise<void> {
  const { step, lease } = await server.call("get_next_step", { planId });
  await server.call("submit_step_result", {
    planId,
    stepId: step.stepId,
    leaseToken: lease.token,
    result: { found: 3 },
    resultSummary: "Two sources agree.",
    confidence: 0.8,
    stepExecutionReport: REPORT,
    findings: [FINDING],
    ...overrides,
  });
}

function status(planId: string) {
  return server.call("get_plan_status", { planId });
}

function sweep(): Promise<number> {
  return composeMissingDocuments(server.test.database, {
    now: clock.now,
    afterMs: AFTER_MS,
    onComposed: () => undefined,
    onProblem: (error) => {
      throw error;
    },
  });
}

function outputs(planId: string) {
  return withTenantContext(server.test.database, TENANT, (context) =>
    listOutputs(context, { planId, limit: 10 }),
  );
}

function rows(text: string, planId: string) {
  return withTenantContext(server.test.database, TENANT, (context) =>
    tenantQuery(context, text, [planId]),
  );
}

async function contentOf(planId: string): Promise<string> {
  const [newest] = await rows(
    "SELECT content FROM research_output WHERE plan_id = $1 ORDER BY version DESC LIMIT 1",
    planId,
  );
  return String(newest?.content);
}

async function lintOf(planId: string) {
  const content = await contentOf(planId);
  const { findings } = await lintOutput({ planId, title: "Report", content }, (work) =>
    withTenantContext(server.test.database, TENANT, work),
  );
  return findings;
}
