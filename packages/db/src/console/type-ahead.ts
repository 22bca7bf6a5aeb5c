import { type PlanMode, titleOf } from "@trovella/plan-engine";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import { TITLE_END } from "../search/chunk-text.ts";
import { rowsOf } from "./where-clause.ts";

export interface NamedThing {
  readonly kind: "plan" | "artifact" | "output";
  readonly id: string;
  readonly name: string;
  /** Of a plan; its title is the name without it. */
  readonly mode: PlanMode | null;
  readonly title: string;
  /** A plan's status, an artifact's type, an output's medium. */
  readonly note: string;
}

/** No more of each kind are looked through, the newest ones. */
const LOOKED_THROUGH = 3_000;
/** The name, with or without the mode in front of it; or its id. */
const BEGINS = `(starts_with(folded, lower($1)) OR starts_with(folded, '[' || mode || '] ' || lower($1))
  OR starts_with(id, $1))`;

const namedIn = (
  kind: NamedThing["kind"],
  {
    table,
    name,
    mode = "NULL",
    note,
  }: { table: string; name: string; mode?: string; note: string },
) => `
  (SELECT '${kind}' AS kind, id, left(name, 200) AS name, mode, note
   FROM (
     SELECT id, ${name} AS name, lower(left(${name}, 120)) AS folded, ${mode}::text AS mode, ${note} AS note FROM ${table}
     ORDER BY id DESC LIMIT ${LOOKED_THROUGH}
   ) AS newest
   WHERE ${BEGINS} LIMIT $2)`;
const FIND = defineStatement(
  [
    namedIn("plan", { table: "research_plan", name: "name", mode: "mode", note: "status" }),
    namedIn("output", { table: "research_output", name: "title", note: "media_type" }),
    namedIn("artifact", { table: "research_artifact", name: "title", note: "artifact_type" }),
  ].join(" UNION ALL "),
);

/** The newest plans, outputs and artifacts whose name begins like this, so many of each kind. */
export async function findByName(
  context: TenantContext,
  { text, limit }: { readonly text: string; readonly limit: number },
): Promise<NamedThing[]> {
  const [found] = await context.send([execution(FIND, [text, limit])]);
  return rowsOf<Omit<NamedThing, "title">>(found).map((thing) => ({
    ...thing,
    title: thing.kind === "plan" ? titleOf(thing.name) : thing.name,
  }));
}

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
  /** How it begins, without the title that stands in front of it. */
  readonly excerpt: string;
}

/** What the chunks are parts of, for those who look at how a search came about. */
export async function readChunkTitles(
  context: TenantContext,
  chunkIds: readonly string[],
): Promise<Map<string, ChunkTitle>> {
  if (chunkIds.length === 0) return new Map();
  const [read] = await context.send([execution(TITLES, [chunkIds])]);
  return new Map(rowsOf<ChunkTitle>(read).map((row) => [row.chunkId, row]));
}
