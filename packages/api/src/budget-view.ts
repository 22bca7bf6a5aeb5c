import type { BudgetMoment, StepMoment } from "@trovella/db/console";
import {
  ENDED_BY_BUDGET,
  isClosed,
  isClosingStep,
  isProtected,
  type Plan,
  reserveOf,
  type Step,
} from "@trovella/plan-engine";
import { usageFigures } from "@trovella/research";

/** What a plan may use, what it used, and how its phase came about. */
export function budgetView(
  plan: Plan,
  {
    now,
    resultBytes,
    moments,
  }: {
    readonly now: Date;
    readonly resultBytes: number;
    readonly moments: readonly BudgetMoment[];
  },
) {
  return {
    figures: usageFigures(plan, now, { resultBytes }).map((figure) => ({
      ...figure,
      /** Whether the plan's own budget sets the cap; the others are defaults. */
      isOwn: (plan.budget?.[figure.dimension] ?? null) !== null,
    })),
    reserve: reserveOf(plan),
    phase: plan.phase,
    cause: plan.phaseCause,
    closingAcceptedAt: plan.closingAcceptedAt,
    closingStepIds: plan.steps.filter((step) => isClosingStep(plan, step)).map(({ id }) => id),
    /** Latest last. */
    moments,
  };
}

/** What the budget did to a step: it was left out, ended before it was done, or will not be started. */
export type BudgetEffect = "skipped" | "ended" | "not_started";

export function budgetEffect(
  plan: Plan,
  step: Step,
  moments: readonly StepMoment[],
): BudgetEffect | null {
  if (step.status === "skipped") {
    const skipped = moments.findLast(
      ({ stepId, type }) => stepId === step.id && type === "step_skipped",
    );
    return skipped?.by === "budget" ? "skipped" : null;
  }
  if (step.status === "failed") return step.failureReason === ENDED_BY_BUDGET ? "ended" : null;
  const isHeldBack =
    step.status === "pending" &&
    plan.phase !== "open" &&
    !isClosed(plan.status) &&
    !isClosingStep(plan, step) &&
    !isProtected(plan, step);
  return isHeldBack ? "not_started" : null;
}
