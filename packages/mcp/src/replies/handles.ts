import { type Plan, type Step, stepHandle } from "@trovella/plan-engine";

// Replies name plans and steps by handles; inside, everything keeps its long id.

export function planHandle({ handle }: Pick<Plan, "handle">): string {
  return handle;
}

/** The handle of a step that is known by its id. A step that the plan no longer has keeps the id. */
export function stepHandleIn({ steps }: PlanSteps, stepId: string): string {
  const step = steps.find(({ id }) => id === stepId);
  return step ? stepHandle(step) : stepId;
}

export function stepHandlesIn(plan: PlanSteps, stepIds: readonly string[]): string[] {
  return stepIds.map((stepId) => stepHandleIn(plan, stepId));
}

interface PlanSteps {
  readonly steps: readonly Pick<Step, "id" | "number">[];
}
