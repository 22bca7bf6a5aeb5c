import type { Plan, Step, StepDefinition } from "./plan.ts";
import type { PlanEventOf } from "./plan-event.ts";
import { planFields } from "./plan-fields.ts";

export function newPlan(event: PlanEventOf<"plan_created">): Plan {
  return {
    ...planFields(event),
    id: event.planId,
    mode: event.mode,
    status: "planning",
    version: 0,
    failureReason: null,
    createdAt: event.at,
    updatedAt: event.at,
    completedAt: null,
    closedAt: null,
    steps: event.steps.map((definition, index) => newStep(definition, index + 1, event.at)),
    conditions: event.conditions.map((definition) => ({ ...definition, firedAt: null })),
    reviews: [],
  };
}

export function newStep(definition: StepDefinition, order: number, at: Date): Step {
  const { id, type, instructions, dependsOn } = definition;
  return {
    id,
    type,
    instructions,
    dependsOn,
    order,
    status: "pending",
    attempt: 0,
    leaseToken: null,
    leaseHolder: null,
    leaseExpiresAt: null,
    resultDigest: null,
    reportDigest: null,
    resultSummary: null,
    confidence: null,
    outputFormattingNotes: null,
    failureReason: null,
    startedAt: null,
    completedAt: null,
    lastActivityAt: null,
    updatedAt: at,
  };
}
