import { isClosed, type Plan } from "@trovella/plan-engine";

/** Whether the plan does no more research, so that only its document may be missing. */
export function isResearchOver({ status, phase }: Pick<Plan, "status" | "phase">): boolean {
  return isClosed(status) || phase !== "open";
}

/**
 * Whether an assistant had its time to write the document: the plan is closed, or was left at the end of its budget without
 * a sign of life, for `afterMs`. With 0 it is never due, nor when a person cancelled the plan (R37): they may ask for it.
 */
export function isDocumentDue(plan: Plan, { now, afterMs }: DocumentRule): boolean {
  if (afterMs === 0 || plan.isCancelled || !isResearchOver(plan)) return false;
  const quietSince = plan.closedAt ?? lastActivity(plan);
  return quietSince.getTime() + afterMs <= now.getTime();
}

export interface DocumentRule {
  readonly now: Date;
  readonly afterMs: number;
}

/** A plan is changed by noting that it is stalled too, which is no activity. */
function lastActivity({ status, createdAt, updatedAt, steps }: Plan): Date {
  const times = steps.flatMap(({ lastActivityAt }) => lastActivityAt ?? []);
  const changedAt = status === "stalled" ? createdAt : updatedAt;
  return new Date(Math.max(changedAt.getTime(), ...times.map(Number)));
}
