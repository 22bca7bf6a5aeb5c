import { newId } from "../../connection/new-id.ts";
import { queryRows } from "../../connection/query-rows.ts";
import { defineStatement, execution } from "../../connection/statement.ts";
import type { TenantContext } from "../../connection/tenant-context.ts";
import type { Fields } from "./archived-plan.ts";

const FIND_TAKEN = defineStatement("SELECT id FROM research_source WHERE id = ANY($1::text[])");
const FIND_CAPTURES = defineStatement(`
  SELECT given.id AS given, coalesce(same.id, '') AS id, other.id IS NOT NULL AS "isTaken"
  FROM jsonb_to_recordset($1::jsonb) AS given (id text, key text, captured_by text, text_sha256 text)
  LEFT JOIN source_capture AS same USING (key, captured_by, text_sha256)
  LEFT JOIN source_capture AS other ON other.id = given.id`);

const TITLE = "Sources of other research";
const TEXT =
  "These sources were found by other research. They came with this plan because it cites them.";

/**
 * Makes room for the sources of an imported plan: ids that another plan has here are replaced wherever they stand, captures that
 * are here already are used, and sources found by other plans belong to an artifact of this one. Returns the ids of the new captures.
 */
export async function placeSources(
  context: TenantContext,
  {
    tables,
    planId,
    now,
  }: {
    readonly tables: Map<string, Fields[]>;
    readonly planId: string;
    readonly now: Date;
  },
): Promise<string[]> {
  const sources = tables.get("research_source") ?? [];
  const artifacts = tables.get("research_artifact") ?? [];
  const evidence = tables.get("claim_evidence") ?? [];
  const taken = await queryRows<{ id: string }>(
    context,
    execution(FIND_TAKEN, [sources.map(({ id }) => id ?? "")]),
  );
  const renamed = new Map(taken.map(({ id }) => [id, newId("source")]));
  for (const source of sources) source.id = renamed.get(source.id ?? "") ?? source.id ?? null;
  for (const row of [...(tables.get("plan_source") ?? []), ...evidence]) {
    row.source_id = renamed.get(row.source_id ?? "") ?? row.source_id ?? null;
  }
  placeForeign(sources, artifacts, { planId, now });
  return placeCaptures(context, tables, evidence);
}

function placeForeign(
  sources: readonly Fields[],
  artifacts: Fields[],
  { planId, now }: { readonly planId: string; readonly now: Date },
): void {
  const own = new Set(artifacts.map(({ id }) => id));
  const foreign = sources.filter((source) => !own.has(source.artifact_id));
  if (foreign.length === 0) return;
  const id = newId("artifact");
  const number = 1 + Math.max(0, ...artifacts.map((artifact) => Number(artifact.number ?? 0)));
  const columns = Object.keys(artifacts[0] ?? {});
  const keeper: Fields = {
    ...Object.fromEntries(columns.map((column) => [column, null])),
    id,
    plan_id: planId,
    number: String(number),
    artifact_type: "note",
    title: TITLE,
    content: JSON.stringify(TEXT),
    content_text: TEXT,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  };
  artifacts.push(keeper);
  for (const [index, source] of foreign.entries()) {
    source.artifact_id = id;
    source.position = String(index + 1);
  }
}

async function placeCaptures(
  context: TenantContext,
  tables: Map<string, Fields[]>,
  evidence: readonly Fields[],
): Promise<string[]> {
  const captures = tables.get("source_capture") ?? [];
  const wanted = captures.map(({ id, key, captured_by, text_sha256 }) => ({
    id,
    key,
    captured_by,
    text_sha256,
  }));
  const found = await queryRows<{ given: string; id: string; isTaken: boolean }>(
    context,
    execution(FIND_CAPTURES, [JSON.stringify(wanted)]),
  );
  const known = new Map(found.filter(({ id }) => id !== "").map(({ given, id }) => [given, id]));
  const renamed = new Map(
    found
      .filter(({ id, isTaken }) => id === "" && isTaken)
      .map(({ given }) => [given, newId("capture")]),
  );
  for (const row of evidence) {
    const id = row.capture_id ?? "";
    row.capture_id = known.get(id) ?? renamed.get(id) ?? row.capture_id ?? null;
  }
  const added = captures.filter(({ id }) => !known.has(id ?? ""));
  for (const capture of added) capture.id = renamed.get(capture.id ?? "") ?? capture.id ?? null;
  tables.set("source_capture", added);
  return added.map(({ id }) => id ?? "");
}
