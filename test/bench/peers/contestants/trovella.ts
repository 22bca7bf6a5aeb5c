import { fileURLToPath } from "node:url";
import { REPORT, RESULT } from "@trovella/testing/mcp/plan-loop";
import { instructionsOf, STEPS_PER_PLAN, type StartContestant } from "../contestant.ts";
import { createPlanPool } from "../plan-pool.ts";
import { startStdioServer } from "../stdio-client.ts";

const BIN = fileURLToPath(new URL("../../../../apps/server/bin/trovella.mjs", import.meta.url));

interface NextStep {
  readonly status: string;
  readonly step?: { readonly stepId: string };
  readonly lease?: { readonly token: string };
}

/** One `trovella mcp` process shared by all callers, each with its own plan. */
export const start: StartContestant = async ({ dataDirectory, folder }) => {
  const server = await startStdioServer({
    script: BIN,
    arguments: ["mcp"],
    environment: { TROVELLA_DATA_DIR: dataDirectory },
    folder,
  });
  const steps = Array.from({ length: STEPS_PER_PLAN }, (_, index) => ({
    stepType: "search",
    instructions: instructionsOf(index + 1),
  }));
  const pool = createPlanPool<string>({
    async start() {
      const { structuredContent } = await server.call("create_research_plan", {
        name: "[Deep] A plan to work on",
        researchQuestion: "How fast can steps be handed out and taken back?",
        steps,
      });
      return (structuredContent as { planId: string }).planId;
    },
    async doStep(planId) {
      const { structuredContent } = await server.call("get_next_step", { planId, agent: "bench" });
      const { status, step, lease } = structuredContent as NextStep;
      if (!step) throw new Error(`get_next_step handed out nothing but ${status}.`);
      await server.call("submit_step_result", {
        planId,
        stepId: step.stepId,
        leaseToken: lease?.token,
        result: RESULT,
        resultSummary: "Two sources agree.",
        confidence: 0.8,
        stepExecutionReport: REPORT,
      });
    },
  });
  return { serverPid: server.pid, ...pool, close: server.close };
};
