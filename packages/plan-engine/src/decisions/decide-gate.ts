import { applyEvent } from "../apply-event.ts";
import { isClosingStep, openClosingSteps } from "../budget.ts";
import type { Gate } from "../command.ts";
import { LIMITS } from "../limits.ts";
import type { Plan, Step } from "../plan.ts";
import type { PlanEvent, WaiverReason } from "../plan-event.ts";
import { withStatusChange } from "../plan-status.ts";
import { repairStep } from "../repair-step.ts";
import { invalid } from "../shape.ts";
import { waitingSteps } from "../waiting-steps.ts";

export interface GateInput {
  readonly gate: Gate;
  readonly repairStepId: string | undefined;
}

/**
 * Whether the claims may matter when this step is handed in, so that they are read only then. It says so of a step that
 * writes the document, and of any other once nothing is left that would.
 */
export function needsGate(plan: Plan, stepId: string): boolean {
  if (plan.evidencePolicy === "off") return false;
  const isLeft = openClosingSteps(plan).length > 0;
  return plan.steps.some((step) => step.id === stepId && (isClosingStep(plan, step) || !isLeft));
}

/** What the gate says to a closing step, or to the step whose end completes the plan (R29, R30). */
export function decideGate(
  plan: Plan,
  step: Step,
  {
    gate,
    repairStepId,
    events,
    at,
  }: GateInput & { readonly events: readonly PlanEvent[]; readonly at: Date },
): PlanEvent[] {
  const isLast = isClosingStep(plan, step) || isCompletedBy(plan, events, at);
  if (plan.evidencePolicy === "off" || !isLast) return [];
  const outcome = { stepId: step.id, counts: gate.counts, digest: gate.digest, at };
  if (plan.evidencePolicy === "warn") {
    return gate.total > 0 ? [{ type: "gate_noted", ...outcome }] : [];
  }
  if (gate.passed) return [{ type: "gate_passed", ...outcome }];
  const current = events.reduce<Plan>(applyEvent, plan);
  const why = waiverReason(current);
  if (why) return [{ type: "gate_waived", ...outcome, why }];
  if (!repairStepId) throw invalid("repairStepId", "is needed for a gate that is not passed");
  return [
    { type: "gate_failed", ...outcome, repair: current.repairs + 1 },
    {
      type: "steps_added",
      afterOrder: step.order,
      steps: [repairStep(gate, { id: repairStepId, stepId: step.id })],
      branchOf: step.id,
      waitingStepIds: waitingSteps(current, step).map(({ id }) => id),
      rationale: null,
      at,
    },
  ];
}

function isCompletedBy(plan: Plan, events: readonly PlanEvent[], at: Date): boolean {
  const last = withStatusChange(plan, events, at).at(-1);
  return last?.type === "plan_status_changed" && last.moves.at(-1) === "completed";
}

/** Why no further step is added, so that a document always comes out. */
function waiverReason({ repairs, phase, steps }: Plan): WaiverReason | null {
  if (repairs >= LIMITS.repairs) return "repairs_used";
  if (phase !== "open") return "budget";
  return steps.length >= LIMITS.stepsInPlan ? "steps_limit" : null;
}
