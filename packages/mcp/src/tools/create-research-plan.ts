import { newId } from "@trovella/db";
import { findStartedExecution, linkExecution } from "@trovella/db/calls";
import { savePlan } from "@trovella/db/plans";
import {
  BRANCH_ACTIONS,
  type BranchingConditionInput,
  LIMITS,
  type Plan,
} from "@trovella/plan-engine";
import { handleCommand } from "@trovella/research";
import { z } from "zod";
import { defineTool } from "../define-tool.ts";
import { planFieldSchemas } from "../field-schema.ts";
import {
  listedStep,
  MINUTE_MS,
  next,
  planStatus,
  planVersion,
  stallMinutes,
  steps,
} from "../fields.ts";
import { stepRef } from "../replies/plan-progress.ts";

// The tool takes minutes instead.
const { stallThresholdMs, ...fields } = planFieldSchemas();

export const createResearchPlan = defineTool({
  name: "create_research_plan",
  title: "Create a research plan",
  description:
    "Stores a research plan: a question and ordered steps, optionally with conditions that branch on results. The plan survives this conversation. Then work in a loop: get_next_step, do the step, submit_step_result, until the plan is complete.",
  input: {
    ...fields,
    steps,
    branchingConditions: z
      .array(
        z.strictObject({
          afterStepOrder: z.int(),
          conditionExpression: z
            .string()
            .max(LIMITS.expressionLength)
            .describe("e.g. confidence < 0.5 || result.sources.length === 0"),
          ifTrueAction: z.enum(BRANCH_ACTIONS),
          actionParams: z
            .record(z.string(), z.unknown())
            .optional()
            .describe("skip_to {targetStepOrder}, add_steps {steps}, fail {reason}"),
        } satisfies Readonly<Record<keyof BranchingConditionInput, z.ZodType>>),
      )
      .max(LIMITS.conditionsInPlan)
      .optional()
      .describe("After a step completes, its first true condition fires, once"),
    stallThresholdMinutes: stallMinutes
      .min(0.001)
      .optional()
      .describe("How long a step may stay silent; usually 30"),
  },
  output: {
    planId: z.string(),
    name: z.string(),
    researchQuestion: z.string(),
    status: planStatus,
    stepCount: z.int(),
    steps: z.array(listedStep),
    firstStep: listedStep.extend({ instructions: z.string() }),
    linkedExecutionId: z.string().nullable(),
    planVersion,
    next,
  },
  permission: "write",
  writes: "plan",

  async run({ sessionId, idempotencyKey, stallThresholdMinutes, ...definition }, call) {
    const { context, caller, now } = call;
    const change = await handleCommand(call, null, {
      type: "create_plan",
      planId: newId("plan"),
      newId,
      ...definition,
      stallThresholdMs:
        stallThresholdMinutes === undefined
          ? call.stallThresholdMs
          : Math.round(stallThresholdMinutes * MINUTE_MS),
    });
    const executionId = call.sessionId
      ? await findStartedExecution(context, { userId: caller.userId, sessionId: call.sessionId })
      : null;
    const { plan } = change;
    if (!executionId) return call.commit(change, created(plan, null));

    await savePlan(context, change, { actor: call.actor });
    const { planDesignRationale } = plan;
    await linkExecution(context, { executionId, planId: plan.id, planDesignRationale, at: now });
    return created(plan, executionId);
  },
});

function created(plan: Plan, linkedExecutionId: string | null) {
  const [first] = plan.steps;
  if (!first) throw new Error("A plan was created without steps.");
  return {
    planId: plan.id,
    name: plan.name,
    researchQuestion: plan.researchQuestion,
    status: plan.status,
    stepCount: plan.steps.length,
    steps: plan.steps.map(stepRef),
    firstStep: { ...stepRef(first), instructions: first.instructions },
    linkedExecutionId,
    planVersion: plan.version,
    next: "Call get_next_step with this planId to start the first step.",
  };
}
