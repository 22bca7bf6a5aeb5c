import { storedRows } from "@trovella/testing/database/stored-rows";
import {
  createPlan,
  createTestServer,
  REPORT,
  type TestServer,
} from "@trovella/testing/mcp/test-server";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"));
});
afterAll(() => server.close());

it("counts what the model reports of its work and of its tokens", async () => {
  const { planId, reply } = await submitWith({
    usage: { inputTokens: 9_000, outputTokens: 1_000, costUsd: 0.25, model: "sample" },
    stepExecutionReport: {
      ...REPORT,
      webSearches: [{ query: "a" }, { query: "b" }],
      webFetches: [{ url: "https://example.org" }],
      otherToolCalls: ["store_research"],
      subagents: ["reader"],
    },
  });
  expect(reply.warnings).toBeUndefined();
  expect(await spentOf(planId)).toMatchObject({
    toolCalls: 4,
    subagents: 1,
    tokens: 10_000,
    costUsd: 0.25,
  });
});

it.each([
  [{ inputTokens: -5, outputTokens: 100 }, 100, /^usage\.inputTokens was ignored/],
  [{ inputTokens: 1e15 }, 0, /^usage\.inputTokens was ignored/],
  [{ costUsd: "a lot", outputTokens: 3 }, 3, /^usage\.costUsd was ignored/],
  ["a lot", 0, /^usage was ignored/],
])("takes a result with usage that cannot be true: %j", async (usage, tokens, warning) => {
  const { planId, reply } = await submitWith({ usage });
  expect(reply).toMatchObject({ stepStatus: "completed", planStatus: "completed" });
  expect(reply.warnings).toEqual([expect.stringMatching(warning)]);
  expect(await spentOf(planId)).toMatchObject({ tokens, costUsd: 0 });
});

async function submitWith(further: object) {
  const { planId, steps } = await createPlan(server, 1);
  const { stepId } = steps[0];
  const input = { planId, stepId, result: { found: 1 }, stepExecutionReport: REPORT, ...further };
  return { planId, reply: await server.call("submit_step_result", input) };
}

async function spentOf(planId: string) {
  const query = "SELECT spent FROM research_plan WHERE id = $1";
  return (await storedRows(server, query, [planId]))[0]?.spent;
}
