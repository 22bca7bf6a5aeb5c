import { AppError } from "@trovella/foundation";
import { usedAt } from "../budget.ts";
import type { ModificationOf } from "../command.ts";
import { isClosed, type Plan } from "../plan.ts";
import type { PlanEvent } from "../plan-event.ts";
import { withoutActivity } from "../plan-status.ts";
import { invalid } from "../shape.ts";
import { type Budget, budgetOf, DIMENSIONS } from "../spending.ts";

/** Decides on new caps. A plan that was closing goes on if they leave room; its failures so far are forgiven (R20, R23). */
export function changeBudget(
  plan: Plan,
  command: ModificationOf<"change_budget">,
  now: Date,
): PlanEvent[] {
  if (isClosed(plan.status)) {
    throw new AppError(
      "PLAN_NOT_MODIFIABLE",
      `A plan that is ${plan.status} has no use for a budget. Next: call create_research_plan for further research.`,
      { status: plan.status },
    );
  }
  const isPerson = command.by === "person";
  if (plan.budget?.changes === "human_only" && !isPerson) {
    throw new AppError(
      "BUDGET_REQUIRES_HUMAN",
      "Only a person may change the budget of this plan. Next: ask the person to raise it in the console, or call get_next_step and go on within it.",
      { planId: plan.id },
    );
  }
  const given = budgetOf(command.budget);
  checkCaps(plan, given, now);
  const changed: PlanEvent = {
    type: "budget_changed",
    budget: { ...plan.budget, ...given },
    by: isPerson ? "person" : "assistant",
    rationale: command.modificationRationale ?? null,
    at: now,
  };
  return withoutActivity(plan, [changed], now);
}

/** A cap below what is used already would be no cap but an end; that is what cancelling a plan is for. */
function checkCaps(plan: Plan, caps: Budget, now: Date): void {
  const used = usedAt(plan, now);
  for (const name of DIMENSIONS) {
    const cap = caps[name];
    if (cap === undefined || cap >= used[name]) continue;
    throw invalid(
      `budget.${name}`,
      `must be at least ${Math.ceil(used[name])}, which is used already`,
    );
  }
}
