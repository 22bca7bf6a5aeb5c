import { REPORT, RESULT } from "@trovella/testing/mcp/plan-loop";
import { STEPS_PER_PLAN, type StartContestant } from "../contestant.ts";
import { createPlanPool } from "../plan-pool.ts";
import { type HandedOut, heldStep, startTrovella } from "../trovella-server.ts";

interface StartedPlan {
  readonly planId: string;
  /** The step that the last call handed out. */
  held: HandedOut;
}

/** As the skills teach it: each call submits a result and receives the next step. */
export const start: StartContestant = async (settings) => {
  const server = await startTrovella(settings);
  const pool = createPlanPool<StartedPlan>({
    async start() {
      const { planId, nextStep } = await server.createPlan({ start: true });
      return { planId, held: heldStep(nextStep) };
    },
    async doStep(plan, step) {
      const { nextStep } = await server.call("submit_step_result", {
        planId: plan.planId,
        ...plan.held,
        result: RESULT,
        resultSummary: "Two sources agree.",
        confidence: 0.8,
        stepExecutionReport: REPORT,
        continue: true,
        agent: "bench",
      });
      if (step < STEPS_PER_PLAN) plan.held = heldStep(nextStep);
      else if (nextStep?.status !== "plan_complete") throw new Error("The plan did not end.");
    },
  });
  return { serverPid: server.pid, ...pool, close: server.close };
};
