import { withClient } from "@trovella/db";
import { fillFiguresOf } from "@trovella/db/plans";
import { PERMISSIONS } from "@trovella/foundation";
import { createTestApi } from "@trovella/testing/api/test-api";
import { seedConsole } from "@trovella/testing/console/seed-console";
import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

const NOW = new Date("2026-11-17T12:00:00Z");
const PLANS = 300;

let test: TestDatabase;
/** Archived plans are left out of lists. */
let listed = 0;
let api: ReturnType<ReturnType<typeof createTestApi>["as"]>;
beforeAll(async () => {
  test = await createTestDatabase(inject("socketDirectory"));
  await seedConsole(test, {
    organizationId: "org_a",
    now: NOW,
    size: { plans: PLANS, auditRows: PLANS, toolCalls: PLANS },
  });
  await withClient(test.asSuperuser, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM research_plan WHERE archived_at IS NULL",
    );
    listed = rows[0]?.count ?? 0;
    await client.query("SET session_replication_role = replica");
    await client.query(
      `INSERT INTO plan_source (organization_id, plan_id, number, key, source_id)
       SELECT organization_id, plan_id, row_number() OVER (PARTITION BY plan_id ORDER BY id), key, id FROM (
         SELECT DISTINCT ON (artifact.plan_id, source.key) source.organization_id, artifact.plan_id, source.key, source.id
         FROM research_source AS source JOIN research_artifact AS artifact ON artifact.id = source.artifact_id
         WHERE hashtext(artifact.plan_id) % 2 = 0) AS mention`,
    );
    await client.query(fillFiguresOf("own.organization_id = 'org_a'"));
    await client.query(
      `INSERT INTO research_output (organization_id, id, plan_id, user_id, title, media_type, version, content, evidence, created_at, updated_at)
       SELECT organization_id, id || '2', plan_id, user_id, '=SUM(A1) ' || title, 'word', 2, E'## Answer\\n\\nYes, it **pays off** [src:1].',
         '{"counts": {"supported": 3, "contradicted": 1}}', created_at + interval '1 day', updated_at
       FROM research_output WHERE hashtext(plan_id) % 4 = 0`,
    );
  });
  api = createTestApi(test.database).as("org_a", PERMISSIONS);
}, 120_000);
afterAll(() => test.drop());

type PlanInput = Omit<NonNullable<Parameters<typeof api.researchPlan.list>[0]>, "cursor" | "limit">;

/** All plans of a list, page by page. */
async function everyPlan(input: PlanInput) {
  const plans = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof api.researchPlan.list>> = await api.researchPlan.list({
      ...input,
      limit: 37,
      cursor,
    });
    plans.push(...page.plans);
    cursor = page.nextCursor;
  } while (cursor);
  return plans;
}

describe("the list of plans", () => {
  it.each(["updated", "created", "name", "status", "progress", "sources"] as const)(
    "sorted by %s has every plan once, and reversed the other way round",
    async (sort) => {
      const ids = (await everyPlan({ sort })).map(({ id }) => id);
      expect(new Set(ids).size).toBe(listed);
      expect((await everyPlan({ sort, isReversed: true })).map(({ id }) => id)).toEqual(
        ids.toReversed(),
      );
    },
  );

  it("sorts by name without the mode, by progress and by sources", async () => {
    const titles = (await everyPlan({ sort: "name" })).map(({ title }) => title.toLowerCase());
    expect(titles).toEqual(titles.toSorted());
    const sources = (await everyPlan({ sort: "sources" })).map(({ sourceCount }) => sourceCount);
    expect(sources).toEqual(sources.toSorted((one, other) => other - one));
    expect(sources[0]).toBeGreaterThan(0);
    const progress = (await everyPlan({ sort: "progress" })).map((plan) =>
      Math.floor((100 * plan.doneCount) / plan.stepCount),
    );
    expect(progress).toEqual(progress.toSorted((one, other) => other - one));
  });

  it("takes periods, active and finished ones, and excludes what excludes itself", async () => {
    const createdAfter = "2026-10-01T00:00:00Z";
    const createdBefore = "2026-11-01T00:00:00+00:00";
    const lastMonth = await everyPlan({ createdAfter, createdBefore });
    expect(lastMonth.length).toBeGreaterThan(10);
    for (const { createdAt } of lastMonth) {
      expect(createdAt.toISOString()).toMatch(/^2026-10/);
    }
    const active = await everyPlan({ state: "active" });
    const finished = await everyPlan({ state: "finished", sort: "status" });
    expect(active.length + finished.length).toBe(listed);
    expect(
      finished.every(({ activity }) => ["completed", "failed", "cancelled"].includes(activity)),
    ).toBe(true);
    expect(await everyPlan({ state: "active", status: ["completed"] })).toEqual([]);
  });

  it("refuses a cursor of another sort", async () => {
    const { nextCursor } = await api.researchPlan.list({ sort: "name", limit: 5 });
    await expect(
      api.researchPlan.list({ sort: "progress", cursor: nextCursor }),
    ).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });
});

