import type { CreatePlan } from "../command.ts";
import { defineConditions } from "../define-conditions.ts";
import { DEFAULT_STALL_THRESHOLD_MS } from "../limits.ts";
import type { PlanEvent } from "../plan-event.ts";
import { modeOf } from "../plan-name.ts";
import { defineSteps } from "../step-references.ts";

/** Decides what a new plan consists of; every reference in it is resolved here. */
export function createPlan(command: CreatePlan, now: Date): PlanEvent[] {
  const { newId } = command;
  const steps = defineSteps(command.steps, { stepIdsBefore: [], newId, field: "steps" });
  const stepIds = steps.map((step) => step.id);

  return [
    {
      type: "plan_created",
      planId: command.planId,
      name: command.name,
      mode: modeOf(command.name),
      researchQuestion: command.researchQuestion,
      stallThresholdMs: command.stallThresholdMs ?? DEFAULT_STALL_THRESHOLD_MS,
      reviewPolicy: command.reviewPolicy ?? "relayed_allowed",
      planDesignRationale: command.planDesignRationale ?? null,
      outputFormattingNotes: command.outputFormattingNotes ?? null,
      steps,
      conditions: defineConditions(command.branchingConditions ?? [], { stepIds, newId }),
      at: now,
    },
  ];
}
