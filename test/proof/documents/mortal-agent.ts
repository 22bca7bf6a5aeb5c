import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "@trovella/testing/engine/random";
import { REPORT, ToolError } from "@trovella/testing/mcp/mcp-client";
import type { ServerPool } from "./server-pool.ts";

/** Probability that an agent dies at a call: before it, during it, or before it reads the reply. */
const DEATH_RATE = 0.08;
/** Of the assistants that come so far. */
const WRITES_RATE = 0.4;
const FAILS_RATE = 0.1;
const MAX_CALLS = 120;
const TRIES = 5;

export const fate = { died: 0, lived: 0 };

export class Died extends Error {}

// biome-ignore lint/suspicious/noExplicitAny: replies of every shape.
type Reply = Record<string, any>;

export interface Mortal {
  readonly pool: ServerPool;
  readonly random: Random;
  readonly name: string;
  /** Whether every step of the plan fails in the same way. */
  readonly isHopeless: boolean;
}

/** Works on a plan as an assistant does, until it dies or there is nothing left to do. */
export async function workOn(agent: Mortal, planId: string): Promise<void> {
  try {
    let ready = await call(agent, "get_next_step", { planId, reclaim: true, agent: agent.name });
    for (let calls = 0; calls < MAX_CALLS && isOpen(ready); calls += 1) {
      ready =
        ready.status === "step_ready"
          ? await doStep(agent, planId, ready)
          : await waitForWork(agent, planId);
    }
    if (ready.status === "plan_complete") await perhapsWrite(agent, planId);
    fate.lived += 1;
  } catch (error) {
    if (!(error instanceof Died)) throw error;
    fate.died += 1;
  }
}

function isOpen({ status }: Reply): boolean {
  return status === "step_ready" || status === "no_pending_steps";
}

async function waitForWork(agent: Mortal, planId: string): Promise<Reply> {
  if (agent.random.chance(0.1)) throw new Died();
  await sleep(agent.random.between(20, 200));
  return call(agent, "get_next_step", { planId, reclaim: true, agent: agent.name });
}

async function doStep(agent: Mortal, planId: string, ready: Reply): Promise<Reply> {
  const { random } = agent;
  const { step, lease, closing } = ready;
  const ids = { planId, stepId: step.stepId, leaseToken: lease.token };
  if (agent.isHopeless || random.chance(FAILS_RATE)) {
    const reason = `HTTP ${random.between(500, 504)} from https://example.org/${random.between(1, 999)}`;
    await call(agent, "modify_plan", {
      planId,
      stepId: step.stepId,
      action: "fail_step",
      reason,
      modificationRationale: "It cannot be reached.",
    });
    return call(agent, "get_next_step", { planId, reclaim: true, agent: agent.name });
  }
  const isStoring = random.chance(0.5);
  if (isStoring)
    await call(agent, "store_research", { ...finding(random), planId, stepId: step.stepId });
  if (closing) await perhapsWrite(agent, planId);
  const isContinuing = random.chance(0.7);
  const submitted = await call(agent, "submit_step_result", {
    ...ids,
    result: { found: random.between(1, 9), gaps: ["nothing on costs"] },
    resultSummary: "Two of the sources agree on it.",
    confidence: 0.7,
    stepExecutionReport: REPORT,
    ...(isStoring ? {} : { findings: [finding(random)] }),
    ...(isContinuing ? { continue: true } : {}),
  });
  return (
    submitted.nextStep ?? call(agent, "get_next_step", { planId, reclaim: true, agent: agent.name })
  );
}

async function perhapsWrite(agent: Mortal, planId: string): Promise<void> {
  if (!agent.random.chance(WRITES_RATE)) return;
  const content = "## Answer\n\nIt is so [src:1].";
  await call(agent, "store_research_output", {
    planId,
    title: "Report",
    mediaType: "markdown",
    content,
  });
}

function finding(random: Random) {
  const number = random.between(1, 40);
  return {
    artifactType: "finding",
    title: `What page ${number} says`,
    content: `Page ${number} says that it is so [1], "word for word", [src:${number}] and (src:999).`,
    sources: [{ url: `https://example.org/pages/${number}`, title: `Page ${number}` }],
  };
}

/** The reply of a call. A call whose server was killed is sent again with the same key; a refused one changes nothing. */
export async function call(agent: Mortal, tool: string, input: object): Promise<Reply> {
  const { pool, random, name } = agent;
  const death = random.chance(DEATH_RATE) ? random.pick(["before", "during", "after"]) : null;
  if (death === "before") throw new Died();
  const idempotencyKey = `${name}-${random.between(1, 2 ** 31)}`;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const sent = pool.any().call<Reply>(tool, { ...input, idempotencyKey, sessionId: name });
    if (death === "during") {
      sent.catch(() => undefined);
      throw new Died();
    }
    try {
      const reply = await sent;
      if (death === "after") throw new Died();
      return reply;
    } catch (error) {
      if (error instanceof Died) throw error;
      if (error instanceof ToolError) return refused(error);
      await sleep(random.between(50, 200));
    }
  }
  throw new Died();
}

/** Others may have been faster; a refused agent asks for the next step. */
function refused(error: ToolError): Reply {
  if (error.code === "INTERNAL" || error.code === "INVALID_INPUT") throw error;
  return { status: "no_pending_steps" };
}
