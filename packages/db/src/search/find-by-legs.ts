import type { BatchResult } from "../connection/batch.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import { type AllowedChunks, allowedChunks, type SearchFilter } from "./search-filter.ts";

/** What a query means to a model. */
interface QuerySigns {
  readonly model: string;
  /** The sign bits of the vector of the query. */
  readonly signature: string;
  /** How many chunks to choose by them. */
  readonly limit: number;
}

export interface LegQuestion {
  readonly text: string;
  readonly filter: SearchFilter;
  /** How many chunks to choose by their words. */
  readonly limit: number;
  /** Null where only the words count. */
  readonly signs: QuerySigns | null;
}

/** What both legs found, each chunk with its score by the words of the query. */
export interface Legs {
  /** The words of the query as they are searched for. */
  readonly terms: readonly string[];
  readonly keyword: ReadonlyMap<string, number>;
  /** The score is 0 where a chunk has none of the words. */
  readonly near: ReadonlyMap<string, number>;
}

/** How much repeating a word and being short counts; the usual values of BM25. */
const K1 = 1.2;
const B = 0.75;
/** Scores are whole numbers: adding them up gives the same in every order, so equal texts stay equal. */
const SCALE = 10_000_000;

/** Counting and sorting many rows in memory; compiling such short statements costs more than it brings. */
const PREPARE = defineStatement(
  "SELECT set_config('work_mem', '64MB', true), set_config('jit', 'off', true)",
);
const TERMS = defineStatement("SELECT tsvector_to_array(to_tsvector('english', $1)) AS terms");

/** All in one text: hundreds of rows would take longer to receive than to find. */
const scoresIn = (table: string) =>
  `(SELECT string_agg(chunk_id || ' ' || score, ' ') FROM ${table})`;

/**
 * The chunks that suit the words of the query best, by BM25 over the organization's own texts, and
 * those whose sign bits are most like the query's, which is a first, rough choice.
 */
export async function findByLegs(
  context: TenantContext,
  { text, filter, limit, signs }: LegQuestion,
): Promise<Legs> {
  const asked = signs ? [signs.model, signs.signature, signs.limit] : [];
  const allowed = allowedChunks(filter, 3 + asked.length);
  const statement = defineStatement(signs ? bothLegs(allowed) : wordsAlone(allowed));
  const [, terms, found] = await context.send([
    execution(PREPARE),
    execution(TERMS, [text]),
    execution(statement, [text, limit, ...asked, ...allowed.values]),
  ]);
  return {
    terms: (terms?.rows[0]?.terms ?? []) as string[],
    keyword: scoresOf(found, "keyword"),
    near: scoresOf(found, "near"),
  };
}

function wordsAlone(allowed: AllowedChunks): string {
  return `WITH ${scoredChunks(allowed)}, ${BEST} SELECT ${scoresIn("best")} AS keyword`;
}

function bothLegs(allowed: AllowedChunks): string {
  return `
    WITH ${scoredChunks(allowed)}, ${BEST}, near AS MATERIALIZED (
      SELECT id FROM document_chunk WHERE embedding_model = $3 AND signature IS NOT NULL ${allowed.where("id")}
      ORDER BY bit_count(signature # (SELECT $4::bit(384))), id LIMIT $5
    ), near_scored AS (
      SELECT id AS chunk_id, coalesce(score, 0) AS score FROM near LEFT JOIN scored ON chunk_id = id
    )
    SELECT ${scoresIn("best")} AS keyword, ${scoresIn("near_scored")} AS near`;
}

/** Every chunk that has any term of the query ($1), with its score. */
function scoredChunks(allowed: AllowedChunks): string {
  return `
    ${allowed.table} weight AS MATERIALIZED (
      SELECT term, ${SCALE * (K1 + 1)} * ln(1 + (corpus.chunk_count - stat.chunk_count + 0.5) / (stat.chunk_count + 0.5)::float8) AS idf,
        ${K1 * (1 - B)}::float8 AS base, ${K1 * B} * corpus.chunk_count / greatest(corpus.total_length, 1) AS slope
      FROM term_stat AS stat, corpus_stat AS corpus
      WHERE term = ANY(tsvector_to_array(to_tsvector('english', $1)))
    ), scored AS MATERIALIZED (
      SELECT chunk_id, sum((idf * tf / (tf + base + slope * dl))::integer) AS score
      FROM weight JOIN posting USING (term) WHERE true ${allowed.where("chunk_id")} GROUP BY chunk_id
    )`;
}

const BEST = "best AS (SELECT * FROM scored ORDER BY score DESC, chunk_id LIMIT $2)";

function scoresOf(found: BatchResult | undefined, column: string): Map<string, number> {
  const scores = new Map<string, number>();
  const parts = String(found?.rows[0]?.[column] ?? "").split(" ");
  for (let index = 0; index + 1 < parts.length; index += 2) {
    scores.set(parts[index] ?? "", Number(parts[index + 1]) / SCALE);
  }
  return scores;
}
