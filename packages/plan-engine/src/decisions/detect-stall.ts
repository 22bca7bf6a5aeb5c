import { planActivity } from "../activity.ts";
import type { Plan } from "../plan.ts";
import type { PlanEvent } from "../plan-event.ts";
import { detectStalledSteps } from "../stall-detection.ts";

/** Decides whether an executing plan has stalled, by its own threshold. Without a step, nobody holds the plan. */
export function detectStall(plan: Plan, now: Date): PlanEvent[] {
  if (plan.status !== "executing" || planActivity(plan, now) !== "stalled") return [];
  const stepIds = detectStalledSteps(plan.steps, now, plan.stallThresholdMs);
  return [
    { type: "stall_detected", stepIds, at: now },
    { type: "plan_status_changed", from: "executing", moves: ["stalled"], reason: null, at: now },
  ];
}
