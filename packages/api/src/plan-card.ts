import type { ConsolePlan } from "@trovella/db/console";

/** A plan as lists show it. */
export function planCard({
  position: _,
  stall_threshold_ms: __,
  ...plan
}: ConsolePlan & { stall_threshold_ms?: unknown }) {
  const mode = /^\[(Scan|Deep)\]/.exec(plan.name)?.[1]?.toLowerCase() as
    | "scan"
    | "deep"
    | undefined;
  return {
    ...plan,
    mode: mode ?? null,
    isStalled: plan.status === "stalled" || plan.stalledCount > 0,
    progress: plan.stepCount === 0 ? 0 : Math.round((100 * plan.doneCount) / plan.stepCount),
  };
}
