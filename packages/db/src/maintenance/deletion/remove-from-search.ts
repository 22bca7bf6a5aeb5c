import { queryRows } from "../../connection/query-rows.ts";
import { defineStatement, execution } from "../../connection/statement.ts";
import type { TenantContext } from "../../connection/tenant-context.ts";
import type { SearchedTable } from "../../search/search-texts.ts";

const SOURCES_AT_ONCE = 500;

const LOCK = defineStatement("SELECT pg_advisory_xact_lock(hashtextextended($1, 4739))");

/** Takes the sources out of all counts and deletes their chunks, with the vectors and postings of these. */
const REMOVE = defineStatement(`
  WITH gone AS MATERIALIZED (
    SELECT id, source_id, position FROM document_chunk
    WHERE organization_id = $1 AND source_table = $2 AND source_id = ANY($3::text[])
  ), mention AS MATERIALIZED (
    SELECT term, chunk_id, source_id, dl FROM posting JOIN gone ON gone.id = chunk_id WHERE organization_id = $1
  ), counted AS (
    UPDATE term_stat SET chunk_count = term_stat.chunk_count - of_term.chunks, source_count = term_stat.source_count - of_term.sources
    FROM (SELECT term, count(*) AS chunks, count(DISTINCT source_id) AS sources FROM mention GROUP BY term) AS of_term
    WHERE term_stat.organization_id = $1 AND term_stat.term = of_term.term
  ), corpus AS (
    UPDATE corpus_stat SET updated_at = now(), chunk_count = chunk_count - (SELECT count(*) FROM gone),
      source_count = source_count - (SELECT count(*) FROM gone WHERE position = 0),
      total_length = total_length - (SELECT coalesce(sum(dl), 0) FROM (SELECT DISTINCT chunk_id, dl FROM mention) AS lengths)
    WHERE organization_id = $1 AND EXISTS (SELECT FROM gone)
  ), postings AS (
    DELETE FROM posting USING gone WHERE organization_id = $1 AND chunk_id = gone.id
  ), chunks AS (
    DELETE FROM document_chunk USING gone WHERE organization_id = $1 AND document_chunk.id = gone.id
  )
  SELECT DISTINCT term FROM mention`);

/** The words of a deleted text must not remain. */
const DELETE_TERMS = defineStatement(
  "DELETE FROM term_stat WHERE organization_id = $1 AND term = ANY($2::text[]) AND chunk_count <= 0",
);

/** Removes many sources of one kind from the search index. */
export async function removeFromSearch(
  context: TenantContext,
  table: SearchedTable,
  sourceIds: readonly string[],
): Promise<void> {
  const { organizationId } = context.tenant;
  await context.send([execution(LOCK, [organizationId])]);
  for (let first = 0; first < sourceIds.length; first += SOURCES_AT_ONCE) {
    const ids = sourceIds.slice(first, first + SOURCES_AT_ONCE);
    const terms = await queryRows<{ term: string }>(
      context,
      execution(REMOVE, [organizationId, table, ids]),
    );
    if (terms.length === 0) continue;
    await context.send([execution(DELETE_TERMS, [organizationId, terms.map(({ term }) => term)])]);
  }
}
