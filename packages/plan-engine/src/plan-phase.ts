import { isProtected } from "./accepts-decision.ts";
import { applyEvent } from "./apply-event.ts";
import { attemptMs, openClosingSteps, phaseCalledFor } from "./budget.ts";
import { isClosed, type Plan, type Step } from "./plan.ts";
import type { PlanEvent } from "./plan-event.ts";
import { PHASES } from "./spending.ts";

/**
 * A command's events with the time that attempts took, followed by the change of phase they lead to (R20) and, where
 * that leaves nothing to close the plan with, by the end of the other steps (R21).
 */
export function withPhaseChange(plan: Plan, events: readonly PlanEvent[], at: Date): PlanEvent[] {
  const counted = timed(plan, events);
  if (isClosed(plan.status)) return counted;
  const after = counted.reduce<Plan>(applyEvent, plan);
  const changed = phaseChange(after, at);
  const current = changed.reduce<Plan>(applyEvent, after);
  return [...counted, ...changed, ...endOfResearch(plan, current, at)];
}

/** Phases only advance: what goes back is a change of the budget, which opens the plan first. */
function phaseChange(plan: Plan, at: Date): PlanEvent[] {
  const { phase, cause } = phaseCalledFor(plan, at);
  const isLater = PHASES.indexOf(phase) > PHASES.indexOf(plan.phase);
  if (!isLater || cause === null) return [];
  return [{ type: "budget_phase_changed", from: plan.phase, to: phase, cause, at }];
}

/** Events that end an attempt carry its time, since renewals of its lease are no events. */
export function timed(plan: Plan, events: readonly PlanEvent[]): PlanEvent[] {
  return events.map((event) => {
    const isEnd =
      event.type === "step_started" ||
      event.type === "step_completed" ||
      event.type === "step_failed" ||
      event.type === "step_skipped";
    const step = isEnd && plan.steps.find(({ id }) => id === event.stepId);
    const workMs = step ? attemptMs(plan, settling(step, event), event.at) : 0;
    return workMs === 0 ? event : { ...event, workMs };
  });
}

/** A holder that hands in its result worked until then, even after the end of its lease. */
function settling(step: Step, event: PlanEvent): Step {
  const isLate = event.type === "step_completed" && step.leaseExpiresAt !== null;
  return isLate ? { ...step, leaseExpiresAt: event.at } : step;
}

export const ENDED_BY_BUDGET = "Ended by the budget of the plan before it was done.";

/**
 * Without a closing step to come nothing more is started; when the last one has just been settled, work under way ends
 * too. Results that arrive later are kept in the audit log. Steps that wait for a person go on waiting.
 */
function endOfResearch(before: Plan, plan: Plan, at: Date): PlanEvent[] {
  if (plan.phase === "open" || openClosingSteps(plan).length > 0) return [];
  const isJustClosed = openClosingSteps(before).length > 0;
  const ends = plan.steps.flatMap((step): PlanEvent[] => {
    const stepId = step.id;
    if (step.status === "pending") {
      return isProtected(plan, step) ? [] : [{ type: "step_skipped", stepId, by: "budget", at }];
    }
    if (step.status !== "in_progress" || step.requiresReview || !isJustClosed) return [];
    return [{ type: "step_failed", stepId, reason: ENDED_BY_BUDGET, rationale: null, at }];
  });
  return timed(plan, ends);
}
