import { newId } from "@trovella/db";
import { REPORT, RESULT } from "@trovella/testing/mcp/plan-loop";
import type { ToolCaller } from "./mcp-callers.ts";

const STEPS = 10;
const PLAN = {
  name: "[Scan] A plan to work on",
  researchQuestion: "How fast can steps be handed out and taken back?",
  steps: Array.from({ length: STEPS }, (_, index) => ({
    stepType: "search",
    instructions: `Find sources on aspect ${index + 1}, note what each claims and how sure it is.`,
  })),
};

export async function createPlans(
  server: ToolCaller,
  pairs: number,
  callers: number,
): Promise<string[]> {
  const plans: string[] = [];
  const count = Math.ceil(pairs / STEPS);
  await Promise.all(
    Array.from({ length: callers }, async (_, slot) => {
      while (plans.length < count) {
        const index = plans.push("") - 1;
        const reply = await server.call(slot, "create_research_plan", PLAN);
        plans[index] = String(reply.planId);
      }
    }),
  );
  return plans;
}

export async function runPair(server: ToolCaller, slot: number, planId: string): Promise<void> {
  // Anonymous callers: several of them may work on one plan.
  const { step, lease } = (await server.call(slot, "get_next_step", {
    planId,
    agent: newId("call"),
  })) as { step: { stepId: string }; lease: { token: string } };
  await server.call(slot, "submit_step_result", {
    planId,
    stepId: step.stepId,
    leaseToken: lease.token,
    result: RESULT,
    resultSummary: "Two sources agree.",
    confidence: 0.8,
    stepExecutionReport: REPORT,
  });
}
