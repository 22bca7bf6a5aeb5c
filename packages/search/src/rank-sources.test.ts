import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Candidate, rankSources } from "./rank-sources.ts";

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

  it("gives one hit for a source, which further chunks make a little better or worse", () => {
    const ranked = rankSources([
      candidate("a", { keyword: 5, position: 0 }),
      candidate("a", { keyword: 4, position: 1 }),
      candidate("b", { keyword: 5 }),
      candidate("c", { keyword: 0 }),
      candidate("c", { keyword: 1, position: 1 }),
    ]);
    expect(ranked.map(({ source }) => source)).toEqual(["a", "b", "c"]);
    expect(ranked[0]?.bestChunkId).toBe("a 0");
    expect(ranked[2]?.bestChunkId).toBe("c 1");
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

function candidate(source: string, given: Partial<Candidate> & { position?: number }): Candidate {
  const { position = 0, keyword = 1, semantic = null } = given;
  const chunkId = `${source} ${position}`;
  return { chunkId, source, keyword, semantic, inSemantic: semantic !== null };
}
