import { deepStrictEqual } from "node:assert";
import { AppError } from "@trovella/foundation";
import { applyEvent } from "../../../plan-engine/src/apply-event.ts";
import type { Command } from "../../../plan-engine/src/command.ts";
import {
  PLAN_STATUSES,
  type Plan,
  type PlanStatus,
  STEP_STATUSES,
  type Step,
  type StepStatus,
} from "../../../plan-engine/src/plan.ts";
import type { PlanEvent } from "../../../plan-engine/src/plan-event.ts";

// A second copy of the transition maps, so that a mistake in the engine's own tables is noticed.
const PLAN_MAP: Record<PlanStatus, PlanStatus[]> = {
  planning: ["executing", "failed"],
  executing: ["awaiting_review", "stalled", "completed", "failed"],
  awaiting_review: ["executing", "failed"],
  stalled: ["executing", "failed"],
  completed: [],
  failed: [],
};
const STEP_MAP: Record<StepStatus, StepStatus[]> = {
  pending: ["in_progress", "skipped"],
  in_progress: ["awaiting_input", "completed", "failed"],
  awaiting_input: ["in_progress", "completed", "skipped", "failed"],
  completed: [],
  skipped: [],
  failed: ["pending"],
};

/** Collects what all histories together covered, so that a trivial run does not pass. */
export class Coverage {
  readonly planPairsTried = new Set<string>();
  readonly stepPairsTried = new Set<string>();
  readonly planMoves = new Set<string>();
  readonly stepMoves = new Set<string>();
  readonly eventTypes = new Set<string>();
  readonly refusals = new Set<string>();
  /** Decisions and refused results of steps that require review, by policy. */
  readonly reviewed = new Set<string>();
  commands = 0;
  accepted = 0;
  /** Steps that their holder asked for again. */
  held = 0;

  countReviewed({ reviewPolicy }: Plan, command: Command, events: readonly PlanEvent[]): void {
    const via = command.type === "decide_review" ? ` ${command.decidedVia}` : "";
    for (const event of events) {
      if (event.type === "review_decided" || event.type === "result_refused") {
        const detail = event.type === "result_refused" ? ` ${event.code}` : via;
        this.reviewed.add(`${reviewPolicy} ${event.type}${detail}`);
      }
    }
  }
}

export function checkMoves(before: Plan, events: readonly PlanEvent[], coverage: Coverage): void {
  let plan = before;
  for (const [index, event] of events.entries()) {
    if (event.type === "plan_status_changed") {
      same(index, events.length - 1, "the change of status is the last event");
      checkPlanMoves(plan, event.moves, coverage);
    }
    const next = applyEvent(plan, event);
    for (const step of next.steps) {
      const from = plan.steps.find((candidate) => candidate.id === step.id)?.status ?? "pending";
      if (from === step.status) continue;
      coverage.stepMoves.add(`${from} ${step.status}`);
      same(STEP_MAP[from].includes(step.status), true, `step ${from} → ${step.status}`);
    }
    plan = next;
  }
}

function checkPlanMoves(plan: Plan, moves: readonly PlanStatus[], coverage: Coverage): void {
  let from = plan.status;
  for (const to of moves) {
    coverage.planMoves.add(`${from} ${to}`);
    same(PLAN_MAP[from].includes(to), true, `plan ${from} → ${to}`);
    from = to;
  }
}

/** A second, independent implementation of the rules R1, R2 and R16. */
export function checkStatus(
  before: Plan,
  after: Plan,
  command: Command,
  events: readonly PlanEvent[],
): void {
  const statuses = after.steps.map((step) => step.status);
  const types = events.map((event) => event.type);
  const isFailing =
    command.type === "cancel_plan" ||
    (command.type === "decide_review" && command.decision === "reject") ||
    events.some((event) => event.type === "branch_taken" && event.action === "fail");
  // What a person changes is no work on a step.
  const isPerson = "by" in command && command.by === "person";
  const isActivity =
    (!isPerson &&
      types.some((type) =>
        ["step_started", "step_completed", "review_requested"].includes(type),
      )) ||
    (command.type === "start_next_step" && types.length > 0);

  const expected = ((): PlanStatus => {
    if (types.includes("plan_reopened")) return "executing";
    if (before.status === "completed" || before.status === "failed") return before.status;
    if (isFailing) return "failed";
    const isBegun = statuses.some((status) => status !== "pending" && status !== "skipped");
    if (before.status === "planning" && !isBegun && statuses.includes("pending")) return "planning";
    if (types.includes("stall_detected")) return "stalled";
    const isOpen = statuses.includes("pending") || statuses.includes("in_progress");
    // A smaller budget may leave nothing to do in a plan that nobody holds.
    if (before.status === "stalled" && !isActivity && isOpen) return "stalled";
    if (statuses.includes("awaiting_input")) return "awaiting_review";
    return isOpen ? "executing" : "completed";
  })();
  same(after.status, expected, "status");
  same(after.completedAt !== null, after.status === "completed", "completedAt");
  same(after.failureReason !== null, after.status === "failed", "failureReason");
  if (after.status === "failed")
    same(
      after.steps.every((step) => !step.leaseExpiresAt),
      true,
      "leases end",
    );
}

