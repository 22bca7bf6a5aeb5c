import { DEFAULT_STALL_THRESHOLD_MS } from "./limits.ts";
import type { StepStatus } from "./plan.ts";

interface StallableStep {
  readonly id: string;
  readonly status: StepStatus;
  readonly startedAt: Date | null;
  readonly updatedAt: Date;
  readonly lastActivityAt?: Date | null;
}

/** Ids of the steps in progress without activity for longer than the threshold. */
export function detectStalledSteps(
  steps: readonly StallableStep[],
  now: Date,
  thresholdMs: number = DEFAULT_STALL_THRESHOLD_MS,
): string[] {
  return steps
    .filter((step) => step.status === "in_progress" && idleMs(step, now) > thresholdMs)
    .map((step) => step.id);
}

export function isPlanStalled(
  steps: readonly StallableStep[],
  now: Date,
  thresholdMs: number = DEFAULT_STALL_THRESHOLD_MS,
): boolean {
  return detectStalledSteps(steps, now, thresholdMs).length > 0;
}

function idleMs(step: StallableStep, now: Date): number {
  return now.getTime() - (step.lastActivityAt ?? step.startedAt ?? step.updatedAt).getTime();
}
