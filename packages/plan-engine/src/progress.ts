import type { StepStatus } from "./plan.ts";

export interface Outcome {
  readonly completed: number;
  readonly skipped: number;
  readonly failed: number;
}

/** Counts the settled steps by status, so that an all-failed plan is not taken for a success. */
export function countOutcome(steps: readonly StepStatus[]): Outcome {
  return {
    completed: countStatus(steps, "completed"),
    skipped: countStatus(steps, "skipped"),
    failed: countStatus(steps, "failed"),
  };
}

/** Percentage of steps that are done. A failed step is settled but not done. */
export function computeProgress(steps: readonly StepStatus[]): number {
  if (steps.length === 0) return 0;
  const { completed, skipped } = countOutcome(steps);
  return Math.round((100 * (completed + skipped)) / steps.length);
}

export function countStatus(steps: readonly StepStatus[], status: StepStatus): number {
  return steps.filter((candidate) => candidate === status).length;
}
