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
  const count = (...counted: readonly string[]) =>
    statuses.filter((one) => counted.includes(one)).length;
  return {
    stepCount: steps.length,
    doneCount: count("completed", "skipped"),
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
  const inOrder = steps.toSorted((one, other) => one.order - other.order);
  return (
    inOrder.find(({ status }) => status === "awaiting_input" || status === "in_progress") ??
    inOrder.find(({ status }) => status === "pending")
  );
}

function lastSign(steps: readonly Step[]): Date | null {
  const signs = steps.flatMap(({ lastActivityAt, updatedAt }) => [
    lastActivityAt ?? updatedAt,
    updatedAt,
  ]);
  return signs.length === 0 ? null : new Date(Math.max(...signs.map(Number)));
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
