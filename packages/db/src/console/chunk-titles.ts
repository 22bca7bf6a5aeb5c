import { queryRows } from "../connection/query-rows.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import { TITLE_END } from "../search/chunk-text.ts";

const TITLES = defineStatement(`
  SELECT id AS "chunkId", source_table AS "sourceTable", source_id AS "sourceId",
    CASE source_table
      WHEN 'research_artifact' THEN (SELECT left(title, 200) FROM research_artifact AS artifact WHERE artifact.id = source_id)
      WHEN 'research_output' THEN (SELECT left(title, 200) FROM research_output AS output WHERE output.id = source_id)
      ELSE (SELECT coalesce(left(instructions, 200), 'Extracted data') FROM extraction_result AS extraction WHERE extraction.id = source_id)
    END AS title, position, left(substr(content, strpos(content, E'${TITLE_END.replaceAll("\n", "\\n")}') + ${TITLE_END.length}), 200) AS excerpt
  FROM document_chunk AS chunk WHERE id = ANY($1::text[])`);

export interface ChunkTitle {
  readonly chunkId: string;
  readonly sourceTable: string;
  readonly sourceId: string;
  readonly title: string | null;
  /** Which part of the source it is, from 0. */
  readonly position: number;
  /** Its beginning, without the title that every chunk starts with. */
  readonly excerpt: string;
}

/** The sources of the chunks, for the search debugger. */
export async function readChunkTitles(
  context: TenantContext,
  chunkIds: readonly string[],
): Promise<Map<string, ChunkTitle>> {
  if (chunkIds.length === 0) return new Map();
  const rows = await queryRows<ChunkTitle>(context, execution(TITLES, [chunkIds]));
  return new Map(rows.map((row) => [row.chunkId, row]));
}
