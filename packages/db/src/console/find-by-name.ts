import { type PlanMode, titleOf } from "@trovella/plan-engine";
import { queryRows } from "../connection/query-rows.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";

export interface NamedThing {
  readonly kind: "plan" | "output" | "artifact" | "run";
  readonly id: string;
  readonly name: string;
  /** Of a plan; its title is the name without it. */
  readonly mode: PlanMode | null;
  readonly title: string;
  /** A plan's status, an artifact's type, an output's medium, a run's skill. */
  readonly note: string;
  /** Of an output, of which only the newest version is found. */
  readonly version: number | null;
  /** The plan that it is or belongs to. */
  readonly planId: string | null;
  readonly planTitle: string | null;
  readonly createdAt: Date;
}

/** Only so many of each kind, the newest, are searched. */
const MAX_SEARCHED = 3_000;

interface NameColumns {
  readonly table: string;
  readonly name: string;
  readonly planId?: string;
  readonly mode?: string;
  readonly handle?: string;
  readonly version?: string;
  readonly note: string;
  /** What a found row must also fulfil. */
  readonly also?: string;
}

const namedIn = (
  kind: NamedThing["kind"],
  {
    table,
    name,
    planId = "plan_id",
    mode = "NULL",
    handle = "NULL",
    version = "NULL",
    note,
    also = "true",
  }: NameColumns,
) => `
  (SELECT '${kind}' AS kind, id, left(name, 200) AS name, mode, note, version, plan_id, created_at, starts_with(folded, lower($1)) AS begins
   FROM (
     SELECT id, ${name} AS name, lower(left(${name}, 120)) AS folded, ${mode}::text AS mode, ${handle}::text AS handle, ${note} AS note,
       ${version}::integer AS version, ${planId} AS plan_id, created_at
     FROM ${table} ORDER BY id DESC LIMIT ${MAX_SEARCHED}
   ) AS newest
   WHERE (strpos(folded, lower($1)) > 0 OR starts_with(id, $1) OR starts_with(handle, lower($1))) AND ${also}
   ORDER BY begins DESC, id DESC LIMIT $2)`;
const ALL = [
  namedIn("plan", {
    table: "research_plan",
    name: "name",
    planId: "id",
    mode: "mode",
    handle: "handle",
    note: "status",
  }),
  namedIn("output", {
    table: "research_output",
    name: "title",
    note: "media_type",
    version: "version",
    also: "NOT EXISTS (SELECT FROM research_output AS newer WHERE newer.plan_id = newest.plan_id AND newer.version > newest.version)",
  }),
  namedIn("artifact", { table: "research_artifact", name: "title", note: "artifact_type" }),
  namedIn("run", {
    table: "skill_execution",
    name: "coalesce(metadata ->> 'topic', '')",
    note: "skill_name",
  }),
].join(" UNION ALL ");
const FIND = defineStatement(`
  SELECT found.kind, found.id, found.name, found.mode, found.note, found.version, found.plan_id AS "planId",
    left(plan.name, 200) AS "planName", found.created_at AS "createdAt"
  FROM (${ALL}) AS found LEFT JOIN research_plan AS plan ON plan.id = found.plan_id
  ORDER BY found.begins DESC, found.id DESC`);

/** The newest plans, outputs, artifacts and runs whose name has the text, or whose id or handle begins with it, at most `limit` of each kind. */
export async function findByName(
  context: TenantContext,
  { text, limit }: { readonly text: string; readonly limit: number },
): Promise<NamedThing[]> {
  const found = await queryRows<
    Omit<NamedThing, "title" | "planTitle"> & { planName: string | null }
  >(context, execution(FIND, [text, limit]));
  return found.map(({ planName, ...thing }) => ({
    ...thing,
    title: thing.kind === "plan" ? titleOf(thing.name) : thing.name,
    planTitle: planName === null ? null : titleOf(planName),
  }));
}
