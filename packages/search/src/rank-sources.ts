import { normalized, similarity } from "./vector.ts";

/** A chunk with what each leg says about it; null where a leg does not know it. */
export interface Candidate {
  readonly chunkId: string;
  /** The source it belongs to, as one text. */
  readonly source: string;
  readonly keyword: number;
  /** The keyword score of the whole source; of one far behind the first hits, that of its best chunk. */
  readonly sourceKeyword: number;
  /** How much of the query it has, from 0 to 1. */
  readonly coverage: number;
  readonly vector: Float32Array | null;
  /** Similarity to the query. */
  readonly semantic: number | null;
  readonly inSemantic: boolean;
}

export interface RankedSource {
  readonly source: string;
  readonly score: number;
  readonly bestChunkId: string;
  readonly inKeyword: boolean;
  readonly inSemantic: boolean;
}

/** The weight of the words beside the meaning. */
const KEYWORD_SHARE = 0.4;
/** What a source's further chunks add to its best one. */
const FURTHER_SHARE = 0.3;
const FURTHER_CHUNKS = 2;
/** The best sources of a first ranking make the query clearer for a second one. */
const FEEDBACK_SOURCES = 5;
/** A source that scores this much less than the best one has 1/e of its weight. */
const FEEDBACK_DISTANCE = 0.4;

/**
 * One list of sources out of both legs. Scores of different kinds are made comparable by how far they
 * lie from the candidates' mean. The order never depends on that of the candidates.
 */
export function rankSources(candidates: readonly Candidate[]): RankedSource[] {
  const ordered = inFixedOrder(candidates);
  const first = rankOnce(ordered);
  const feedback = feedbackOf(ordered, first);
  return feedback ? rankOnce(ordered.map((one) => clarified(one, feedback))) : first;
}

/** The best sources of the first ranking. */
export function promisingSources(candidates: readonly Candidate[], count: number): string[] {
  const ranked = rankOnce(inFixedOrder(candidates));
  return ranked.slice(0, count).map(({ source }) => source);
}

/** Adding in another order would give another last digit. */
function inFixedOrder(candidates: readonly Candidate[]): Candidate[] {
  return candidates.toSorted((one, other) => compareTexts(one.chunkId, other.chunkId));
}

/** The mean direction of the best sources; those that score like the best one count most. */
function feedbackOf(
  candidates: readonly Candidate[],
  ranked: readonly RankedSource[],
): Float32Array | null {
  const best = ranked[0]?.score ?? 0;
  const directions = ranked.slice(0, FEEDBACK_SOURCES).flatMap(({ source, score }) => {
    const vector = directionOf(candidates.filter((one) => one.source === source));
    return vector ? [{ vector, weight: Math.exp((score - best) / FEEDBACK_DISTANCE) }] : [];
  });
  return weightedDirection(directions);
}

/** The mean direction of the chunks that have a vector. */
function directionOf(chunks: readonly Candidate[]): Float32Array | null {
  return weightedDirection(chunks.flatMap(({ vector }) => (vector ? [{ vector, weight: 1 }] : [])));
}

function weightedDirection(
  all: readonly { readonly vector: Float32Array; readonly weight: number }[],
): Float32Array | null {
  const sum = new Float32Array(all[0]?.vector.length ?? 0);
  for (const { vector, weight } of all) {
    for (let index = 0; index < sum.length; index += 1) {
      sum[index] = (sum[index] ?? 0) + weight * (vector[index] ?? 0);
    }
  }
  return normalized(sum);
}

function clarified(candidate: Candidate, feedback: Float32Array): Candidate {
  const { semantic, vector } = candidate;
  if (semantic === null || !vector) return candidate;
  return { ...candidate, semantic: semantic + similarity(feedback, vector) };
}

function rankOnce(candidates: readonly Candidate[]): RankedSource[] {
  const keyword = standardize(candidates.map((candidate) => candidate.keyword));
  const semantic = standardize(candidates.map((candidate) => candidate.semantic));
  const bySource = new Map<string, ScoredChunk[]>();
  candidates.forEach((candidate, index) => {
    const chunk = { candidate, keyword: keyword[index] ?? 0, semantic: semantic[index] ?? null };
    const others = bySource.get(candidate.source);
    if (others) others.push(chunk);
    else bySource.set(candidate.source, [chunk]);
  });
  const sources = [...bySource];
  const words = standardize(sources.map(([, chunks]) => chunks[0]?.candidate.sourceKeyword ?? 0));
  const meanings = standardize(sources.map(([, chunks]) => foldChunks(chunks)));
  return sources
    .map(([source, chunks], index) => ({
      source,
      score: fuse(words[index] ?? 0, meanings[index] ?? null),
      bestChunkId: maxBy(chunks, (one) => fuse(one.keyword, one.semantic))?.candidate.chunkId ?? "",
      inKeyword: chunks.some(({ candidate }) => candidate.keyword > 0),
      inSemantic: chunks.some(({ candidate }) => candidate.inSemantic),
    }))
    .sort((one, other) => other.score - one.score || compareTexts(one.source, other.source));
}

interface ScoredChunk {
  readonly candidate: Candidate;
  readonly keyword: number;
  readonly semantic: number | null;
}

/** The meaning of a source: its best chunk, and to a small degree the next ones. */
function foldChunks(chunks: readonly ScoredChunk[]): number | null {
  const [best, ...further] = chunks
    .flatMap(({ semantic }) => semantic ?? [])
    .sort((one, other) => other - one);
  if (best === undefined) return null;
  return best + FURTHER_SHARE * meanOf(further.slice(0, FURTHER_CHUNKS));
}

/** Each value as its distance from the mean in standard deviations; unknown ones stay unknown. */
function standardize(values: readonly (number | null)[]): (number | null)[] {
  const known = values.filter((value) => value !== null);
  const mean = meanOf(known);
  const deviation = Math.sqrt(meanOf(known.map((value) => (value - mean) ** 2)));
  return values.map((value) => {
    if (value === null) return null;
    return deviation > 0 ? (value - mean) / deviation : 0;
  });
}

/** Where the vector is still missing, the words alone decide. */
function fuse(keyword: number, semantic: number | null): number {
  if (semantic === null) return keyword;
  return KEYWORD_SHARE * keyword + (1 - KEYWORD_SHARE) * semantic;
}

/** The first of the largest. */
function maxBy<T>(values: readonly T[], sizeOf: (value: T) => number): T | undefined {
  let best: T | undefined;
  for (const value of values) {
    if (best === undefined || sizeOf(value) > sizeOf(best)) best = value;
  }
  return best;
}

function meanOf(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return values.length === 0 ? 0 : sum / values.length;
}

function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
