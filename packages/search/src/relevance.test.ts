import { describe, expect, it } from "vitest";
import type { Candidate } from "./rank-sources.ts";
import { calibratedScale, judgeRelevance, LOCAL_SCALE } from "./relevance.ts";

const query = "heat pumps in old houses";

describe("judging relevance", () => {
  it("knows nothing where the best candidate is below the floor, which rises with the store", () => {
    const isKnown = (semantic: number, comparedChunks: number) => {
      const judgement = judge([candidate("a", semantic)], { comparedChunks });
      return judgement.isJudged && judgement.isKnown;
    };
    expect([isKnown(0.27, 10), isKnown(0.26, 10)]).toEqual([true, false]);
    expect([isKnown(0.371, 1_000), isKnown(0.36, 1_000)]).toEqual([true, false]);
    expect([isKnown(0.22, 1), isKnown(0.21, 0)]).toEqual([true, false]);
  });

  it("adds how much of the query's words a chunk has", () => {
    const known = judge([candidate("a", 0.05, 0.5)]);
    expect(known).toMatchObject({ isJudged: true, isKnown: true });
  });

  it("says of each source whether it is strong, weak or loose, by its best chunk", () => {
    const judgement = judge([
      candidate("strong", 0.38),
      candidate("strong", 0.1),
      candidate("weak", 0.36),
      candidate("low", 0.18),
      candidate("loose", 0.16),
    ]);
    const relevance = ["strong", "weak", "low", "loose", "unknown"].map((source) =>
      judgement.isJudged ? judgement.relevanceOf(source) : null,
    );
    expect(relevance).toEqual(["strong", "weak", "weak", "loose", "loose"]);
  });

  it("reads the similarities of another model by their mean and deviation", () => {
    const scale = calibratedScale(0.72, 0.027);
    const far = judge([candidate("a", 0.8)], { scale });
    const near = judge([candidate("a", 0.83)], { scale });
    expect([far, near]).toMatchObject([{ isKnown: false }, { isKnown: true }]);
  });

  it("does not judge without vectors, nor in languages that the local model does not know", () => {
    const near = candidate("a", 0.9);
    const reasons = [
      judge([near], { scale: null }),
      judge([near, { ...near, semantic: null }]),
      judge([near], { query: "Was kostet eine Wärmepumpe?" }),
    ].map((judgement) => !judgement.isJudged && judgement.reason);
    expect(reasons).toEqual([
      "Semantic search is unavailable, so hits were not judged.",
      "Some of these texts are still being indexed, so hits were not judged.",
      "Hits are judged for English queries only.",
    ]);
    const scale = calibratedScale(0, 0.1);
    const foreign = judge([near], { query: "Was kostet eine Wärmepumpe?", scale });
    expect(foreign.isJudged).toBe(true);
  });
});

function judge(candidates: readonly Candidate[], given: object = {}) {
  return judgeRelevance({ query, scale: LOCAL_SCALE, comparedChunks: 10, candidates, ...given });
}

function candidate(source: string, semantic: number, coverage = 0): Candidate {
  const scores = { keyword: 0, sourceKeyword: 0, coverage, semantic };
  return { chunkId: `${source} ${semantic}`, source, vector: null, inSemantic: true, ...scores };
}
