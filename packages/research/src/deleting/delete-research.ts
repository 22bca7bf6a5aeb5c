import { type Database, type Tenant, type TenantContext, withStoringContext } from "@trovella/db";
import {
  countItemRows,
  countPlanRows,
  type DeletableItem,
  type DeletedCounts,
  deleteItem,
  deletePlanWithin,
  findDeletableItem,
  findDeletablePlan,
} from "@trovella/db/maintenance";
import { AppError } from "@trovella/foundation";
import { type Deleter, requireConfirmed, requireMayDelete } from "./may-delete.ts";

export const DELETABLE = ["plan", "artifact", "report"] as const;

/** By id or handle. */
export interface DeletionTarget {
  readonly kind: (typeof DELETABLE)[number];
  readonly id: string;
}

export interface DeletionPreview {
  readonly handle: string;
  readonly title: string;
  /** What would go, by kind. */
  readonly counts: DeletedCounts;
}

/** What deleting it would take away. Unknown and foreign ids are answered alike, whoever asks. */
export async function previewDeletion(
  context: TenantContext,
  deleter: Deleter,
  target: DeletionTarget,
): Promise<DeletionPreview> {
  const { handle, title, ownerId, count } = await requireTarget(context, target);
  requireMayDelete(deleter, ownerId);
  return { handle, title, counts: await count() };
}

export interface Deletion extends DeletionTarget {
  /** The handle or the title, as a person typed it. */
  readonly confirmation: string;
  readonly now: Date;
}

/** Deletes it for good, with everything that rests on it alone, in one transaction. */
export function deleteResearch(
  database: Database,
  tenant: Tenant,
  deleter: Deleter,
  { confirmation, now, ...target }: Deletion,
): Promise<DeletionPreview> {
  return withStoringContext(database, tenant, async (context) => {
    const { handle, title, ownerId, remove } = await requireTarget(context, target);
    requireMayDelete(deleter, ownerId);
    requireConfirmed(confirmation, [handle, title]);
    const counts = await remove(now);
    if (!counts) throw unknown(target);
    return { handle, title, counts };
  });
}

interface Found {
  readonly handle: string;
  readonly title: string;
  readonly ownerId: string | null;
  count(): Promise<DeletedCounts>;
  remove(now: Date): Promise<DeletedCounts | null>;
}

async function requireTarget(context: TenantContext, target: DeletionTarget): Promise<Found> {
  const found =
    target.kind === "plan"
      ? await findPlan(context, target.id)
      : await findItem(context, target.kind === "report" ? "output" : "artifact", target.id);
  if (!found) throw unknown(target);
  return found;
}

async function findPlan(context: TenantContext, given: string): Promise<Found | null> {
  const plan = await findDeletablePlan(context, given);
  return (
    plan && {
      ...plan,
      title: plan.name,
      count: () => countPlanRows(context, plan.id),
      remove: (now) => deletePlanWithin(context, plan.id, now),
    }
  );
}

async function findItem(
  context: TenantContext,
  kind: DeletableItem["kind"],
  given: string,
): Promise<Found | null> {
  const item = await findDeletableItem(context, kind, given);
  return (
    item && {
      ...item,
      count: () => countItemRows(context, item),
      remove: (now) => deleteItem(context, item, now),
    }
  );
}

function unknown({ kind }: DeletionTarget): AppError {
  return new AppError("NOT_FOUND", `There is no such ${kind}. Next: check its handle or id.`);
}
