import { withTenantContext } from "@trovella/db";
import { claimChunks } from "@trovella/db/search";
import { createFakeEmbedder } from "@trovella/testing/search/fake-embedder";
import {
  A,
  B,
  createTestStore,
  longText,
  type TestStore,
} from "@trovella/testing/search/test-store";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import type { Embedder } from "./embedder.ts";
import { type Indexing, type IndexingOptions, startIndexing } from "./index.ts";
import { signatureOf, vectorOf } from "./vector.ts";

let store: TestStore;
const started: Indexing[] = [];
beforeEach(async () => {
  store = await createTestStore(inject("socketDirectory"));
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((indexing) => indexing.close()));
  await store.test.drop();
});

describe("the indexer", () => {
  it("gives every chunk its vector and empties the queue, in every organization", async () => {
    await store.store({ id: "art_1", contentText: longText(3000) });
    await store.store({ id: "art_2", contentText: "A car." }, B);
    const embedder = createFakeEmbedder();
    await start(embedder).idle();
    expect(await waiting()).toBe(0);
    const rows = await chunks();
    expect(rows).toHaveLength(26);
    const [vector] = await embedder.embed([String(rows[0]?.content)]);
    expect(vectorOf(rows[0]?.embedding as Buffer)).toEqual(vector);
    expect(rows[0]?.signature).toBe(vector && signatureOf(vector));
    expect(new Set(rows.map((row) => row.embedding_model))).toEqual(new Set(["fake-1"]));
    expect((await store.verify()).differences).toEqual([]);
  });

  it("starts when woken, and loses no wake-up while it works", async () => {
    const indexing = start(createFakeEmbedder());
    await indexing.idle();
    for (let number = 0; number < 10; number += 1) {
      await store.store({ id: `art_${number}`, contentText: `Text ${number}.` });
      indexing.wake("org_a");
      await new Promise((resolve) => setTimeout(resolve, number));
    }
    await indexing.idle();
    expect(await waiting()).toBe(0);
  });

  it("gives each organization its turn", async () => {
    const embedder = createFakeEmbedder();
    await store.store({ id: "art_1", contentText: longText(12_000) });
    await store.store({ id: "art_2", contentText: "A zeppelin." }, B);
    await start(embedder).idle();
    const place = embedder.seen.findIndex((text) => text.includes("zeppelin"));
    expect(embedder.seen.length).toBeGreaterThan(90);
    expect(place).toBeLessThan(20);
  });

  it("computes equal texts once, also those stored later", async () => {
    const embedder = createFakeEmbedder();
    const same = { title: "Same", contentText: "The very same text." };
    await store.store({ id: "art_1", ...same });
    await store.store({ id: "art_2", ...same });
    const indexing = start(embedder);
    await indexing.idle();
    await store.store({ id: "art_3", ...same });
    indexing.wake("org_a");
    await indexing.idle();
    expect(embedder.seen).toHaveLength(1);
    // Not even to save work does one organization get what another has.
    await store.store({ id: "art_4", ...same }, B);
    indexing.wake("org_b");
    await indexing.idle();
    expect(embedder.seen).toHaveLength(2);
    expect(await waiting()).toBe(0);
  });

  it("shares the work with others without doing any twice", async () => {
    await store.store({ id: "art_1", contentText: longText(6000, "a") });
    const embedders = Array.from({ length: 3 }, () => createFakeEmbedder());
    await Promise.all(embedders.map((embedder) => start(embedder).idle()));
    const seen = embedders.flatMap((embedder) => embedder.seen);
    expect(seen).toHaveLength(50);
    expect(new Set(seen).size).toBe(50);
    expect(await waiting()).toBe(0);
  });

  it("takes over what somebody claimed and never finished", async () => {
    await store.store({ id: "art_1", contentText: "A car." });
    await withTenantContext(store.test.database, A, (context) =>
      claimChunks(context, { limit: 8, lockMs: 3000, model: "fake-1" }),
    );
    const indexing = start(createFakeEmbedder());
    await indexing.idle();
    expect(await waiting()).toBe(1);
    await expect.poll(waiting, { timeout: 15_000 }).toBe(0);
  });
});

