import {
  computeProgress,
  countOutcome,
  type Plan,
  resultFields,
  type Step,
  stepHandle,
} from "@trovella/plan-engine";

/** A step as lists show it. */
export function stepRef(step: ListedStep) {
  return { stepId: stepHandle(step), stepOrder: step.order, stepType: step.type };
}

type ListedStep = Pick<Step, "number" | "order" | "type">;

export function stepWithStatus(step: ListedStep & Pick<Step, "status">) {
  return { ...stepRef(step), status: step.status };
}

/** Every step that a client works on, with its holder and when the lease ends. */
export function heldSteps(steps: readonly HeldStep[]) {
  return steps
    .filter(({ status }) => status === "in_progress")
    .map((step) => ({ ...stepRef(step), ...heldStep(step) }));
}

export function heldStep(step: HeldStep) {
  return {
    holder: { client: step.leaseClient, agent: step.leaseHolder },
    since: step.startedAt?.toISOString() ?? null,
    leaseExpiresAt: step.leaseExpiresAt?.toISOString() ?? null,
  };
}

type HeldStep = Pick<
  Step,
  | "number"
  | "order"
  | "type"
  | "status"
  | "leaseClient"
  | "leaseHolder"
  | "startedAt"
  | "leaseExpiresAt"
>;

/** The fields that the step's conditions read; absent when there are none. */
export function resultFieldsOf(plan: Plan, step: Step): { resultFields?: string[] } {
  const fields = resultFields(plan, step.id);
  return fields.length > 0 ? { resultFields: fields } : {};
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
