import { compare, joinSql, rawSql, type Sql, sql, whereAll } from "../connection/sql.ts";
import { SEARCHED_TABLES } from "../schema/table-names.ts";
import type { ARTIFACT_TYPES, MEDIA_TYPES } from "../schema/value-lists.ts";
import type { SearchedTable } from "./search-texts.ts";

/** The properties a source must have to be found; each is optional. */
export interface SearchFilter {
  readonly artifactType?: (typeof ARTIFACT_TYPES)[number] | undefined;
  readonly mediaType?: (typeof MEDIA_TYPES)[number] | undefined;
  readonly planId?: string | undefined;
  readonly userId?: string | undefined;
  readonly createdAfter?: Date | undefined;
  readonly createdBefore?: Date | undefined;
  readonly sourceTable?: SearchedTable | undefined;
}

/** The chunks that a filter admits, as the first common table expression of a query. */
export interface AllowedChunks {
  readonly isFiltered: boolean;
  /** Begins the WITH clause and ends with a comma; empty when every chunk is admitted. */
  readonly table: Sql;
  /** The condition on a column with the id of a chunk, beginning with AND; empty when every chunk is admitted. */
  where(column: string): Sql;
  /** How many they are; null when every chunk is admitted. */
  readonly count: Sql;
}

/** The conditions that a column of the source must meet. */
const COMPARISONS = [
  { name: "planId", left: "source.plan_id =" },
  { name: "userId", left: "source.user_id =" },
  { name: "createdAfter", left: "source.created_at >=" },
  { name: "createdBefore", left: "source.created_at <" },
  { name: "artifactType", left: "source.artifact_type =" },
  { name: "mediaType", left: "source.media_type =" },
] as const;

/**
 * The query names only the conditions that are given, so that PostgreSQL can plan for just those, and is materialized:
 * without statistics it would otherwise be evaluated for every posting.
 */
export function allowedChunks(filter: SearchFilter): AllowedChunks {
  const conditions = COMPARISONS.map(({ name, left }) => compare(left, filter[name]));
  const tables = searchableTables(filter);
  const isUnfiltered =
    tables.length === SEARCHED_TABLES.length && conditions.every((condition) => !condition);
  if (isUnfiltered) return ALL_CHUNKS;
  const where = whereAll(conditions);
  const chunks = tables.map((name) => {
    const table = rawSql(name);
    return sql`SELECT chunk.id FROM ${table} AS source
      JOIN document_chunk AS chunk ON chunk.source_table = '${table}' AND chunk.source_id = source.id ${where}`;
  });
  const selected =
    chunks.length > 0 ? joinSql(chunks, " UNION ALL ") : sql`SELECT NULL::text WHERE false`;
  return {
    isFiltered: true,
    table: sql`allowed (id) AS MATERIALIZED (${selected}),`,
    where: (column) => sql`AND ${rawSql(column)} IN (SELECT id FROM allowed)`,
    count: sql`(SELECT count(*) FROM allowed)`,
  };
}

const ALL_CHUNKS: AllowedChunks = {
  isFiltered: false,
  table: sql``,
  where: () => sql``,
  count: sql`NULL`,
};

/** Only artifacts have an artifact type, only outputs a media type. */
function searchableTables({ sourceTable, artifactType, mediaType }: SearchFilter): SearchedTable[] {
  return SEARCHED_TABLES.filter(
    (table) =>
      (!sourceTable || table === sourceTable) &&
      (!artifactType || table === "research_artifact") &&
      (!mediaType || table === "research_output"),
  );
}
