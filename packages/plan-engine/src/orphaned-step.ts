import { mayBeHandedOut } from "./budget.ts";
import type { Holder } from "./command.ts";
import type { Plan, Step } from "./plan.ts";

/** A holder that was silent for this long is taken for gone when a person resumes the plan. */
const SILENT_MS = 2 * 60 * 1000;

/** The first step whose holder is gone: it belongs to the same session, or nothing was heard of it for two minutes. */
export function findOrphanedStep(
  plan: Pick<Plan, "steps" | "phase" | "reviewPolicy">,
  { userId, sessionId }: Pick<Holder, "userId" | "sessionId">,
  now: Date,
): Step | undefined {
  return plan.steps.find((step) => {
    if (step.status !== "in_progress" || !mayBeHandedOut(plan, step)) return false;
    const isOwn = step.leaseUserId === userId && step.leaseSessionId === sessionId;
    const heardAt = step.lastActivityAt ?? step.startedAt ?? step.updatedAt;
    return (sessionId !== undefined && isOwn) || now.getTime() - heardAt.getTime() > SILENT_MS;
  });
}
