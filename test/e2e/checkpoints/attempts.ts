import type { ReviewPolicy } from "@trovella/plan-engine";
import { REPORT } from "@trovella/testing/mcp/mcp-client";
import type { Actor, Json } from "./actor.ts";
import type { WayName } from "./table.ts";

export interface Checkpoint {
  readonly planId: string;
  readonly stepId: string;
}

/** The checkpoint that each way is tried on; each way has one of its own. */
export type Checkpoints = Readonly<Record<WayName, Checkpoint>>;

const HELD = ["submit_step_result, held", "take over and submit"] as const;
const PENDING = [
  "submit_step_result, pending",
  "add_steps",
  "remove_step",
  "fail_step",
  "update_step_instructions",
  "fail_step, retry_step and submit",
  "reorder_steps",
] as const;
const REVIEWED = ["submit_user_decision", "review.decide"] as const;
const ELICITED = "elicitation answered by a script" as const;
const BEHIND = "submit the step behind it";
const BRANCH = "branch that skips";

export const INSTRUCTIONS = "Let a person decide.";
const CHECKPOINT = { stepType: "checkpoint", instructions: INSTRUCTIONS };
const SEARCH = { stepType: "search", instructions: "Search." };
const RESULT = { result: { found: true }, stepExecutionReport: REPORT, confidence: 0.9 };
const BRANCHING = {
  steps: [SEARCH, CHECKPOINT, SEARCH],
  branchingConditions: [
    {
      afterStepOrder: 1,
      conditionExpression: "confidence > 0.8",
      ifTrueAction: "skip_to",
      actionParams: { targetStepOrder: 3 },
    },
  ],
};
const WHY = { modificationRationale: "To get around it." };

/** Plans whose checkpoints are ready to be attacked, made by an owner. */
export async function prepareCheckpoints(
  owner: Actor,
  reviewPolicy: ReviewPolicy,
): Promise<Checkpoints> {
  const prepared = new Map<WayName, Checkpoint>();
  const create = async (ways: readonly WayName[], fields?: Json) => {
    const made = await createPlan(owner, reviewPolicy, ways, fields);
    for (const way of ways) prepared.set(way, made.checkpoint(way));
    return made.planId;
  };
  await create(PENDING);
  await create([BEHIND]);
  await create([BRANCH], BRANCHING);
  for (const way of [...HELD, ...REVIEWED, ELICITED]) {
    await expectDone(owner, "get_next_step", { planId: await create([way]) });
  }
  for (const way of REVIEWED) {
    const asked = { ...prepared.get(way), summary: "Go on?" };
    await expectDone(owner, "request_user_review", asked);
  }
  return Object.fromEntries(prepared) as Checkpoints;
}

/** One checkpoint for each way, then a step that is none; with a branch it is the second step. */
async function createPlan(
  owner: Actor,
  reviewPolicy: ReviewPolicy,
  ways: readonly WayName[],
  fields: Json = { steps: [...ways.map(() => CHECKPOINT), SEARCH] },
) {
  const { planId, steps } = await expectDone(owner, "create_research_plan", {
    name: "[Scan] Tea",
    researchQuestion: "Is tea good for you?",
    reviewPolicy,
    ...fields,
  });
  const ids = (steps as readonly { stepId: string; stepType: string }[])
    .filter(({ stepType }) => stepType === "checkpoint")
    .map(({ stepId }) => stepId);
  return {
    planId: String(planId),
    checkpoint: (way: WayName) => ({
      planId: String(planId),
      stepId: ids[ways.indexOf(way)] ?? "",
    }),
  };
}

async function expectDone(actor: Actor, name: string, input: Json): Promise<Json> {
  const { outcome, reply } = await actor.tool(name, input);
  if (outcome !== "done") throw new Error(`${name}: ${outcome}`);
  return reply;
}

type Attempt = (
  actor: Actor,
  checkpoint: Checkpoint,
  stepIds: readonly string[],
) => Promise<string>;

/** The outcome of each way, in an order in which none stands in the way of another. */
export const ATTEMPTS: Readonly<Record<WayName, Attempt>> = {
  "submit_step_result, held": (actor, checkpoint) => submit(actor, { ...checkpoint }),
  "submit_step_result, pending": (actor, checkpoint) => submit(actor, { ...checkpoint }),
  "take over and submit": async (actor, { planId, stepId }) => {
    const taken = await actor.tool("get_next_step", { planId, takeOverStepId: stepId });
    const leaseToken = (taken.reply.lease as Json | undefined)?.token;
    if (taken.outcome !== "done") return taken.outcome;
    return submit(actor, { planId, stepId, leaseToken });
  },
  "submit the step behind it": (actor, { planId }, stepIds) =>
    submit(actor, { planId, stepId: stepIds.at(-1) }),
  add_steps: (actor, { planId }) =>
    modify(actor, { planId, action: "add_steps", steps: [SEARCH], insertAfterOrder: 0 }),
  remove_step: (actor, checkpoint) => modify(actor, { ...checkpoint, action: "remove_step" }),
  fail_step: (actor, checkpoint) => modify(actor, { ...checkpoint, action: "fail_step" }),
  update_step_instructions: (actor, checkpoint) =>
    modify(actor, {
      ...checkpoint,
      action: "update_step_instructions",
      instructions: "Nothing to decide here.",
    }),
  "fail_step, retry_step and submit": async (actor, checkpoint) => {
    const failed = await modify(actor, { ...checkpoint, action: "fail_step" });
    if (failed !== "done") return failed;
    const retried = await modify(actor, { ...checkpoint, action: "retry_step" });
    return retried === "done" ? submit(actor, { ...checkpoint }) : retried;
  },
  reorder_steps: (actor, { planId, stepId }, stepIds) => {
    const others = stepIds.filter((id) => id !== stepId);
    return modify(actor, { planId, action: "reorder_steps", stepIds: [...others, stepId] });
  },
  "branch that skips": (actor, { planId }, [first = ""]) =>
    submit(actor, { planId, stepId: first }),
  submit_user_decision: async (actor, checkpoint) => {
    const decision = { ...checkpoint, decision: "approve" };
    return (await actor.tool("submit_user_decision", decision)).outcome;
  },
  "review.decide": async (actor, { planId, stepId }) => {
    const decision = { planId, stepId, expectedAttempt: 1, decision: "approve" };
    return (await actor.procedure("review.decide", decision)).outcome;
  },
  "elicitation answered by a script": async (actor, checkpoint) => {
    const input = { ...checkpoint, summary: "Go on?" };
    const { outcome, reply } = await actor.toolWithForms("request_user_review", input, {
      decision: "approve",
    });
    return reply.status === "awaiting_review" ? "waits" : outcome;
  },
};

async function submit(actor: Actor, step: Json): Promise<string> {
  return (await actor.tool("submit_step_result", { ...step, ...RESULT })).outcome;
}

async function modify(actor: Actor, input: Json): Promise<string> {
  return (await actor.tool("modify_plan", { ...input, ...WHY })).outcome;
}
