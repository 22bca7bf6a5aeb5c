import { AppError } from "@trovella/foundation";
import {
  auditAction,
  auditEventType,
  type PlanEvent,
  replayPlan,
  reviveEvent,
} from "@trovella/plan-engine";
import { defineStatement, execution } from "../../connection/statement.ts";
import type { TenantContext } from "../../connection/tenant-context.ts";
import type { LoadedPlan } from "../../plans/loaded-plan.ts";
import { comparePlans, type Difference, difference } from "./compare-plans.ts";

interface AuditEntry {
  readonly seq: number;
  readonly planVersion: number;
  readonly eventType: unknown;
  readonly action: unknown;
  readonly event: PlanEvent;
}

const PAGE = 500;

/** A refused result is kept whole in its event; replaying needs none of it. */
const READ_AUDIT = defineStatement(`
  SELECT seq, plan_version, event_type, action,
    CASE WHEN payload ->> 'type' = 'result_refused' THEN payload - 'result' - 'report' ELSE payload END AS payload
  FROM plan_audit_log WHERE plan_id = $1 AND seq > $2 ORDER BY seq LIMIT ${PAGE}`);

export async function readAuditLog(context: TenantContext, planId: string): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  for (;;) {
    const values = [planId, entries.at(-1)?.seq ?? Number.MIN_SAFE_INTEGER];
    const [page] = await context.send([execution(READ_AUDIT, values)]);
    const rows = page?.rows ?? [];
    for (const row of rows) {
      entries.push({
        seq: Number(row.seq),
        planVersion: Number(row.plan_version),
        eventType: row.event_type,
        action: row.action,
        event: revive(row.payload),
      });
    }
    if (rows.length < PAGE) return entries;
  }
}

/** An edited log may hold anything; what is no event has neither type nor action, which is a difference. */
function revive(payload: unknown): PlanEvent {
  try {
    return reviveEvent(payload);
  } catch {
    return {} as PlanEvent;
  }
}

/** Checks that the log has no gaps and that replaying it gives the plan in the rows. */
export function compareWithLog(
  { plan, auditSeq }: LoadedPlan,
  log: readonly AuditEntry[],
): Difference[] {
  const gap = log.findIndex(({ seq }, index) => seq !== index + 1);
  if (gap >= 0) return [difference(plan.id, "audit log seq", gap + 1, log[gap]?.seq)];
  if (auditSeq !== log.length) return [difference(plan.id, "plan.auditSeq", log.length, auditSeq)];
  return [...log.flatMap((entry) => compareEntry(plan.id, entry)), ...replayAndCompare(plan, log)];
}

/** The type and action columns follow from the event. */
function compareEntry(planId: string, { seq, event, eventType, action }: AuditEntry): Difference[] {
  const said = [eventType, action];
  const meant = [auditEventType(event), auditAction(event)];
  return said.join() === meant.join()
    ? []
    : [difference(planId, `audit log ${seq}.eventType and action`, meant, said)];
}

function replayAndCompare(plan: LoadedPlan["plan"], log: readonly AuditEntry[]): Difference[] {
  try {
    return comparePlans(replayPlan(log), plan);
  } catch (error) {
    // An edited log may hold anything, and break the replay in any way.
    const reason = error instanceof AppError ? error.message : "The events are malformed.";
    return [difference(plan.id, "audit log", "a log that can be replayed", reason)];
  }
}
