import type { TenantContext } from "@trovella/db";
import { excerpt } from "@trovella/research";
import {
  type ExplainedSearch,
  explainSearchAndCommit,
  type Meaning,
  type SearchQuery,
} from "@trovella/search";

export async function debugSearchAndCommit(
  context: TenantContext,
  { meaning, meaningMs }: { readonly meaning: Meaning | null; readonly meaningMs: number },
  query: SearchQuery,
) {
  const { results, timesMs, keyword, semantic, ...found } = await explainSearchAndCommit(
    context,
    meaning,
    query,
  );
  return {
    ...found,
    model: meaning?.model ?? null,
    timesMs: {
      meaning: rounded(meaningMs),
      legs: rounded(timesMs.legs),
      fused: rounded(timesMs.fused),
    },
    keyword: keyword.map(withRoundedScore),
    semantic: semantic.map(withRoundedScore),
    fused: results.map((hit, index) => ({ rank: index + 1, ...fusedHit(hit) })),
  };
}

function fusedHit({ places, ...hit }: ExplainedSearch["results"][number]) {
  return {
    ...hit,
    title: excerpt(hit.title, 200),
    summary: hit.summary && excerpt(hit.summary, 300),
    places: {
      keyword: places.keyword && withRoundedScore(places.keyword),
      semantic: places.semantic && withRoundedScore(places.semantic),
    },
  };
}

function withRoundedScore<Hit extends { readonly score: number }>(hit: Hit): Hit {
  return { ...hit, score: rounded(hit.score) };
}

function rounded(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
