import type { ConsolePlan } from "@trovella/db/console";
import { titleOf } from "@trovella/plan-engine";

export function planCard({
  position: _,
  stall_threshold_ms: __,
  ...plan
}: ConsolePlan & { stall_threshold_ms?: unknown }) {
  return {
    ...plan,
    title: titleOf(plan.name),
    isStalled: plan.status === "stalled" || plan.stalledCount > 0,
    progress: plan.stepCount === 0 ? 0 : Math.round((100 * plan.doneCount) / plan.stepCount),
  };
}
