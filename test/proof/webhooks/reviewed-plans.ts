import { setTimeout as sleep } from "node:timers/promises";
import type { ServerPool } from "../documents/server-pool.ts";

const TRIES = 40;
const STEPS = 3;
const ANSWER_MS = 5_000;

// biome-ignore lint/suspicious/noExplicitAny: replies of every shape.
type Reply = Record<string, any>;

/** Of every plan: three reviews requested and decided, and the end. `onTold` is called right after each commit. */
export async function runPlan(
  pool: ServerPool,
  name: string,
  onTold: () => Promise<void>,
): Promise<void> {
  const created = await call(pool, "create_research_plan", {
    name,
    researchQuestion: "Is every event told?",
    reviewPolicy: "relayed_allowed",
    idempotencyKey: name,
    steps: Array.from({ length: STEPS }, (_, index) => ({
      stepType: "search",
      instructions: `Look at aspect ${index + 1}.`,
    })),
  });
  const planId = created.planId;
  const asked = { planId, reclaim: true, agent: name };
  let next = await call(pool, "get_next_step", asked);
  for (; next.status !== "plan_complete"; next = await call(pool, "get_next_step", asked)) {
    if (next.status === "no_pending_steps") {
      // Handed out by a server that was killed before it answered; nobody else works on the plan.
      const takeOverStepId = next.inProgressSteps[0].stepId;
      next = await call(pool, "get_next_step", { ...asked, takeOverStepId });
    }
    if (next.status === "step_ready") {
      const ids = { planId, stepId: next.step.stepId, leaseToken: next.lease.token };
      await call(pool, "request_user_review", { ...ids, summary: "Go on?", result: { found: 1 } });
    } else {
      await call(pool, "submit_user_decision", { planId, decision: "approve" });
    }
    await onTold();
    // As people do, though much faster.
    await sleep(100);
  }
}

/** A server may be killed before, while or after it answers; the state of the plan says how to go on. */
async function call(pool: ServerPool, tool: string, input: Reply): Promise<Reply> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await Promise.race([pool.any().call(tool, input), unanswered()]);
    } catch (error) {
      const isKnown =
        error instanceof Error &&
        /AWAITING|ALREADY|SETTLED|LEASE|TRANSITION|NOT_FOUND|REVIEW/.test(
          `${(error as { code?: string }).code} ${error.message}`,
        );
      if (isKnown && tool !== "get_next_step" && tool !== "create_research_plan") return {};
      if (attempt >= TRIES) throw error;
      await sleep(250);
    }
  }
}

/** The connection to a server that was killed need not notice it. */
async function unanswered(): Promise<never> {
  await sleep(ANSWER_MS, undefined, { ref: false });
  throw new Error("no answer");
}
