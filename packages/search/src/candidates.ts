import type { TenantContext } from "@trovella/db";
import {
  findByLegs,
  readChunks,
  type SearchFilter,
  scoreSources,
  type TermWeights,
} from "@trovella/db/search";
import { type CachedChunk, ChunkCache, sourceKeyOf } from "./chunk-cache.ts";
import { type Candidate, promisingSources } from "./rank-sources.ts";
import { signatureOf, similarity } from "./vector.ts";

/** Chunks with similar sign bits that are compared exactly. */
const FIRST_PASS = 400;
const CANDIDATES = 200;
const CANDIDATES_PER_HIT = 4;
/** Sources that are scored as whole texts. */
const SCORED_SOURCES = 40;
const SCORED_SOURCES_PER_HIT = 2;

const cache = new ChunkCache();

export interface QueryVector {
  readonly vector: Float32Array;
  readonly model: string;
}

export interface CandidateSearch {
  readonly text: string;
  readonly filter: SearchFilter;
  /** Null for a keyword search. */
  readonly meaning: QueryVector | null;
  /** How many hits are wanted. */
  readonly limit: number;
}

export interface FoundCandidates {
  /** The query after tokenizing and stemming. */
  readonly terms: readonly string[];
  /** How many chunks could have been found by their vectors; of a large store about that many. */
  readonly comparedChunks: number;
  readonly candidates: readonly Candidate[];
}

/** The union of both legs; each candidate gets a score from both, whichever leg found it. */
export async function findCandidates(
  context: TenantContext,
  search: CandidateSearch,
): Promise<FoundCandidates> {
  const { text, filter, meaning, limit } = search;
  // Candidates per leg; several chunks may belong to one source.
  const count = Math.max(CANDIDATES, CANDIDATES_PER_HIT * limit);
  const signs = meaning && {
    model: meaning.model,
    signature: signatureOf(meaning.vector),
    limit: Math.max(FIRST_PASS, count),
  };
  const found = await findByLegs(context, { text, filter, limit: count, signs });
  const { keyword, near } = found;
  const matches = new Map([...near, ...keyword]);
  const chunks = await loadChunks(context, [...matches.keys()], meaning?.model ?? null);
  const compared = chunks.map(({ id, source, vector }) => {
    const match = matches.get(id) ?? NO_MATCH;
    return {
      chunkId: id,
      source,
      keyword: match.score,
      coverage: coverageOf(match, found),
      vector: meaning && vector,
      semantic: meaning && vector && similarity(meaning.vector, vector),
      inSemantic: near.has(id),
    };
  });
  const nearest = nearestOf(compared, count);
  const bestScores = bestChunkScores(compared);
  const candidates = compared.flatMap((candidate) => {
    const inSemantic = nearest.has(candidate.chunkId);
    const sourceKeyword = bestScores.get(candidate.source) ?? 0;
    const isFound = inSemantic || keyword.has(candidate.chunkId);
    return isFound ? [{ ...candidate, inSemantic, sourceKeyword }] : [];
  });
  const comparedChunks = near.size < (signs?.limit ?? 0) ? near.size : found.chunkCount;
  const scored = await withSourceScores(context, { weights: found.weights, limit, candidates });
  return { terms: found.terms, comparedChunks, candidates: scored };
}

interface ScoredSearch {
  readonly weights: TermWeights;
  readonly limit: number;
  readonly candidates: readonly Candidate[];
}

/**
 * The most promising sources are scored by the words of their whole texts; the others, which will not be among the first
 * hits, by those of their best chunk.
 */
async function withSourceScores(
  context: TenantContext,
  { weights, limit, candidates }: ScoredSearch,
): Promise<Candidate[]> {
  const count = Math.max(SCORED_SOURCES, SCORED_SOURCES_PER_HIT * limit);
  const sources = promisingSources(candidates, count);
  const scores = await scoreSources(context, { weights, sources: sources.map(sourceKeyOf) });
  const scoreOf = new Map(sources.map((source, index) => [source, scores[index] ?? 0]));
  return candidates.map((one) => ({
    ...one,
    sourceKeyword: scoreOf.get(one.source) ?? one.sourceKeyword,
  }));
}

/** The keyword score of each source's best chunk. */
function bestChunkScores(chunks: readonly { source: string; keyword: number }[]) {
  const scores = new Map<string, number>();
  for (const { source, keyword } of chunks) {
    scores.set(source, Math.max(keyword, scores.get(source) ?? 0));
  }
  return scores;
}

const NO_MATCH = { score: 0, rarity: 0, termCount: 0 };

/** Few of several words are found by chance, so fewer than this many count less. */
const TELLING_TERMS = 3;

/** How much of the query a chunk has, from 0 to 1; rare words count more. */
function coverageOf(
  { rarity, termCount }: { rarity: number; termCount: number },
  query: { rarity: number; terms: readonly string[] },
): number {
  if (termCount === 0 || query.rarity === 0) return 0;
  const share = Math.min(1, termCount / Math.min(query.terms.length, TELLING_TERMS));
  return (rarity / query.rarity) * share;
}

/** The best of the first pass by exact comparison. */
function nearestOf(
  compared: readonly Omit<Candidate, "sourceKeyword">[],
  count: number,
): Set<string> {
  const near = compared.filter(({ inSemantic }) => inSemantic);
  near.sort(
    (one, other) =>
      (other.semantic ?? 0) - (one.semantic ?? 0) || (one.chunkId < other.chunkId ? -1 : 1),
  );
  return new Set(near.slice(0, count).map(({ chunkId }) => chunkId));
}

async function loadChunks(
  context: TenantContext,
  ids: readonly string[],
  model: string | null,
): Promise<CachedChunk[]> {
  const cached = cache.of({ ...context.tenant, model });
  const hits: CachedChunk[] = [];
  const misses: string[] = [];
  for (const chunkId of ids) {
    const chunk = cached.get(chunkId);
    if (chunk) hits.push(chunk);
    else misses.push(chunkId);
  }
  const read = await readChunks(context, { chunkIds: misses, model });
  return hits.concat(read.map(cached.add));
}
