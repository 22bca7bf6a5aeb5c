import { isLeaseExpired } from "./lease.ts";
import type { Plan, Step } from "./plan.ts";
import type { FailureCause } from "./spending.ts";

const ALIKE_FAILURES = 3;
const LOST_ATTEMPTS = 4;
const REFUSED_RESULTS = 5;
const SIGNATURE_LENGTH = 200;

/** Why no further research should be handed out (R23), or null while the plan makes progress. */
export function failureCause(plan: Plan, now: Date): FailureCause | null {
  if (plan.spent.refusals >= REFUSED_RESULTS) return "refused_results";
  const since = plan.spent.failuresFrom === null ? null : new Date(plan.spent.failuresFrom);
  const counts = (at: Date | null) => at !== null && (since === null || at > since);
  if (hasFailedAlike(plan.steps.filter((step) => counts(step.completedAt)))) {
    return "repeated_failures";
  }
  const isLost = (step: Step) => counts(step.startedAt) && isLostAgain(plan, step, now);
  return plan.steps.some(isLost) ? "lost_attempts" : null;
}

/** What remains of a reason without what differs from case to case: numbers, ids, addresses. */
export function failureSignature(reason: string): string {
  return reason
    .slice(0, 10 * SIGNATURE_LENGTH)
    .toLowerCase()
    .replace(/\b[a-z][a-z0-9+.-]*:\/\/\S+/g, " ")
    .replace(/\b(?=[\w-]*\d)[\w-]{6,}\b/g, " ")
    .replace(/\d+/g, "#")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, SIGNATURE_LENGTH);
}

function hasFailedAlike(settled: readonly Step[]): boolean {
  const last = settled
    .filter(wasWorkedOn)
    .sort((one, other) => Number(one.completedAt) - Number(other.completedAt))
    .slice(-ALIKE_FAILURES);
  const signatures = last.map(({ status, failureReason }) =>
    status === "failed" && failureReason ? failureSignature(failureReason) : null,
  );
  const [first] = signatures;
  return (
    signatures.length === ALIKE_FAILURES &&
    first !== null &&
    signatures.every((signature) => signature === first)
  );
}

/** Not a step that was dropped or skipped before anybody held it. */
function wasWorkedOn({ status, leaseToken }: Step): boolean {
  return status === "completed" || (status === "failed" && leaseToken !== null);
}

/** Whether the step was started often and nobody holds it now. A person who sends it back is no loss. */
function isLostAgain({ reviews }: Plan, step: Step, now: Date): boolean {
  const sentBack = reviews.filter(
    ({ stepId, decision }) => stepId === step.id && decision === "modify",
  ).length;
  const isFree =
    step.status === "pending" ||
    step.status === "failed" ||
    (step.status === "in_progress" && isLeaseExpired(step, now));
  return isFree && step.attempt - sentBack >= LOST_ATTEMPTS;
}
