import type { ConsolePlan } from "@trovella/db/console";
import { titleOf } from "@trovella/plan-engine";

export function planCard({ position: _, ...plan }: ConsolePlan) {
  return {
    ...plan,
    title: titleOf(plan.name),
    progress: plan.stepCount === 0 ? 0 : Math.round((100 * plan.doneCount) / plan.stepCount),
  };
}
