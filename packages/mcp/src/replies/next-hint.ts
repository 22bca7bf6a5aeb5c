import { endedInWords, type Plan } from "@trovella/plan-engine";
import { type Console, type ReviewAsker, waitForReview } from "../console-urls.ts";

/** The next call for a plan that was only read. */
export function nextHint(
  plan: Plan,
  {
    stalledSteps,
    console,
    asker,
  }: {
    readonly stalledSteps: readonly string[];
    readonly console: Console;
    readonly asker: ReviewAsker;
  },
): string {
  switch (plan.status) {
    case "completed":
      return "The plan is complete. Call get_next_step for how the output should look.";
    case "failed":
      return plan.isCancelled
        ? `${endedInWords(plan)} Stop working on it.`
        : "The plan has failed. Call get_next_step for the reason.";
    case "awaiting_review":
      return waitForReview(console, plan, asker);
    default:
      return stalledSteps.length > 0
        ? "Call get_next_step with reclaim: true to take up an abandoned step, or with takeOverStepId if you know that its worker is gone."
        : "Call get_next_step to go on.";
  }
}
