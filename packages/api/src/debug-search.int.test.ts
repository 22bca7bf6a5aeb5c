import { withTenantContext } from "@trovella/db";
import { findByLegs } from "@trovella/db/search";
import { startIndexing } from "@trovella/search";
import { createTestApi } from "@trovella/testing/api/test-api";
import { tenantQuery } from "@trovella/testing/database/tenant-query";
import { createTestServer, type TestServer } from "@trovella/testing/mcp/test-server";
import { createFakeEmbedder, type FakeEmbedder } from "@trovella/testing/search/fake-embedder";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

const QUERIES = ["vehicle", "automobile road", "cat", "a car or a cat on the road at night"];
const TENANT = { organizationId: "org_a" };

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"));
  await fill();
});
afterAll(() => server.close());

// Vectors of 384 numbers are their own signature; those of other sizes are not.
describe.each([384, 96, 1536])("a search that is explained, with vectors of %i numbers", (size) => {
  const embedder = createFakeEmbedder({ model: `fake-${size}`, dimensions: size });
  beforeAll(() => embedAll(embedder));

  it.each(QUERIES)("ends in what a search gives: %s", async (query) => {
    const search = procedures(embedder);
    const { results, legs, indexing } = await search.search({ query });
    const { fused, ...debug } = await search.debug({ query });
    const hits = fused.map(({ rank, chunkId, position, places, planName, ...hit }) => ({
      ...hit,
      planTitle: planName,
    }));
    expect(hits).toEqual(results);
    expect(fused.map(({ rank }) => rank)).toEqual(results.map((_, index) => index + 1));
    expect(debug).toMatchObject({ legs, indexing, model: embedder.model });
    expect(indexing.pending).toBe(0);
  });

  it.each(QUERIES)("shows the legs as they are: %s", async (query) => {
    const { keyword, semantic, terms } = await procedures(embedder).debug({ query });
    const leg = await withTenantContext(server.test.database, TENANT, (context) =>
      findByLegs(context, { text: query, filter: {}, limit: 20, signs: null }),
    );
    expect(terms).toEqual(leg.terms);
    const scores = new Map([...leg.keyword].map(([id, { score }]) => [id, score]));
    expect(keyword.map(({ chunkId }) => chunkId)).toEqual(bestFirst(scores));
    expect(semantic.map(({ chunkId }) => chunkId)).toEqual(
      bestFirst(await compareAll(embedder, query)).slice(0, 20),
    );
    for (const { score, chunkId } of keyword) {
      expect(score).toBeCloseTo(scores.get(chunkId) ?? 0, 3);
    }
  });

  it.each(QUERIES)("says where each hit stood in the legs: %s", async (query) => {
    const { keyword, semantic, fused } = await procedures(embedder).debug({ query });
    expect(fused.length).toBeGreaterThan(2);
    for (const { sourceId, inKeyword, inSemantic, places } of fused) {
      expect([places.keyword !== null, places.semantic !== null]).toEqual([inKeyword, inSemantic]);
      for (const [place, leg] of [
        [places.keyword, keyword],
        [places.semantic, semantic],
      ] as const) {
        const listed = leg.find((hit) => hit.sourceId === sourceId);
        const { rank, score, chunkId } = listed ?? {};
        if (listed) expect(place).toEqual({ rank, score, chunkId });
      }
    }
  });

  it("finds by meaning what has none of the words", async () => {
    const { keyword, semantic } = await procedures(embedder).debug({ query: "vehicle" });
    expect(keyword).toEqual([]);
    expect(semantic[0]).toMatchObject({ rank: 1, position: 0, title: expect.any(String) });
    expect(semantic.slice(0, 2).map(({ title }) => title)).toEqual(
      expect.arrayContaining(["Automobiles"]),
    );
  });

  it("keeps to the filters, and counts parts from 0", async () => {
    const search = procedures(embedder);
    const notes = await search.debug({ query: "car", artifactType: "note" });
    const titles = [...notes.keyword, ...notes.semantic, ...notes.fused].map(({ title }) => title);
    expect(new Set(titles)).toEqual(new Set(["Long note"]));
    expect(notes.keyword[0]).toMatchObject({
      position: 3,
      excerpt: expect.not.stringMatching(/^Long/),
    });
    expect(notes.fused[0]).toMatchObject({ sourceTable: "research_artifact", position: 3 });
  });
});

describe("a search that is explained", () => {
  it("has one leg where meaning is not available", async () => {
    const refusing = createFakeEmbedder({ refuse: () => true });
    for (const embedder of [null, refusing]) {
      const debug = await procedures(embedder).debug({ query: "car" });
      expect(debug).toMatchObject({ legs: ["keyword"], model: null, semantic: [] });
      expect(debug.fused.every(({ places }) => places.semantic === null)).toBe(true);
      expect(debug.fused.length).toBeGreaterThan(0);
    }
  });

  it("says how many chunks still wait for a vector", async () => {
    await server.call("store_research", finding("Fresh", "A gyrocopter."));
    const { indexing } = await procedures(null).debug({ query: "gyrocopter" });
    expect(indexing.pending).toBe(1);
  });
});

function procedures(embedder: FakeEmbedder | null) {
  const api = createTestApi(server.test.database, { embedder: () => Promise.resolve(embedder) });
  return api.as("org_a").search;
}

async function embedAll(embedder: FakeEmbedder): Promise<void> {
  const indexing = startIndexing({
    database: server.test.database,
    embedder: Promise.resolve(embedder),
  });
  await indexing.idle();
  await indexing.close();
}

/** Every chunk with how alike it is to the query. */
async function compareAll(embedder: FakeEmbedder, query: string): Promise<Map<string, number>> {
  const [wanted = new Float32Array()] = await embedder.embed([query]);
  const rows = await withTenantContext(server.test.database, TENANT, (context) =>
    tenantQuery<{ id: string; content: string }>(context, "SELECT id, content FROM document_chunk"),
  );
  const vectors = await embedder.embed(rows.map(({ content }) => content));
  return new Map(
    rows.map(({ id }, index) => [
      id,
      wanted.reduce((sum, value, place) => sum + value * (vectors[index]?.[place] ?? 0), 0),
    ]),
  );
}

function bestFirst(scores: ReadonlyMap<string, number>): string[] {
  return [...scores]
    .sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
    .map(([id]) => id);
}

function finding(title: string, content: string, artifactType = "finding") {
  return { artifactType, title, content };
}

async function fill(): Promise<void> {
  const filler = Array.from({ length: 400 }, (_, index) => `word${(index * 7919) % 997}`).join(" ");
  for (const stored of [
    finding("Cars", "A car needs fuel and a road."),
    finding("Automobiles", "An automobile drives fast."),
    finding("Cats", "The cat sleeps all day and night."),
    finding("Roads", "A road leads on through the night, past a cat and a car."),
    finding("Long note", `${filler} A car, at last.`, "note"),
  ]) {
    await server.call("store_research", stored);
  }
}
