import { queryRows } from "../connection/query-rows.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import type { TextRange } from "../plans/plan-texts.ts";
import { resolvePlanId } from "../plans/resolve-handles.ts";

/** Something stored that can be read back in full by its id. */
export interface StoredItem {
  readonly id: string;
  readonly kind: "output" | "artifact" | "extraction" | "report";
  readonly planHandle: string | null;
  /** The version of an output, the number of an artifact in its plan. */
  readonly number: number | null;
  readonly title: string;
  /** Media type, artifact type, or status. */
  readonly type: string | null;
  /** The length of its text. */
  readonly characters: number;
  readonly createdAt: Date;
}

const ITEMS = `(
    SELECT 'output' AS kind, id, plan_id, version AS number, title, media_type AS type, content AS text, created_at
    FROM research_output WHERE id = ANY($1::text[])
    UNION ALL
    SELECT 'artifact', id, plan_id, number, title, artifact_type, content_text, created_at
    FROM research_artifact WHERE id = ANY($1::text[])
    UNION ALL
    SELECT 'extraction', id, plan_id, NULL, coalesce(instructions, 'Extracted data'), NULL, data::text, created_at
    FROM extraction_result WHERE id = ANY($1::text[])
    UNION ALL
    SELECT 'report', id, plan_id, NULL, task, status, report, created_at
    FROM subagent_report WHERE id = ANY($1::text[])
  ) AS item`;

const FIND_ITEMS = defineStatement(`
  SELECT kind, item.id, handle AS "planHandle", number, left(title, 300) AS title, type, length(text) AS characters,
    item.created_at AS "createdAt"
  FROM ${ITEMS} LEFT JOIN research_plan AS plan ON plan.id = plan_id`);

/** The items with these ids, in that order, without their texts. */
export async function findStoredItems(
  context: TenantContext,
  ids: readonly string[],
): Promise<StoredItem[]> {
  const items = await queryRows<StoredItem>(context, execution(FIND_ITEMS, [ids]));
  return ids.flatMap((id) => items.find((item) => item.id === id) ?? []);
}

const READ_TEXTS = defineStatement(`
  SELECT item.id, substr(text, wanted."from" + 1, wanted.count) AS text
  FROM ${ITEMS} JOIN jsonb_to_recordset($2::jsonb) AS wanted (id text, "from" integer, count integer) USING (id)`);

/** Ranges of the items' texts, by id. */
export async function readItemTexts(
  context: TenantContext,
  ranges: readonly TextRange[],
): Promise<Map<string, string>> {
  if (ranges.length === 0) return new Map();
  const values = [ranges.map(({ id }) => id), JSON.stringify(ranges)];
  const rows = await queryRows<{ id: string; text: string }>(
    context,
    execution(READ_TEXTS, values),
  );
  return new Map(rows.map(({ id, text }) => [id, text]));
}

export interface ItemSource {
  readonly title: string;
  readonly url: string | null;
}

const READ_SOURCES = defineStatement(`
  SELECT title, url FROM (
    SELECT DISTINCT ON (key) title, url, position FROM research_source WHERE artifact_id = $1 ORDER BY key, position) AS source
  ORDER BY position LIMIT 100`);

/** What an artifact rests on, each source once. */
export function readItemSources(context: TenantContext, artifactId: string): Promise<ItemSource[]> {
  return queryRows(context, execution(READ_SOURCES, [artifactId]));
}

const HANDLE = /^(?:(p-\w{1,60}|plan_\w{1,60})\/)?([ao])(\d{1,9})$/;
const FIND_BY_NUMBER = defineStatement(`
  SELECT id FROM research_artifact WHERE $2 = 'a' AND plan_id = $1 AND number = $3
  UNION ALL
  SELECT id FROM research_output WHERE $2 = 'o' AND plan_id = $1 AND version = $3`);

/**
 * The id behind `a12` or `o2` of the given plan, or `p-k7q2x9/a12` of another. Anything else, an unknown handle included,
 * comes back as it is.
 */
export async function resolveItemId(
  context: TenantContext,
  planId: string | undefined,
  given: string,
): Promise<string> {
  const [, handle, kind, number] = HANDLE.exec(given.trim().toLowerCase()) ?? [];
  const plan = handle === undefined ? planId : await resolvePlanId(context, handle);
  if (kind === undefined || plan === undefined) return given;
  const [found] = await context.send([execution(FIND_BY_NUMBER, [plan, kind, Number(number)])]);
  const id = found?.rows[0]?.id;
  return id === undefined ? given : String(id);
}
