import { AppError } from "@trovella/foundation";
import { isProtected } from "./accepts-decision.ts";
import { failureCause } from "./failure-cause.ts";
import { isClosed, isSettled, type Plan, type Step } from "./plan.ts";
import { type Dimension, type Phase, type PhaseCause, RESERVE } from "./spending.ts";

const SUBAGENTS_CAP = 60;

/** The caps that apply. Tokens, cost and time are capped only on request: a cap that nobody asked for becomes a target. */
export function capsOf({ budget, steps }: Pick<Plan, "budget" | "steps">): {
  readonly [Name in Dimension]?: number | undefined;
} {
  const { reserve: _, changes: __, ...caps } = budget ?? {};
  return { attempts: 3 * steps.length + 20, subagents: SUBAGENTS_CAP, ...caps };
}

export function reserveOf({ budget }: Pick<Plan, "budget">): number {
  return budget?.reserve ?? RESERVE.default;
}

/** How much of every dimension is used at this moment; attempts under way count with the time they took so far (R19). */
export function usedAt(plan: Plan, now: Date): Readonly<Record<Dimension, number>> {
  const { attempts, workMs, toolCalls, subagents, tokens, costUsd } = plan.spent;
  const running = isClosed(plan.status)
    ? 0
    : plan.steps.reduce((total, step) => total + attemptMs(plan, step, now), 0);
  return {
    steps: plan.steps.filter((step) => step.attempt > 0).length,
    attempts,
    workMinutes: (workMs + running) / 60_000,
    toolCalls,
    subagents,
    tokens,
    costUsd,
  };
}

/** The time that the step's current attempt took, without waiting for people; zero when none is under way. */
export function attemptMs({ reviews }: Pick<Plan, "reviews">, step: Step, now: Date): number {
  const { status, startedAt, leaseExpiresAt } = step;
  const isUnderWay = status === "in_progress" || status === "awaiting_input";
  if (!isUnderWay || !startedAt) return 0;
  const ownReviews = reviews.filter(
    (review) => review.stepId === step.id && review.requestedAt >= startedAt,
  );
  // Nobody works on a step that was sent back until it is handed out again.
  const sentBackAt =
    status === "in_progress" && leaseExpiresAt === null ? ownReviews.at(-1)?.decidedAt : null;
  const end = earliest(now, sentBackAt ?? leaseExpiresAt ?? now);
  const waits = ownReviews.map(({ requestedAt, decidedAt }) =>
    Math.max(0, earliest(end, decidedAt ?? end) - requestedAt.getTime()),
  );
  const waited = waits.reduce((total, wait) => total + wait, 0);
  return Math.max(0, end - startedAt.getTime() - waited);
}

const earliest = (...times: readonly (Date | number)[]) => Math.min(...times.map(Number));

/** The phase that caps and failures call for, with its cause (R20, R23). */
export function phaseCalledFor(
  plan: Plan,
  now: Date,
): { readonly phase: Phase; readonly cause: PhaseCause | null } {
  const used = usedAt(plan, now);
  const reserve = reserveOf(plan);
  const caps = Object.entries(capsOf(plan)) as [Dimension, number | undefined][];
  const reached = (share: number) =>
    caps.find(([name, cap]) => cap !== undefined && used[name] >= cap * share)?.[0];
  const spent = reached(1);
  if (spent) return { phase: "spent", cause: spent };
  const cause = reached(1 - reserve) ?? failureCause(plan, now);
  return cause ? { phase: "closing", cause } : { phase: "open", cause: null };
}

/** Closing steps write the document (R18). In a plan that marks none it is the last step. */
export function isClosingStep({ steps }: Pick<Plan, "steps">, step: Step): boolean {
  return step.isClosing || (step.order === steps.length && !steps.some((other) => other.isClosing));
}

export function openClosingSteps(plan: Pick<Plan, "steps">): readonly Step[] {
  return plan.steps.filter((step) => !isSettled(step.status) && isClosingStep(plan, step));
}

/**
 * In every phase but the first only what brings the plan to its end (R21): closing steps, checkpoints that only a person
 * may leave out and, where no closing step is left, the work that others began.
 */
export function mayBeHandedOut(
  plan: Pick<Plan, "steps" | "phase" | "reviewPolicy">,
  step: Step,
): boolean {
  if (plan.phase === "open") return true;
  const isLeftOver = step.status === "in_progress" && openClosingSteps(plan).length === 0;
  return isClosingStep(plan, step) || isProtected(plan, step) || isLeftOver;
}

export function budgetSpent({ phase, phaseCause }: Plan): AppError {
  return new AppError(
    "BUDGET_SPENT",
    "The plan may only be brought to its end now. Next: call get_next_step, which gives you the closing step.",
    { phase, cause: phaseCause },
  );
}
