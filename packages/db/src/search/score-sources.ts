import { compose, rawSql, sql } from "../connection/sql.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import type { SourceKey } from "./indexing-rows.ts";
import { MEAN_LENGTHS, SCALE, weightedTerms } from "./weighted-terms.ts";

/**
 * Each source as one text made of all its chunks; those without any term of the query count with the mean length, so that
 * they need not be read. The full joins are inner ones in effect: these tables have no statistics, and the planner would
 * take nested loops, which it cannot for a full join.
 */
const RATED = rawSql(`
  mean AS MATERIALIZED (${MEAN_LENGTHS}), own AS MATERIALIZED (
    SELECT number, chunk_id, parts, term, tf, dl, source_weight, base
    FROM part FULL JOIN (SELECT * FROM weighted JOIN posting USING (term)) AS mention USING (chunk_id)
    WHERE coalesce(number, 0) > 0 AND coalesce(tf, 0) > 0
  ), measured AS (
    SELECT number, sum(dl) + (max(parts) - count(*)) * (SELECT length FROM mean) AS length
    FROM (SELECT number, max(parts) AS parts, max(dl) AS dl FROM own GROUP BY number, chunk_id) AS chunk GROUP BY number
  ), counted AS (
    SELECT number, sum(tf)::float8 AS tf, max(source_weight) AS weight, max(base) AS base FROM own GROUP BY number, term
  ), rated AS (
    SELECT number, sum((weight * tf / (tf + base + (SELECT slope FROM mean) * length))::integer) AS score
    FROM counted FULL JOIN measured USING (number) GROUP BY number
  )
  SELECT string_agg(concat_ws(' ', number, score), ' ') AS scores FROM rated`);

/** BM25 of each source for the words of the query, in the same order; 0 where it has none of them. */
export async function scoreSources(
  context: TenantContext,
  { text, sources }: { text: string; sources: readonly SourceKey[] },
): Promise<number[]> {
  if (sources.length === 0) return [];
  const tables = sources.map(({ sourceTable }) => sourceTable);
  const ids = sources.map(({ sourceId }) => sourceId);
  const [found] = await context.send([
    compose(sql`
      WITH weighted AS MATERIALIZED (${weightedTerms(sql`${text}`)}), part AS MATERIALIZED (
        SELECT number, id AS chunk_id, count(*) OVER (PARTITION BY number) AS parts
        FROM unnest(${tables}::text[], ${ids}::text[]) WITH ORDINALITY AS source (source_table, source_id, number)
        CROSS JOIN LATERAL (
          SELECT id FROM document_chunk AS chunk
          WHERE chunk.source_table = source.source_table AND chunk.source_id = source.source_id OFFSET 0
        ) AS chunk
      ), ${RATED}`),
  ]);
  const scores = sources.map(() => 0);
  const parts = String(found?.rows[0]?.scores ?? "").split(" ");
  for (let index = 0; index + 1 < parts.length; index += 2) {
    scores[Number(parts[index]) - 1] = Number(parts[index + 1]) / SCALE;
  }
  return scores;
}