export function checkShape(plan: Plan): void {
  deepStrictEqual(
    plan.steps.map((step) => step.order),
    plan.steps.map((_, index) => index + 1),
  );
  same(plan.steps.length >= 1 && plan.steps.length <= 200, true, "1 to 200 steps");
  const seen = new Set<string>();
  for (const step of plan.steps) {
    for (const id of step.dependsOn) same(seen.has(id), true, "dependencies come earlier");
    seen.add(step.id);
    const isHeld = step.status === "in_progress" || step.status === "awaiting_input";
    if (!isHeld) same(step.leaseExpiresAt, null, "only a held step has a lease");
    const isSettled = ["completed", "skipped", "failed"].includes(step.status);
    same(step.completedAt !== null, isSettled, "settled steps have an end");
    if (step.status === "in_progress")
      same(step.startedAt !== null, true, "a started step has a start");
  }
  same(seen.size, plan.steps.length, "ids are unique");
  for (const condition of plan.conditions)
    same(seen.has(condition.stepId), true, "conditions have steps");
  const open = plan.reviews.filter((review) => !review.decision).map((review) => review.stepId);
  const waiting = plan.steps
    .filter((step) => step.status === "awaiting_input")
    .map((step) => step.id);
  // A cancelled plan leaves its reviews undecided.
  if (!plan.isCancelled) deepStrictEqual(open.sort(), waiting.sort());
  else same(waiting.length, 0, "nothing of a cancelled plan waits");
}

/** Forges an event for every target status; only legal transitions must be applied. */
export function tryEveryPair(plan: Plan, pick: number, at: Date, coverage: Coverage): void {
  for (const to of PLAN_STATUSES) {
    const from = plan.status;
    coverage.planPairsTried.add(`${from} ${to}`);
    const forged: PlanEvent = {
      type: "plan_status_changed",
      from,
      moves: [to],
      reason: null,
      at,
    };
    same(isApplied(plan, forged), PLAN_MAP[from].includes(to), `plan ${from} → ${to}`);
  }
  const step = plan.steps[pick % plan.steps.length] as Step;
  for (const to of STEP_STATUSES) {
    coverage.stepPairsTried.add(`${step.status} ${to}`);
    // Handing out a step that is in progress is how it is reissued; it stays where it is.
    const isReissue = step.status === "in_progress" && to === "in_progress";
    const isLegal = isReissue || STEP_MAP[step.status].includes(to);
    same(isApplied(plan, forgedStepEvent(step, to, at)), isLegal, `step ${step.status} → ${to}`);
  }
}

function forgedStepEvent(step: Step, to: StepStatus, at: Date): PlanEvent {
  const stepId = step.id;
  const events: Record<StepStatus, PlanEvent> = {
    pending: { type: "step_retried", stepId, rationale: null, at },
    in_progress:
      step.status === "awaiting_input"
        ? { type: "step_sent_back", stepId, feedback: "Again.", at }
        : { type: "step_started", stepId, attempt: 99, reason: "next", lease: null, at },
    awaiting_input: {
      type: "review_requested",
      reviewId: "forged",
      stepId,
      summary: "?",
      questions: [],
      result: null,
      at,
    },
    completed: {
      type: "step_completed",
      stepId,
      resultDigest: "",
      reportDigest: null,
      resultSummary: null,
      confidence: null,
      outputFormattingNotes: null,
      at,
    },
    skipped: { type: "step_skipped", stepId, by: "review", at },
    failed: { type: "step_failed", stepId, reason: null, rationale: null, at },
  };
  return events[to];
}

function isApplied(plan: Plan, event: PlanEvent): boolean {
  try {
    applyEvent(plan, event);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === "INVALID_TRANSITION") return false;
    throw error;
  }
}

export function same<T>(actual: T, expected: T, what: string): void {
  if (actual !== expected)
    throw new Error(`${what}: ${String(actual)} instead of ${String(expected)}`);
}
