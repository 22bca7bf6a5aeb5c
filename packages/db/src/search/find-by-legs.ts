import { compose, rawSql, type Sql, sql } from "../connection/sql.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import { rowsOf } from "./rows-of.ts";
import { type AllowedChunks, allowedChunks, type SearchFilter } from "./search-filter.ts";
import { idf, MEAN_LENGTHS, SCALE, type TermWeights, weightedTerms } from "./weighted-terms.ts";

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

/** The words that a chunk has in common with the query. */
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

/** Many rows are sorted in memory; JIT compilation of such short statements costs more than it saves. */
const PREPARE = defineStatement(
  "SELECT set_config('work_mem', '64MB', true), set_config('jit', 'off', true)",
);

const TERMS = defineStatement(`
  SELECT tsvector_to_array(query) AS terms, coalesce(chunk_count, 0) AS chunk_count, ${MEAN_LENGTHS}, (
    SELECT sum(${idf("coalesce(corpus.chunk_count, 0)", "coalesce(stat.chunk_count, 0)")})
    FROM unnest(tsvector_to_array(query)) AS lexeme LEFT JOIN term_stat AS stat ON term = lexeme
  ) AS rarity
  FROM to_tsvector('english', $1) AS query LEFT JOIN corpus_stat AS corpus ON true`);

/**
 * The chunks that match the words of the query best, and those whose signature is nearest to the query's by Hamming
 * distance, which is a first, rough selection. Lists are aggregated into texts, since hundreds of rows would take longer
 * to receive than to find.
 */
export async function findByLegs(context: TenantContext, query: LegQuery): Promise<Legs> {
  const allowed = allowedChunks(query.filter);
  const [, terms, found] = await context.send([
    execution(PREPARE),
    execution(TERMS, [query.text]),
    compose(sql`
      WITH ${scoredChunks(query, allowed)}, ${nearChunks(query, allowed)}
      SELECT ${allowed.count} AS allowed, ARRAY(SELECT term FROM weighted) AS terms,
        ARRAY(SELECT source_weight FROM weighted) AS weights, ${MATCHES_IN("best")} AS keyword, ${MATCHES_IN("near")} AS near`),
  ]);
  const [row] = terms?.rows ?? [];
  const [lists] = found?.rows ?? [];
  return {
    terms: (row?.terms ?? []) as string[],
    rarity: Number(row?.rarity ?? 0),
    weights: {
      terms: weightsOf(lists),
      slope: Number(row?.slope ?? 0),
      meanLength: Number(row?.mean_length ?? 0),
    },
    chunkCount: Number(lists?.allowed ?? row?.chunk_count ?? 0),
    keyword: matchesOf(lists?.keyword),
    near: matchesOf(lists?.near),
  };
}

const MATCHES_IN = (table: string) =>
  rawSql(`(SELECT string_agg(concat_ws(' ', chunk_id, score, rarity, terms), ' ') FROM ${table})`);

const SCORES = rawSql(`
  sum((weight * tf / (tf + base + slope * dl))::integer) AS score, sum(rarity) AS rarity, count(*) AS terms`);

/**
 * Every chunk that has any term of the query, with its score, and the best of them. Not materialized by name: a keyword
 * search reads the scores once, and need not store them first.
 */
function scoredChunks({ text, limit }: LegQuery, allowed: AllowedChunks): Sql {
  return sql`
    ${allowed.table} weighted AS MATERIALIZED (${weightedTerms(sql`${text}`)}), scored AS (
      SELECT chunk_id, ${SCORES} FROM weighted JOIN posting USING (term) WHERE true ${allowed.where("chunk_id")} GROUP BY chunk_id
    ), best AS (SELECT * FROM scored ORDER BY score DESC, chunk_id LIMIT ${limit})`;
}

function nearChunks({ signs }: LegQuery, allowed: AllowedChunks): Sql {
  if (!signs) return sql`near AS (SELECT * FROM best LIMIT 0)`;
  const { model, signature, limit } = signs;
  return sql`nearest AS MATERIALIZED (
      SELECT id AS chunk_id FROM document_chunk
      WHERE embedding_model = ${model} AND signature IS NOT NULL ${allowed.where("id")}
      ORDER BY bit_count(signature # (SELECT ${signature}::bit(384))), id LIMIT ${limit}
    ), near AS (
      SELECT chunk_id, coalesce(score, 0) AS score, coalesce(rarity, 0) AS rarity, coalesce(terms, 0) AS terms
      FROM nearest LEFT JOIN scored USING (chunk_id)
    )`;
}

function matchesOf(list: unknown): Map<string, WordMatch> {
  return new Map(
    rowsOf(list, 4).map(([id = "", score, rarity, terms]) => [
      id,
      {
        score: Number(score) / SCALE,
        rarity: Number(rarity) / SCALE,
        termCount: Number(terms),
      },
    ]),
  );
}

function weightsOf(lists: Record<string, unknown> | undefined): TermWeights["terms"] {
  const weights = (lists?.weights ?? []) as number[];
  return ((lists?.terms ?? []) as string[]).map((term, index) => ({
    term,
    weight: weights[index] ?? 0,
  }));
}
