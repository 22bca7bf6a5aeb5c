import { MODIFICATION_ACTIONS } from "@trovella/plan-engine";
import type { Random } from "@trovella/testing/engine/random";
import { REPORT } from "@trovella/testing/mcp/mcp-client";
import { inputSchema, withTexts } from "@trovella/testing/mcp/tool-texts";
import { randomPlan } from "../history/plan.ts";
import type { Json } from "../history/record.ts";
import type { MakeInput } from "./make-input.ts";
import { MEMORY_VALID } from "./memory-valid.ts";
import { key, shortText, someJson, someText } from "./texts.ts";
import type { World } from "./world.ts";

/** Valid arguments of a tool, after bringing the plan into the required state. */
export async function validInput(tool: string, random: Random, world: World): Promise<Json> {
  const make = VALID[tool] ?? MEMORY_VALID[tool];
  if (!make) throw new Error(`there are no valid arguments for ${tool}`);
  const valid = await make(random, world);
  // Texts that none of the makers below knows are sent as well.
  const withAll = withTexts(tool, (maxLength) => shortText(random, maxLength), valid);
  return Object.fromEntries(
    Object.entries(withAll).filter(([name]) => name in valid || random.chance(0.1)),
  );
}

const VALID: Readonly<Record<string, MakeInput>> = {
  ping: async () => ({}),

  get_skill: async (random) => ({
    ...random.pick([
      { name: "research", page: "references/loop.md" },
      { name: "research" },
      { name: " Research-Deep " },
    ]),
  }),

  create_research_plan: async (random) => ({
    ...randomPlan(random, random.pick([0.001, 30, 43_200]), () => shortText(random, 300)),
    ...key(random),
  }),

  get_next_step: async (random, world) => {
    const { planId, stepId } = await world.heldStep();
    return {
      planId,
      ...(random.chance(0.5) ? { agent: someText(random).slice(0, 200).toWellFormed() } : {}),
      ...(random.chance(0.3) ? { reclaim: random.chance(0.5) } : {}),
      ...(random.chance(0.3) ? { takeOverStepId: stepId } : {}),
      ...key(random),
    };
  },

  submit_step_result: async (random, world) => {
    const { planId, stepId, token } = await world.heldStep();
    return {
      planId,
      stepId,
      ...(random.chance(0.5) ? { leaseToken: token } : {}),
      result: someJson(random, 4),
      ...(random.chance(0.5) ? { resultSummary: someText(random) } : {}),
      ...(random.chance(0.5) ? { confidence: random.pick([0, 0.5, 1, 1e-7]) } : {}),
      stepExecutionReport: {
        ...REPORT,
        thinking: random.chance(0.5) ? "" : someText(random),
        webSearches: [someJson(random, 2)],
      },
      ...(random.chance(0.3) ? { outputFormattingNotes: someText(random) } : {}),
      ...key(random),
    };
  },

  get_step_context: async (random, world) => {
    const { planId, stepIds, token } = await world.submittedStep();
    return {
      planId,
      stepId: random.pick(stepIds),
      ...(random.chance(0.3) ? { leaseToken: token } : {}),
      ...(random.chance(0.5) ? { maxChars: pageSize(random, "get_step_context") } : {}),
    };
  },

  get_plan_status: async (random, world) => ({
    planId: (await world.anyState(random)).planId,
    ...(random.chance(0.5) ? { stallThresholdMinutes: random.pick([0, 0.5, 43_200]) } : {}),
  }),

  list_active_plans: async (random, world) => {
    const { nextCursor } = await world.ask("list_active_plans", { limit: 1 });
    return {
      ...(random.chance(0.5) ? { limit: random.pick([1, 10, 50]) } : {}),
      ...(typeof nextCursor === "string" && random.chance(0.5) ? { cursor: nextCursor } : {}),
    };
  },

  get_research_context: async (random, world) => ({
    planId: (await world.anyState(random)).planId,
    ...(random.chance(0.5) ? { maxChars: pageSize(random, "get_research_context") } : {}),
    ...(random.chance(0.3) ? { sessionId: someText(random).slice(0, 200).toWellFormed() } : {}),
  }),

  modify_plan: async (random, world) => ({
    ...(await world.modification(random, random.pick(MODIFICATION_ACTIONS))),
    modificationRationale: someText(random),
    ...key(random),
  }),

  request_user_review: async (random, world) => {
    const { planId, stepId, token } = await world.heldStep();
    return {
      planId,
      stepId,
      ...(random.chance(0.5) ? { leaseToken: token } : {}),
      summary: someText(random),
      ...(random.chance(0.5) ? { questions: [someText(random), someText(random)] } : {}),
      ...(random.chance(0.5) ? { result: { found: someText(random) } } : {}),
      ...(random.chance(0.3) ? { missingFields: "accept" } : {}),
      ...key(random),
    };
  },

  submit_user_decision: async (random, world) => {
    const { planId, stepId } = await world.waitingStep();
    const decision = random.pick(["approve", "reject", "modify", "skip"]);
    const needsFeedback = decision === "modify" || random.chance(0.3);
    return {
      planId,
      ...(random.chance(0.5) ? { stepId } : {}),
      decision,
      ...(needsFeedback ? { feedback: someText(random) } : {}),
      ...key(random),
    };
  },
};

/** From the schema's minimum to its maximum. */
function pageSize(random: Random, toolName: string): number {
  const { maxChars } = inputSchema(toolName).properties as {
    maxChars: { minimum: number; maximum: number };
  };
  return random.pick([maxChars.minimum, 18_000, maxChars.maximum]);
}
