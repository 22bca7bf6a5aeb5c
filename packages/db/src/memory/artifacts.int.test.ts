import { storedRows } from "@trovella/testing/database/stored-rows";
import { tenantQuery } from "@trovella/testing/database/tenant-query";
import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { tenantRows } from "@trovella/testing/tenants/tenant-rows";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { newId } from "../connection/new-id.ts";
import { type TenantContext, withTenantContext } from "../connection/tenant-context.ts";
import { readConsoleArtifact } from "../console/artifacts.ts";
import { type NewSource, saveArtifacts } from "./artifacts.ts";
import { readOutputSources } from "./output-sources.ts";
import { adoptSources, unknownCitations } from "./plan-sources.ts";
import { resolveItemId } from "./stored-items.ts";

const A = { organizationId: "org_a" };
const B = { organizationId: "org_b" };
const NOW = new Date("2026-01-01T12:00:00Z");

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase(inject("socketDirectory"));
});
afterAll(() => test.drop());

describe("the key of a source", () => {
  const SAME: readonly (readonly Partial<NewSource>[])[] = [
    [
      "https://example.org/a",
      "http://example.org/a",
      "https://www.example.org/a/",
      "HTTPS://WWW.Example.ORG:443/a///",
      "http://example.org:80/a#top",
      "https://example.org/a?utm_source=x&UTM_medium=y",
      "https://example.org/a/?gclid=1&fbclid=2#x?y",
      " https://example.org/a ",
      "https://example.org/a?",
    ].map((url) => ({ url })),
    ["https://example.org/A", "https://example.org/A/"].map((url) => ({ url })),
    ["https://example.org/a?id=7", "https://example.org/a/?utm_a=1&id=7&utm_b"].map((url) => ({
      url,
    })),
    ["https://example.org/a?id=7&x=1", "https://example.org/a?id=7&gclid=9&x=1"].map((url) => ({
      url,
    })),
    [{ url: "https://example.org/a?gclids=1" }],
    [{ url: "https://example.org:8080/a" }, { url: "http://www.example.org:8080/a" }],
    [{ url: "https://example.org" }, { url: "https://example.org/" }],
    [
      { doi: "10.1000/ABC" },
      { doi: "https://doi.org/10.1000/abc" },
      { doi: "doi: 10.1000/abc" },
      { doi: "10.1000/abc", url: "https://publisher.example/article" },
      { url: "https://doi.org/10.1000/abc" },
      { url: "http://dx.doi.org/10.1000/ABC?utm_source=x#page" },
    ],
    [{ title: "A letter" }, { title: "A letter", author: "Ada", url: "" }],
    [{ title: "A letter", quote: "Dear all" }],
    [{ url: `https://example.org/${"ü".repeat(1_900)}` }],
    [{ url: `https://example.org/${"ü".repeat(1_901)}` }],
  ];

  it("is the same for every way of writing it, and another for every other source", async () => {
    const keys = await Promise.all(
      SAME.map(async (sources) => {
        const rows = await Promise.all(sources.map(keyOf));
        return [...new Set(rows)];
      }),
    );
    expect(keys.map(({ length }) => length)).toEqual(SAME.map(() => 1));
    expect(new Set(keys.flat()).size).toBe(SAME.length);
    for (const key of keys.flat()) expect(Buffer.byteLength(String(key))).toBeLessThan(1_100);
  });

  async function keyOf({ url = null, doi = null, title = "T", quote = null }: Partial<NewSource>) {
    const [row] = await storedRows({ test }, "SELECT source_key($1, $2, $3, $4) AS key", [
      url,
      doi,
      title,
      quote,
    ]);
    return row?.key;
  }
});

describe("the numbers of a plan's artifacts and sources", () => {
  it("are given once when many store and adopt at the same time", async () => {
    const [planId, other] = [await newPlan(), await newPlan()];
    const foreign = await inA((context) => store(context, other, ["/x", "/y", "/z"]));
    const cited = foreign.sources.map(({ id }) => id);
    const pages = ["/1", "/2", "/3", "/4", "/5"];
    const saved = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        inA(async (context) => {
          if (index % 4 === 3) await adoptSources(context, { planId, refs: cited, now: NOW });
          const first = pages[index % 5] ?? "";
          return store(context, planId, [first, ...pages, `/own/${index}`, "/x"]);
        }),
      ),
    );
    const numbers = saved.map(({ number }) => number);
    expect(numbers.toSorted(byValue)).toEqual(saved.map((_, index) => index + 1));
    const mentions = saved.flatMap(({ sources }) => sources);
    const titles = new Set(mentions.map(({ title }) => title));
    const numbered = new Set(mentions.map(({ title, number }) => `${title}: ${number}`));
    expect(numbered.size).toBe(titles.size);
    const register = await inA((context) =>
      tenantQuery<{ number: number }>(
        context,
        "SELECT number FROM plan_source WHERE plan_id = $1 ORDER BY number",
        [planId],
      ),
    );
    // 5 pages, 24 of single calls, 3 of the other plan.
    expect(register.map(({ number }) => number)).toEqual(
      Array.from({ length: 32 }, (_, index) => index + 1),
    );
  });

  it("count per plan, and there are none without a plan", async () => {
    for (const planId of [await newPlan(), await newPlan()]) {
      const { number, sources } = await inA((context) => store(context, planId, ["/1"]));
      expect([number, sources[0]?.number, sources[0]?.isNew]).toEqual([1, 1, true]);
    }
    const alone = await inA((context) => store(context, null, ["/1"]));
    expect([alone.number, alone.sources[0]?.number, alone.sources[0]?.isNew]).toEqual([
      null,
      null,
      false,
    ]);
  });
});

