import { withTenantContext } from "@trovella/db";
import { saveExtraction, saveOutput } from "@trovella/db/memory";
import { createFakeEmbedder } from "@trovella/testing/search/fake-embedder";
import {
  A,
  completeArtifact,
  createTestStore,
  type TestStore,
} from "@trovella/testing/search/test-store";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { indexExtraction, indexOutput, type SearchQuery } from "./index.ts";

const embedder = createFakeEmbedder();
const MANY = 450;

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore(inject("socketDirectory"));
  await store.query(
    `INSERT INTO research_plan (organization_id, id, handle, name, research_question, status, version, audit_seq, steps_created, stall_threshold_ms, review_policy)
     SELECT 'org_a', id, id, 'Plan', 'Why ' || id || '?', 'planning', 1, 1, 0, 1000, 'human_only' FROM unnest(ARRAY['plan_1', 'plan_2']) AS id`,
  );
  await storeRare();
  await storeCrowd();
  await store.query("ANALYZE");
  await store.embedAll(embedder);
});
afterAll(() => store.test.drop());

/** Each filter lets through what stands behind it, and nothing else. */
const CASES: [string, Omit<SearchQuery, "query">, string[]][] = [
  ["a kind of artifact", { artifactType: "critique" }, ["art_critique"]],
  ["a medium", { mediaType: "html" }, ["out_1"]],
  ["a plan", { planId: "plan_1" }, ["art_plan", "ext_1", "out_1"]],
  ["a person", { userId: "usr_b" }, ["art_person"]],
  ["a time from which", { createdAfter: new Date("2026-06-01") }, ["art_new"]],
  ["a time until which", { createdBefore: new Date("2025-06-01") }, ["art_old"]],
  ["a table", { sourceTable: "extraction_result" }, ["ext_1"]],
  ["a plan and a table", { planId: "plan_1", sourceTable: "research_artifact" }, ["art_plan"]],
  ["a plan and a time", { planId: "plan_1", createdAfter: new Date("2026-06-01") }, []],
  ["a kind of artifact and a medium", { artifactType: "finding", mediaType: "html" }, []],
  [
    "a kind of artifact in another table",
    { artifactType: "finding", sourceTable: "research_output" },
    [],
  ],
  ["an unknown plan", { planId: "plan_x" }, []],
];

describe.each([
  ["words", null, "turbulence"],
  ["both legs", embedder, "turbulence"],
  // No word in common: only the vectors find it.
  ["meaning", embedder, "vehicle"],
] as const)("a search by %s", (_leg, one, query) => {
  it.each(CASES)(
    `is bound by %s, though hundreds of better hits lie outside`,
    async (_name, filter, ids) => {
      const { results } = await store.find({ query, ...filter, limit: 100 }, { embedder: one });
      expect(results.map(({ sourceId }) => sourceId).toSorted()).toEqual(ids);
    },
  );
});

it("finds everything in a large part of the store, too", async () => {
  const filter = { artifactType: "finding", createdAfter: new Date("2025-12-01") } as const;
  const { results } = await store.find(
    { query: "turbulence", ...filter, limit: 100 },
    { embedder },
  );
  expect(results).toHaveLength(100);
});

it("says to which plan a hit belongs, and what that asked", async () => {
  const { results } = await store.find({ query: "turbulence", planId: "plan_1" });
  expect(new Set(results.map((hit) => `${hit.planId} ${hit.researchQuestion}`))).toEqual(
    new Set(["plan_1 Why plan_1?"]),
  );
  expect(results.find(({ sourceId }) => sourceId === "ext_1")?.title).toBe("Find the car's data");
});

/** One source for each filter; the words stand far back in a weak text. */
async function storeRare(): Promise<void> {
  const contentText = `${"filler ".repeat(100)} turbulence car`;
  const createdAt = new Date("2026-01-01");
  await store.store({ id: "art_critique", contentText, artifactType: "critique" });
  await store.store({ id: "art_plan", contentText, planId: "plan_1" });
  await store.store({ id: "art_other", contentText, planId: "plan_2" });
  await store.store({ id: "art_person", contentText, userId: "usr_b" });
  await store.store({ id: "art_new", contentText, createdAt: new Date("2026-07-01") });
  await store.store({ id: "art_old", contentText, createdAt: new Date("2025-01-01") });
  await withTenantContext(store.test.database, A, async (context) => {
    const output = { id: "out_1", planId: "plan_1", userId: "usr_a", title: "Output", createdAt };
    const complete = {
      ...output,
      mediaType: "html" as const,
      content: contentText,
      formattingNotes: null,
      isDraft: false,
      origin: "assistant" as const,
      evidence: null,
    };
    await saveOutput(context, complete);
    await indexOutput(context, complete);
    const data = { weather: { turbulence: "much" }, filler: contentText };
    const {
      content: _,
      contentText: __,
      ...common
    } = completeArtifact({ id: "ext_1", contentText });
    const extraction = {
      ...common,
      planId: "plan_1",
      instructions: "Find the car's data",
      model: null,
    };
    await saveExtraction(context, {
      ...extraction,
      sourceArtifactId: null,
      schema: "{}",
      data: JSON.stringify(data),
      isValid: true,
      errors: "[]",
    });
    await indexExtraction(context, { ...extraction, data });
  });
}

/** More than either leg brings, and all of them better. */
async function storeCrowd(): Promise<void> {
  for (let number = 0; number < MANY; number += 1) {
    const contentText = `turbulence turbulence car number${number}`;
    await store.store({ id: `art_crowd_${number}`, contentText, title: "Turbulence car" });
  }
}
