import { isEnglish } from "./is-english.ts";
import type { Candidate } from "./rank-sources.ts";

/** How a model's similarities are read: unrelated texts have a certain mean and deviation. */
export interface RelevanceScale {
  readonly mean: number;
  readonly deviation: number;
  /** What a chunk with all words of the query gains. */
  readonly coverageWeight: number;
  /** The floor of a store with a single chunk. */
  readonly floor: number;
  /** The best of more unrelated chunks is nearer by chance. */
  readonly floorPerTenfold: number;
  /** A hit so little above the floor is weak. */
  readonly weakMargin: number;
  readonly isEnglishOnly: boolean;
}

/** Measured for the local model on stores of 10 to 10,000 English texts. */
export const LOCAL_SCALE: RelevanceScale = {
  mean: 0,
  deviation: 1,
  coverageWeight: 0.5,
  floor: 0.22,
  floorPerTenfold: 0.05,
  weakMargin: 0.1,
  isEnglishOnly: true,
};

/** The same in standard deviations, for any model whose unrelated texts have been measured. */
export function calibratedScale(mean: number, deviation: number): RelevanceScale {
  return {
    mean,
    deviation,
    coverageWeight: 7.7,
    floor: 3.1,
    floorPerTenfold: 0.77,
    weakMargin: 1.54,
    isEnglishOnly: false,
  };
}

/**
 * Hits below this share of the floor are dropped though a better one is above it. A share, since the floor rises with the
 * store because of the best of all chunks; a single hit is judged more leniently the larger the store is.
 */
const LOOSE_SHARE = 0.65;

export type Relevance = "strong" | "weak" | "loose";

/** Says of each source how relevant it is, and whether anything is known at all; or why this cannot be said. */
export type Judgement =
  | { readonly isJudged: false; readonly reason: string }
  | {
      readonly isJudged: true;
      /** False when even the best candidate is below the floor. */
      readonly isKnown: boolean;
      relevanceOf(source: string): Relevance;
    };

interface JudgedSearch {
  readonly query: string;
  /** Null without an embedder, or before its scale is known. */
  readonly scale: RelevanceScale | null;
  readonly comparedChunks: number;
  readonly candidates: readonly Candidate[];
}

export function judgeRelevance(search: JudgedSearch): Judgement {
  const { query, scale, comparedChunks, candidates } = search;
  if (!scale) return unjudged("Semantic search is unavailable, so hits were not judged.");
  if (scale.isEnglishOnly && !isEnglish(query)) {
    return unjudged("Hits are judged for English queries only.");
  }
  if (candidates.some(({ semantic }) => semantic === null)) {
    return unjudged("Some of these texts are still being indexed, so hits were not judged.");
  }
  const floor = scale.floor + scale.floorPerTenfold * Math.log10(Math.max(1, comparedChunks));
  const bySource = new Map<string, number>();
  for (const { source, semantic, coverage } of candidates) {
    const value =
      ((semantic ?? 0) - scale.mean) / scale.deviation + scale.coverageWeight * coverage;
    bySource.set(source, Math.max(value, bySource.get(source) ?? -Infinity));
  }
  return {
    isJudged: true,
    isKnown: [...bySource.values()].some((value) => value >= floor),
    relevanceOf(source) {
      const value = bySource.get(source) ?? -Infinity;
      if (value < LOOSE_SHARE * floor) return "loose";
      return value < floor + scale.weakMargin ? "weak" : "strong";
    },
  };
}

function unjudged(reason: string): Judgement {
  return { isJudged: false, reason };
}
