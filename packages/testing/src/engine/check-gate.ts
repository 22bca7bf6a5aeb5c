import { applyEvent } from "../../../plan-engine/src/apply-event.ts";
import type { Command } from "../../../plan-engine/src/command.ts";
import type { Plan } from "../../../plan-engine/src/plan.ts";
import type { PlanEvent } from "../../../plan-engine/src/plan-event.ts";
import { same } from "./history-coverage.ts";

const isGate = ({ type }: PlanEvent) => type.startsWith("gate_");

/** R29 and R30: a second copy of what a gate leads to. */
export function checkGate(before: Plan, command: Command, events: readonly PlanEvent[]): void {
  const gates = events.filter(isGate);
  const gate = command.type === "submit_result" ? command.gate : undefined;
  const completed = events.find(({ type }) => type === "step_completed");
  const after = events.reduce<Plan>(applyEvent, before);
  if (!gate || completed?.type !== "step_completed" || after.status === "failed") {
    same(gates.length, 0, "gates of a command without one");
    return;
  }
  const marked = before.steps.filter(({ isClosing }) => isClosing);
  const closing = marked.length > 0 ? marked : before.steps.slice(-1);
  const isClosing = closing.some(({ id }) => id === completed.stepId);
  const isRepair = gates[0]?.type === "gate_failed";
  // A repair is what is left of a plan that would have ended; past its budget the rest is not handed out any more.
  const isEnded = isRepair
    ? openSteps(after).length === 1 || after.phase !== "open"
    : after.status === "completed";
  const isExpected = isClosing || isEnded;
  same(gates[0]?.type, isExpected ? expectedGate(before, gate) : undefined, "gate");
  same(gates.length <= 1, true, "one gate per command");
  if (isRepair) checkRepair(after, completed.stepId);
}

function openSteps({ steps }: Plan) {
  return steps.filter(({ status }) => !["completed", "skipped", "failed"].includes(status));
}

function expectedGate(
  plan: Plan,
  { passed, total }: { readonly passed: boolean; readonly total: number },
): string | undefined {
  if (plan.evidencePolicy === "warn") return total > 0 ? "gate_noted" : undefined;
  if (passed) return "gate_passed";
  const isRoom = plan.repairs < 2 && plan.phase === "open" && plan.steps.length < 200;
  return isRoom ? "gate_failed" : "gate_waived";
}

/** The repair comes right after the step, and what brings the plan to its end is still to be done. */
function checkRepair(plan: Plan, stepId: string): void {
  const at = plan.steps.findIndex(({ id }) => id === stepId);
  const repair = plan.steps[at + 1];
  same(repair?.type, "custom", "type of the repair");
  same(repair?.isClosing, true, "the repair is a closing step");
  same(repair?.status, "pending", "status of the repair");
  same(repair?.dependsOn.join(), stepId, "what the repair waits for");
  same(plan.status === "completed", false, "a plan with a repair to do is completed");
}

/** R29: never more than two repairs, counted from the log. */
export function checkRepairs(plan: Plan, log: readonly { readonly event: PlanEvent }[]): void {
  const failed = log.filter(({ event }) => event.type === "gate_failed");
  same(plan.repairs, failed.length, "repairs");
  same(plan.repairs <= 2, true, "at most two repairs");
}
