import type { Plan, Step, StepDefinition } from "./plan.ts";
import type { PlanEventOf } from "./plan-event.ts";
import { planFields } from "./plan-fields.ts";
import { NOTHING_SPENT } from "./spending.ts";

export function newPlan(event: PlanEventOf<"plan_created">): Plan {
  return {
    ...planFields(event),
    id: event.planId,
    handle: event.handle,
    mode: event.mode,
    status: "planning",
    version: 0,
    failureReason: null,
    isCancelled: false,
    archivedAt: null,
    tags: [],
    spent: NOTHING_SPENT,
    phase: "open",
    phaseCause: null,
    closingAcceptedAt: null,
    assigneeId: null,
    repairs: 0,
    createdAt: event.at,
    updatedAt: event.at,
    completedAt: null,
    closedAt: null,
    stepsCreated: event.steps.length,
    steps: event.steps.map((definition, index) =>
      newStep(definition, { order: index + 1, number: index + 1, at: event.at }),
    ),
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

export function newStep(
  definition: StepDefinition,
  { order, number, at }: { readonly order: number; readonly number: number; readonly at: Date },
): Step {
  const { id, type, instructions, dependsOn, requiresReview, isClosing } = definition;
  return {
    id,
    type,
    instructions,
    dependsOn,
    requiresReview,
    isClosing,
    order,
    number,
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
    usage: null,
    startedAt: null,
    completedAt: null,
    lastActivityAt: null,
    updatedAt: at,
  };
}
