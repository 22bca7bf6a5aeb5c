import { queryRows } from "../connection/query-rows.ts";
import { defineStatement, type Execution, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import { comparableRef, sourceReferences } from "./source-reference.ts";

// Not the plan's row: other calls on the plan need not wait for a long text to be stored.
const LOCK_REGISTER = defineStatement("SELECT pg_advisory_xact_lock(hashtextextended($1, 4738))");

/**
 * Holds the numbers of a plan's artifacts and sources until the transaction ends. To be sent before the statement that takes the
 * next number, which then sees what was committed while this one waited.
 */
export function lockRegister({ tenant }: TenantContext, planId: string): Execution {
  return execution(LOCK_REGISTER, [JSON.stringify([tenant.organizationId, "plan_source", planId])]);
}

/** The sources that references ($2, as JSON) name from within a plan ($1), as rows of `found`. */
export const FIND_CITED = `
  cited AS (
    SELECT ref, plan, number, id, place FROM ROWS FROM (
      jsonb_to_recordset($2::jsonb) AS (ref text, plan text, number integer, id text)) WITH ORDINALITY
      AS given (ref, plan, number, id, place)),
  found AS (
    SELECT ref, place, entry.key, entry.source_id FROM cited JOIN plan_source AS entry ON entry.number = cited.number
      AND entry.plan_id = CASE WHEN cited.plan IS NULL THEN $1 ELSE
        (SELECT plan.id FROM research_plan AS plan WHERE cited.plan IN (plan.id, plan.handle)) END
    UNION ALL
    SELECT ref, place, entry.key, entry.source_id FROM cited JOIN plan_source AS entry ON entry.plan_id = $1
      AND cited.plan || '/' || cited.number = ANY (entry.former_refs)
    UNION ALL
    SELECT ref, place, source.key, source.id FROM cited JOIN research_source AS source ON source.id = cited.id)`;

/** The values of `FIND_CITED`. */
export function citedFrom(planId: string, refs: readonly string[]): [string, string] {
  return [planId, JSON.stringify(sourceReferences(refs))];
}

const FIND_REFS = defineStatement(`WITH ${FIND_CITED} SELECT DISTINCT ref FROM found`);

/** Those of the references that name no source from within this plan, as they were given. */
export async function unknownCitations(
  context: TenantContext,
  planId: string,
  refs: readonly string[],
): Promise<string[]> {
  if (refs.length === 0) return [];
  const rows = await queryRows<{ ref: string }>(
    context,
    execution(FIND_REFS, citedFrom(planId, refs)),
  );
  const known = new Set(rows.map(({ ref }) => ref));
  return [...new Set(refs)].filter((ref) => !known.has(comparableRef(ref)));
}

const COUNT = defineStatement(`
  UPDATE research_plan SET source_count = counted FROM (SELECT count(*) AS counted FROM plan_source WHERE plan_id = $1) AS register
  WHERE id = $1 AND source_count <> counted`);

/**
 * Keeps the number of a plan's sources in its row, for lists. To be sent last, since other calls on the plan wait from then on
 * until the transaction ends.
 */
export function countSources(planId: string): Execution {
  return execution(COUNT, [planId]);
}

const ADOPT = defineStatement(`
  WITH ${FIND_CITED}
  INSERT INTO plan_source (organization_id, plan_id, number, key, source_id, created_at, updated_at)
  SELECT $3, $1, row_number() OVER (ORDER BY place)
    + coalesce((SELECT max(number) FROM plan_source WHERE plan_id = $1), 0), key, source_id, $4, $4::timestamptz
  FROM (SELECT DISTINCT ON (key) key, source_id, place FROM found ORDER BY key, place) AS first_citation
  WHERE key NOT IN (SELECT key FROM plan_source WHERE plan_id = $1)`);

/** Gives sources of other plans that this plan cites the next numbers of its register. */
export async function adoptSources(
  context: TenantContext,
  { planId, refs, now }: { planId: string; refs: readonly string[]; now: Date },
): Promise<void> {
  if (refs.length === 0) return;
  const values = [...citedFrom(planId, refs), context.tenant.organizationId, now];
  await context.send([
    lockRegister(context, planId),
    execution(ADOPT, values),
    countSources(planId),
  ]);
}

/** A source of a plan as a table of contents shows it. */
export interface ListedSource {
  readonly number: number;
  readonly title: string;
  readonly url: string | null;
  readonly doi: string | null;
}

const LIST_SOURCES = defineStatement(`
  SELECT entry.number, left(source.title, 300) AS title, left(source.url, 500) AS url, left(source.doi, 200) AS doi
  FROM plan_source AS entry JOIN research_source AS source ON source.id = entry.source_id
  WHERE entry.plan_id = $1 ORDER BY entry.number LIMIT $2`);

/** The first sources of the plan's register, by their numbers. */
export function listSourceTable(
  context: TenantContext,
  { planId, limit }: { readonly planId: string; readonly limit: number },
): Promise<ListedSource[]> {
  return queryRows(context, execution(LIST_SOURCES, [planId, limit]));
}
