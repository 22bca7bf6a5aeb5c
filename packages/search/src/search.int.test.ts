import { withTenantContext } from "@trovella/db";
import { findByLegs, scoreSources } from "@trovella/db/search";
import { createFakeEmbedder } from "@trovella/testing/search/fake-embedder";
import { createTestStore, longText, type TestStore } from "@trovella/testing/search/test-store";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { meaningOf, searchAndCommit } from "./index.ts";

const embedder = createFakeEmbedder();

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore(inject("socketDirectory"));
  await store.store({
    id: "art_car",
    contentText: "A car needs fuel and a road.",
    summary: "On cars.",
  });
  await store.store({ id: "art_auto", contentText: "An automobile drives fast." });
  await store.store({ id: "art_cat", contentText: "The cat sleeps <b>all</b> day & night." });
  await store.store({ id: "art_long", contentText: `${longText(500)} zeppelin ${longText(500)}` });
  await store.store({
    id: "art_md",
    contentText: "# Head\n\n**bold** <script>alert(1)</script> zeppelin's `code`",
  });
  await store.embedAll(embedder);
});
afterAll(() => store.test.drop());

describe("a search by words", () => {
  it("finds any of the words in any form, best first", async () => {
    expect(await ids("cars fuelled roads")).toEqual(["art_car"]);
    expect(await ids("zeppelin or cat")).toHaveLength(3);
  });

  it("scores whole sources like BM25 over the organization's texts", async () => {
    // Chunks without the word count with the mean length.
    const rows = await store.query(
      `SELECT source_id, sum(tf) AS tf, sum(coalesce(dl, total_length / chunk_count)) AS length,
         max(total_length / source_count) AS average_length
       FROM document_chunk CROSS JOIN corpus_stat LEFT JOIN posting ON chunk_id = id AND term = 'zeppelin' GROUP BY source_id`,
    );
    const averageLength = Number(rows[0]?.average_length);
    const having = rows.filter(({ tf }) => tf !== null);
    const idf = Math.log(1 + (rows.length - having.length + 0.5) / (having.length + 0.5));
    const expected = new Map(
      having.map(({ source_id, tf, length }) => {
        const norm = 1.4 * (0.3 + (0.7 * Number(length)) / averageLength);
        // A word that the query repeats counts as often.
        return [String(source_id), (2 * idf * 2.4 * Number(tf)) / (Number(tf) + norm)];
      }),
    );
    const text = "Zeppelins, a zeppelin";
    const sources = rows.map(({ source_id }) => String(source_id));
    const { terms, scores } = await withTenantContext(
      store.test.database,
      { organizationId: "org_a" },
      async (context) => {
        const legs = await findByLegs(context, { text, filter: {}, limit: 10, signs: null });
        const asked = { weights: legs.weights, sources: sources.map(artifact) };
        return { ...legs, scores: await scoreSources(context, asked) };
      },
    );
    expect(terms).toEqual(["zeppelin"]);
    sources.forEach((source, index) => {
      expect(scores[index]).toBeCloseTo(expected.get(source) ?? 0, 5);
    });
  });

  it("is all there is without an embedder, or with one that fails or takes too long", async () => {
    for (const without of [null, createFakeEmbedder({ refuse: () => true })]) {
      const { legs, results } = await store.find({ query: "automobile" }, { embedder: without });
      expect(legs).toEqual(["keyword"]);
      expect(results.map(({ sourceId }) => sourceId)).toEqual(["art_auto"]);
      expect(results[0]).toMatchObject({ inKeyword: true, inSemantic: false });
    }
  });
});

