import type { TenantContext } from "@trovella/db";
import { findByLegs, readChunks, type SearchFilter } from "@trovella/db/search";
import { type CachedChunk, ChunkCache } from "./chunk-cache.ts";
import type { Candidate } from "./rank-sources.ts";
import { signatureOf, similarity } from "./vector.ts";

/** Chunks with similar sign bits that are compared exactly. */
const FIRST_PASS = 400;
const CANDIDATES = 200;
const CANDIDATES_PER_HIT = 4;

/** Candidates per leg; several chunks may belong to one source. */
export function candidateCount(limit: number): number {
  return Math.max(CANDIDATES, CANDIDATES_PER_HIT * limit);
}

const cache = new ChunkCache();

export interface Meaning {
  readonly vector: Float32Array;
  readonly model: string;
}

export interface CandidateSearch {
  readonly text: string;
  readonly filter: SearchFilter;
  /** Null for a keyword search. */
  readonly meaning: Meaning | null;
  readonly count: number;
}

export interface FoundCandidates {
  /** The query after tokenizing and stemming. */
  readonly terms: readonly string[];
  readonly candidates: readonly Candidate[];
}

/** The union of both legs; each candidate gets a score from both, whichever leg found it. */
export async function findCandidates(
  context: TenantContext,
  { text, filter, meaning, count }: CandidateSearch,
): Promise<FoundCandidates> {
  const signs = meaning && {
    model: meaning.model,
    signature: signatureOf(meaning.vector),
    limit: Math.max(FIRST_PASS, count),
  };
  const { terms, keyword, near } = await findByLegs(context, {
    text,
    filter,
    limit: count,
    signs,
  });
  const scores = new Map([...near, ...keyword]);
  const chunks = await loadChunks(context, [...scores.keys()], meaning?.model ?? null);
  const compared = chunks.map(({ id, source, vector }) => ({
    chunkId: id,
    source,
    keyword: scores.get(id) ?? 0,
    semantic: meaning && vector && similarity(meaning.vector, vector),
    inSemantic: near.has(id),
  }));
  const nearest = nearestOf(compared, count);
  const candidates = compared.flatMap((candidate) => {
    const inSemantic = nearest.has(candidate.chunkId);
    return inSemantic || keyword.has(candidate.chunkId) ? [{ ...candidate, inSemantic }] : [];
  });
  return { terms, candidates };
}

/** The best of the first pass by exact comparison. */
function nearestOf(compared: readonly Candidate[], count: number): Set<string> {
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
