import { loadPlanForUpdate, planChange } from "@trovella/db/plans";
import { z } from "zod";
import { claimStep, handOutStep, isNothingYet } from "../calls/hand-out-step.ts";
import { defineTool } from "../define-tool.ts";
import { agent, planId, stepId, waitSeconds } from "../fields.ts";
import { unlisted } from "../input/meanings.ts";
import { nextStepFields } from "../replies/next-step.ts";
import { Waiting } from "../waiting/waiting.ts";

export const getNextStep = defineTool({
  name: "get_next_step",
  title: "Get the next step",
  description:
    "Leases you the next step: follow its instructions, then submit_step_result with lease.token. Else plan_complete (write the output), awaiting_review (a person decides), no_pending_steps (others work; wait or take over), plan_failed.",
  input: {
    planId,
    agent,
    reclaim: unlisted(z.boolean()),
    takeOverStepId: stepId.optional().describe("Step in progress, e.g. after a restart"),
    waitSeconds,
  },
  output: { ...nextStepFields },
  permission: "write",
  writes: "plan",

  async run({ planId, agent, reclaim, takeOverStepId }, call) {
    const loaded = await loadPlanForUpdate(call.context, planId);
    const wishes = { agent, reclaim, takeOverStepId };
    const { change, nextStep } = await handOutStep(call, planChange(loaded, []), wishes);
    if (call.canWait && isNothingYet(nextStep)) {
      await call.commitUnanswered(change);
      const purpose = nextStep.status === "awaiting_review" ? "a person's decision" : "a free step";
      return new Waiting({ plan: change.plan, purpose, claim: claimStep(call, wishes) });
    }
    return call.commit(change, { ...nextStep, planVersion: change.plan.version });
  },
});
