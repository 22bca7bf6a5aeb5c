import { compose, rawSql, type Sql, sql } from "../connection/sql.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import { rowsOf } from "./rows-of.ts";
import { type AllowedChunks, allowedChunks, type SearchFilter } from "./search-filter.ts";
import {
  MEAN_LENGTHS,
  RARITY_STEP,
  SCALE,
  type TermWeights,
  weightedTerms,
} from "./weighted-terms.ts";

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

/** The words that a chunk has in common with the query; a keyword search asks only for the score. */
interface WordMatch {
  /** BM25 of the chunk. */
  readonly score: number;
  /** The sum of the inverse document frequencies of the query's terms in the chunk. */
  readonly rarity: number;
  /** How many of the query's terms the chunk has. */
  readonly termCount: number;
}

/** The two legs of a hybrid search; each chunk with its words. */
interface Legs {
  /** The lexemes of the query. */
  readonly terms: readonly string[];
  /** The sum of their inverse document frequencies, those that no text has included. */
  readonly rarity: number;
  /** Of the terms that some text has. */
  readonly weights: TermWeights;
  /** How many chunks the filter admits. */
  readonly chunkCount: number;
  readonly keyword: ReadonlyMap<string, WordMatch>;
  readonly near: ReadonlyMap<string, WordMatch>;
}

/**
 * Many rows are sorted in memory; JIT compilation of such short statements costs more than it saves. Without a filter the
 * same plan suits every query, so that planning each one would be wasted.
 */
const PREPARE = defineStatement(`
  SELECT set_config('work_mem', '64MB', true), set_config('jit', 'off', true), set_config('plan_cache_mode', $1, true)`);

/**
 * The chunks that match the words of the query best, and those whose signature is nearest to the query's by Hamming
 * distance, which is a first, rough selection. Lists are aggregated into texts, since hundreds of rows would take longer
 * to receive than to find.
 */
export async function findByLegs(context: TenantContext, query: LegQuery): Promise<Legs> {
  const allowed = allowedChunks(query.filter);
  const [, found] = await context.send([
    execution(PREPARE, [allowed.isFiltered ? "auto" : "force_generic_plan"]),
    compose(sql`
      WITH ${scoredChunks(query, allowed)} ${nearChunks(query, allowed)}
      SELECT ${allowed.count} AS allowed, chunk_count, ${MEAN_LENGTHS}, ARRAY(SELECT lexeme FROM asked ORDER BY lexeme) AS terms,
        (SELECT sum(idf) FROM asked) AS rarity, ARRAY(SELECT term FROM weighted) AS weighted,
        ARRAY(SELECT source_weight FROM weighted) AS weights, ${MATCHES_IN("best")} AS keyword,
        ${query.signs ? MATCHES_IN("near") : sql`NULL`} AS near
      FROM corpus`),
  ]);
  const [row] = found?.rows ?? [];
  return {
    terms: (row?.terms ?? []) as string[],
    rarity: Number(row?.rarity ?? 0),
    weights: {
      terms: weightsOf(row),
      slope: Number(row?.slope ?? 0),
      meanLength: Number(row?.mean_length ?? 0),
    },
    chunkCount: Number(row?.allowed ?? row?.chunk_count ?? 0),
    keyword: matchesOf(row?.keyword),
    near: matchesOf(row?.near),
  };
}

const MATCHES_IN = (table: string) =>
  rawSql(`(SELECT string_agg(concat_ws(' ', chunk_id, score, rarity), ' ') FROM ${table})`);

const SCORE = rawSql("sum((weight * tf / (tf + base + slope * dl))::integer) AS score");

/**
 * Every chunk that has any term of the query, with its score, and the best of them. Not materialized by name: a keyword
 * search reads the scores once, and need not store them first.
 */
function scoredChunks({ text, limit, signs }: LegQuery, allowed: AllowedChunks): Sql {
  // Only hits with vectors are judged by how much of the query they have.
  const rarity = signs ? sql`sum(rarity) AS rarity` : sql`0 AS rarity`;
  return sql`
    ${allowed.table} ${weightedTerms(sql`${text}`)}, scored AS (
      SELECT chunk_id, ${SCORE}, ${rarity} FROM weighted JOIN posting USING (term) WHERE true ${allowed.where("chunk_id")} GROUP BY chunk_id
    ), best AS (SELECT * FROM scored ORDER BY score DESC, chunk_id LIMIT ${limit})`;
}

function nearChunks({ signs }: LegQuery, allowed: AllowedChunks): Sql {
  if (!signs) return sql``;
  const { model, signature, limit } = signs;
  return sql`, nearest AS MATERIALIZED (
      SELECT id AS chunk_id FROM document_chunk
      WHERE embedding_model = ${model} AND signature IS NOT NULL ${allowed.where("id")}
      ORDER BY bit_count(signature # (SELECT ${signature}::bit(384))), id LIMIT ${limit}
    ), near AS (
      SELECT chunk_id, coalesce(score, 0) AS score, coalesce(rarity, 0) AS rarity
      FROM nearest LEFT JOIN scored USING (chunk_id)
    )`;
}

function matchesOf(list: unknown): Map<string, WordMatch> {
  return new Map(
    rowsOf(list, 3).map(([id = "", score, rarity]) => [
      id,
      {
        score: Number(score) / SCALE,
        rarity: Math.floor(Number(rarity) / RARITY_STEP) / SCALE,
        termCount: Number(rarity) % RARITY_STEP,
      },
    ]),
  );
}

function weightsOf(row: Record<string, unknown> | undefined): TermWeights["terms"] {
  const weights = (row?.weights ?? []) as number[];
  return ((row?.weighted ?? []) as string[]).map((term, index) => ({
    term,
    weight: weights[index] ?? 0,
  }));
}
