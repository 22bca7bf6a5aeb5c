import type { Plan } from "../plan.ts";
import type { PlanEvent } from "../plan-event.ts";
import { detectStalledSteps } from "../stall-detection.ts";

/** Decides whether an executing plan has stalled, by its own threshold. */
export function detectStall(plan: Plan, now: Date): PlanEvent[] {
  const stepIds = detectStalledSteps(plan.steps, now, plan.stallThresholdMs);
  if (plan.status !== "executing" || stepIds.length === 0) return [];
  return [
    { type: "stall_detected", stepIds, at: now },
    { type: "plan_status_changed", from: "executing", moves: ["stalled"], reason: null, at: now },
  ];
}
