import { AppError } from "@trovella/foundation";
import type { Plan, Step, StepDefinition } from "./plan.ts";
import type { PlanEvent, PlanEventOf } from "./plan-event.ts";
import { transitionPlan, transitionStep } from "./plan-transitions.ts";

/** The one place where a plan becomes another plan. What an event does not touch is shared. */
export function applyEvent(before: Plan | null, event: PlanEvent): Plan {
  if (event.type === "plan_created") return createdPlan(event);
  if (!before) throw broken("The first event of a plan must be plan_created.", event);
  const plan = { ...before, updatedAt: event.at };

  switch (event.type) {
    case "step_started":
      return withStep(plan, event, (step) => ({
        ...step,
        // Handing a step out again leaves it in progress, which is no transition.
        status:
          step.status === "in_progress" ? step.status : transitionStep(step.status, "in_progress"),
        attempt: event.attempt,
        leaseToken: event.lease?.token ?? null,
        leaseHolder: event.lease?.holder ?? null,
        leaseExpiresAt: event.lease?.expiresAt ?? null,
        startedAt: event.at,
        lastActivityAt: event.at,
      }));
    case "step_completed":
      return withStep(plan, event, (step) => ({
        ...step,
        ...WITHOUT_LEASE,
        status: transitionStep(step.status, "completed"),
        resultDigest: event.resultDigest,
        reportDigest: event.reportDigest,
        resultSummary: event.resultSummary,
        confidence: event.confidence,
        outputFormattingNotes: event.outputFormattingNotes,
        completedAt: event.at,
      }));
    case "step_failed":
      return withStep(plan, event, (step) => ({
        ...step,
        ...WITHOUT_LEASE,
        status: transitionStep(step.status, "failed"),
        failureReason: event.reason,
        completedAt: event.at,
      }));
    case "step_skipped":
      return withStep(plan, event, (step) => ({
        ...step,
        ...WITHOUT_LEASE,
        status: transitionStep(step.status, "skipped"),
        completedAt: event.at,
      }));
    case "step_sent_back":
      return withStep(plan, event, (step) => ({
        ...step,
        ...WITHOUT_LEASE,
        status: transitionStep(step.status, "in_progress"),
        instructions: appendFeedback(step.instructions, event.feedback),
        lastActivityAt: event.at,
      }));
    case "step_retried":
      return withStep(plan, event, (step) => ({
        ...newStep(step, step.order, event.at),
        status: transitionStep(step.status, "pending"),
        attempt: step.attempt,
      }));
    case "steps_added": {
      const added = event.steps.map((definition) => newStep(definition, 0, event.at));
      return { ...plan, steps: renumber(plan.steps.toSpliced(event.afterOrder, 0, ...added)) };
    }
    case "step_removed":
      return withoutStep(plan, event.stepId);
    case "steps_reordered":
      return { ...plan, steps: renumber(event.stepIds.map((id) => existingStep(plan, id, event))) };
    case "instructions_updated":
      return withStep(plan, event, (step) => ({ ...step, instructions: event.instructions }));
    case "branch_taken":
      return {
        ...plan,
        conditions: plan.conditions.map((condition) =>
          condition.id === event.conditionId ? { ...condition, firedAt: event.at } : condition,
        ),
      };
    case "review_requested":
      return requestedReview(plan, event);
    case "review_decided":
      return decidedReview(plan, event);
    case "plan_status_changed":
      return changedStatus(plan, event);
    case "stall_detected":
    case "session_resumed":
    case "result_refused":
      return plan;
  }
}

/** The plan after one committed command. */
export function applyEvents(plan: Plan | null, events: readonly [PlanEvent, ...PlanEvent[]]): Plan;
export function applyEvents(plan: Plan, events: readonly PlanEvent[]): Plan;
export function applyEvents(plan: Plan | null, events: readonly PlanEvent[]): Plan | null {
  if (events.length === 0) return plan;
  const after = events.reduce<Plan | null>(applyEvent, plan);
  return after && { ...after, version: (plan?.version ?? 0) + 1 };
}

/** Rebuilds a plan from its audit log, in order. */
export function replayPlan(
  log: Iterable<{ readonly planVersion: number; readonly event: PlanEvent }>,
): Plan {
  let plan: Plan | null = null;
  for (const { planVersion, event } of log) {
    const version: number = plan?.version ?? 0;
    const isNext = planVersion === version + 1 || (planVersion === version && plan !== null);
    if (!isNext) throw broken(`Version ${planVersion} cannot follow ${version}.`, event);
    plan = { ...applyEvent(plan, event), version: planVersion };
  }
  if (!plan) throw new AppError("NOT_FOUND", "An empty audit log has no plan.");
  return plan;
}

