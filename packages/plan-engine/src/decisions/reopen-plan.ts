import { AppError } from "@trovella/foundation";
import type { Plan, Step } from "../plan.ts";
import type { PlanEvent } from "../plan-event.ts";
import { ENDED_BY_BUDGET } from "../plan-phase.ts";

/** Decides what follows when a person undoes the failure that completed the plan (R37). */
export function reopenPlan(plan: Plan, now: Date): PlanEvent[] {
  const step = reopenableStep(plan);
  if (!step) {
    throw new AppError(
      "INVALID_TRANSITION",
      "Only a plan that was completed by failing its last open step can be reopened. Next: start a new plan that builds on this one.",
      { from: plan.status, to: "executing" },
    );
  }
  return [{ type: "plan_reopened", stepId: step.id, at: now }];
}

/** The failed step whose end completed the plan; undefined when the plan ended in any other way. */
export function reopenableStep({ completedAt, steps }: Plan): Step | undefined {
  if (completedAt === null) return undefined;
  return steps.findLast(
    (step) =>
      step.status === "failed" &&
      step.completedAt?.getTime() === completedAt.getTime() &&
      // It ended because the plan did, not the other way round.
      step.failureReason !== ENDED_BY_BUDGET,
  );
}
