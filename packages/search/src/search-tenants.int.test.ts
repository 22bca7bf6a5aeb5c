import { withTenantContext } from "@trovella/db";
import { createFakeEmbedder } from "@trovella/testing/search/fake-embedder";
import { findNearest } from "@trovella/testing/search/nearest";
import { createTestStore, longText, type TestStore } from "@trovella/testing/search/test-store";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { SearchReply } from "./index.ts";

const OTHERS = Array.from({ length: 49 }, (_, index) => `org_${index}`);
const QUERIES = [
  "word7 word21 xword3",
  "car",
  "vehicle on a road",
  "what is the meaning of word99 in all of this",
];
const A = { organizationId: "org_a" };
const embedder = createFakeEmbedder();

let store: TestStore;
let alone: SearchReply[];
beforeAll(async () => {
  store = await createTestStore(inject("socketDirectory"), ["org_a", ...OTHERS]);
  await fill("org_a", 40);
  await store.embedAll(embedder);
  alone = await askAll();
  for (const organization of OTHERS) await fill(organization, 8);
  await store.query("ANALYZE");
  await store.embedAll(embedder);
});
afterAll(() => store.test.drop());

describe("one of 50 organizations", () => {
  it("gets exactly the replies that it got when it was alone", async () => {
    expect(await askAll()).toEqual(alone);
    expect(alone.every(({ legs, results }) => legs.length === 1 || results.length > 10)).toBe(true);
  });

  it("never sees a row of another, in either leg", async () => {
    for (const organizationId of [...OTHERS.slice(0, 5), "org_a"]) {
      for (const query of QUERIES) {
        const tenant = { organizationId };
        const { results } = await store.find({ query, limit: 100 }, { tenant, embedder });
        expect(results.length).toBeGreaterThan(0);
        const strangers = results.filter(
          ({ sourceId }) => !sourceId.startsWith(`${organizationId}_`),
        );
        expect(strangers).toEqual([]);
      }
    }
  });

  it("finds the nearest vectors as an exact comparison does, small or large", async () => {
    for (const organizationId of ["org_a", "org_3"]) {
      await withTenantContext(store.test.database, { organizationId }, async (context) => {
        const { recall } = await findNearest(
          context,
          embedder,
          QUERIES,
          await vectors(organizationId),
        );
        expect(recall).toBeGreaterThanOrEqual(0.99);
      });
    }
  });
});

it("finds the nearest of 3,000 vectors as an exact comparison does", async () => {
  const tenant = { organizationId: "org_a" };
  for (let number = 0; number < 12; number += 1) {
    const contentText = longText(30_000, `t${number}`);
    await store.store({ id: `org_a_large_${number}`, contentText }, tenant);
  }
  await store.embedAll(embedder);
  const all = await vectors("org_a");
  expect(all.length).toBeGreaterThan(3000);
  const queries = Array.from({ length: 40 }, (_, index) => longText(20 + index, `t${index % 12}`));
  await withTenantContext(store.test.database, A, async (context) => {
    const { recall } = await findNearest(context, embedder, queries, all);
    expect(recall).toBeGreaterThanOrEqual(0.99);
  });
});

function askAll(): Promise<SearchReply[]> {
  return Promise.all(
    QUERIES.flatMap((query) => [
      store.find({ query, limit: 100 }, { embedder }),
      store.find({ query, limit: 100 }),
    ]),
  );
}

async function fill(organizationId: string, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const seed = number % 3 === 0 ? "x" : "";
    const contentText = `${longText(100 + 20 * number, seed)} car of ${organizationId}`;
    await store.store(
      { id: `${organizationId}_${number}`, contentText, title: "" },
      { organizationId },
    );
  }
}

async function vectors(organizationId: string): Promise<{ id: string; embedding: Buffer }[]> {
  const rows = await store.query(
    "SELECT id, embedding FROM document_chunk WHERE organization_id = $1",
    [organizationId],
  );
  return rows as { id: string; embedding: Buffer }[];
}
