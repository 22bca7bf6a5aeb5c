import { AppError } from "@trovella/foundation";
import { howToDecide } from "../accepts-decision.ts";
import { endedInWords } from "../closed-plan.ts";
import type { SubmitResult } from "../command.ts";
import { leaseProblem, type Refusal } from "../lease.ts";
import { findStep, isClosed, isSettled, type Plan, type Step } from "../plan.ts";
import type { PlanEvent } from "../plan-event.ts";
import { withoutActivity } from "../plan-status.ts";
import { isReady } from "../readiness.ts";
import type { UsageIncrement } from "../usage.ts";
import { autoAdvance, checkGateFields, completeStep } from "./complete-step.ts";

/** Decides what follows when a client hands in the result of a step. */
export function submitResult(plan: Plan, command: SubmitResult, now: Date): PlanEvent[] {
  const step = findStep(plan, command.stepId);
  const refusal = findRefusal(plan, step, command);
  // A refused result is no work on the step, so the plan's status stays; refusals in a row change its phase (R23).
  if (refusal) return withoutActivity(plan, [refuse(command, refusal, now)], now);
  const root = {
    result: command.result,
    confidence: command.confidence ?? undefined,
    resultSummary: command.resultSummary ?? undefined,
    stepType: step.type,
  };
  checkGateFields(plan, step, root, command);

  return completeStep(plan, step, {
    // A client may finish before its get_next_step commits; accept the work rather than lose it.
    before: step.status === "pending" ? [autoAdvance(step, now)] : [],
    root,
    completed: {
      type: "step_completed",
      stepId: step.id,
      resultDigest: command.resultDigest,
      reportDigest: command.reportDigest,
      resultSummary: command.resultSummary ?? null,
      confidence: command.confidence ?? null,
      outputFormattingNotes: command.outputFormattingNotes ?? null,
      ...(command.usage ? { usage: furtherUsage(step, command.usage) } : {}),
      at: now,
    },
    ...(command.gate ? { gate: { gate: command.gate, repairStepId: command.repairStepId } } : {}),
  });
}

/** Subagents whose reports were stored are counted already; the result names all of them. */
function furtherUsage(step: Step, usage: UsageIncrement): UsageIncrement {
  const counted = step.usage?.subagents ?? 0;
  return { ...usage, subagents: Math.max(0, (usage.subagents ?? 0) - counted) };
}

/** The refusal that came with a command's events: they are kept, then the caller gets it. */
export function refusalOf(events: readonly PlanEvent[]): AppError | null {
  const refused = events.find((event) => event.type === "result_refused");
  return refused ? new AppError(refused.code, refused.message, { stepId: refused.stepId }) : null;
}

function findRefusal(plan: Plan, step: Step, command: SubmitResult): Refusal | null {
  const wrongLease = leaseProblem(plan, step, command);
  if (wrongLease) return [wrongLease[0], `${KEPT} ${wrongLease[1]}`];
  if (plan.isCancelled) return ["PLAN_CLOSED", `${endedInWords(plan)} ${STOP}`];
  if (isSettled(step.status))
    return ["STEP_SETTLED", `This step is already ${step.status}. ${ASK}`];
  if (isClosed(plan.status)) return ["PLAN_CLOSED", `${endedInWords(plan)} ${CREATE}`];
  if (step.status === "awaiting_input") {
    return ["AWAITING_REVIEW", `This step waits for a person's review. ${waiting(plan)}`];
  }
  if (step.status === "pending" && !isReady(plan, step)) {
    return ["STEP_BLOCKED", `A step this one waits for is not settled yet. ${ASK}`];
  }
  if (step.status === "pending" && plan.status === "awaiting_review") {
    return [
      "AWAITING_REVIEW",
      `The plan waits for a review; nothing new may start. ${waiting(plan)}`,
    ];
  }
  return step.requiresReview
    ? ["REVIEW_REQUIRED", `Only a person's review completes this step. ${REQUEST}`]
    : null;
}

const waiting = (plan: Plan) => `${KEPT} Next: ${howToDecide(plan)}.`;
const KEPT = "The result is kept in the audit log.";
const ASK = `${KEPT} Next: call get_next_step with this planId.`;
const REQUEST = `${KEPT} Next: call request_user_review with this planId, stepId and a summary; the person then reviews the kept result.`;
const STOP = `${KEPT} Next: stop working on it and tell the person what you had found.`;
const CREATE = `${KEPT} Next: call get_research_context to read the plan, or create_research_plan for a new one.`;

function refuse(command: SubmitResult, [code, message]: Refusal, at: Date): PlanEvent {
  return {
    type: "result_refused",
    stepId: command.stepId,
    code,
    message,
    leaseToken: command.leaseToken ?? null,
    result: command.result,
    report: command.report,
    resultSummary: command.resultSummary ?? null,
    confidence: command.confidence ?? null,
    at,
  };
}
