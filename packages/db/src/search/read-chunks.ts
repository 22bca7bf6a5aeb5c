import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import type { SearchedTable } from "./search-texts.ts";

/** Immutable: a changed text gets other chunks. */
export interface FoundChunk {
  readonly id: string;
  readonly sourceTable: SearchedTable;
  readonly sourceId: string;
  /** 32-bit floats, little endian; null while there is none of the requested model. */
  readonly embedding: Buffer | null;
}

const READ_CHUNKS = defineStatement(`
  SELECT id, source_table, source_id, CASE WHEN embedding_model = $2 THEN embedding END AS embedding
  FROM document_chunk WHERE id = ANY($1::text[])`);

/** The chunks with their vectors of this model, if one is given. */
export async function readChunks(
  context: TenantContext,
  { chunkIds, model }: { chunkIds: readonly string[]; model: string | null },
): Promise<FoundChunk[]> {
  if (chunkIds.length === 0) return [];
  const [read] = await context.send([execution(READ_CHUNKS, [chunkIds, model])]);
  return (read?.rows ?? []).map((row) => ({
    id: String(row.id),
    sourceTable: row.source_table as SearchedTable,
    sourceId: String(row.source_id),
    embedding: row.embedding as Buffer | null,
  }));
}
