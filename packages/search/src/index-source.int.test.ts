import { withTenantContext } from "@trovella/db";
import { createFakeEmbedder } from "@trovella/testing/search/fake-embedder";
import {
  A,
  completeArtifact,
  createTestStore,
  longText,
  type TestStore,
} from "@trovella/testing/search/test-store";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { indexArtifact, removeSource } from "./index.ts";

const TABLES = ["document_chunk", "posting", "term_stat", "indexing_queue"];

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore(inject("socketDirectory"), ["org_a", "org_b", "org_c", "org_d"]);
});
afterAll(() => store.test.drop());

describe("storing", () => {
  it("makes a text found by its words at once, and queues its chunks for vectors", async () => {
    await store.store({ id: "art_1", contentText: "Supersonic flow heats the boundary layer." });
    const { results, indexing, legs } = await store.find({ query: "heated boundary" });
    expect(results.map(({ sourceId }) => sourceId)).toEqual(["art_1"]);
    expect(indexing.pending).toBe(1);
    expect(legs).toEqual(["keyword"]);
  });

  it("writes exactly the rows that the texts call for", async () => {
    await store.store({ id: "art_2", contentText: longText(1000), summary: "In short." });
    await store.store({ id: "art_3", contentText: "", title: "Title alone" });
    await store.store({ id: "art_4", contentText: "the of and ?!", title: "To be" });
    expect(await store.verify()).toMatchObject({ sources: 4, chunks: 12, differenceCount: 0 });
  });

  it("leaves nothing behind when the transaction is rolled back", async () => {
    const before = await counts("org_a");
    const lost = completeArtifact({ id: "art_lost", contentText: "quixotic zeppelin" });
    await expect(
      withTenantContext(store.test.database, A, async (context) => {
        await indexArtifact(context, lost);
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    expect(await counts("org_a")).toEqual(before);
  });
});

describe("changing", () => {
  it("replaces what was indexed, and keeps the vectors of chunks that stay", async () => {
    const tenant = { organizationId: "org_b" };
    const text = longText(1000);
    await store.store({ id: "art_1", contentText: text }, tenant);
    await store.embedAll(createFakeEmbedder());
    const changed = `${text.slice(0, -8)} zeppelin`;
    await withTenantContext(store.test.database, tenant, async (context) => {
      await context.send([]);
      await indexArtifact(context, completeArtifact({ id: "art_1", contentText: changed }));
    });
    const [row] = await store.query(
      "SELECT count(*) AS chunks, count(embedding) AS vectors FROM document_chunk WHERE organization_id = 'org_b'",
    );
    expect(row).toEqual({ chunks: "9", vectors: "8" });
    await store.query(
      "UPDATE research_artifact SET content_text = $1 WHERE organization_id = 'org_b'",
      [changed],
    );
    expect((await store.verify(tenant)).differences).toEqual([]);
    const { results } = await store.find({ query: "zeppelin" }, { tenant });
    expect(results).toHaveLength(1);
  });

  it("can shorten and lengthen a text", async () => {
    const tenant = { organizationId: "org_b" };
    for (const words of [10, 2000, 300]) {
      const contentText = longText(words, "x");
      await store.query(
        "UPDATE research_artifact SET content_text = $1 WHERE organization_id = 'org_b'",
        [contentText],
      );
      await withTenantContext(store.test.database, tenant, (context) =>
        indexArtifact(context, completeArtifact({ id: "art_1", contentText })),
      );
      expect((await store.verify(tenant)).differences).toEqual([]);
    }
  });
});

describe("deleting", () => {
  it("leaves no row and no word of the text, and correct counts of the others", async () => {
    const tenant = { organizationId: "org_c" };
    await store.store({ id: "art_1", contentText: "common zeppelin" }, tenant);
    await store.store({ id: "art_2", contentText: "common airship" }, tenant);
    await remove("art_1", tenant);
    await store.query(
      "DELETE FROM research_artifact WHERE organization_id = 'org_c' AND id = 'art_1'",
    );
    expect(await store.verify(tenant)).toMatchObject({ sources: 1, differenceCount: 0 });
    const terms = await store.query(
      "SELECT term FROM term_stat WHERE organization_id = 'org_c' ORDER BY term",
    );
    expect(terms.map(({ term }) => term)).toEqual(["2", "airship", "art", "common", "titl"]);
    await remove("art_2", tenant);
    await remove("art_2", tenant);
    expect(await counts("org_c")).toEqual({
      document_chunk: 0,
      posting: 0,
      term_stat: 0,
      indexing_queue: 0,
    });
  });
});

describe("many at once", () => {
  it("lose no count and never deadlock, in any order", async () => {
    const tenant = { organizationId: "org_d" };
    const ids = Array.from({ length: 12 }, (_, index) => `art_${index}`);
    for (const id of ids) await store.store({ id, contentText: longText(300, id) }, tenant);
    const random = lcg(4737);
    const errors: unknown[] = [];
    await Promise.all(
      Array.from({ length: 8 }, async (_, worker) => {
        for (let round = 0; round < 12; round += 1) {
          const chosen = [ids[random(12)] ?? "", ids[random(12)] ?? ""];
          await withTenantContext(store.test.database, tenant, async (context) => {
            for (const id of chosen) {
              if (random(3) === 0)
                await removeSource(context, { sourceTable: "research_artifact", sourceId: id });
              else
                await indexArtifact(
                  context,
                  completeArtifact({ id, contentText: longText(200 + random(300), `${worker}`) }),
                );
            }
          }).catch((error) => errors.push(error));
        }
      }),
    );
    expect(errors).toEqual([]);
    // Their texts were never stored as artifacts; what counts is that the index agrees with itself.
    const { differences } = await store.verify(tenant);
    const own = differences.filter(({ where }) => !/^chunks of research_artifact/.test(where));
    expect(own).toEqual([]);
  });

  it("store new texts side by side", async () => {
    const tenant = { organizationId: "org_c" };
    const ids = Array.from({ length: 60 }, (_, index) => `art_new_${index}`);
    await Promise.all(
      ids.map((id) => store.store({ id, contentText: longText(250, "y") }, tenant)),
    );
    expect(await store.verify(tenant)).toMatchObject({ sources: 61, differenceCount: 1 });
  });
});

function remove(sourceId: string, tenant = A): Promise<void> {
  return withTenantContext(store.test.database, tenant, (context) =>
    removeSource(context, { sourceTable: "research_artifact", sourceId }),
  );
}

async function counts(organizationId: string): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const table of TABLES) {
    const [row] = await store.query(
      `SELECT count(*) AS count FROM ${table} WHERE organization_id = $1`,
      [organizationId],
    );
    found[table] = Number(row?.count);
  }
  return found;
}

/** Numbers below `bound` that are the same in every run. */
function lcg(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * bound);
  };
}
