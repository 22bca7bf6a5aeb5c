import { randomUUID } from "node:crypto";
import {
  Annotation,
  Command,
  END,
  interrupt,
  isInterrupted,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import { RESULT } from "@trovella/testing/mcp/plan-loop";
import { instructionsOf, STEPS_PER_PLAN, type StartContestant } from "../contestant.ts";
import { createPlanPool } from "../plan-pool.ts";
import { openPool } from "../postgres-pool.ts";

/** Only the latest result is state; earlier ones stay in earlier checkpoints, which is cheaper. */
const State = Annotation.Root({ step: Annotation<number>(), result: Annotation<unknown>() });

/** A graph that interrupts for every step and continues when resumed with its result. */
export const start: StartContestant = async (settings) => {
  const checkpointer = new PostgresSaver(openPool(settings, "langgraph"));
  await checkpointer.setup();
  const graph = new StateGraph(State)
    .addNode("work", ({ step }) => {
      const result = interrupt({ step, instructions: instructionsOf(step) });
      return { step: step + 1, result };
    })
    .addEdge(START, "work")
    .addConditionalEdges("work", ({ step }) => (step > STEPS_PER_PLAN ? END : "work"))
    .compile({ checkpointer });

  const pool = createPlanPool<ReturnType<typeof configOf>>({
    async start() {
      const config = configOf(randomUUID());
      await graph.invoke({ step: 1 }, config);
      return config;
    },
    async doStep(config, step) {
      // One call takes the result of this step and hands out the next one.
      const state = await graph.invoke(new Command({ resume: RESULT }), config);
      if (isInterrupted(state) !== step < STEPS_PER_PLAN) {
        throw new Error(`The graph did not continue after step ${step}.`);
      }
    },
  });
  return { serverPid: null, ...pool, close: async () => undefined };
};

/** Durable like the others: a call returns when its checkpoint is written. */
function configOf(threadId: string) {
  return { configurable: { thread_id: threadId }, durability: "sync" as const };
}