/** Feedback stands below the instructions, so that whoever redoes the step reads both. */
export function appendFeedback(instructions: string, feedback: string): string {
  return `${instructions}\n\n---\n\nUser feedback: ${feedback}`;
}

/** The token stays: it tells the holder of this attempt from that of an older one. */
const WITHOUT_LEASE = { leaseHolder: null, leaseExpiresAt: null } as const;

function createdPlan(event: PlanEventOf<"plan_created">): Plan {
  return {
    id: event.planId,
    name: event.name,
    mode: event.mode,
    researchQuestion: event.researchQuestion,
    status: "planning",
    version: 0,
    stallThresholdMs: event.stallThresholdMs,
    reviewPolicy: event.reviewPolicy,
    planDesignRationale: event.planDesignRationale,
    outputFormattingNotes: event.outputFormattingNotes,
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

function newStep(definition: StepDefinition, order: number, at: Date): Step {
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

function withStep(
  plan: Plan,
  event: PlanEvent & { readonly stepId: string },
  change: (step: Step) => Step,
): Plan {
  const changed = existingStep(plan, event.stepId, event);
  return {
    ...plan,
    steps: plan.steps.map((step) =>
      step === changed ? { ...change(step), updatedAt: event.at } : step,
    ),
  };
}

function existingStep(plan: Plan, stepId: string, event: PlanEvent): Step {
  const step = plan.steps.find((candidate) => candidate.id === stepId);
  if (!step) throw broken(`The plan has no step ${stepId}.`, event);
  return step;
}

/** A removed step disappears from whatever waited for it; its own conditions go with it. */
function withoutStep(plan: Plan, stepId: string): Plan {
  const release = <T extends StepDefinition>(step: T): T =>
    step.dependsOn.includes(stepId)
      ? { ...step, dependsOn: step.dependsOn.filter((id) => id !== stepId) }
      : step;
  return {
    ...plan,
    steps: renumber(plan.steps.filter((step) => step.id !== stepId).map(release)),
    conditions: plan.conditions
      .filter((condition) => condition.stepId !== stepId)
      .map((condition) =>
        condition.action.name === "add_steps"
          ? {
              ...condition,
              action: { ...condition.action, steps: condition.action.steps.map(release) },
            }
          : condition,
      ),
  };
}

function renumber(steps: readonly Step[]): Step[] {
  return steps.map((step, index) =>
    step.order === index + 1 ? step : { ...step, order: index + 1 },
  );
}

function requestedReview(plan: Plan, event: PlanEventOf<"review_requested"> & { at: Date }): Plan {
  const waiting = withStep(plan, event, (step) => ({
    ...step,
    status: transitionStep(step.status, "awaiting_input"),
  }));
  const review = {
    id: event.reviewId,
    stepId: event.stepId,
    summary: event.summary,
    questions: event.questions,
    requestedAt: event.at,
    decision: null,
    feedback: null,
    decidedVia: null,
    decidedBy: null,
    decidedAt: null,
  };
  return { ...waiting, reviews: [...plan.reviews, review] };
}

function decidedReview(plan: Plan, event: PlanEventOf<"review_decided"> & { at: Date }): Plan {
  const { decision, feedback, decidedVia, decidedBy, at } = event;
  return {
    ...plan,
    reviews: plan.reviews.map((review) =>
      review.id === event.reviewId
        ? { ...review, decision, feedback, decidedVia, decidedBy, decidedAt: at }
        : review,
    ),
  };
}

function changedStatus(plan: Plan, event: PlanEventOf<"plan_status_changed"> & { at: Date }): Plan {
  const status = event.moves.reduce(transitionPlan, plan.status);
  if (status === "completed") {
    return { ...plan, status, completedAt: event.at, closedAt: event.at };
  }
  if (status !== "failed") return { ...plan, status };
  return {
    ...plan,
    status,
    closedAt: event.at,
    failureReason: event.reason,
    steps: plan.steps.map((step) => (step.leaseExpiresAt ? { ...step, ...WITHOUT_LEASE } : step)),
  };
}

function broken(problem: string, event: PlanEvent): AppError {
  return new AppError("INTERNAL", `The event does not fit the plan. ${problem}`, {
    eventType: event.type,
  });
}
