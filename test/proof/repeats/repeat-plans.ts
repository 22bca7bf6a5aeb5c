import type { Call } from "./repeat-case.ts";

interface NewPlan {
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

/** Two failed and two pending steps: every action of modify_plan has two steps to choose from. */
export async function planWithFailedSteps(call: Call, label: string) {
  const { planId, stepIds } = await newPlan(call, label);
  for (const stepId of stepIds.slice(0, 2)) {
    await call("modify_plan", {
      planId,
      action: "fail_step",
      stepId,
      modificationRationale: "It turned out so.",
    });
  }
  const steps = stepIds.map((id, index) => ({ id, status: index < 2 ? "failed" : "pending" }));
  return { planId, steps };
}

export function planInput(label: string) {
  const steps = ["Search.", "Search more.", "Search on.", "Sum up."].map(step);
  return { name: label, researchQuestion: "How often?", steps };
}

function step(instructions: string) {
  return { stepType: "search", instructions };
}
