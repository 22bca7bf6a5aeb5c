import type { CreatePlan } from "../command.ts";
import { defineConditions } from "../define-conditions.ts";
import type { PlanEvent } from "../plan-event.ts";
import { planFields } from "../plan-fields.ts";
import { modeOf } from "../plan-name.ts";
import { budgetOf } from "../spending.ts";
import { defineSteps } from "../step-references.ts";

/** Decides what a new plan consists of; every reference in it is resolved here. */
export function createPlan(command: CreatePlan, now: Date): PlanEvent[] {
  const { newId } = command;
  const steps = defineSteps(command.steps, { stepIdsBefore: [], newId, field: "steps" });
  const stepIds = steps.map((step) => step.id);

  return [
    {
      type: "plan_created",
      ...planFields({ ...command, budget: command.budget && budgetOf(command.budget) }),
      planId: command.planId,
      handle: command.handle,
      mode: modeOf(command.name),
      steps,
      conditions: defineConditions(command.branchingConditions ?? [], { stepIds, newId }),
      at: now,
    },
  ];
}
