import { type PlanMode, titleOf } from "@trovella/plan-engine";
import { queryRows } from "../connection/query-rows.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";

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

/** Only so many of each kind, the newest, are searched. */
const MAX_SEARCHED = 3_000;
/** Matches the name, with or without its mode prefix, the id or the handle. */
const BEGINS = `(starts_with(folded, lower($1)) OR starts_with(folded, '[' || mode || '] ' || lower($1))
  OR starts_with(id, $1) OR starts_with(handle, lower($1)))`;

interface NameColumns {
  readonly table: string;
  readonly name: string;
  readonly mode?: string;
  readonly handle?: string;
  readonly note: string;
}

const namedIn = (
  kind: NamedThing["kind"],
  { table, name, mode = "NULL", handle = "NULL", note }: NameColumns,
) => `
  (SELECT '${kind}' AS kind, id, left(name, 200) AS name, mode, note
   FROM (
     SELECT id, ${name} AS name, lower(left(${name}, 120)) AS folded, ${mode}::text AS mode, ${handle}::text AS handle, ${note} AS note FROM ${table}
     ORDER BY id DESC LIMIT ${MAX_SEARCHED}
   ) AS newest
   WHERE ${BEGINS} LIMIT $2)`;
const FIND = defineStatement(
  [
    namedIn("plan", {
      table: "research_plan",
      name: "name",
      mode: "mode",
      handle: "handle",
      note: "status",
    }),
    namedIn("output", { table: "research_output", name: "title", note: "media_type" }),
    namedIn("artifact", { table: "research_artifact", name: "title", note: "artifact_type" }),
  ].join(" UNION ALL "),
);

/** The newest plans, outputs and artifacts whose name or id begins with the text, at most `limit` of each kind. */
export async function findByName(
  context: TenantContext,
  { text, limit }: { readonly text: string; readonly limit: number },
): Promise<NamedThing[]> {
  const found = await queryRows<Omit<NamedThing, "title">>(context, execution(FIND, [text, limit]));
  return found.map((thing) => ({
    ...thing,
    title: thing.kind === "plan" ? titleOf(thing.name) : thing.name,
  }));
}
