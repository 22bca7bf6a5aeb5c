import { AppError } from "@trovella/foundation";
import { applyEvent, eventMismatch } from "./apply-event.ts";
import type { Plan } from "./plan.ts";
import type { PlanEvent } from "./plan-event.ts";

/** Rebuilds a plan from its audit log, in order. */
export function replayPlan(
  log: Iterable<{ readonly planVersion: number; readonly event: PlanEvent }>,
): Plan {
  let plan: Plan | null = null;
  for (const { planVersion, event } of log) {
    const version: number = plan?.version ?? 0;
    const isNext = planVersion === version + 1 || (planVersion === version && plan !== null);
    if (!isNext) throw eventMismatch(`Version ${planVersion} cannot follow ${version}.`, event);
    plan = { ...applyEvent(plan, event), version: planVersion };
  }
  if (!plan) throw new AppError("NOT_FOUND", "An empty audit log has no plan.");
  return plan;
}
