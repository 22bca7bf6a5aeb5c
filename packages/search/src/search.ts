import type { TenantContext } from "@trovella/db";
import { readSourceCardsAndCommit, type SearchFilter, type SourceCard } from "@trovella/db/search";
import { type FoundCandidates, findCandidates, type QueryVector } from "./candidates.ts";
import type { Embedder } from "./embedder.ts";
import { type QueryType, queryTypeOf } from "./query-type.ts";
import { queryVector, withinTimeout } from "./query-vector.ts";
import { type RankedSource, rankSources } from "./rank-sources.ts";
import {
  type Judgement,
  judgeRelevance,
  type Relevance,
  type RelevanceScale,
} from "./relevance.ts";
import { relevanceScaleOf } from "./relevance-scale.ts";
import { makeSnippet } from "./snippet.ts";

export type SearchLeg = "keyword" | "semantic";

export interface SearchQuery extends SearchFilter {
  readonly query: string;
  readonly limit?: number | undefined;
  /** Leaves out hits that are not relevant, and what `onlyNewest` leaves out. */
  readonly onlyRelevant?: boolean | undefined;
  /** Leaves out earlier versions of outputs, and claims that were withdrawn. */
  readonly onlyNewest?: boolean | undefined;
  /** About how many characters of a passage to show. */
  readonly passageLength?: number | undefined;
}

/** A query as the embedder understands it. */
export interface Meaning extends QueryVector {
  /** Null while the model's similarities cannot be read. */
  readonly scale: RelevanceScale | null;
}

export interface SearchHit extends Omit<SourceCard, "chunkId" | "marked"> {
  /** The best matching passage, with the matched words between asterisks. */
  readonly snippet: string;
  /** Comparable within one reply only. */
  readonly score: number;
  readonly inKeyword: boolean;
  readonly inSemantic: boolean;
  /** Null when the search was not judged. */
  readonly relevance: Relevance | null;
}

export interface SearchReply {
  readonly queryType: QueryType;
  /** The legs that contributed. */
  readonly legs: readonly SearchLeg[];
  readonly indexing: { readonly pending: number };
  /** False when nothing is relevant: the hits are then only the least remote ones. Null when not judged. */
  readonly isKnown: boolean | null;
  /** Why the hits were not judged. */
  readonly unjudged: string | null;
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
  const [vector, scale] = await Promise.all([
    queryVector(embedder, query),
    withinTimeout(relevanceScaleOf(embedder)),
  ]);
  return vector && { vector, model: embedder.model, scale };
}

export async function searchAndCommit(
  context: TenantContext,
  meaning: Meaning | null,
  query: SearchQuery,
): Promise<SearchReply> {
  const found = await findSources(context, meaning, query);
  const { hits, pending } = await readHitsAndCommit(context, found, query);
  return replyOf(query, { meaning, found, hits, pending });
}

/** Ranked sources, before their texts are read. */
export interface FoundSources extends FoundCandidates {
  readonly ranked: readonly RankedSource[];
  readonly judgement: Judgement;
}

/** Hits beyond the limit, in place of earlier versions that are left out. */
const SPARE_HITS = 10;

export async function findSources(
  context: TenantContext,
  meaning: Meaning | null,
  {
    query,
    limit = DEFAULT_LIMIT,
    onlyRelevant = false,
    onlyNewest = onlyRelevant,
    passageLength,
    ...filter
  }: SearchQuery,
): Promise<FoundSources> {
  const found = await findCandidates(context, {
    text: query,
    filter,
    meaning,
    limit,
  });
  const judgement = judgeRelevance({ query, scale: meaning?.scale ?? null, ...found });
  const ranked = rankSources(found.candidates).filter(
    ({ source }) => !onlyRelevant || isShown(judgement, source),
  );
  return { ...found, judgement, ranked: ranked.slice(0, limit + (onlyNewest ? SPARE_HITS : 0)) };
}

function isShown(judgement: Judgement, source: string): boolean {
  return !judgement.isJudged || !judgement.isKnown || judgement.relevanceOf(source) !== "loose";
}

export interface ReadHits {
  readonly hits: readonly { readonly source: RankedSource; readonly hit: SearchHit }[];
  readonly pending: number;
}

export async function readHitsAndCommit(
  context: TenantContext,
  { terms, ranked, judgement }: FoundSources,
  {
    limit = DEFAULT_LIMIT,
    onlyRelevant = false,
    onlyNewest = onlyRelevant,
    passageLength,
  }: SearchQuery,
): Promise<ReadHits> {
  const { cards, pending } = await readSourceCardsAndCommit(context, {
    chunkIds: ranked.map(({ bestChunkId }) => bestChunkId),
    terms,
    onlyNewest,
    limit,
  });
  // A source may have been deleted meanwhile.
  const hits = ranked.flatMap((source) => {
    const card = cards.get(source.bestChunkId);
    if (!card) return [];
    const relevance = judgement.isJudged ? judgement.relevanceOf(source.source) : null;
    return [{ source, hit: { ...hitOf(source, card, passageLength), relevance } }];
  });
  return { hits, pending };
}

export function replyOf(
  { query }: SearchQuery,
  { meaning, found, hits, pending }: ReadHits & { meaning: Meaning | null; found: FoundSources },
): SearchReply {
  const { judgement } = found;
  return {
    queryType: queryTypeOf(query),
    legs: meaning ? ["keyword", "semantic"] : ["keyword"],
    indexing: { pending },
    isKnown: judgement.isJudged ? judgement.isKnown : null,
    unjudged: judgement.isJudged ? null : judgement.reason,
    results: hits.map(({ hit }) => hit),
  };
}

function hitOf(
  { score, inKeyword, inSemantic }: RankedSource,
  { chunkId, marked, ...card }: SourceCard,
  passageLength: number | undefined,
): Omit<SearchHit, "relevance"> {
  const rounded = Math.round(score * 1e6) / 1e6;
  const snippet = makeSnippet(marked, passageLength);
  return { ...card, snippet, score: rounded, inKeyword, inSemantic };
}
