import type { BatchResult } from "../connection/batch.ts";
import { compose, rawSql, type Sql, sql } from "../connection/sql.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import { type AllowedChunks, allowedChunks, type SearchFilter } from "./search-filter.ts";

/** The embedding of a query, reduced to its signs. */
interface QuerySigns {
  readonly model: string;
  /** The sign bits of the query's vector. */
  readonly signature: string;
  /** How many chunks to select by them. */
  readonly limit: number;
}

interface LegQuery {
  readonly text: string;
  readonly filter: SearchFilter;
  /** How many chunks to select by their words. */
  readonly limit: number;
  /** Null for a keyword search only. */
  readonly signs: QuerySigns | null;
}

/** The two legs of a hybrid search; each chunk with its keyword score. */
interface Legs {
  /** The lexemes of the query. */
  readonly terms: readonly string[];
  readonly keyword: ReadonlyMap<string, number>;
  /** The score is 0 where a chunk has none of the words. */
  readonly near: ReadonlyMap<string, number>;
}

/** Weights of term frequency and of document length; the usual values of BM25. */
const K1 = 1.2;
const B = 0.75;
/** Scores are integers: their sum does not depend on the order, so equal texts score equally. */
const SCALE = 10_000_000;

/** Many rows are sorted in memory; JIT compilation of such short statements costs more than it saves. */
const PREPARE = defineStatement(
  "SELECT set_config('work_mem', '64MB', true), set_config('jit', 'off', true)",
);
const TERMS = defineStatement("SELECT tsvector_to_array(to_tsvector('english', $1)) AS terms");

/** Aggregated into one text, since hundreds of rows would take longer to receive than to find. */
const scoresIn = (table: string) =>
  rawSql(`(SELECT string_agg(chunk_id || ' ' || score, ' ') FROM ${table})`);

/**
 * The chunks that match the words of the query best, by BM25 over the organization's own texts, and those whose
 * signature is nearest to the query's by Hamming distance, which is a first, rough selection.
 */
export async function findByLegs(context: TenantContext, query: LegQuery): Promise<Legs> {
  const [, terms, found] = await context.send([
    execution(PREPARE),
    execution(TERMS, [query.text]),
    compose(query.signs ? bothLegs(query, query.signs) : keywordLeg(query)),
  ]);
  return {
    terms: (terms?.rows[0]?.terms ?? []) as string[],
    keyword: scoresOf(found, "keyword"),
    near: scoresOf(found, "near"),
  };
}

function keywordLeg(query: LegQuery): Sql {
  return sql`WITH ${scoredChunks(query, allowedChunks(query.filter))} SELECT ${scoresIn("best")} AS keyword`;
}

function bothLegs(query: LegQuery, { model, signature, limit }: QuerySigns): Sql {
  const allowed = allowedChunks(query.filter);
  return sql`
    WITH ${scoredChunks(query, allowed)}, near AS MATERIALIZED (
      SELECT id FROM document_chunk WHERE embedding_model = ${model} AND signature IS NOT NULL ${allowed.where("id")}
      ORDER BY bit_count(signature # (SELECT ${signature}::bit(384))), id LIMIT ${limit}
    ), near_scored AS (
      SELECT id AS chunk_id, coalesce(score, 0) AS score FROM near LEFT JOIN scored ON chunk_id = id
    )
    SELECT ${scoresIn("best")} AS keyword, ${scoresIn("near_scored")} AS near`;
}

const WEIGHT = rawSql(`
  SELECT term, ${SCALE * (K1 + 1)} * ln(1 + (corpus.chunk_count - stat.chunk_count + 0.5) / (stat.chunk_count + 0.5)::float8) AS idf,
    ${K1 * (1 - B)}::float8 AS base, ${K1 * B} * corpus.chunk_count / greatest(corpus.total_length, 1) AS slope
  FROM term_stat AS stat, corpus_stat AS corpus`);

/** Every chunk that has any term of the query, with its score, and the best of them. */
function scoredChunks({ text, limit }: LegQuery, allowed: AllowedChunks): Sql {
  return sql`
    ${allowed.table} weight AS MATERIALIZED (
      ${WEIGHT} WHERE term = ANY(tsvector_to_array(to_tsvector('english', ${text})))
    ), scored AS MATERIALIZED (
      SELECT chunk_id, sum((idf * tf / (tf + base + slope * dl))::integer) AS score
      FROM weight JOIN posting USING (term) WHERE true ${allowed.where("chunk_id")} GROUP BY chunk_id
    ), best AS (SELECT * FROM scored ORDER BY score DESC, chunk_id LIMIT ${limit})`;
}

function scoresOf(found: BatchResult | undefined, column: string): Map<string, number> {
  const scores = new Map<string, number>();
  const parts = String(found?.rows[0]?.[column] ?? "").split(" ");
  for (let index = 0; index + 1 < parts.length; index += 2) {
    scores.set(parts[index] ?? "", Number(parts[index + 1]) / SCALE);
  }
  return scores;
}
