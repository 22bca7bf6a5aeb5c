import { queryRows } from "../../connection/query-rows.ts";
import { defineStatement, execution } from "../../connection/statement.ts";
import type { TenantContext } from "../../connection/tenant-context.ts";
import { saveSecurityEvent } from "../../identity/security-events.ts";
import { countRows, deleteRows } from "./delete-rows.ts";
import { type DeletedCounts, ROWS_OF_PLAN } from "./deleted-rows.ts";
import { keepSharedSources } from "./keep-shared-sources.ts";

/** A plan as the question whether to delete it shows it. */
export interface DeletablePlan {
  readonly id: string;
  readonly handle: string;
  readonly name: string;
  readonly ownerId: string | null;
  readonly auditSeq: number;
  readonly auditHead: string;
}

const COLUMNS = `id, handle, name, created_by AS "ownerId", audit_seq::integer AS "auditSeq", encode(audit_head, 'hex') AS "auditHead"`;
const FIND = defineStatement(
  `SELECT ${COLUMNS} FROM research_plan WHERE id = $1 OR handle = lower(btrim($1))`,
);
const LOCK = defineStatement(`SELECT ${COLUMNS} FROM research_plan WHERE id = $1 FOR UPDATE`);
const ARTIFACTS = defineStatement("SELECT id FROM research_artifact WHERE plan_id = $1");

/** By id or handle; null when the organization has no such plan. */
export async function findDeletablePlan(
  context: TenantContext,
  plan: string,
): Promise<DeletablePlan | null> {
  const [found] = await queryRows<DeletablePlan>(context, execution(FIND, [plan]));
  return found ?? null;
}

/** What deleting the plan would take away. */
export function countPlanRows(context: TenantContext, planId: string): Promise<DeletedCounts> {
  return countRows(context, ROWS_OF_PLAN, planId);
}

/**
 * Deletes the plan with everything that rests on it alone, within the caller's transaction, and leaves a tombstone in the security log: ids,
 * counts and the hash of its last audit row, with which what was sealed of it stays verifiable. Null when it is gone already.
 */
export async function deletePlanWithin(
  context: TenantContext,
  planId: string,
  now: Date,
): Promise<DeletedCounts | null> {
  const [plan] = await queryRows<DeletablePlan>(context, execution(LOCK, [planId]));
  if (!plan) return null;
  const artifacts = await queryRows<{ id: string }>(context, execution(ARTIFACTS, [planId]));
  const artifactIds = artifacts.map(({ id }) => id);
  await keepSharedSources(context, { artifactIds, planId, isPlanDeleted: true, now });
  const counts = await deleteRows(context, ROWS_OF_PLAN, planId);
  const { id, handle, auditSeq, auditHead } = plan;
  await saveSecurityEvent(context, {
    kind: "plan_deleted",
    subject: { kind: "plan", id, label: handle },
    after: { auditSeq, auditHead, rows: { ...counts } },
  });
  context.invalidatePlan(planId);
  return counts;
}
