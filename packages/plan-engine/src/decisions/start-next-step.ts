import { AppError } from "@trovella/foundation";
import { applyEvent } from "../apply-event.ts";
import { budgetSpent, mayBeHandedOut } from "../budget.ts";
import type { NextStepQuery, StartNextStep } from "../command.ts";
import { grantLease, isHeldBy, isLeaseExpired } from "../lease.ts";
import { findStep, isSettled, type Plan, type Step } from "../plan.ts";
import type { PlanEvent, StartReason } from "../plan-event.ts";
import { withoutActivity, withStatusChange } from "../plan-status.ts";
import { countStatus } from "../progress.ts";
import { isReady } from "../readiness.ts";

export type NextStep =
  | {
      readonly status: "step_ready";
      readonly step: Step;
      /** `held`: the caller has this step already and gets the same attempt and token again. */
      readonly reason: Exclude<StartReason, "auto_advanced"> | "held";
    }
  | { readonly status: "plan_complete" }
  | { readonly status: "plan_failed"; readonly reason: string | null }
  | { readonly status: "awaiting_review"; readonly stepIds: readonly string[] }
  | {
      readonly status: "no_pending_steps";
      readonly inProgressCount: number;
      readonly failedCount: number;
      readonly blockedCount: number;
    };

type HandOut = Extract<NextStep, { status: "step_ready" }>;

/** Decides what follows when a client asks for work; no events when no step is available. */
export function startNextStep(plan: Plan, command: StartNextStep, now: Date): PlanEvent[] {
  const changed = withoutActivity(plan, [], now);
  const next = chooseNextStep(plan, command, now);
  if (next.status !== "step_ready") return changed;
  if (next.reason === "held") return withStatusChange(plan, changed, now);

  const lease = grantLease(plan, { token: command.newLeaseToken, holder: command }, now);
  const started: PlanEvent = {
    type: "step_started",
    stepId: next.step.id,
    attempt: next.step.attempt + 1,
    reason: next.reason,
    lease,
    at: now,
  };
  return withStatusChange(plan, [...changed, started], now);
}

/** Chooses what a client that asks for work gets, without deciding anything. */
export function chooseNextStep(before: Plan, query: NextStepQuery, now: Date): NextStep {
  // The phase comes first: it decides what may be handed out at all.
  const plan = withoutActivity(before, [], now).reduce<Plan>(applyEvent, before);
  switch (plan.status) {
    case "completed":
      return { status: "plan_complete" };
    case "failed":
      return { status: "plan_failed", reason: plan.failureReason };
    case "awaiting_review": {
      const waiting = plan.steps.filter((step) => step.status === "awaiting_input");
      return { status: "awaiting_review", stepIds: waiting.map((step) => step.id) };
    }
    default:
      return findHandOut(plan, query, now) ?? countRemaining(plan);
  }
}

function findHandOut(plan: Plan, query: NextStepQuery, now: Date): HandOut | null {
  const { reclaim, takeOverStepId } = query;
  if (takeOverStepId) {
    const step = stepInProgress(plan, takeOverStepId);
    if (!mayBeHandedOut(plan, step)) throw budgetSpent(plan);
    return { status: "step_ready", step, reason: "taken_over" };
  }
  const reason = plan.phase === "open" ? "next" : "closing";
  const fresh = () =>
    handOut(
      plan,
      reason,
      (step) => step.status === "pending" && mayBeHandedOut(plan, step) && isReady(plan, step),
    );
  const isFree = (step: Step) => isInProgress(step) && mayBeHandedOut(plan, step);
  const expired = () =>
    handOut(plan, "reissued", (step) => isFree(step) && isLeaseExpired(step, now));

  return (
    handOut(plan, "sent_back", (step) => isFree(step) && step.leaseExpiresAt === null) ??
    handOut(plan, "held", (step) => isHeldBy(step, query)) ??
    (reclaim ? (expired() ?? fresh()) : (fresh() ?? expired()))
  );
}

function handOut(
  plan: Plan,
  reason: HandOut["reason"],
  isWanted: (step: Step) => boolean,
): HandOut | null {
  const step = plan.steps.find(isWanted);
  return step ? { status: "step_ready", step, reason } : null;
}

function isInProgress(step: Step): boolean {
  return step.status === "in_progress";
}

function stepInProgress(plan: Plan, stepId: string): Step {
  const step = findStep(plan, stepId);
  if (isInProgress(step)) return step;
  const details = { stepId, status: step.status };
  if (isSettled(step.status)) {
    throw new AppError(
      "STEP_SETTLED",
      `This step is ${step.status} and cannot be taken over. Next: call get_next_step without takeOverStepId.`,
      details,
    );
  }
  throw new AppError(
    "INVALID_INPUT",
    "takeOverStepId must name a step in progress, but this one is pending. " +
      "Next: call get_next_step without takeOverStepId.",
    { ...details, field: "takeOverStepId" },
  );
}

function countRemaining(plan: Plan): NextStep {
  const statuses = plan.steps.map((step) => step.status);
  return {
    status: "no_pending_steps",
    inProgressCount: countStatus(statuses, "in_progress"),
    failedCount: countStatus(statuses, "failed"),
    // A pending step that was not handed out is blocked by a dependency.
    blockedCount: countStatus(statuses, "pending"),
  };
}
