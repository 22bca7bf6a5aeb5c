import { AppError } from "@trovella/foundation";
import { howToDecide } from "../accepts-decision.ts";
import { endedInWords } from "../closed-plan.ts";
import type { RequestReview } from "../command.ts";
import { leaseProblem } from "../lease.ts";
import { findStep, isClosed, isSettled, type Plan, type Step } from "../plan.ts";
import type { PlanEvent } from "../plan-event.ts";
import { withStatusChange } from "../plan-status.ts";
import { checkGateFields } from "./complete-step.ts";
import { approvedResult } from "./decide-review.ts";

/** Decides what follows when a client asks a person to look at a step in progress. */
export function requestReview(plan: Plan, command: RequestReview, now: Date): PlanEvent[] {
  const step = findStep(plan, command.stepId);
  checkRequest(plan, step, command);
  const { summary, result = null } = command;
  const root = { result: approvedResult({ summary, result }), resultSummary: summary };
  checkGateFields(plan, step, root, command);

  const requested: PlanEvent = {
    type: "review_requested",
    reviewId: command.reviewId,
    stepId: step.id,
    summary,
    questions: command.questions ?? [],
    result,
    at: now,
  };
  return withStatusChange(plan, [requested], now);
}

function checkRequest(plan: Plan, step: Step, command: RequestReview): void {
  const details = { stepId: step.id, status: step.status };
  if (isClosed(plan.status)) {
    throw new AppError(
      "PLAN_CLOSED",
      `${endedInWords(plan)} Next: call get_research_context to read it.`,
      details,
    );
  }
  const wrongLease = leaseProblem(plan, step, command);
  if (wrongLease) throw new AppError(...wrongLease, details);
  if (isSettled(step.status)) {
    throw new AppError(
      "STEP_SETTLED",
      `This step is already ${step.status}. Next: call get_next_step with this planId.`,
      details,
    );
  }
  if (step.status === "pending") {
    throw new AppError(
      "INVALID_TRANSITION",
      "This step has not been started. Next: call get_next_step with this planId, and request the review of the step it gives you.",
      details,
    );
  }
  if (step.status === "awaiting_input") {
    throw new AppError(
      "AWAITING_REVIEW",
      `This step already waits for a review. Next: ${howToDecide(plan)}.`,
      details,
    );
  }
}
