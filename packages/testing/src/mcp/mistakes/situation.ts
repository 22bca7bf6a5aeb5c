import { createPlan, REPORT, type TestServer } from "../test-server.ts";

/** A plan in a certain state, as a model that works on it knows it. */
export interface Situation {
  readonly planId: string;
  readonly stepIds: readonly string[];
  /** The step that the model holds, or the first one. */
  readonly stepId: string;
  readonly leaseToken: string;
}

/** Steps in order, the first one held by the model. */
async function held(server: TestServer, input: object = {}): Promise<Situation> {
  const { planId, steps } = await createPlan(server, 3, input);
  const { step, lease } = await server.call("get_next_step", { planId });
  const stepIds = (steps as { stepId: string }[]).map(({ stepId }) => stepId);
  return { planId, stepIds, stepId: step.stepId, leaseToken: lease.token };
}

const STEP = { stepType: "search", instructions: "Find it." };
const CHECKPOINT = { stepType: "checkpoint", instructions: "Ask whether to go on." };

export const SITUATIONS = {
  held: (server) => held(server),
  chained: (server) =>
    held(server, { steps: [STEP, { ...STEP, dependsOn: [1] }, { ...STEP, dependsOn: [2] }] }),
  gated: (server) =>
    held(server, {
      steps: [STEP, STEP],
      branchingConditions: [
        { afterStepOrder: 1, conditionExpression: "result.gaps > 2", ifTrueAction: "continue" },
      ],
    }),
  checkpoint: (server) => held(server, { steps: [CHECKPOINT, STEP] }),
  humanOnly: (server) => held(server, { steps: [CHECKPOINT, STEP], reviewPolicy: "human_only" }),
  waiting: async (server) => {
    const step = await held(server, { steps: [CHECKPOINT, STEP] });
    await server.call("request_user_review", { ...place(step), summary: "Go on?" });
    return step;
  },
  waitingHumanOnly: async (server) => {
    const step = await held(server, { steps: [CHECKPOINT, STEP], reviewPolicy: "human_only" });
    await server.call("request_user_review", { ...place(step), summary: "Go on?" });
    return step;
  },
  decided: async (server) => {
    const step = await held(server, { steps: [CHECKPOINT, STEP] });
    await server.call("request_user_review", { ...place(step), summary: "Go on?" });
    await server.call("submit_user_decision", { planId: step.planId, decision: "approve" });
    return step;
  },
  last: (server) => held(server, { steps: [STEP] }),
  complete: async (server) => {
    const step = await held(server, { steps: [STEP] });
    await server.call("submit_step_result", submission(step));
    return step;
  },
  takenOver: async (server) => {
    const step = await held(server);
    const { planId, stepId } = step;
    await server.call("get_next_step", { planId, takeOverStepId: stepId, sessionId: "other" });
    return step;
  },
} satisfies Readonly<Record<string, (server: TestServer) => Promise<Situation>>>;

export function place({ planId, stepId, leaseToken }: Situation) {
  return { planId, stepId, leaseToken };
}

/** Correct arguments of submit_step_result. */
export function submission(step: Situation) {
  return { ...place(step), result: { found: 3 }, stepExecutionReport: REPORT };
}

interface Mistake {
  readonly what: string;
  /** The state of the plan; a held step unless told otherwise. */
  readonly on?: keyof typeof SITUATIONS;
  readonly tool: string;
  readonly input: (situation: Situation) => object;
}

/** Arguments that are wrong by the letter, but whose meaning is plain. */
export interface Understood extends Mistake {
  /** What the reply warns about, where something was ignored or assumed. */
  readonly warns?: RegExp;
}

/** Arguments that are refused. */
export interface Refused extends Mistake {
  readonly code: string;
  /** What the refusal has to name for the next call to succeed. */
  readonly says: RegExp;
  /** The next call as the refusal asks for it; the same tool unless named. */
  readonly next: (situation: Situation) => object;
  readonly nextTool?: string;
}
