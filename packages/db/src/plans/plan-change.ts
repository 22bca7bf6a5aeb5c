import { applyEvents, type Plan, type PlanEvent } from "@trovella/plan-engine";
import type { LoadedPlan } from "./loaded-plan.ts";
import type { StepTexts } from "./plan-statements.ts";

/** Events decided on a plan, and the plan as it will be once they are saved. */
export interface PlanChange {
  /** The plan that was decided on; null when it is created. */
  readonly before: LoadedPlan | null;
  readonly events: readonly PlanEvent[];
  readonly plan: Plan;
  /** The texts of the completed step, if the events complete one. */
  readonly texts: StepTexts | undefined;
}

export function planChange(
  before: LoadedPlan | null,
  events: readonly PlanEvent[],
  texts?: StepTexts,
): PlanChange {
  const isCompleting = events.some(({ type }) => type === "step_completed");
  const plan = applyEvents((before?.plan ?? null) as Plan, events);
  return { before, events, plan, texts: isCompleting ? texts : undefined };
}
