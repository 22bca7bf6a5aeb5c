import { AppError } from "@trovella/foundation";
import type { StepInput } from "./command.ts";
import type { NewId } from "./new-id.ts";
import { isReviewedType, type Plan, type StepDefinition } from "./plan.ts";

/** Gives new steps their ids and turns the orders they depend on into ids. */
export function defineSteps(
  inputs: readonly StepInput[],
  {
    stepIdsBefore,
    newId,
    field,
  }: { stepIdsBefore: readonly string[]; newId: NewId; field: string },
): StepDefinition[] {
  const newIds = inputs.map(() => newId("step"));
  const earlier = [...stepIdsBefore, ...newIds];

  return inputs.map((input, index) => {
    const order = stepIdsBefore.length + index + 1;
    const resolve = (dependency: number): string => {
      const stepId = dependency < order ? earlier[dependency - 1] : undefined;
      if (stepId !== undefined) return stepId;
      throw invalidReference(
        `${field}[${index}].dependsOn names ${dependency}, but the step will be number ${order} ` +
          "and can only wait for an earlier one",
        { field: `${field}[${index}].dependsOn`, order },
      );
    };
    return {
      id: newIds[index] as string,
      type: input.stepType,
      instructions: input.instructions,
      dependsOn: [...new Set(input.dependsOn ?? [])].map(resolve),
      requiresReview: input.requiresReview ?? isReviewedType(input.stepType),
      isClosing: input.closing ?? false,
    };
  });
}

/** Refuses an order in which a step would come before one of its dependencies. */
export function checkDependencyOrder(plan: Plan, stepIds: readonly string[]): void {
  const positions = new Map(stepIds.map((id, index) => [id, index]));
  const isNotAfter = (first: string, second: string) =>
    (positions.get(first) ?? -1) <= (positions.get(second) ?? -1);

  for (const step of plan.steps) {
    if (!step.dependsOn.every((dependency) => isNotAfter(dependency, step.id))) {
      throw invalidReference("A step would come before a step it depends on", { stepId: step.id });
    }
  }
  for (const { id, stepId, action, firedAt } of plan.conditions) {
    if (firedAt || action.name !== "add_steps") continue;
    const added = action.steps.map((step) => step.id);
    const dependencies = action.steps.flatMap((step) => step.dependsOn);
    const isKept = dependencies.every(
      (dependency) => added.includes(dependency) || isNotAfter(dependency, stepId),
    );
    if (!isKept) {
      throw invalidReference(
        "Steps that a branching condition may add would come before a step they depend on",
        { conditionId: id, stepId },
      );
    }
  }
}

export function invalidReference(problem: string, details: Record<string, unknown>): AppError {
  return new AppError(
    "INVALID_STEP_REFERENCE",
    `${problem}. Next: correct the step reference and call again.`,
    details,
  );
}
