import { newHandle } from "../../connection/new-id.ts";
import { queryRows } from "../../connection/query-rows.ts";
import { defineStatement, execution } from "../../connection/statement.ts";
import type { TenantContext } from "../../connection/tenant-context.ts";
import { errorCode } from "../../embedded/error-code.ts";
import { saveSecurityEvent } from "../../identity/security-events.ts";
import { fillFigures } from "../../plans/fill-figures.ts";
import { verifyPlan } from "../verify/verify-database.ts";
import { type ArchivedPlan, type Fields, readArchivedPlan } from "./archived-plan.ts";
import { EXCHANGED_TABLES } from "./exchanged-tables.ts";
import { indexImported } from "./index-imported.ts";
import { insertRows } from "./insert-rows.ts";
import { placeSources } from "./place-sources.ts";
import { describeExchanged } from "./read-plan-rows.ts";
import { refused } from "./refused.ts";

export interface PlanOrigin {
  readonly server: string;
  readonly organization: string;
  readonly exportedAt: Date;
}

export interface PlanImport {
  readonly plan: ArchivedPlan;
  readonly origin: PlanOrigin;
  /** Who imports it; null for the operator. */
  readonly userId: string | null;
  readonly now: Date;
}

const KNOWS = defineStatement("SELECT handle FROM research_plan WHERE id = $1");
const HAS_HANDLE = defineStatement("SELECT FROM research_plan WHERE handle = $1");
const SAVE_IMPORT = defineStatement(`
  INSERT INTO plan_import (organization_id, plan_id, imported_by, imported_at, origin_server, origin_organization, exported_at,
    original_handle, audit_seq, audit_head)
  SELECT $1, id, $3, $4, $5, $6, $7, $8, audit_seq, encode(audit_head, 'hex') FROM research_plan WHERE id = $2
  RETURNING audit_seq::integer AS "auditSeq", audit_head AS "auditHead"`);
/** Sources of other plans that nothing here mentions, and numbers that name another source. */
const FIND_FOREIGN_KEYS = defineStatement(`
  SELECT FROM source_capture WHERE id = ANY($2::text[]) AND NOT EXISTS (
    SELECT FROM research_source WHERE research_source.key = source_capture.key)
  UNION ALL
  SELECT FROM plan_source AS entry JOIN research_source AS source ON source.id = entry.source_id
  WHERE entry.plan_id = $1 AND entry.key <> source.key`);

/**
 * Stores a plan from an archive, within the caller's transaction; null when the organization has it already. Its rows keep their
 * ids, and its audit log its hashes: it is refused unless it verifies here as it did there.
 */
export async function importPlan(
  context: TenantContext,
  { plan, origin, userId, now }: PlanImport,
): Promise<{ readonly planId: string; readonly handle: string } | null> {
  const { organizationId } = context.tenant;
  if ((await queryRows(context, execution(KNOWS, [plan.id]))).length > 0) return null;
  const tables = readArchivedPlan(plan);
  const [own = {}] = tables.get("research_plan") ?? [];
  const originalHandle = own.handle ?? "";
  own.handle = await freeHandle(context, originalHandle);
  own.created_by = userId;
  noteFormerRefs(
    tables.get("plan_source") ?? [],
    plan,
    own.handle === originalHandle ? null : originalHandle,
  );
  const captures = await placeSources(context, { tables, planId: plan.id, now });
  await insertAll(context, tables).catch(asRefusal);
  const [saved] = await queryRows<{ auditSeq: number; auditHead: string }>(
    context,
    execution(SAVE_IMPORT, [
      organizationId,
      plan.id,
      userId,
      now,
      origin.server,
      origin.organization,
      origin.exportedAt,
      originalHandle,
    ]),
  );
  await fillFigures(context, plan.id);
  await requireVerified(context, plan.id, captures);
  await indexImported(context, plan.id);
  await saveSecurityEvent(context, {
    kind: "plan_imported",
    subject: { kind: "plan", id: plan.id, label: own.handle },
    after: {
      server: origin.server,
      organization: origin.organization,
      auditSeq: saved?.auditSeq ?? 0,
    },
  });
  return { planId: plan.id, handle: own.handle };
}

async function freeHandle(context: TenantContext, wanted: string): Promise<string> {
  if (!/^p-[2-9b-z]{6}$/.test(wanted)) return newHandle();
  const taken = await queryRows(context, execution(HAS_HANDLE, [wanted]));
  return taken.length > 0 ? newHandle() : wanted;
}

const FORMER_REF = /^(p-\w{1,60}|plan_\w{1,100})\/\d{1,9}$/;

function noteFormerRefs(
  register: readonly Fields[],
  { id, formerRefs }: ArchivedPlan,
  originalHandle: string | null,
): void {
  for (const entry of register) {
    const number = entry.number ?? "";
    const given = (formerRefs.get(number) ?? []).filter((ref) => FORMER_REF.test(ref));
    const own = originalHandle === null ? [] : [`${originalHandle}/${number}`];
    const known = (entry.former_refs ?? "{}")
      .slice(1, -1)
      .split(",")
      .filter((ref) => FORMER_REF.test(ref.replaceAll('"', "")));
    const all = new Set([...known.map((ref) => ref.replaceAll('"', "")), ...given, ...own]);
    entry.former_refs = `{${[...all].filter((ref) => !ref.startsWith(`${id}/`)).join(",")}}`;
  }
}

async function insertAll(
  context: TenantContext,
  tables: ReadonlyMap<string, readonly Fields[]>,
): Promise<void> {
  const described = await describeExchanged(context);
  for (const { name } of EXCHANGED_TABLES) {
    const columns = described.find(({ table }) => table.name === name)?.columns ?? [];
    await insertRows(context, { table: name, columns, rows: tables.get(name) ?? [] });
  }
}

/** Data errors and constraint violations come from the archive; anything else does not. */
function asRefusal(error: unknown): never {
  const code = errorCode(error) ?? "";
  if (!/^(22|23)/.test(code)) throw error;
  throw refused(`it has a row that the database refuses (${code})`);
}

async function requireVerified(
  context: TenantContext,
  planId: string,
  captureIds: readonly string[],
): Promise<void> {
  const foreign = await queryRows(context, execution(FIND_FOREIGN_KEYS, [planId, captureIds]));
  if (foreign.length > 0) throw refused("its sources do not fit together");
  const { differences } = await verifyPlan(context, planId);
  const [first] = differences;
  if (first) throw refused(`its record does not verify (${first.where})`);
}
