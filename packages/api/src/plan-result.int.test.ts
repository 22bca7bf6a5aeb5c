import { createTestApi, type TestApi } from "@trovella/testing/api/test-api";
import { countRoundTrips } from "@trovella/testing/database/count-round-trips";
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
  expect(report).toMatchObject({
    answer: "A heat pump costs 8,000 to 20,000 euros [src:1].",
    limits: "Only one country was looked at.",
    contradictions: null,
  });
  const check = await checkOf(report?.id);
  expect(check).toMatchObject({
    statements: { total: 3, cited: 2 },
    counts: { QUOTE_NOT_FOUND: 1, FINDING_WITHOUT_SOURCE: 1 },
  });
  // The second time it is not computed again.
  expect(await checkOf(report?.id)).toEqual(check);
  await expect(
    api.as("org_b").researchPlan.citationCheck({ outputId: report?.id ?? "" }),
  ).rejects.toThrow("no such output");
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

it("lists what was stored with its sources, filtered by problems, step and source", async () => {
  const all = await evidence({});
  expect(all.findings.map(({ title }) => title)).toEqual(["A note", "No source", "Sure"]);
  expect(all.findings[2]).toMatchObject({
    sourceCount: 1,
    sources: [{ number: 1, quote: SOURCE.quote, url: SOURCE.url }],
  });
  expect(all.sources).toEqual([{ number: 1, title: "Price index", findings: 1 }]);
  const titles = async (filters: object) =>
    (await evidence(filters)).findings.map(({ title }) => title);
  expect(await titles({ onlyProblems: true })).toEqual(["No source"]);
  expect(await titles({ source: 1 })).toEqual(["Sure"]);
  expect(await titles({ stepId: "step_unknown" })).toEqual([]);
  const page = await evidence({ limit: 2 });
  const rest = await evidence({ limit: 2, cursor: page.nextCursor });
  expect([...page.findings, ...rest.findings]).toEqual(all.findings);
  expect(rest).toMatchObject({ nextCursor: null, sources: [] });
});

it("has one log of events and calls, in pages, by kind, client and outcome", async () => {
  await server.call("get_step_context", { planId, stepId: "step_unknown" }).catch(() => undefined);
  const all = await log({});
  expect(all.entries.map(({ at }) => at.getTime())).toEqual(
    all.entries.map(({ at }) => at.getTime()).toSorted((one, other) => other - one),
  );
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof log>> = await log({ limit: 2, cursor });
    seen.push(...page.entries.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(seen.toSorted()).toEqual(all.entries.map(({ id }) => id).toSorted());
  expect(new Set(all.entries.map(({ kind }) => kind))).toEqual(new Set(["event", "call"]));
  const kinds = async (filters: object) =>
    new Set((await log(filters)).entries.map(({ kind }) => kind));
  expect(await kinds({ kind: "events" })).toEqual(new Set(["event"]));
  expect(await kinds({ kind: "calls" })).toEqual(new Set(["call"]));
  expect(await kinds({ client: "nobody" })).toEqual(new Set());
  expect((await log({ client: "test" })).entries.length).toBeGreaterThan(3);
  expect((await log({ fromSeq: 1, kind: "events" })).entries).toHaveLength(1);
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

function checkOf(outputId: string | undefined) {
  return api.as("org_a").researchPlan.citationCheck({ outputId: outputId ?? "" });
}

function evidence(given: object) {
  return api.as("org_a").researchPlan.evidence({ planId, ...given });
}

function log(given: object) {
  return api.as("org_a").researchPlan.log({ planId, ...given });
}

function store(artifactType: string, title: string, more: object = {}) {
  const given = { planId, artifactType, title, content: "Prices fell by a tenth each year." };
  return server.call("store_research", { ...given, ...more });
}

it("and the detail of its plan take few round trips", async () => {
  const { detail, result } = api.as("org_a").researchPlan;
  expect(await countRoundTrips(() => detail({ planId }))).toBeLessThanOrEqual(6);
  expect(await countRoundTrips(() => result({ planId }))).toBeLessThanOrEqual(4);
});
