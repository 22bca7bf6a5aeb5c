import { computeProgress, countOutcome, type Plan, type Step } from "@trovella/plan-engine";

/** A step as lists show it. */
export function stepRef({ id, order, type }: Pick<Step, "id" | "order" | "type">) {
  return { stepId: id, stepOrder: order, stepType: type };
}

export function stepWithStatus(step: Pick<Step, "id" | "order" | "type" | "status">) {
  return { ...stepRef(step), status: step.status };
}

export function progressOf(plan: Plan): number {
  return computeProgress(statusesOf(plan));
}

export function outcomeOf(plan: Plan) {
  return { ...countOutcome(statusesOf(plan)) };
}

export function currentStepOf<Listed extends Pick<Step, "status">>(
  steps: readonly Listed[],
): Listed | undefined {
  return steps.find(({ status }) => status === "in_progress" || status === "awaiting_input");
}

function statusesOf({ steps }: Plan) {
  return steps.map(({ status }) => status);
}