describe("an artifact in the console", () => {
  it("has each of its sources once, and the outputs that cite one of them in any way", async () => {
    const planId = await newPlan();
    const stored = await inA((context) => store(context, planId, ["/1", "/2", "/1"]));
    const contents = [
      "By number [src:2].",
      `By id [src: x, ${stored.sources[0]?.id}].`,
      "Others [src:3, p-k7q2x9/1] 1 [1].",
    ];
    for (const [index, content] of contents.entries()) {
      await query(
        `INSERT INTO research_output (organization_id, id, plan_id, title, media_type, version, content)
         VALUES ('org_a', $1 || '_' || $2::text, $1, 'Out', 'html', $2::integer, $3)`,
        [planId, index + 1, content],
      );
    }
    const detail = await inA((context) =>
      readConsoleArtifact(context, { artifactId: stored.id, from: 0, count: 100 }),
    );
    expect(detail?.sources.map(({ number, title }) => [number, title])).toEqual([
      [1, "/1"],
      [2, "/2"],
    ]);
    expect(detail?.sources[0]?.quotes).toHaveLength(2);
    expect(detail?.citedBy.map(({ version }) => version)).toEqual([2, 1]);
  });
});

describe("references", () => {
  it("name sources by number, by plan and number, or by id, and nothing of another organization", async () => {
    const [planId, other] = [await newPlan(), await newPlan()];
    const own = await inA((context) => store(context, planId, ["/1", "/2"]));
    const foreign = await inA((context) => store(context, other, ["/1", "/3"]));
    const id = own.sources[1]?.id ?? "";
    const refs = ["1", " 2", "3", "0", id, `${other}/2`, `${other}/9`, "src_unknown", "x", "2"];
    const unknown = ["3", "0", `${other}/9`, "src_unknown", "x"];
    expect(await inA((context) => unknownCitations(context, planId, refs))).toEqual(unknown);
    const foreignRefs = [id, `${other}/2`];
    const inB = withTenantContext(test.database, B, (context) =>
      unknownCitations(context, planId, foreignRefs),
    );
    expect(await inB).toEqual(foreignRefs);

    const adopted = await inA(async (context) => {
      await adoptSources(context, { planId, refs: [`${other}/1`, `${other}/2`], now: NOW });
      const cited = { planId, refs: [`${other}/1`, `${other}/2`, id], further: 0 };
      return readOutputSources(context, cited);
    });
    expect(adopted.map(({ number, refs, title }) => [number, refs, title])).toEqual([
      [1, [`${other}/1`], "/1"],
      [2, [id], "/2"],
      [3, [`${other}/2`], "/3"],
    ]);
    // The mention in the other plan does not count for a source the plan has itself.
    expect(adopted.map(({ quotes }) => quotes)).toEqual([
      [`/1 in ${own.id}`],
      [`/2 in ${own.id}`],
      [`/3 in ${foreign.id}`],
    ]);
  });

  it("name artifacts by their handle within a plan, from outside with the plan, or by id", async () => {
    const planId = await newPlan();
    const { id } = await inA((context) => store(context, planId, []));
    const resolve = (plan: string | undefined, reference: string) =>
      inA((context) => resolveItemId(context, plan, reference));
    expect(await resolve(planId, " A1")).toBe(id);
    const [{ handle } = { handle: "" }] = await inA((context) =>
      tenantQuery<{ handle: string }>(context, "SELECT handle FROM research_plan WHERE id = $1", [
        planId,
      ]),
    );
    expect(await resolve(undefined, `${handle.toUpperCase()}/A1`)).toBe(id);
    expect(await resolve(undefined, id)).toBe(id);
    expect(await resolve(undefined, "a1")).toBe("a1");
    expect(await resolve(planId, "a2")).toBe("a2");
  });
});

async function store(context: TenantContext, planId: string | null, pages: readonly string[]) {
  const id = newId("artifact");
  const sources = pages.map((page) => ({
    id: newId("source"),
    url: `https://example.org${page}`,
    title: page,
    author: null,
    publishedAt: null,
    retrievedAt: null,
    quote: `${page} in ${id}`,
    doi: null,
  }));
  const [saved] = await saveArtifacts(context, [
    {
      id,
      userId: "usr_org_a",
      planId,
      stepId: null,
      artifactType: "finding",
      title: "Finding",
      content: '"x"',
      contentText: "x",
      summary: null,
      confidence: null,
      createdAt: NOW,
      sources,
    },
  ]);
  if (!saved) throw new Error("Nothing was saved.");
  return saved;
}

async function newPlan(): Promise<string> {
  const key = newId("plan").replace("plan_", "");
  const names = { organizationId: "org_a", key, refersTo: key, canary: key, position: 1 };
  const row = { ...tenantRows(names).research_plan, id: `plan_${key}` };
  const columns = Object.keys(row);
  const values = columns.map((_, index) => `$${index + 1}`);
  await storedRows(
    { test },
    `INSERT INTO research_plan (${columns}) VALUES (${values})`,
    Object.values(row),
  );
  return row.id;
}

function inA<T>(work: (context: TenantContext) => Promise<T>): Promise<T> {
  return withTenantContext(test.database, A, work);
}

async function query(text: string, values: (string | number)[]) {
  return inA((context) => tenantQuery(context, text, values));
}

function byValue(one: number | null, other: number | null): number {
  return Number(one) - Number(other);
}
