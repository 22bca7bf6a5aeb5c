import { AppError } from "@trovella/foundation";
import type { Plan, Step } from "./plan.ts";

export function findStep(plan: Plan, stepId: string): Step {
  const step = plan.steps.find((candidate) => candidate.id === stepId);
  if (step) return step;
  throw new AppError(
    "NOT_FOUND",
    "This plan has no such step. Next: call get_plan_status to see the ids of its steps.",
    { planId: plan.id, stepId },
  );
}
