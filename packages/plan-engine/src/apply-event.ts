import { AppError } from "@trovella/foundation";
import { NO_HOLDER, newPlan, newStep } from "./new-plan.ts";
import {
  isClosed,
  isSettled,
  type Plan,
  type Review,
  type Step,
  type StepDefinition,
} from "./plan.ts";
import type { PlanEvent, PlanEventOf } from "./plan-event.ts";
import { transitionPlan, transitionStep } from "./plan-transitions.ts";
import type { Spent } from "./spending.ts";
import { addUsage, spendMore, type UsageIncrement } from "./usage.ts";

/** The only place where a plan changes. Parts that the event does not touch are shared, not copied. */
export function applyEvent(before: Plan | null, event: PlanEvent): Plan {
  if (event.type === "plan_created") return newPlan(event);
  if (!before) throw eventMismatch("The first event of a plan must be plan_created.", event);
  if (event.type === "texts_removed") return withoutTexts(before, event);
  const plan = { ...before, updatedAt: event.at, spent: countedEvent(before.spent, event) };

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
        leaseUserId: event.lease?.userId ?? null,
        leaseSessionId: event.lease?.sessionId ?? null,
        leaseClient: event.lease?.client ?? null,
        leaseExpiresAt: event.lease?.expiresAt ?? null,
        startedAt: event.at,
        lastActivityAt: event.at,
      }));
    case "step_completed":
      return withStep(withUsage(plan, event), event, (step) => ({
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
      return withStep(plan, event, (step) => retriedStep(step, event.at));
    case "plan_reopened":
      // No transition of the map: closed plans stay closed but for this event.
      return withStep(
        { ...plan, status: "executing", completedAt: null, closedAt: null, archivedAt: null },
        event,
        // It is all that is left to do, so no budget keeps it from being handed out.
        (step) => ({ ...retriedStep(step, event.at), isClosing: true }),
      );
    case "steps_added":
      return withAddedSteps(plan, event);
    case "step_removed":
      return withoutStep(plan, event.stepId);
    case "steps_reordered":
      return { ...plan, steps: renumber(event.stepIds.map((id) => existingStep(plan, id, event))) };
    case "instructions_updated":
      return withStep(plan, event, (step) => ({ ...step, instructions: event.instructions }));
    case "step_edited":
      return withStep(plan, event, (step) => ({
        ...step,
        type: event.stepType,
        instructions: event.instructions,
        requiresReview: event.requiresReview,
      }));
    case "plan_renamed":
      return { ...plan, name: event.name };
    case "tags_set":
      return { ...plan, tags: event.tags };
    case "plan_archived":
      return { ...plan, archivedAt: event.at };
    case "plan_restored":
      return { ...plan, archivedAt: null };
    case "branch_taken":
      return {
        ...plan,
        conditions: plan.conditions.map((condition) =>
          condition.id === event.conditionId ? { ...condition, firedAt: event.at } : condition,
        ),
      };
    case "review_requested":
      return requestedReview(plan, event);
    case "review_declined":
      return withReview(plan, event.reviewId, { declinedAt: event.at });
    case "review_decided": {
      const { decision, feedback, decidedVia, decidedBy, at: decidedAt } = event;
      return withReview(plan, event.reviewId, {
        decision,
        feedback,
        decidedVia,
        decidedBy,
        decidedAt,
      });
    }
    case "plan_status_changed":
      return changedStatus(plan, event);
    case "usage_recorded":
      return withUsage(plan, event);
    case "budget_changed":
      return {
        ...plan,
        budget: event.budget,
        phase: "open",
        phaseCause: null,
        closingAcceptedAt: null,
      };
    case "closing_accepted":
      return { ...plan, closingAcceptedAt: event.at };
    case "plan_assigned":
      return { ...plan, assigneeId: event.assigneeId };
    case "budget_phase_changed":
      return { ...plan, phase: event.to, phaseCause: event.cause };
    case "gate_failed":
      return { ...plan, repairs: event.repair };
    case "gate_passed":
    case "gate_waived":
    case "gate_noted":
    case "stall_detected":
    case "session_resumed":
    case "result_refused":
      return plan;
  }
}

/** Of the log alone: the plan did not change, so it does not count as updated. */
function withoutTexts(plan: Plan, event: PlanEventOf<"texts_removed">): Plan {
  if (!isClosed(plan.status)) throw eventMismatch("The plan is open.", event);
  return plan;
}

/** The plan after one committed command. */
export function applyEvents(plan: Plan | null, events: readonly [PlanEvent, ...PlanEvent[]]): Plan;
export function applyEvents(plan: Plan, events: readonly PlanEvent[]): Plan;
export function applyEvents(plan: Plan | null, events: readonly PlanEvent[]): Plan | null {
  if (events.length === 0) return plan;
  const after = events.reduce<Plan | null>(applyEvent, plan);
  return after && { ...after, version: (plan?.version ?? 0) + 1 };
}

/** Feedback is appended to the instructions, so that the next holder of the step reads both. */
export function appendFeedback(instructions: string, feedback: string): string {
  return `${instructions}\n\n---\n\nUser feedback: ${feedback}`;
}

/** The token is kept: it distinguishes this attempt's holder from an older one. */
const WITHOUT_LEASE = { ...NO_HOLDER, leaseExpiresAt: null } as const;

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

/** Attempts, time and refusals; usage is counted by `withUsage`. */
function countedEvent(spent: Spent, event: PlanEvent): Spent {
  switch (event.type) {
    case "step_started":
      return { ...worked(spent, event), attempts: spent.attempts + 1 };
    case "step_completed":
      return { ...worked(spent, event), refusals: 0 };
    case "step_failed":
    case "step_skipped":
    case "plan_status_changed":
      return worked(spent, event);
    case "result_refused":
      return { ...spent, refusals: spent.refusals + 1 };
    case "budget_changed":
      return { ...spent, refusals: 0, failuresFrom: event.at.toISOString() };
    default:
      return spent;
  }
}

function worked(spent: Spent, { workMs = 0 }: { readonly workMs?: number | undefined }): Spent {
  return workMs === 0 ? spent : { ...spent, workMs: spent.workMs + workMs };
}

/** Counts usage for the step and the plan; where the step is unknown or gone, for the plan alone. */
function withUsage(
  plan: Plan,
  {
    stepId,
    usage,
  }: { readonly stepId: string | null; readonly usage?: UsageIncrement | undefined },
): Plan {
  if (!usage) return plan;
  const step = plan.steps.find((candidate) => candidate.id === stepId);
  const before = step?.usage ?? null;
  const after = addUsage(before, usage);
  return {
    ...plan,
    spent: spendMore(plan.spent, { before, after }),
    steps: step
      ? plan.steps.map((other) => (other === step ? { ...step, usage: after } : other))
      : plan.steps,
  };
}

function existingStep(plan: Plan, stepId: string, event: PlanEvent): Step {
  const step = plan.steps.find((candidate) => candidate.id === stepId);
  if (!step) throw eventMismatch(`The plan has no step ${stepId}.`, event);
  return step;
}

/** Removes the step from the dependencies of others, and its own conditions with it. */
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

function retriedStep(step: Step, at: Date): Step {
  return {
    ...newStep(step, { order: step.order, number: step.number, at }),
    addedAfterStepId: step.addedAfterStepId,
    status: transitionStep(step.status, "pending"),
    attempt: step.attempt,
    usage: step.usage,
  };
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
    result: event.result,
    requestedAt: event.at,
    declinedAt: null,
    decision: null,
    feedback: null,
    decidedVia: null,
    decidedBy: null,
    decidedAt: null,
  };
  return { ...waiting, reviews: [...plan.reviews, review] };
}