describe("the list of reports", () => {
  it("has only the newest version of each if asked, with its answer and a mark", async () => {
    const { outputs } = await api.output.list({ isNewest: true, limit: 100 });
    expect(new Set(outputs.map(({ planId }) => planId)).size).toBe(outputs.length);
    const second = outputs.find(({ version }) => version === 2);
    expect(second).toMatchObject({
      answer: "Yes, it pays off.",
      quality: { isCiting: true, claims: 4, problems: 1 },
    });
    expect(outputs.find(({ version }) => version === 1)?.quality).toEqual({
      isCiting: false,
      claims: 0,
      problems: 0,
    });
  });

  it.each(["created", "name", "plan"] as const)("sorted by %s has each once", async (sort) => {
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof api.output.list>> = await api.output.list({
        sort,
        cursor,
        limit: 61,
      });
      ids.push(...page.outputs.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(200);
  });

  it("finds by title or plan, and by date", async () => {
    const { outputs } = await api.output.list({ text: "DISTRICT 77", isNewest: true });
    expect(outputs.every(({ title }) => title.includes("district 77"))).toBe(true);
    const early = await api.output.list({ createdBefore: "2026-08-01" });
    expect(early.outputs.length).toBeGreaterThan(0);
    expect(early.outputs.every(({ createdAt }) => createdAt < new Date("2026-08-01"))).toBe(true);
  });
});

it("shows of hits the newest report of their plan, and whether it cites them", async () => {
  const { outputs } = await api.output.list({ mediaType: "word", limit: 100 });
  const cited = outputs.map(({ planId }) => planId);
  const { artifacts } = await api.artifact.list({ planId: cited[0], limit: 10 });
  const found = await api.search.reportsOf({
    planIds: cited.slice(0, 1),
    artifactIds: artifacts.map(({ id }) => id),
  });
  expect(found.reports).toMatchObject([{ planId: cited[0], version: 2 }]);
  // Two artifacts with two sources each; the report cites source 1.
  expect(found.citedArtifacts.length).toBeGreaterThan(0);
});

describe("a list as CSV", () => {
  it("has the header, all rows of the filter and no formulas", async () => {
    const { text, count, isComplete } = await api.csv.outputs({ mediaType: "word" });
    const lines = text.trimEnd().split("\r\n");
    expect(lines[0]).toMatch(/^Title,Plan,Answer,Format,Version,/);
    expect([lines.length, isComplete]).toEqual([count + 1, true]);
    expect(lines[1]).toMatch(/^'=SUM\(A1\)/);
  });

  it("goes through all pages, in the order asked for", async () => {
    const { text, count } = await api.csv.plans({ sort: "name" });
    expect(count).toBe(listed);
    const names = text
      .split("\r\n")
      .slice(1, -1)
      .map((line) => line.split(",")[0] ?? "");
    const titles = (await everyPlan({ sort: "name" })).map(({ title }) => title);
    expect(names).toEqual(titles);
  });

  it("is there for claims, runs, tool calls, evidence and the library", async () => {
    const [plan] = (await api.researchPlan.list({ status: ["completed"], limit: 1 })).plans;
    const planId = plan?.id ?? "";
    expect(await api.csv.claims({ planId })).toMatchObject({ count: 3, isComplete: true });
    expect(await api.csv.runs({})).toMatchObject({ count: PLANS });
    expect(await api.csv.toolCalls({ planId })).toMatchObject({ count: 1 });
    expect(await api.csv.evidence({ planId })).toMatchObject({ count: 4 });
    expect(await api.csv.artifacts({})).toMatchObject({ count: 2 * PLANS });
    expect(await api.csv.search({ query: "heat" })).toMatchObject({ isComplete: true });
  });
});
