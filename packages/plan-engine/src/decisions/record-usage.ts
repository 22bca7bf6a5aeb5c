import type { RecordUsage } from "../command.ts";
import type { Plan } from "../plan.ts";
import type { PlanEvent } from "../plan-event.ts";
import { withoutActivity } from "../plan-status.ts";

/** Notes usage that was measured elsewhere; it is never refused, whatever the plan's status. */
export function recordUsage(plan: Plan, command: RecordUsage, now: Date): PlanEvent[] {
  const isKnown = plan.steps.some(({ id }) => id === command.stepId);
  const recorded: PlanEvent = {
    type: "usage_recorded",
    stepId: isKnown ? (command.stepId ?? null) : null,
    usage: command.usage,
    client: command.client ?? null,
    sessionId: command.sessionId ?? null,
    at: now,
  };
  return withoutActivity(plan, [recorded], now);
}
