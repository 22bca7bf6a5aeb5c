import type { StatementValue } from "../connection/statement.ts";
import type { ARTIFACT_TYPES, MEDIA_TYPES } from "../schema/memory.ts";
import { SEARCHED_TABLES } from "../schema/search.ts";
import type { SearchedTable } from "./search-texts.ts";

/** What a source must be to be found; each part may be left out. */
export interface SearchFilter {
  readonly artifactType?: (typeof ARTIFACT_TYPES)[number] | undefined;
  readonly mediaType?: (typeof MEDIA_TYPES)[number] | undefined;
  readonly planId?: string | undefined;
  readonly userId?: string | undefined;
  readonly createdAfter?: Date | undefined;
  readonly createdBefore?: Date | undefined;
  readonly sourceTable?: SearchedTable | undefined;
}

/** The chunks that a filter lets pass, as the first table of a statement; none where everything may be found. */
export interface AllowedChunks {
  /** Begins the statement; what follows may add further tables. */
  readonly table: string;
  readonly values: readonly StatementValue[];
  /** The condition on the id of a chunk, to stand behind AND. */
  where(column: string): string;
}

/** The conditions that a column of the source must meet. */
const COMPARISONS = [
  { name: "planId", text: "plan_id =" },
  { name: "userId", text: "user_id =" },
  { name: "createdAfter", text: "created_at >=" },
  { name: "createdBefore", text: "created_at <" },
  { name: "artifactType", text: "artifact_type =" },
  { name: "mediaType", text: "media_type =" },
] as const;

/**
 * The filter with its values numbered from `firstNumber`. It names only what is asked for, so that
 * PostgreSQL can plan for just that, and is computed once: without statistics it would otherwise be
 * computed for every posting.
 */
export function allowedChunks(filter: SearchFilter, firstNumber: number): AllowedChunks {
  const values: StatementValue[] = [];
  const numbered = (text: string, value: StatementValue) => {
    values.push(value);
    return `${text} $${firstNumber + values.length - 1}`;
  };
  const conditions = COMPARISONS.flatMap(({ name, text }) => {
    const value = filter[name];
    return value === undefined ? [] : [numbered(`source.${text}`, value)];
  });
  const tables = searchableTables(filter);
  if (conditions.length === 0 && tables.length === SEARCHED_TABLES.length) return EVERYTHING;
  const chunks = tables.map(
    (table) => `SELECT chunk.id FROM ${table} AS source
      JOIN document_chunk AS chunk ON chunk.source_table = '${table}' AND chunk.source_id = source.id
      WHERE ${["true", ...conditions].join(" AND ")}`,
  );
  const selected = chunks.length > 0 ? chunks.join(" UNION ALL ") : "SELECT NULL::text WHERE false";
  return {
    table: `allowed (id) AS MATERIALIZED (${selected}),`,
    values: tables.length > 0 ? values : [],
    where: (column) => `AND ${column} IN (SELECT id FROM allowed)`,
  };
}

const EVERYTHING: AllowedChunks = { table: "", values: [], where: () => "" };

/** A kind of artifact is found among artifacts alone, a medium among outputs. */
function searchableTables({ sourceTable, artifactType, mediaType }: SearchFilter): SearchedTable[] {
  return SEARCHED_TABLES.filter(
    (table) =>
      (!sourceTable || table === sourceTable) &&
      (!artifactType || table === "research_artifact") &&
      (!mediaType || table === "research_output"),
  );
}