describe("a search by both", () => {
  it("says of every chunk how many of the words it has, and how rare they are", async () => {
    const rows = await store.query(
      `SELECT id, count(term) AS terms, coalesce(sum(ln(1 + (all_chunks - own_chunks + 0.5) / (own_chunks + 0.5)::float8)), 0) AS rarity
       FROM document_chunk LEFT JOIN (
         SELECT chunk_id, term, corpus.chunk_count AS all_chunks, stat.chunk_count AS own_chunks
         FROM posting JOIN term_stat AS stat USING (organization_id, term) CROSS JOIN corpus_stat AS corpus
         WHERE term IN ('car', 'fuel', 'road', 'zeppelin')
       ) AS mention ON chunk_id = id GROUP BY id`,
    );
    const { near, terms } = await withTenantContext(
      store.test.database,
      { organizationId: "org_a" },
      (context) =>
        findByLegs(context, {
          text: "cars, fuels, roads, zeppelins, gryphons",
          filter: {},
          limit: 10,
          signs: { model: embedder.model, signature: "0".repeat(384), limit: 100 },
        }),
    );
    expect(terms.toSorted()).toEqual(["car", "fuel", "gryphon", "road", "zeppelin"]);
    expect(near.size).toBe(rows.length);
    for (const { id, terms, rarity } of rows) {
      expect(near.get(String(id))?.termCount).toBe(Number(terms));
      expect(near.get(String(id))?.rarity).toBeCloseTo(Number(rarity), 4);
    }
    expect(rows.map(({ terms }) => Number(terms))).toContain(3);
  });

  it("finds what means the same in other words", async () => {
    const { legs, results } = await store.find({ query: "vehicle" }, { embedder });
    expect(legs).toEqual(["keyword", "semantic"]);
    const first = results.slice(0, 2).map(({ sourceId }) => sourceId);
    expect(first.toSorted()).toEqual(["art_auto", "art_car"]);
    expect(results[0]).toMatchObject({ inKeyword: false, inSemantic: true });
  });

  it("finds a text that has no vector yet by its words", async () => {
    await store.store({ id: "art_fresh", contentText: "A gyrocopter." });
    const { results, indexing } = await store.find({ query: "gyrocopter" }, { embedder });
    expect(indexing.pending).toBe(1);
    expect(results[0]).toMatchObject({ sourceId: "art_fresh", inKeyword: true, inSemantic: false });
    await store.embedAll(embedder);
    const later = await store.find({ query: "gyrocopter" }, { embedder });
    expect(later.indexing.pending).toBe(0);
    expect(later.results[0]).toMatchObject({ sourceId: "art_fresh", inSemantic: true });
  });

  it("does not compare vectors of different models", async () => {
    const other = createFakeEmbedder({ model: "fake-2" });
    const { results } = await store.find({ query: "vehicle" }, { embedder: other });
    expect(results).toEqual([]);
  });
});

describe("a reply", () => {
  it("has one hit for a source, at most as many as asked for, and says what it is", async () => {
    const { results, queryType } = await store.find({ query: "word7 word14" }, { embedder });
    expect(queryType).toBe("keyword");
    expect(new Set(results.map(({ sourceId }) => sourceId)).size).toBe(results.length);
    const { results: some } = await store.find({ query: "car cat", limit: 2 }, { embedder });
    expect(some).toHaveLength(2);
    const [car] = (await store.find({ query: "car fuel" })).results;
    expect(car).toEqual({
      sourceTable: "research_artifact",
      sourceId: "art_car",
      title: "Title of art_car",
      summary: "On cars.",
      artifactType: "finding",
      planId: null,
      planHandle: null,
      planName: null,
      planMode: null,
      number: null,
      researchQuestion: null,
      createdAt: new Date("2026-01-01T00:00:00Z"),
      snippet: "On **cars**. A **car** needs **fuel** and a road.",
      score: expect.any(Number),
      inKeyword: true,
      inSemantic: false,
      relevance: null,
      sources: [],
    });
  });

  it("shows the passage, also of a long text, with the words marked", async () => {
    const { results } = await store.find({ query: "zeppelins" });
    const of = (id: string) => results.find(({ sourceId }) => sourceId === id)?.snippet ?? "";
    expect(of("art_long")).toMatch(/^… word.*\*\*zeppelin\*\* word/);
    expect(of("art_long").length).toBeLessThan(260);
    // Markdown and HTML are text like any other.
    expect(of("art_md")).toContain("alert(1)");
    expect(of("art_md")).toContain("**zeppelin**'s `code`");
  });

  it("begins alike whatever its length, and is the same every time", async () => {
    const all = await store.find({ query: "car cat zeppelin", limit: 100 }, { embedder });
    const some = await store.find({ query: "car cat zeppelin", limit: 3 }, { embedder });
    expect(some.results).toEqual(all.results.slice(0, 3));
    expect(await store.find({ query: "car cat zeppelin", limit: 100 }, { embedder })).toEqual(all);
  });

  it("leaves out a source that has been deleted", async () => {
    await store.store({ id: "art_gone", contentText: "autogiro" });
    await store.embedAll(embedder);
    await store.query("DELETE FROM research_artifact WHERE id = 'art_gone'");
    expect(await ids("autogiro")).toEqual([]);
  });
});

