import type { TenantContext } from "@trovella/db";
import { type ChunkTitle, readChunkTitles } from "@trovella/db/console";
import type { Candidate } from "./rank-sources.ts";
import {
  DEFAULT_LIMIT,
  findSources,
  type Meaning,
  readHitsAndCommit,
  replyOf,
  type SearchHit,
  type SearchQuery,
  type SearchReply,
} from "./search.ts";

/** Where a chunk stands in the list of one leg. */
interface LegPlace {
  /** From 1. */
  readonly rank: number;
  readonly score: number;
  readonly chunkId: string;
}

interface LegHit extends LegPlace, ChunkTitle {}

interface ExplainedHit extends SearchHit {
  readonly chunkId: string;
  /** Which part of the source the chunk is, from 0. */
  readonly position: number;
  /** The source's best place in each leg; null where the leg did not find it. */
  readonly places: { readonly keyword: LegPlace | null; readonly semantic: LegPlace | null };
}

export interface ExplainedSearch extends Omit<SearchReply, "results"> {
  /** The query after tokenizing and stemming. */
  readonly terms: readonly string[];
  /** The best chunks of each leg. */
  readonly keyword: readonly LegHit[];
  readonly semantic: readonly LegHit[];
  /** Exactly what a search for the same gives. */
  readonly results: readonly ExplainedHit[];
  readonly timesMs: { readonly legs: number; readonly fused: number };
}

/** Runs a search and explains its ranking, on the same code path. */
export async function explainSearchAndCommit(
  context: TenantContext,
  meaning: Meaning | null,
  query: SearchQuery,
): Promise<ExplainedSearch> {
  const { limit = DEFAULT_LIMIT } = query;
  const startedAt = performance.now();
  const found = await findSources(context, meaning, query);
  const foundAt = performance.now();
  const keyword = placesBy(found.candidates, ({ keyword }) => keyword || null);
  const semantic = placesBy(found.candidates, ({ inSemantic, semantic }) =>
    inSemantic ? semantic : null,
  );
  const shown = { keyword: keyword.slice(0, limit), semantic: semantic.slice(0, limit) };
  const titles = await readChunkTitles(context, [
    ...new Set([
      ...[...shown.keyword, ...shown.semantic].map(({ chunkId }) => chunkId),
      ...found.ranked.map(({ bestChunkId }) => bestChunkId),
    ]),
  ]);
  const read = await readHitsAndCommit(context, found, query);
  const best = {
    keyword: bestOfSources(keyword, found.candidates),
    semantic: bestOfSources(semantic, found.candidates),
  };
  return {
    ...replyOf(query, { meaning, found, ...read }),
    terms: found.terms,
    keyword: titled(shown.keyword, titles),
    semantic: titled(shown.semantic, titles),
    results: read.hits.map(({ source, hit }) => ({
      ...hit,
      chunkId: source.bestChunkId,
      position: titles.get(source.bestChunkId)?.position ?? 0,
      places: {
        keyword: best.keyword.get(source.source) ?? null,
        semantic: best.semantic.get(source.source) ?? null,
      },
    })),
    timesMs: { legs: foundAt - startedAt, fused: performance.now() - foundAt },
  };
}

/** The chunks that have a score, best first; equal ones in the order in which the legs have them. */
function placesBy(
  candidates: readonly Candidate[],
  scoreOf: (candidate: Candidate) => number | null,
): LegPlace[] {
  return candidates
    .flatMap((candidate) => {
      const score = scoreOf(candidate);
      return score === null ? [] : [{ chunkId: candidate.chunkId, score }];
    })
    .sort((one, other) => other.score - one.score || (one.chunkId < other.chunkId ? -1 : 1))
    .map((place, index) => ({ rank: index + 1, ...place }));
}

function bestOfSources(
  places: readonly LegPlace[],
  candidates: readonly Candidate[],
): ReadonlyMap<string, LegPlace> {
  const sourceOf = new Map(candidates.map(({ chunkId, source }) => [chunkId, source]));
  // The best place is set last.
  return new Map(places.toReversed().map((place) => [sourceOf.get(place.chunkId) ?? "", place]));
}

function titled(
  places: readonly LegPlace[],
  titles: ReadonlyMap<string, ChunkTitle>,
): readonly LegHit[] {
  return places.flatMap((place) => {
    const title = titles.get(place.chunkId);
    return title ? [{ ...place, ...title }] : [];
  });
}
