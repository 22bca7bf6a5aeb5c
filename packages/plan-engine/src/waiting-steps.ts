import type { Plan, Step } from "./plan.ts";

/**
 * The pending steps that go on from this one's result, and so wait for what is added to it (R33): those that depend on
 * it, or all later ones where order alone says what follows what.
 */
export function waitingSteps(plan: Plan, step: Step): Step[] {
  const planned = plan.steps.filter(({ addedAfterStepId }) => addedAfterStepId === null);
  const isPlanned = (id: string) => planned.some((other) => other.id === id);
  const isOrdered = !planned.some(({ dependsOn }) => dependsOn.some(isPlanned));
  return plan.steps.filter(
    (other) =>
      other.status === "pending" &&
      (isOrdered ? other.order > step.order : other.dependsOn.includes(step.id)),
  );
}