function withReview(plan: Plan, reviewId: string, change: Partial<Review>): Plan {
  const reviews = plan.reviews.map((review) =>
    review.id === reviewId ? { ...review, ...change } : review,
  );
  return { ...plan, reviews };
}

/** Inserts the steps; those that wait for them then also depend on the last one. */
function withAddedSteps(plan: Plan, event: PlanEventOf<"steps_added">): Plan {
  const { stepsCreated } = plan;
  const added = event.steps.map((definition, index) => ({
    ...newStep(definition, { order: 0, number: stepsCreated + index + 1, at: event.at }),
    addedAfterStepId: event.branchOf,
  }));
  const last = added.at(-1);
  const waiting = plan.steps.map((step) =>
    last && event.waitingStepIds.includes(step.id)
      ? { ...step, dependsOn: [...step.dependsOn, last.id], updatedAt: event.at }
      : step,
  );
  return {
    ...plan,
    stepsCreated: stepsCreated + added.length,
    steps: renumber(waiting.toSpliced(event.afterOrder, 0, ...added)),
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
    isCancelled: event.isCancelled === true,
    steps: plan.steps.map((step) =>
      event.isCancelled ? cancelledStep(step, event.at) : withoutLease(step),
    ),
  };
}

function withoutLease(step: Step): Step {
  return step.leaseExpiresAt ? { ...step, ...WITHOUT_LEASE } : step;
}

export const ENDED_BY_CANCELLING = "The plan was cancelled before it was done.";

/** Work that was begun has failed; what nobody began, or only a person still had to decide, is skipped. */
function cancelledStep(step: Step, at: Date): Step {
  if (isSettled(step.status)) return step;
  const isBegun = step.status === "in_progress";
  return {
    ...step,
    ...WITHOUT_LEASE,
    status: transitionStep(step.status, isBegun ? "failed" : "skipped"),
    failureReason: isBegun ? ENDED_BY_CANCELLING : null,
    completedAt: at,
    updatedAt: at,
  };
}

export function eventMismatch(problem: string, event: PlanEvent): AppError {
  return new AppError("INTERNAL", `The event does not fit the plan. ${problem}`, {
    eventType: event.type,
  });
}
