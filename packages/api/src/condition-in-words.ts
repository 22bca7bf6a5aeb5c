import type { BranchingCondition, Plan } from "@trovella/plan-engine";

export function conditionInWords(plan: Pick<Plan, "steps">, condition: BranchingCondition): string {
  const step = plan.steps.find(({ id }) => id === condition.stepId);
  const place = step ? `When step ${step.order} is done and ` : "When ";
  return `${place}${condition.expression}: ${consequence(plan, condition)}`;
}

function consequence({ steps }: Pick<Plan, "steps">, { action }: BranchingCondition): string {
  switch (action.name) {
    case "skip_to": {
      const target = steps.find(({ id }) => id === action.targetStepId);
      return target
        ? `go on with step ${target.order} and skip the open steps before it.`
        : "go on with a step that is no longer there.";
    }
    case "add_steps":
      return action.steps.length === 1
        ? "add one step right after it."
        : `add ${action.steps.length} steps right after it.`;
    case "fail":
      return `end the plan as failed: ${action.reason}`;
    case "continue":
      return "go on as planned.";
  }
}

export function decisionEffects(stepOrder: number): Readonly<Record<string, string>> {
  return {
    approve: `Step ${stepOrder} is completed with what was found, and the plan can continue.`,
    modify: `Step ${stepOrder} runs again with your feedback added to its instructions.`,
    skip: `Step ${stepOrder} is skipped, and the plan can continue without it.`,
    reject: `Step ${stepOrder} fails and the whole plan ends as failed. This cannot be undone.`,
  };
}
