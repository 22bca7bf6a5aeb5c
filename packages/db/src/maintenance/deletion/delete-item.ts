import { queryRows } from "../../connection/query-rows.ts";
import { defineStatement, execution } from "../../connection/statement.ts";
import type { TenantContext } from "../../connection/tenant-context.ts";
import { saveSecurityEvent } from "../../identity/security-events.ts";
import { countSources } from "../../memory/plan-sources.ts";
import { resolveItemId } from "../../memory/stored-items.ts";
import { countRows, deleteRows } from "./delete-rows.ts";
import { type DeletedCounts, ROWS_OF_ARTIFACT, ROWS_OF_OUTPUT } from "./deleted-rows.ts";
import { keepSharedSources } from "./keep-shared-sources.ts";

/** An artifact, or a version of a report. */
export interface DeletableItem {
  readonly kind: "artifact" | "output";
  readonly id: string;
  readonly planId: string | null;
  /** Such as `p-k7q2x9/a12`; the id of an artifact without a plan. */
  readonly handle: string;
  readonly title: string;
  /** Who started the plan or, without one, stored the artifact. */
  readonly ownerId: string | null;
}

const FIND_ARTIFACT = defineStatement(`
  SELECT 'artifact' AS kind, item.id, item.plan_id AS "planId", coalesce(handle || '/a' || number, item.id) AS handle, title,
    CASE WHEN plan.id IS NULL THEN item.user_id ELSE plan.created_by END AS "ownerId"
  FROM research_artifact AS item LEFT JOIN research_plan AS plan ON plan.id = item.plan_id WHERE item.id = $1`);
const FIND_OUTPUT = defineStatement(`
  SELECT 'output' AS kind, item.id, plan.id AS "planId", handle || '/o' || item.version AS handle, title, plan.created_by AS "ownerId"
  FROM research_output AS item JOIN research_plan AS plan ON plan.id = item.plan_id WHERE item.id = $1`);

/** By id or handle; null when the organization has no such item. */
export async function findDeletableItem(
  context: TenantContext,
  kind: DeletableItem["kind"],
  item: string,
): Promise<DeletableItem | null> {
  const id = await resolveItemId(context, undefined, item);
  const statement = kind === "artifact" ? FIND_ARTIFACT : FIND_OUTPUT;
  const [found] = await queryRows<DeletableItem>(context, execution(statement, [id]));
  return found ?? null;
}

const ROWS = { artifact: ROWS_OF_ARTIFACT, output: ROWS_OF_OUTPUT } as const;
const LOCKS = {
  artifact: defineStatement("SELECT FROM research_artifact WHERE id = $1 FOR UPDATE"),
  output: defineStatement("SELECT FROM research_output WHERE id = $1 FOR UPDATE"),
} as const;

export function countItemRows(
  context: TenantContext,
  { kind, id }: DeletableItem,
): Promise<DeletedCounts> {
  return countRows(context, ROWS[kind], id);
}

/**
 * Deletes the item with what rests on it alone, within the caller's transaction; sources that documents or claims cite stay. The
 * tombstone names the plan, so that the server composes no report in the place of a deleted one.
 */
export async function deleteItem(
  context: TenantContext,
  { kind, id, planId, handle }: DeletableItem,
  now: Date,
): Promise<DeletedCounts | null> {
  const locked = await queryRows(context, execution(LOCKS[kind], [id]));
  if (locked.length === 0) return null;
  if (kind === "artifact") {
    await keepSharedSources(context, { artifactIds: [id], planId, isPlanDeleted: false, now });
  }
  const counts = await deleteRows(context, ROWS[kind], id);
  if (kind === "artifact" && planId) await context.send([countSources(planId)]);
  await saveSecurityEvent(context, {
    kind: kind === "artifact" ? "artifact_deleted" : "output_deleted",
    subject: { kind, id: planId ?? id, label: handle },
    after: { id, rows: { ...counts } },
  });
  return counts;
}
