import { queryRows } from "../connection/query-rows.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";

export interface NamedThing {
  readonly kind: "plan" | "artifact" | "output";
  readonly id: string;
  readonly name: string;
  /** A plan's status, an artifact's type, an output's medium. */
  readonly note: string;
}

/** Only so many of each kind, the newest, are searched. */
const MAX_SEARCHED = 3_000;
/** Matches the name, with or without its mode prefix, or the id. */
const BEGINS = `(starts_with(folded, lower($1)) OR starts_with(folded, '[deep] ' || lower($1))
  OR starts_with(folded, '[scan] ' || lower($1)) OR starts_with(id, $1))`;

const namedIn = (kind: NamedThing["kind"], table: string, name: string, note: string) => `
  (SELECT '${kind}' AS kind, id, left(name, 200) AS name, note
   FROM (
     SELECT id, ${name} AS name, lower(left(${name}, 120)) AS folded, ${note} AS note FROM ${table}
     ORDER BY id DESC LIMIT ${MAX_SEARCHED}
   ) AS newest
   WHERE ${BEGINS} LIMIT $2)`;
const FIND = defineStatement(
  [
    namedIn("plan", "research_plan", "name", "status"),
    namedIn("output", "research_output", "title", "media_type"),
    namedIn("artifact", "research_artifact", "title", "artifact_type"),
  ].join(" UNION ALL "),
);

/** The newest plans, outputs and artifacts whose name begins with the text, at most `limit` of each kind. */
export function findByName(
  context: TenantContext,
  { text, limit }: { readonly text: string; readonly limit: number },
): Promise<NamedThing[]> {
  return queryRows(context, execution(FIND, [text, limit]));
}
