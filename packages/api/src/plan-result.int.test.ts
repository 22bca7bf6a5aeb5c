import { createTestApi, type TestApi } from "@trovella/testing/api/test-api";
import { createPlan, createTestServer, type TestServer } from "@trovella/testing/mcp/test-server";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

const REPORT = `# Prices

## Answer

A heat pump costs 8,000 to 20,000 euros [src:1].

## Findings

- Prices fell by a tenth each year, as the price index of the year says [src:1].
- Installers charge by the hour, which nobody has written down anywhere yet.
- The index says “prices have doubled within a single year in all countries” [src:1].

## Limits

Only one country was looked at.`;

let server: TestServer;
let api: TestApi;
let planId: string;
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"));
  api = createTestApi(server.test.database);
  ({ planId } = await createPlan(server, 2));
  await store("finding", "Sure", { confidence: 0.9, sources: [SOURCE, SOURCE] });
  await store("finding", "No source");
  await store("note", "A note");
});
afterAll(() => server.close());

it("of a plan without a report has its findings, the surest first, with distinct sources", async () => {
  const { report, findings, counts, versions } = await result();
  expect(report).toBeNull();
  expect(versions).toEqual([]);
  expect(findings).toMatchObject([
    { title: "Sure", confidence: 0.9, sourceCount: 1 },
    { title: "No source", sourceCount: 0 },
  ]);
  expect(counts).toMatchObject({ findings: 2, findingsWithoutSource: 1, unreadSources: 0 });
});

it("has the answer, the limits and every finding of the check of citations", async () => {
  await server.call("store_research_output", {
    planId,
    title: "Prices",
    mediaType: "markdown",
    content: REPORT,
  });
  const { report, versions } = await result();
  expect(versions).toMatchObject([{ version: 1, title: "Prices" }]);
  expect(report?.answer).toContain(`<a href="/reports/${report?.id}?source=1">[1]</a>`);
  expect(report?.answer).not.toContain("id=");
  expect(report?.limits).toContain("Only one country");
  expect(report?.contradictions).toBeNull();
  expect(report?.check).toMatchObject({
    statements: { total: 3, cited: 2 },
    counts: { QUOTE_NOT_FOUND: 1, FINDING_WITHOUT_SOURCE: 1 },
  });
  // The second time it is not computed again.
  expect((await result()).report?.check).toEqual(report?.check);
});

it("has the claims that carry the answer and what speaks against them", async () => {
  await server.call("record_claims", {
    planId,
    claims: [
      {
        statement: "Prices fell by a tenth.",
        kind: "fact",
        key: true,
        evidence: [{ sourceId: "1", quote: "Prices fell by a tenth each year." }],
      },
    ],
  });
  const { claims, counts, report } = await result();
  expect(claims).toMatchObject([{ number: 1, isKey: true, sourceCount: 1, contraryQuote: null }]);
  expect(Object.values(counts.claims)).toEqual([1]);
  expect(report?.answer).toContain("8,000 to 20,000");
});

it("is hidden from other organizations", async () => {
  await expect(api.as("org_b").researchPlan.result({ planId })).rejects.toThrow("no such plan");
});

const SOURCE = {
  url: "https://prices.example/index",
  title: "Price index",
  quote: "Prices fell by a tenth each year.",
};

function result() {
  return api.as("org_a").researchPlan.result({ planId });
}

function store(artifactType: string, title: string, more: object = {}) {
  const given = { planId, artifactType, title, content: "Prices fell by a tenth each year." };
  return server.call("store_research", { ...given, ...more });
}
