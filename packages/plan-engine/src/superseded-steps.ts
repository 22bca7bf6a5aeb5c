import type { Plan, Step } from "./plan.ts";

/**
 * The steps whose result was repeated by a step of the same type that a condition added, with the id of the newer one
 * (R33): of the steps up to the one that branched, the nearest of that type.
 */
export function supersededSteps({ steps }: Plan): ReadonlyMap<string, string> {
  const superseded = new Map<string, string>();
  for (const added of steps) {
    if (added.addedAfterStepId === null || added.status !== "completed") continue;
    const branching = steps.find(({ id }) => id === added.addedAfterStepId);
    const repeated = branching && nearestEarlier(steps, branching, added);
    if (repeated) superseded.set(repeated.id, added.id);
  }
  return superseded;
}

function nearestEarlier(steps: readonly Step[], branching: Step, added: Step): Step | undefined {
  // A repair of the document (R29) repeats no research, which may have its type.
  const isRepair = added.type === "custom" && added.isClosing;
  return steps.findLast(
    (step) =>
      step.order <= branching.order &&
      step.type === added.type &&
      step.status === "completed" &&
      (step.isClosing || !isRepair),
  );
}
