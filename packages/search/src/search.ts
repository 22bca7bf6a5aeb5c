import type { TenantContext } from "@trovella/db";
import { readSourceCardsAndCommit, type SearchFilter, type SourceCard } from "@trovella/db/search";
import {
  candidateCount,
  type FoundCandidates,
  findCandidates,
  type Meaning,
} from "./candidates.ts";
import type { Embedder } from "./embedder.ts";
import { type QueryType, queryTypeOf } from "./query-type.ts";
import { queryVector } from "./query-vector.ts";
import { type RankedSource, rankSources } from "./rank-sources.ts";
import { makeSnippet } from "./snippet.ts";

export type SearchLeg = "keyword" | "semantic";

export interface SearchQuery extends SearchFilter {
  readonly query: string;
  readonly limit?: number | undefined;
}

export interface SearchHit extends Omit<SourceCard, "chunkId" | "marked"> {
  /** The best matching passage, with the matched words between asterisks. */
  readonly snippet: string;
  /** Comparable within one reply only. */
  readonly score: number;
  readonly inKeyword: boolean;
  readonly inSemantic: boolean;
}

export interface SearchReply {
  readonly queryType: QueryType;
  /** The legs that contributed. */
  readonly legs: readonly SearchLeg[];
  readonly indexing: { readonly pending: number };
  readonly results: readonly SearchHit[];
}

export const DEFAULT_LIMIT = 20;

/**
 * The embedding of a query, or null for a keyword search. It may wait for the model, so call it before
 * opening the transaction.
 */
export async function meaningOf(embedder: Embedder | null, query: string): Promise<Meaning | null> {
  // Punctuation alone has no meaning, but the model would still find neighbours for it.
  if (!embedder || !/[\p{L}\p{N}]/u.test(query)) return null;
  const vector = await queryVector(embedder, query);
  return vector && { vector, model: embedder.model };
}

export async function searchAndCommit(
  context: TenantContext,
  meaning: Meaning | null,
  query: SearchQuery,
): Promise<SearchReply> {
  const found = await findSources(context, meaning, query);
  const { hits, pending } = await readHitsAndCommit(context, found);
  return replyOf(query, meaning, { hits, pending });
}

/** Ranked sources, before their texts are read. */
export interface FoundSources extends FoundCandidates {
  readonly ranked: readonly RankedSource[];
}

export async function findSources(
  context: TenantContext,
  meaning: Meaning | null,
  { query, limit = DEFAULT_LIMIT, ...filter }: SearchQuery,
): Promise<FoundSources> {
  const found = await findCandidates(context, {
    text: query,
    filter,
    meaning,
    count: candidateCount(limit),
  });
  return { ...found, ranked: rankSources(found.candidates).slice(0, limit) };
}

interface ReadHits {
  readonly hits: readonly { readonly source: RankedSource; readonly hit: SearchHit }[];
  readonly pending: number;
}

export async function readHitsAndCommit(
  context: TenantContext,
  { terms, ranked }: FoundSources,
): Promise<ReadHits> {
  const { cards, pending } = await readSourceCardsAndCommit(context, {
    chunkIds: ranked.map(({ bestChunkId }) => bestChunkId),
    terms,
  });
  // A source may have been deleted meanwhile.
  const hits = ranked.flatMap((source) => {
    const card = cards.get(source.bestChunkId);
    return card ? [{ source, hit: hitOf(source, card) }] : [];
  });
  return { hits, pending };
}

export function replyOf(
  { query }: SearchQuery,
  meaning: Meaning | null,
  { hits, pending }: ReadHits,
): SearchReply {
  return {
    queryType: queryTypeOf(query),
    legs: meaning ? ["keyword", "semantic"] : ["keyword"],
    indexing: { pending },
    results: hits.map(({ hit }) => hit),
  };
}

function hitOf(
  { score, inKeyword, inSemantic }: RankedSource,
  { chunkId, marked, ...card }: SourceCard,
): SearchHit {
  const rounded = Math.round(score * 1e6) / 1e6;
  return { ...card, snippet: makeSnippet(marked), score: rounded, inKeyword, inSemantic };
}
