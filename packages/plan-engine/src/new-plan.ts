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

export const NO_HOLDER = {
  leaseHolder: null,
  leaseUserId: null,
  leaseSessionId: null,
  leaseClient: null,
} as const;

export function newStep(definition: StepDefinition, order: number, at: Date): Step {
  const { id, type, instructions, dependsOn, requiresReview } = definition;
  return {
    id,
    type,
    instructions,
    dependsOn,
    requiresReview,
    order,
    addedAfterStepId: null,
    status: "pending",
    attempt: 0,
    leaseToken: null,
    ...NO_HOLDER,
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
