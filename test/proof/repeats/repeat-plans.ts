import type { Call } from "./repeat-case.ts";

export interface NewPlan {
  readonly planId: string;
  readonly stepIds: readonly string[];
}

/** A plan's first step with its lease. */
export async function claimedStep(call: Call, label: string) {
  const { planId } = await newPlan(call, label);
  const { step, lease } = await call<{ step: { stepId: string }; lease: { token: string } }>(
    "get_next_step",
    { planId },
  );
  return { planId, stepId: step.stepId, leaseToken: lease.token };
}

export async function newPlan(call: Call, label: string): Promise<NewPlan> {
  const { planId, steps } = await call<{ planId: string; steps: { stepId: string }[] }>(
    "create_research_plan",
    planInput(label),
  );
  return { planId, stepIds: steps.map(({ stepId }) => stepId) };
}

export function planInput(label: string) {
  const steps = ["Search.", "Search more.", "Search on.", "Sum up."].map(step);
  return { name: label, researchQuestion: "How often?", steps };
}

export function step(instructions: string) {
  return { stepType: "search", instructions };
}
