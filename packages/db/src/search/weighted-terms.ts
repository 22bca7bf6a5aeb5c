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

/**
 * The rarity of a term is a multiple of this plus one: the remainder of a sum of rarities is the number of terms, which
 * saves an aggregate over all postings. Larger than MAX_TERMS.
 */
export const RARITY_STEP = 128;

/** What a term gets in the denominator whatever the length of the text. */
export const BASE = K1 * (1 - B);

const idf = (all: string, having: string) =>
  `ln(1 + (${all} - ${having} + 0.5) / (${having} + 0.5)::float8)`;

const FACTOR = `${SCALE * (K1 + 1)}::float8 * least(repetitions, ${MAX_REPETITIONS})`;

/**
 * The organization's figures (`corpus`, always one row), the terms of a query (`asked`), and those that some text has with
 * what BM25 needs of them, for chunks and for sources (`weighted`). Constants are cast once, since arithmetic on decimals
 * takes several times as long for every posting.
 */
export const weightedTerms = (text: Sql) => sql`
  corpus AS MATERIALIZED (
    SELECT coalesce(max(chunk_count), 0) AS chunk_count, coalesce(max(source_count), 0) AS source_count,
      greatest(max(total_length), 1) AS total_length
    FROM corpus_stat
  ), asked AS MATERIALIZED (
    SELECT lexeme, term, cardinality(positions) AS repetitions, ${rawSql(`
      ${idf("corpus.chunk_count", "coalesce(stat.chunk_count, 0)")} AS idf,
      ${idf("corpus.source_count", "stat.source_count")} AS source_idf`)}
    FROM corpus, unnest(to_tsvector('english', ${text})) AS query LEFT JOIN term_stat AS stat ON term = lexeme
  ), weighted AS MATERIALIZED (
    SELECT term, ${rawSql(`
      ${RARITY_STEP}::float8 * (${SCALE} * idf)::integer + 1 AS rarity, ${FACTOR} * idf AS weight, ${FACTOR} * source_idf AS source_weight,
      ${BASE}::float8 AS base, ${K1 * B} * chunk_count / total_length AS slope`)}
    FROM corpus, asked WHERE term IS NOT NULL ORDER BY repetitions * idf DESC, term LIMIT ${rawSql(String(MAX_TERMS))}
  )`;

/** Of the table `corpus`: how much the length of a source counts, and the mean length of a chunk. */
export const MEAN_LENGTHS = rawSql(
  `${K1 * B} * source_count / total_length AS slope, total_length / greatest(chunk_count, 1) AS mean_length`,
);

/** What the words of a query count in whole sources. */
export interface TermWeights {
  readonly terms: readonly { readonly term: string; readonly weight: number }[];
  /** How much the length of a source counts. */
  readonly slope: number;
  /** The mean length of a chunk. */
  readonly meanLength: number;
}