describe("an odd query", () => {
  it.each([
    ["stop words alone", "the of and to"],
    ["punctuation alone", "?!.,;:()[]{}"],
    ["operators", "cat & !dog | (car <-> fuel) :* 'x"],
    ["quotes and backslashes", "'\"\\ zeppelin's \\x00"],
    ["emoji", "💥🎉"],
    ["one letter", "a"],
    ["white space", " \t\n "],
    ["1000 characters", "zeppelin ".repeat(111).slice(0, 1000)],
    ["1000 characters without a space", "z".repeat(1000)],
    [
      "1000 different words",
      Array.from({ length: 250 }, (_, index) => `w${index}`)
        .join(" ")
        .slice(0, 1000),
    ],
    ["a statement", "'; DROP TABLE posting; --"],
    ["marks of our own", "\u0002zeppelin\u0003"],
    ["another script", "漢字 كلمة слово"],
    ["percent signs", "100% _ %s $1"],
  ])("gets an ordinary reply: %s", async (_name, query) => {
    for (const one of [null, embedder]) {
      const reply = await store.find({ query }, { embedder: one });
      expect(reply.results.length).toBeLessThanOrEqual(20);
      expect(reply.indexing.pending).toBe(0);
    }
  });

  it("finds nothing where nothing is meant", async () => {
    expect((await store.find({ query: "?!" }, { embedder })).results).toEqual([]);
  });
});

it("answers in an organization that has stored nothing", async () => {
  const reply = await store.find(
    { query: "car" },
    { tenant: { organizationId: "org_b" }, embedder },
  );
  expect(reply).toEqual({
    queryType: "keyword",
    legs: ["keyword", "semantic"],
    indexing: { pending: 0 },
    isKnown: false,
    unjudged: null,
    results: [],
  });
});

it("asks the database four times, once less when the chunks are cached", async () => {
  for (const [one, max] of [
    [embedder, 4],
    [null, 4],
    [embedder, 3],
    [null, 3],
  ] as const) {
    const meaning = await meaningOf(one, "vehicle road");
    await withTenantContext(store.test.database, { organizationId: "org_a" }, async (context) => {
      let count = 0;
      const counting = new Proxy(context, {
        get(target, name) {
          const value = Reflect.get(target, name);
          if (name === "send") count += 1;
          return typeof value === "function" ? value.bind(target) : value;
        },
      });
      await searchAndCommit(counting, meaning, { query: "vehicle road" });
      expect(count).toBeLessThanOrEqual(max);
    });
  }
});

async function ids(query: string): Promise<string[]> {
  return (await store.find({ query })).results.map(({ sourceId }) => sourceId);
}

function artifact(sourceId: string) {
  return { sourceTable: "research_artifact", sourceId } as const;
}
