import type { TenantContext } from "@trovella/db";
import { findByLegs, readChunks, type SearchFilter } from "@trovella/db/search";
import { ChunkMemory, type KnownChunk } from "./chunk-memory.ts";
import type { Candidate } from "./fusion.ts";
import { signatureOf, similarity } from "./vector.ts";

/** So many chunks with similar sign bits are compared exactly. */
const FIRST_PASS = 400;
const CANDIDATES = 200;
const CANDIDATES_PER_HIT = 4;

/** How many chunks each leg brings; several may belong to one source. */
export function candidateCount(limit: number): number {
  return Math.max(CANDIDATES, CANDIDATES_PER_HIT * limit);
}

const memory = new ChunkMemory();

/** What a query means to a model. */
export interface Meaning {
  readonly vector: Float32Array;
  readonly model: string;
}

export interface CandidateSearch {
  readonly text: string;
  readonly filter: SearchFilter;
  /** Null where only the words count. */
  readonly meaning: Meaning | null;
  /** How many chunks each leg brings. */
  readonly count: number;
}

export interface FoundCandidates {
  /** The words of the query as they are searched for. */
  readonly terms: readonly string[];
  readonly candidates: readonly Candidate[];
}

/** The union of what both legs found; what one leg says about the other's chunks is computed. */
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
  const chunks = await knownChunks(context, [...scores.keys()], meaning?.model ?? null);
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

/** The chunks, from memory where they are in it. */
async function knownChunks(
  context: TenantContext,
  ids: readonly string[],
  model: string | null,
): Promise<KnownChunk[]> {
  const shelf = memory.shelf({ ...context.tenant, model });
  const known: KnownChunk[] = [];
  const unknown: string[] = [];
  for (const chunkId of ids) {
    const chunk = shelf.recall(chunkId);
    if (chunk) known.push(chunk);
    else unknown.push(chunkId);
  }
  const read = await readChunks(context, { chunkIds: unknown, model });
  return known.concat(read.map(shelf.keep));
}
