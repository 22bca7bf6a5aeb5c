import { computeProgress, isClosed, type Plan, type Step } from "@trovella/plan-engine";

/** What lists show of a plan's steps, kept in the plan's own row: a list must not read the steps of every plan. */
export interface PlanFigures {
  readonly stepCount: number;
  /** Completed or skipped. */
  readonly doneCount: number;
  readonly failedCount: number;
  /** Steps that wait for a person. */
  readonly waitingCount: number;
  /** The mean of the steps that have one. */
  readonly confidence: number | null;
  /** The step that is worked on or comes next; null once the plan is closed. */
  readonly currentStepId: string | null;
  /** In percent, of a closed plan alone: an index has it, so it must not change with every call. */
  readonly closedProgress: number | null;
  /** The last sign of life of a step. Renewing a lease changes it too, without an event. */
  readonly lastSignAt: Date | null;
}

export function planFigures({ status, steps }: Pick<Plan, "status" | "steps">): PlanFigures {
  const statuses = steps.map((step) => step.status);
  const count = (counted: Step["status"]) => statuses.filter((one) => one === counted).length;
  return {
    stepCount: steps.length,
    doneCount: count("completed") + count("skipped"),
    failedCount: count("failed"),
    waitingCount: count("awaiting_input"),
    confidence: mean(steps.flatMap(({ confidence }) => confidence ?? [])),
    currentStepId: isClosed(status) ? null : (currentStep(steps)?.id ?? null),
    closedProgress: closedProgress(status, statuses),
    lastSignAt: lastSign(steps),
  };
}

function closedProgress(status: Plan["status"], steps: readonly Step["status"][]): number | null {
  if (!isClosed(status)) return null;
  return status === "completed" ? 100 : computeProgress(steps);
}

function currentStep(steps: readonly Step[]): Step | undefined {
  return (
    first(steps, ({ status }) => status === "awaiting_input" || status === "in_progress") ??
    first(steps, ({ status }) => status === "pending")
  );
}

/** By order, in one pass: it is asked with every call. */
function first(steps: readonly Step[], isMeant: (step: Step) => boolean): Step | undefined {
  let found: Step | undefined;
  for (const step of steps) {
    if (isMeant(step) && (!found || step.order < found.order)) found = step;
  }
  return found;
}

function lastSign(steps: readonly Step[]): Date | null {
  let last = Number.NEGATIVE_INFINITY;
  for (const { lastActivityAt, updatedAt } of steps) {
    last = Math.max(last, updatedAt.getTime(), lastActivityAt?.getTime() ?? 0);
  }
  return steps.length === 0 ? null : new Date(last);
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