describe("a text that cannot be embedded", () => {
  it("is tried a few times, then kept with the reason; the others get their vectors", async () => {
    await store.store({ id: "art_1", contentText: "A poisonous text." });
    await store.store({ id: "art_2", contentText: "A good text." });
    const problems: unknown[] = [];
    const embedder = createFakeEmbedder({ refuse: (text) => text.includes("poison") });
    start(embedder, { retryMs: 5, onProblem: (error) => problems.push(error) });
    await expect.poll(attempts, { timeout: 10_000 }).toEqual([5]);
    const [row] = await store.query("SELECT last_error FROM indexing_queue");
    expect(row?.last_error).toBe("fake-1: refused by the test");
    expect(problems.length).toBe(5);
    const { results, indexing } = await store.find({ query: "poisonous" }, { embedder });
    expect(results[0]?.sourceId).toBe("art_1");
    expect(indexing.pending).toBe(0);
    expect((await store.verify()).differences).toEqual([]);
  });

  it("is not blamed when the embedder itself is unavailable", async () => {
    await store.store({ id: "art_1", contentText: longText(500) });
    let isAway = true;
    const embedder = createFakeEmbedder({ refuse: () => isAway });
    const problems: unknown[] = [];
    start(embedder, { lockMs: 200, onProblem: (error) => problems.push(error) });
    await expect.poll(() => problems.length, { timeout: 10_000 }).toBeGreaterThan(1);
    expect(new Set(await attempts())).toEqual(new Set([0]));
    isAway = false;
    await expect.poll(waiting, { timeout: 10_000 }).toBe(0);
  });
});

describe("another model", () => {
  it("computes all vectors again, and those the former model failed on", async () => {
    await store.store({ id: "art_1", contentText: longText(1000) });
    await store.store({ id: "art_2", contentText: "poison" });
    const first = start(createFakeEmbedder({ refuse: (text) => text.includes("poison") }), {
      retryMs: 1,
    });
    await expect.poll(attempts, { timeout: 10_000 }).toEqual([5]);
    await first.close();
    const other = createFakeEmbedder({ model: "fake-2", dimensions: 768 });
    const { legs } = await store.find({ query: "word7" }, { embedder: other });
    expect(legs).toEqual(["keyword", "semantic"]);
    await start(other).idle();
    expect(await waiting()).toBe(0);
    const rows = await chunks();
    expect(new Set(rows.map((row) => row.embedding_model))).toEqual(new Set(["fake-2"]));
    expect(new Set(rows.map((row) => (row.embedding as Buffer).length))).toEqual(
      new Set([768 * 4]),
    );
    const { results } = await store.find({ query: "word7" }, { embedder: other });
    expect(results[0]).toMatchObject({ sourceId: "art_1", inSemantic: true });
  });
});

it("does nothing without an embedder", async () => {
  await store.store({ id: "art_1", contentText: "A car." });
  const indexing = startIndexing({
    database: store.test.database,
    embedder: Promise.resolve(null),
  });
  indexing.wake("org_a");
  await indexing.idle();
  await indexing.close();
  expect(await waiting()).toBe(1);
});

it("ends soon when it is closed in the middle of much work", async () => {
  await store.store({ id: "art_1", contentText: longText(50_000, "z") });
  const embedder = createFakeEmbedder();
  const indexing = start(embedder);
  await expect.poll(() => embedder.seen.length).toBeGreaterThan(8);
  await indexing.close();
  const done = embedder.seen.length;
  expect(await waiting()).toBe((await chunks()).length - done);
});

function start(embedder: Embedder, options: Partial<IndexingOptions> = {}): Indexing {
  const { database } = store.test;
  const indexing = startIndexing({ database, embedder: Promise.resolve(embedder), ...options });
  started.push(indexing);
  return indexing;
}

async function waiting(): Promise<number> {
  return (await store.query("SELECT FROM indexing_queue")).length;
}

async function attempts(): Promise<number[]> {
  return (await store.query("SELECT attempts FROM indexing_queue")).map((row) =>
    Number(row.attempts),
  );
}

function chunks(): Promise<Record<string, unknown>[]> {
  return store.query("SELECT * FROM document_chunk ORDER BY organization_id, position");
}
