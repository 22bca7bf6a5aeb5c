import { REPORT, RESULT } from "@trovella/testing/mcp/plan-loop";
import type { StartContestant } from "../contestant.ts";
import { createPlanPool } from "../plan-pool.ts";
import { heldStep, startTrovella } from "../trovella-server.ts";

/** Step by step, as assistants work that share a plan with others. */
export const start: StartContestant = async (settings) => {
  const server = await startTrovella(settings);
  const pool = createPlanPool<string>({
    start: async () => (await server.createPlan({})).planId,
    async doStep(planId) {
      const handedOut = await server.call("get_next_step", { planId, agent: "bench" });
      await server.call("submit_step_result", {
        planId,
        ...heldStep(handedOut),
        result: RESULT,
        resultSummary: "Two sources agree.",
        confidence: 0.8,
        stepExecutionReport: REPORT,
      });
    },
  });
  return { serverPid: server.pid, ...pool, close: server.close };
};
