import { removeTexts } from "@trovella/plan-engine";
import { digestText, eventText } from "../../audit/audit-entry.ts";
import { withoutTexts } from "../../audit/removed-texts.ts";
import type { Database } from "../../connection/database.ts";
import { queryRows } from "../../connection/query-rows.ts";
import { defineStatement, execution } from "../../connection/statement.ts";
import {
  type Tenant,
  type TenantContext,
  withTenantContext,
} from "../../connection/tenant-context.ts";
import { loadPlanForUpdate, planChange, requireLock, savePlan } from "../../plans/save-plan.ts";
import { AS_OWNER, AS_TENANT } from "../deletion/delete-rows.ts";
import { verifyPlan } from "../verify/verify-database.ts";
import { type Pruned, type Pruning, pruneOrganizations, sumOf } from "./pruning.ts";

const PLANS_PER_PAGE = 500;
/** Few, since a refused result may hold megabytes. */
const ROWS_PER_TRANSACTION = 20;
/** Below this the record of the removal would take more space than it frees. */
const MIN_BYTES = 1_000;

/** Late results are kept even of closed plans, so the row must be old as well. */
const IS_REMOVABLE = `action = 'result_refused' AND created_at < $1 AND payload -> 'removed' IS NULL AND pg_column_size(payload) >= ${MIN_BYTES}`;

const LIST_PLANS = defineStatement(`
  SELECT plan.id, plan.handle, found.rows, found.bytes FROM (
    SELECT id, handle FROM research_plan WHERE closed_at < $1 AND research_plan.id > $2 AND NOT EXISTS (
      SELECT FROM plan_step AS step WHERE step.plan_id = research_plan.id AND step.status = 'awaiting_input')
    ORDER BY research_plan.id LIMIT ${PLANS_PER_PAGE}) AS plan
  CROSS JOIN LATERAL (
    SELECT count(*)::integer AS rows, coalesce(sum(pg_column_size(payload)), 0)::float8 AS bytes
    FROM plan_audit_log WHERE plan_id = plan.id AND ${IS_REMOVABLE}) AS found
  ORDER BY plan.id`);

const READ_ROWS = defineStatement(`
  SELECT id, seq::integer AS seq, payload, pg_column_size(payload)::float8 AS bytes FROM plan_audit_log
  WHERE plan_id = $2 AND ${IS_REMOVABLE} ORDER BY plan_audit_log.seq LIMIT ${ROWS_PER_TRANSACTION}`);

const REPLACE_PAYLOADS = defineStatement(`
  UPDATE plan_audit_log AS log SET payload = changed.payload::jsonb
  FROM unnest($2::text[], $3::text[]) AS changed (id, payload)
  WHERE log.organization_id = $1 AND log.id = changed.id`);

const ACTOR = { userId: null, client: "trovella prune", via: "cli", sessionId: null };

interface PlanToPrune extends Pruned {
  readonly id: string;
  readonly handle: string;
}

/**
 * Removes the texts of refused results from the logs of plans that were closed before; only counts them in a dry run. The rows stay
 * with their digests, and an event of each plan says what was removed, so that its chain still verifies.
 */
export function removeRefusedResults(
  database: Database,
  pruning: Pruning & { readonly now?: () => Date },
): Promise<Pruned> {
  const { before, isDryRun, now = () => new Date() } = pruning;
  return pruneOrganizations(database, "refusedResults", pruning, async (tenant, onProgress) => {
    let total: Pruned = { rows: 0, bytes: 0 };
    for await (const plan of eachPlan(database, tenant, before)) {
      const { rows, bytes } = plan;
      const done = isDryRun
        ? { rows, bytes }
        : await prunePlan(database, tenant, { plan, before, now });
      total = sumOf(total, done);
      onProgress(total);
    }
    return total;
  });
}

/** In pages, each in a transaction of its own: an interrupted run goes on with what is left. */
async function* eachPlan(
  database: Database,
  tenant: Tenant,
  before: Date,
): AsyncGenerator<PlanToPrune> {
  let last = "";
  for (;;) {
    const page = await withTenantContext(database, tenant, (context) =>
      queryRows<PlanToPrune & Record<string, unknown>>(
        context,
        execution(LIST_PLANS, [before, last]),
      ),
    );
    yield* page.filter(({ rows }) => rows > 0);
    last = page.at(-1)?.id ?? last;
    if (page.length < PLANS_PER_PAGE) return;
  }
}

interface PlanPruning {
  readonly plan: PlanToPrune;
  readonly before: Date;
  readonly now: () => Date;
}

async function prunePlan(
  database: Database,
  tenant: Tenant,
  pruning: PlanPruning,
): Promise<Pruned> {
  let total: Pruned = { rows: 0, bytes: 0 };
  for (;;) {
    const batch = await withTenantContext(database, tenant, (context) =>
      pruneBatch(context, pruning),
    );
    total = sumOf(total, batch);
    if (batch.rows < ROWS_PER_TRANSACTION) return total;
  }
}

interface RefusedRow extends Record<string, unknown> {
  readonly id: string;
  readonly seq: number;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly bytes: number;
}

async function pruneBatch(
  context: TenantContext,
  { plan: { id: planId, handle }, before, now }: PlanPruning,
): Promise<Pruned> {
  const loaded = await loadPlanForUpdate(context, planId);
  requireLock(context);
  // It may have been reopened since it was listed.
  const { closedAt } = loaded.plan;
  const isStillClosed = closedAt !== null && closedAt < before;
  const rows = isStillClosed
    ? await queryRows<RefusedRow>(context, execution(READ_ROWS, [before, planId]))
    : [];
  const at = now();
  const changed = rows.map(({ payload, ...row }) => ({
    ...row,
    text: eventText(withoutTexts(payload, at)),
  }));
  const [first, ...others] = changed.map(({ seq, text }) => ({ seq, digest: digestText(text) }));
  if (!first) return { rows: 0, bytes: 0 };
  // Removing texts would hide that they had been changed; a plan that differs is kept as it is, as evidence.
  const { differenceCount } = await verifyPlan(context, planId);
  if (differenceCount > 0) return { rows: 0, bytes: 0, differing: [handle] };
  const events = removeTexts(loaded.plan, [first, ...others], at);
  await replacePayloads(context, changed);
  await savePlan(context, planChange(loaded, events), { actor: ACTOR });
  return { rows: rows.length, bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/** History is changed by the owner of the tables, whom the policies bind too. */
async function replacePayloads(
  context: TenantContext,
  rows: readonly { readonly id: string; readonly text: string }[],
): Promise<void> {
  const values = [
    context.tenant.organizationId,
    rows.map(({ id }) => id),
    rows.map(({ text }) => text),
  ];
  const [, replaced] = await context.send([
    execution(AS_OWNER),
    execution(REPLACE_PAYLOADS, values),
    execution(AS_TENANT),
  ]);
  if (replaced?.rowCount !== rows.length) throw new Error("Not every event could be changed.");
}
