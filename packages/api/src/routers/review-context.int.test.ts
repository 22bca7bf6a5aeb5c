import { withClient } from "@trovella/db";
import { createTestApi, type TestApi } from "@trovella/testing/api/test-api";
import { SEEDED_CLAIMS, seedClaims } from "@trovella/testing/console/seed-claims";
import { REPORT } from "@trovella/testing/mcp/mcp-client";
import { createPlan, createTestServer, type TestServer } from "@trovella/testing/mcp/test-server";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

const QUOTE = `${"Eleven of the fourteen studies agree. ".repeat(20)}The end.`;

let server: TestServer;
let api: TestApi;
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"));
  api = createTestApi(server.test.database);
});
afterAll(() => server.close());

it("a review says what changed since the one before, with whole quotes and each source once", async () => {
  const { planId } = await createPlan(server, 3);
  const first = await work(planId, "First");
  const atStart = await detail(planId);
  expect(atStart.changes).toMatchObject({
    since: null,
    decisions: [],
    findingCount: 2,
    sourceCount: 1,
    stepCount: 0,
  });
  expect(atStart.sources).toMatchObject([{ quote: QUOTE, findingCount: 2, isQuoteOmitted: false }]);
  expect(atStart.sourceCount).toBe(1);

  await server.call("submit_user_decision", {
    planId,
    decision: "approve",
    feedback: "Look at Norway.",
  });
  await submit(planId);
  await work(planId, "Second");
  const { changes, findingCount } = await detail(planId);
  expect(changes.since).not.toBeNull();
  expect(changes.decisions).toMatchObject([
    { decision: "approve", feedback: "Look at Norway.", stepOrder: 1 },
  ]);
  expect(changes.steps.map(({ stepOrder, status }) => [stepOrder, status])).toEqual([
    [2, "completed"],
  ]);
  // A source that is mentioned again is not a new one.
  expect([changes.findingCount, changes.sourceCount]).toEqual([2, 0]);
  expect(findingCount).toBe(4);
  expect(first).toBe(1);
});

it("claims stand beside their quotes, what is contradicted or in doubt first", async () => {
  const { planId } = await createPlan(server, 1);
  await work(planId, "Claims");
  await seedClaims(server.test.asSuperuser, { organizationId: "org_a", planId, key: "ctx" });
  const { claims, claimCount } = await detail(planId);
  expect(claimCount).toBe(SEEDED_CLAIMS);
  const statuses = claims.map(({ status }) => status);
  const firstGood = statuses.indexOf("supported");
  expect(statuses.lastIndexOf("contradicted")).toBeLessThan(firstGood);
  expect(claims.every(({ evidence, sourceCount }) => sourceCount <= evidence.length)).toBe(true);
  expect(claims.some(({ evidence }) => evidence.some(({ quote }) => quote))).toBe(true);
});

it("leaves out quotes that do not fit, and cuts none", async () => {
  const { planId } = await createPlan(server, 1);
  await work(planId, "Long");
  await withClient(server.test.asSuperuser, (client) =>
    client.query(
      `INSERT INTO research_source (organization_id, id, artifact_id, position, url, title, quote)
       SELECT organization_id, 'src_long' || n, id, 100 + n, 'https://example.org/' || n, 'Long', repeat('q', 9000)
       FROM research_artifact, generate_series(1, 30) AS n WHERE plan_id = $1 AND title = 'Long 1'`,
      [planId],
    ),
  );
  await withClient(server.test.asSuperuser, (client) =>
    client.query(
      `INSERT INTO plan_source (organization_id, plan_id, number, key, source_id)
       SELECT 'org_a', $1, 100 + position, key, id FROM research_source WHERE id LIKE 'src_long%'`,
      [planId],
    ),
  );
  const { sources } = await detail(planId);
  const omitted = sources.filter(({ isQuoteOmitted }) => isQuoteOmitted);
  expect(omitted.length).toBeGreaterThan(10);
  const lengths = new Set(sources.map(({ quote }) => quote?.length ?? 0));
  expect(lengths).toEqual(new Set([0, QUOTE.length, 9_000]));
});

function a() {
  return api.as("org_a");
}

async function detail(planId: string) {
  const { reviews } = await a().review.list({ planId });
  return a().review.detail({ reviewId: reviews[0]?.id ?? "" });
}

/** Two findings with the same source, then a review; the order of its step. */
async function work(planId: string, name: string): Promise<number> {
  const { step, lease } = await server.call("get_next_step", { planId });
  const place = { planId, stepId: step.stepId, leaseToken: lease?.token };
  for (const number of [1, 2]) {
    await server.call("store_research", {
      ...place,
      artifactType: "finding",
      title: `${name} ${number}`,
      content: `${name} ${number} found.`,
      sources: [{ title: "Studies", url: "https://example.org/studies", quote: QUOTE }],
    });
  }
  await server.call("request_user_review", { ...place, summary: "Look." });
  return step.stepOrder;
}

async function submit(planId: string): Promise<void> {
  const { step, lease } = await server.call("get_next_step", { planId });
  await server.call("submit_step_result", {
    planId,
    stepId: step.stepId,
    leaseToken: lease?.token,
    result: { done: true },
    stepExecutionReport: REPORT,
  });
}
