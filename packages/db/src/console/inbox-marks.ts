import { AppError } from "@trovella/foundation";
import type { AuditAction, PlanMode } from "@trovella/plan-engine";
import { queryRows } from "../connection/query-rows.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import { failedSince } from "./plan-health.ts";
import { PLAN_LABEL, type PlanLabel, queryTitledRows } from "./titled-rows.ts";

/** An item of the inbox that a person dismissed or snoozed, while it stays hidden. */
export interface InboxMark extends PlanLabel {
  readonly itemId: string;
  readonly planId: string;
  readonly kind: "review" | "plan";
  /** Null for a dismissed item. */
  readonly until: Date | null;
  readonly markedAt: Date;
  readonly planMode: PlanMode | null;
}

/** Of one person. */
const MAX_MARKS = 1_000;

/** Events that say nothing new to a person: a dismissed plan stays dismissed. */
const SILENT: readonly AuditAction[] = [
  "stall_detected",
  "session_resumed",
  "status_changed",
  "usage_recorded",
];

/** Items that would be in the inbox without the mark. */
const LIST = defineStatement(`
  SELECT mark.item_id AS "itemId", mark.plan_id AS "planId", mark.until, mark.created_at AS "markedAt",
    CASE WHEN mark.item_id = mark.plan_id THEN 'plan' ELSE 'review' END AS kind, ${PLAN_LABEL}
  FROM inbox_mark AS mark JOIN research_plan AS plan ON plan.id = mark.plan_id
  WHERE mark.user_id = $1 AND (mark.until IS NULL OR mark.until > $2::timestamptz)
    AND (plan.closed_at IS NULL OR (plan.status = 'failed' AND plan.closed_at >= $3::timestamptz))
    AND CASE WHEN mark.item_id = mark.plan_id
      THEN NOT EXISTS (SELECT FROM plan_audit_log AS event
        WHERE event.plan_id = mark.plan_id AND event.seq > mark.after_seq AND event.action <> ALL($4::text[]))
      ELSE EXISTS (SELECT FROM plan_review AS review WHERE review.id = mark.item_id AND review.decision IS NULL) END
  ORDER BY mark.until NULLS LAST, mark.created_at DESC LIMIT ${MAX_MARKS}`);

/** What the person does not see at this moment: snoozed items by their end, then dismissed ones. */
export function listInboxMarks(
  context: TenantContext,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<InboxMark[]> {
  return queryTitledRows(context, execution(LIST, [userId, now, failedSince(now), SILENT]));
}

/** Those that no longer hide anything give room first. */
const FORGET = defineStatement(`
  DELETE FROM inbox_mark WHERE user_id = $1 AND until <= $2::timestamptz`);
const MARK = defineStatement(`
  INSERT INTO inbox_mark (organization_id, user_id, item_id, plan_id, until, after_seq, created_at)
  SELECT $1, $2, item.id, item.plan_id, $4::timestamptz, plan.audit_seq, $5::timestamptz
  FROM (
    SELECT id, id AS plan_id FROM research_plan WHERE id = ANY($3::text[])
    UNION ALL SELECT id, plan_id FROM plan_review WHERE id = ANY($3::text[]) AND $4::timestamptz IS NOT NULL
  ) AS item JOIN research_plan AS plan ON plan.id = item.plan_id
  WHERE (SELECT count(*) FROM inbox_mark WHERE user_id = $2) + cardinality($3::text[]) <= ${MAX_MARKS}
  ON CONFLICT (organization_id, user_id, item_id) DO UPDATE
    SET until = excluded.until, after_seq = excluded.after_seq, created_at = excluded.created_at
  RETURNING item_id AS "itemId"`);
const COUNT = defineStatement(`
  SELECT count(*)::integer AS count FROM inbox_mark WHERE user_id = $1`);

interface Marking {
  readonly userId: string;
  /** Plans or reviews; a review cannot be dismissed, only snoozed. */
  readonly itemIds: readonly string[];
  readonly until: Date | null;
  readonly now: Date;
}

/** Hides items for one person; returns those that are hidden now. Unknown ones are left out. */
export async function markInboxItems(
  context: TenantContext,
  { userId, itemIds, until, now }: Marking,
): Promise<string[]> {
  const { organizationId } = context.tenant;
  const values = [organizationId, userId, itemIds, until, now];
  await context.send([execution(FORGET, [userId, now])]);
  const marked = await queryRows<{ itemId: string }>(context, execution(MARK, values));
  if (marked.length > 0) return marked.map(({ itemId }) => itemId);
  const [kept] = await queryRows<{ count: number }>(context, execution(COUNT, [userId]));
  if ((kept?.count ?? 0) + itemIds.length <= MAX_MARKS) return [];
  throw new AppError(
    "LIMIT_EXCEEDED",
    `You have hidden ${MAX_MARKS} items, which is the most that is kept. Next: restore some of them.`,
  );
}

const RESTORE = defineStatement(
  'DELETE FROM inbox_mark WHERE user_id = $1 AND item_id = ANY($2::text[]) RETURNING item_id AS "itemId"',
);

/** Shows items again; returns those that were hidden. */
export async function restoreInboxItems(
  context: TenantContext,
  { userId, itemIds }: Pick<Marking, "userId" | "itemIds">,
): Promise<string[]> {
  const restored = await queryRows<{ itemId: string }>(
    context,
    execution(RESTORE, [userId, itemIds]),
  );
  return restored.map(({ itemId }) => itemId);
}
