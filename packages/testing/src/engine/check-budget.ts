import { applyEvent } from "../../../plan-engine/src/apply-event.ts";
import type { Plan, Step } from "../../../plan-engine/src/plan.ts";
import type { PlanEvent } from "../../../plan-engine/src/plan-event.ts";
import { same } from "./history-coverage.ts";

const ORDER = ["open", "closing", "spent"];

/** R20 to R22: phases only advance, and past the first nothing but the end of the plan is handed out or added. */
export function checkBudget(before: Plan, events: readonly PlanEvent[]): void {
  let plan = before;
  for (const event of events) {
    if (event.type === "budget_phase_changed") {
      same(event.from, plan.phase, "phase before");
      same(ORDER.indexOf(event.to) > ORDER.indexOf(event.from), true, "phases advance");
    }
    if (plan.phase !== "open") checkClosing(plan, event);
    const after = applyEvent(plan, event);
    if (event.type !== "budget_changed" && event.type !== "budget_phase_changed") {
      same(after.phase, plan.phase, "phase");
    }
    plan = after;
  }
}

/** A second copy of what may still happen when the budget leaves only the end. */
function checkClosing(plan: Plan, event: PlanEvent): void {
  if (event.type === "steps_added") throw new Error("steps were added to a closing plan");
  if (event.type !== "step_started" || event.lease === null) return;
  const closing = closingSteps(plan);
  const step = plan.steps.find(({ id }) => id === event.stepId);
  const isLeftOver = step?.status === "in_progress" && !closing.some(isOpen);
  const isCheckpoint = step?.requiresReview && plan.reviewPolicy !== "relayed_allowed";
  const isClosing = closing.some(({ id }) => id === event.stepId);
  same(Boolean(isClosing || isCheckpoint || isLeftOver), true, "a step handed out while closing");
}

function closingSteps({ steps }: Plan): readonly Step[] {
  const marked = steps.filter(({ isClosing }) => isClosing);
  return marked.length > 0 ? marked : steps.slice(-1);
}

const isOpen = ({ status }: Step) => !["completed", "skipped", "failed"].includes(status);

/** R19: what is counted agrees with the log. */
export function checkSpent(plan: Plan, log: readonly { readonly event: PlanEvent }[]): void {
  const events = log.map(({ event }) => event);
  same(
    plan.spent.attempts,
    events.filter(({ type }) => type === "step_started").length,
    "attempts",
  );
  const workMs = events.reduce(
    (sum, event) => sum + ("workMs" in event ? (event.workMs ?? 0) : 0),
    0,
  );
  same(plan.spent.workMs, workMs, "work time");
}
