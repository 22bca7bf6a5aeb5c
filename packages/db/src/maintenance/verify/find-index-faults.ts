import { defineStatement, execution, type Statement } from "../../connection/statement.ts";
import type { TenantContext } from "../../connection/tenant-context.ts";
import { SEARCHED_TABLES } from "../../schema/table-names.ts";
import { type Difference, difference } from "./compare-plans.ts";

/** Stands for the plan in a difference that concerns no plan. */
const SEARCH_INDEX = "search index";
const SHOWN = 100;

/** Each names what it finds as `place`, `expected`, `found`; `total` says how many there are. */
const FAULTS: readonly Statement[] = [
  faults(`SELECT 'count of the term ' || coalesce(stat.term, counted.term) AS place,
      concat_ws(', ', coalesce(counted.chunks, 0), coalesce(counted.sources, 0)) AS expected,
      concat_ws(', ', coalesce(stat.chunk_count, 0), coalesce(stat.source_count, 0)) AS found
    FROM (
      SELECT term, sum(chunks)::bigint AS chunks, count(source_id) AS sources FROM (
        SELECT term, source_id, count(*) AS chunks FROM posting LEFT JOIN document_chunk ON id = chunk_id
        GROUP BY term, source_table, source_id
      ) AS mention GROUP BY term
    ) AS counted
    FULL JOIN term_stat AS stat ON stat.term = counted.term
    WHERE (counted.chunks, counted.sources) IS DISTINCT FROM (stat.chunk_count, stat.source_count)`),
  faults(`SELECT 'count of chunks and their length' AS place, expected, found FROM (
      SELECT concat_ws(', ', count(*), count(*) FILTER (WHERE position = 0), coalesce((SELECT sum(dl) FROM
          (SELECT DISTINCT chunk_id, dl FROM posting) AS lengths), 0)) AS expected,
        coalesce((SELECT concat_ws(', ', chunk_count, source_count, total_length::bigint) FROM corpus_stat), '0, 0, 0') AS found
      FROM document_chunk) AS counted
    WHERE expected <> found`),
  faults(`SELECT 'postings of chunk ' || chunk_id AS place, 'a chunk' AS expected, 'nothing' AS found
    FROM (SELECT DISTINCT chunk_id FROM posting) AS one
    WHERE NOT EXISTS (SELECT FROM document_chunk WHERE id = chunk_id)`),
  faults(`SELECT 'vector of chunk ' || id AS place, 'a vector or a place in the queue' AS expected,
      CASE WHEN embedding IS NULL THEN 'neither' ELSE 'half a vector' END AS found
    FROM document_chunk AS chunk
    WHERE num_nonnulls(embedding, signature, embedding_model) NOT IN (0, 3) OR (embedding IS NULL
      AND NOT EXISTS (SELECT FROM indexing_queue AS queue WHERE queue.chunk_id = chunk.id))`),
  faults(`SELECT 'queue entry ' || id AS place, 'a chunk' AS expected, 'nothing' AS found
    FROM indexing_queue WHERE NOT EXISTS (SELECT FROM document_chunk WHERE document_chunk.id = chunk_id)`),
  ...SEARCHED_TABLES.map((table) =>
    faults(`SELECT DISTINCT 'chunks of ${table} ' || source_id AS place, 'nothing' AS expected, 'chunks' AS found
      FROM document_chunk WHERE source_table = '${table}'
        AND NOT EXISTS (SELECT FROM ${table} AS source WHERE source.id = source_id)`),
  ),
];

function faults(select: string): Statement {
  return defineStatement(
    `SELECT *, count(*) OVER () AS total FROM (${select}) AS fault ORDER BY place LIMIT ${SHOWN}`,
  );
}

/** Faults of the index as a whole: wrong counts and orphaned rows. */
export async function findIndexFaults(
  context: TenantContext,
): Promise<{ count: number; differences: Difference[] }> {
  const results = await context.send(FAULTS.map((statement) => execution(statement)));
  const count = results.reduce((sum, { rows }) => sum + Number(rows[0]?.total ?? 0), 0);
  const differences = results.flatMap(({ rows }) =>
    rows.map(({ place, expected, found }) => indexDifference(String(place), { expected, found })),
  );
  return { count, differences: differences.slice(0, SHOWN) };
}

export function indexDifference(
  where: string,
  { expected, found }: { expected: unknown; found: unknown },
): Difference {
  return difference(SEARCH_INDEX, where, expected, found);
}
