import { rawSql, type Sql, sql } from "../connection/sql.ts";

/** Weights of term frequency and of length in BM25. */
const K1 = 1.4;
const B = 0.7;
/** Scores are integers: their sum does not depend on the order, so equal texts score equally. */
export const SCALE = 1_000_000;
/** More repetitions of a word in a query do not count; a score must fit into an integer. */
const MAX_REPETITIONS = 50;
/** Of longer queries the weightiest terms are searched. */
const MAX_TERMS = 100;

/** What a term gets in the denominator whatever the length of the text. */
export const BASE = K1 * (1 - B);

export const idf = (all: string, having: string) =>
  `ln(1 + (${all} - ${having} + 0.5) / (${having} + 0.5)::float8)`;

const CHUNK_IDF = idf("corpus.chunk_count", "stat.chunk_count");
const SOURCE_IDF = idf("corpus.source_count", "stat.source_count");
const FACTOR = `${SCALE * (K1 + 1)}::float8 * least(cardinality(positions), ${MAX_REPETITIONS})`;

/**
 * The terms of a query with what BM25 needs of them, for chunks and for sources. Constants are cast once, since arithmetic
 * on decimals takes several times as long for every posting.
 */
export const weightedTerms = (text: Sql) => sql`
  SELECT term, ${rawSql(`
    (${SCALE} * ${CHUNK_IDF})::integer AS rarity, ${FACTOR} * ${CHUNK_IDF} AS weight, ${FACTOR} * ${SOURCE_IDF} AS source_weight,
    ${BASE}::float8 AS base, ${K1 * B} * corpus.chunk_count / greatest(total_length, 1) AS slope`)}
  FROM corpus_stat AS corpus, unnest(to_tsvector('english', ${text})) AS query JOIN term_stat AS stat ON term = lexeme
  ORDER BY cardinality(positions) * ${rawSql(CHUNK_IDF)} DESC, term LIMIT ${rawSql(String(MAX_TERMS))}`;

/** How much the length of a source counts, and the mean length of a chunk. */
export const MEAN_LENGTHS = `${K1 * B} * source_count / greatest(total_length, 1) AS slope, total_length / greatest(chunk_count, 1) AS mean_length`;

/** What the words of a query count in whole sources. */
export interface TermWeights {
  readonly terms: readonly { readonly term: string; readonly weight: number }[];
  /** How much the length of a source counts. */
  readonly slope: number;
  /** The mean length of a chunk. */
  readonly meanLength: number;
}
