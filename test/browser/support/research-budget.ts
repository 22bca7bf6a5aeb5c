import { HOSTILE, withClient } from "./research-plan.ts";

const STEPS = [
  { stepType: "search", instructions: "Find trials of heat pumps in houses built before 1950." },
  { stepType: "search", instructions: "Find what installers charge in five countries." },
  { stepType: "analyze", instructions: "Compare savings and prices by the age of the house." },
  { stepType: "critique", instructions: "Say which trials were paid for by manufacturers." },
  { stepType: "search", instructions: `Look for subsidies. ${HOSTILE}` },
  { stepType: "synthesize", instructions: "Write down what is certain and what is not." },
];

/** Has room, with caps that are counted in different ways. */
export function makeCappedPlan(address: string): Promise<string> {
  return withClient(address, async (client) => {
    const budget = { workMinutes: 90, attempts: 12, toolCalls: 40, tokens: 250_000, reserve: 0.25 };
    const planId = await client.create("[Deep] Heat pumps within a budget", STEPS, { budget });
    for (const _ of [1, 2])
      await client.finish(await client.next(planId), { found: "x".repeat(40_000) });
    await client.next(planId);
    return planId;
  });
}

export function makeUncappedPlan(address: string): Promise<string> {
  return withClient(address, (client) => client.create("[Scan] Heat pumps without a limit", STEPS));
}

/** Has used 4 of 5 attempts, so that only its last step is handed out. */
export function makeClosingPlan(
  address: string,
  name = "[Scan] Heat pumps on short rations",
): Promise<string> {
  return withClient(address, async (client) => {
    const planId = await client.create(name, STEPS, { budget: { attempts: 5 } });
    for (const _ of [1, 2, 3]) await client.finish(await client.next(planId), { found: true });
    await client.next(planId);
    return planId;
  });
}

/** Its closing step was settled while another one was still at work. */
export function makeEndedPlan(address: string): Promise<string> {
  return withClient(address, async (client) => {
    const planId = await client.create("[Scan] Ended by its budget", STEPS, {
      budget: { attempts: 5 },
    });
    for (const _ of [1, 2, 3]) await client.finish(await client.next(planId), { found: true });
    await client.next(planId);
    const { step, lease } = await client.call<{
      step: { stepId: string };
      lease: { token: string };
    }>("get_next_step", { planId, agent: "writer" });
    await client.finish({ planId, stepId: step.stepId, leaseToken: lease.token }, "The answer.");
    return planId;
  });
}

/** Three steps failed for the same reason. */
export function makeFailingPlan(address: string): Promise<string> {
  return withClient(address, async (client) => {
    const planId = await client.create("[Deep] Research in an archive that is down", STEPS);
    for (const attempt of [1, 2, 3]) {
      const { stepId } = await client.next(planId);
      await client.call("modify_plan", {
        planId,
        action: "fail_step",
        stepId,
        reason: `The archive answered 503 after ${attempt} seconds. ${HOSTILE}`,
        modificationRationale: "It is down.",
      });
    }
    return planId;
  });
}
