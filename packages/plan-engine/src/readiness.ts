import { isSettled, type Plan, type Step } from "./plan.ts";
import { isProtected } from "./review-policy.ts";

/**
 * Whether a pending step may be handed out: its dependencies are settled, and no checkpoint before it waits for a
 * person. Order alone holds a step back only there, since an assistant could otherwise go on past the checkpoint.
 */
export function isReady(plan: Plan, step: Step): boolean {
  return plan.steps.every(
    (other) =>
      (!step.dependsOn.includes(other.id) || isSettled(other.status)) &&
      !(other.order < step.order && isProtected(plan, other)),
  );
}
