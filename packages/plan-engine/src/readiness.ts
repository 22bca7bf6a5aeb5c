import { isProtected } from "./accepts-decision.ts";
import { isClosingStep } from "./budget.ts";
import { isSettled, type Plan, type Step } from "./plan.ts";

/**
 * Whether a pending step may be handed out: its dependencies are settled, and no checkpoint before it waits for a
 * person. Closing steps and checkpoints do not wait for dependencies when the budget leaves nothing else to do (R21). Order alone holds a step back only there, since an assistant could otherwise go on past the checkpoint.
 */
export function isReady(plan: Plan, step: Step): boolean {
  const isLast = isClosingStep(plan, step) || isProtected(plan, step);
  const isFree = plan.phase !== "open" && isLast;
  return plan.steps.every(
    (other) =>
      (isFree || !step.dependsOn.includes(other.id) || isSettled(other.status)) &&
      !(other.order < step.order && isProtected(plan, other)),
  );
}
