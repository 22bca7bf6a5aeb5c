import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Candidate, promisingSources, rankSources } from "./rank-sources.ts";

describe("ranking sources", () => {
  it("puts first what both legs agree on", () => {
    const ranked = rankSources([
      candidate("words", { keyword: 9, semantic: 0.1 }),
      candidate("both", { keyword: 8, semantic: 0.8 }),
      candidate("meaning", { keyword: 0, semantic: 0.9 }),
      candidate("neither", { keyword: 0, semantic: 0 }),
    ]);
    expect(ranked[0]?.source).toBe("both");
    expect(ranked.at(-1)?.source).toBe("neither");
  });

  it("gives one hit for a source, with its best chunk, by the words of the whole source", () => {
    const ranked = rankSources([
      candidate("a", { keyword: 5, sourceKeyword: 6, position: 0 }),
      candidate("a", { keyword: 4, sourceKeyword: 6, position: 1 }),
      candidate("b", { keyword: 5 }),
      candidate("c", { keyword: 0, sourceKeyword: 1 }),
      candidate("c", { keyword: 1, sourceKeyword: 1, position: 1 }),
    ]);
    expect(ranked.map(({ source }) => source)).toEqual(["a", "b", "c"]);
    expect(ranked[0]?.bestChunkId).toBe("a 0");
    expect(ranked[2]?.bestChunkId).toBe("c 1");
  });

  it("lets further chunks make a source's meaning a little better or worse", () => {
    const ranked = rankSources([
      candidate("a", { semantic: 0.5, position: 0 }),
      candidate("a", { semantic: 0.45, position: 1 }),
      candidate("b", { semantic: 0.5 }),
      candidate("c", { semantic: 0.1 }),
    ]);
    expect(ranked.map(({ source }) => source)).toEqual(["a", "b", "c"]);
  });

  it("prefers what is like the best sources", () => {
    const ranked = rankSources([
      candidate("best", { keyword: 5, semantic: 0.9, vector: [1, 0] }),
      candidate("other", { semantic: 0.4, vector: [0, 1] }),
      candidate("akin", { semantic: 0.39, vector: [0.8, 0.6] }),
      candidate("far", { semantic: 0, vector: [-1, 0] }),
    ]);
    expect(ranked.map(({ source }) => source)).toEqual(["best", "akin", "other", "far"]);
  });

  it("gives little weight to sources that score far less than the best one", () => {
    const ranked = rankSources([
      candidate("best", { keyword: 9, semantic: 0.9, vector: [1, 0] }),
      candidate("second", { keyword: 1, semantic: 0.5, vector: [0, 1] }),
      candidate("like the second", { keyword: 1, semantic: 0.41, vector: [0.1, 0.99] }),
      candidate("like the best", { keyword: 1, semantic: 0.4, vector: [0.99, 0.1] }),
    ]);
    const sources = ranked.map(({ source }) => source);
    expect(sources.indexOf("like the best")).toBeLessThan(sources.indexOf("like the second"));
  });

  it("names the most promising sources", () => {
    const candidates = [
      candidate("a", { keyword: 1, semantic: 0.1 }),
      candidate("b", { keyword: 5, semantic: 0.5 }),
      candidate("b", { keyword: 4, semantic: 0.4, position: 1 }),
      candidate("c", { keyword: 4, semantic: 0.3 }),
    ];
    expect(promisingSources(candidates, 2)).toEqual(["b", "c"]);
  });

  it("lets the words alone decide where there is no vector yet", () => {
    const ranked = rankSources([
      candidate("fresh", { keyword: 9, semantic: null }),
      candidate("old", { keyword: 3, semantic: 0.5 }),
      candidate("older", { keyword: 1, semantic: 0.4 }),
    ]);
    expect(ranked[0]?.source).toBe("fresh");
    expect(ranked[0]?.inSemantic).toBe(false);
  });

  it("is empty where there are no candidates, and 0 where all are alike", () => {
    expect(rankSources([])).toEqual([]);
    const [one, other] = rankSources([candidate("b", {}), candidate("a", {})]);
    expect([one?.source, other?.source, one?.score]).toEqual(["a", "b", 0]);
  });

  it("does not depend on the order of the candidates", () => {
    const scores = fc.record({
      source: fc.constantFrom("a", "b", "c", "d"),
      position: fc.integer({ min: 0, max: 5 }),
      keyword: fc.double({ min: 0, max: 20, noNaN: true }),
      semantic: fc.option(fc.double({ min: -1, max: 1, noNaN: true })),
    });
    const candidates = fc.uniqueArray(scores, {
      selector: ({ source, position }) => `${source} ${position}`,
    });
    fc.assert(
      fc.property(candidates, (given) => {
        const all = given.map(({ source, ...scores }) => candidate(source, scores));
        expect(rankSources(all.toReversed())).toEqual(rankSources(all));
      }),
    );
  });
});

type Given = Partial<Omit<Candidate, "vector">> & { position?: number; vector?: number[] };

function candidate(source: string, given: Given): Candidate {
  const { position = 0, keyword = 1, sourceKeyword = keyword, semantic = null } = given;
  return {
    chunkId: `${source} ${position}`,
    source,
    keyword,
    sourceKeyword,
    coverage: 0,
    vector: given.vector ? Float32Array.from(given.vector) : null,
    semantic,
    inSemantic: semantic !== null,
  };
}
