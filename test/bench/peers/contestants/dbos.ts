import { DBOS } from "@dbos-inc/dbos-sdk";
import { RESULT } from "@trovella/testing/mcp/plan-loop";
import { instructionsOf, STEPS_PER_PLAN, type StartContestant } from "../contestant.ts";
import { createPlanPool } from "../plan-pool.ts";
import { openPool } from "../postgres-pool.ts";

/** Longer than any run, so that a queued workflow does not time out. */
const TIMEOUT_SECONDS = 3600;

/** A workflow that publishes its steps as events and receives results as messages. */
const plan = DBOS.registerWorkflow(
  async () => {
    for (let step = 1; step <= STEPS_PER_PLAN; step += 1) {
      await DBOS.setEvent(eventOf(step), { step, instructions: instructionsOf(step) });
      await DBOS.recv("result", { timeoutSeconds: TIMEOUT_SECONDS });
    }
  },
  { name: "plan" },
);

export const start: StartContestant = async (settings) => {
  DBOS.setConfig({
    name: "bench-peers",
    systemDatabasePool: openPool(settings, "dbos"),
    logLevel: "error",
  });
  await DBOS.launch();
  const pool = createPlanPool<string>({
    async start() {
      const { workflowID } = await DBOS.startWorkflow(plan)();
      return workflowID;
    },
    async doStep(workflowId, step) {
      if (!(await DBOS.getEvent(workflowId, eventOf(step)))) {
        throw new Error(`The workflow did not hand out step ${step}.`);
      }
      await DBOS.send(workflowId, RESULT, "result");
    },
  });
  // Waiting workflows would block a graceful shutdown; the database is dropped anyway.
  return { serverPid: null, ...pool, close: async () => undefined };
};

function eventOf(step: number): string {
  return `step-${step}`;
}
