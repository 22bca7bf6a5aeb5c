import { findStartedExecution } from "@trovella/db/calls";
import { savePlan } from "@trovella/db/plans";
import {
  BRANCH_ACTIONS,
  type BranchingConditionInput,
  LIMITS,
  type Plan,
} from "@trovella/plan-engine";
import { createPlan, estimateOf, linkRun, runMetadata, tightCaps } from "@trovella/research";
import { z } from "zod";
import { brief } from "../brief.ts";
import { handOutStep } from "../calls/hand-out-step.ts";
import { defineTool } from "../define-tool.ts";
import { planFieldSchemas } from "../field-schema.ts";
import { listedStep, MINUTE_MS, next, planStatus, stallMinutes, stepsWithKeys } from "../fields.ts";
import { meanings, unlisted } from "../input/meanings.ts";
import { planHandle } from "../replies/handles.ts";
import { type NextStepReply, nextStep } from "../replies/next-step.ts";
import { stepRef } from "../replies/plan-progress.ts";

// The tool takes minutes instead; a template has a name and steps of its own.
const { stallThresholdMs, name, minLevel, minSources, ...fields } = planFieldSchemas();

export const createResearchPlan = defineTool({
  name: "create_research_plan",
  title: "Create a research plan",
  description:
    "Starts research; read the skill research first (get_skill). Then loop: get_next_step, work, submit_step_result, until plan_complete.",
  input: {
    name: name.optional().describe("[Scan] or [Deep] and the topic"),
    ...fields,
    minLevel: minLevel.register(meanings, { isUnlisted: true }),
    minSources: minSources.register(meanings, { isUnlisted: true }),
    brief: brief.optional(),
    template: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe("scan or deep / general_topic, competitive_analysis or decision_support"),
    fill: z
      .record(z.string(), z.string().max(1_000))
      .optional()
      .describe("Words for the template, e.g. options, criteria, players"),
    steps: stepsWithKeys
      .optional()
      .describe("Without a template, or to add to it or replace by key"),
    branchingConditions: z
      .array(
        z.strictObject({
          afterStepOrder: z.int(),
          conditionExpression: z
            .string()
            .max(LIMITS.expressionLength)
            .describe("e.g. confidence < 0.5 || result.gaps.length > 0"),
          ifTrueAction: z.enum(BRANCH_ACTIONS),
          actionParams: z
            .record(z.string(), z.unknown())
            .optional()
            .describe("skip_to {targetStepOrder}, add_steps {steps}, fail {reason}"),
        } satisfies Readonly<Record<keyof BranchingConditionInput, z.ZodType>>),
      )
      .max(LIMITS.conditionsInPlan)
      .optional()
      .describe("The first true one fires, once"),
    stallThresholdMinutes: unlisted(stallMinutes.min(0.001)),
    start: z.boolean().optional().describe("Reply with the first step"),
  },
  output: {
    planId: z.string(),
    name: z.string().optional(),
    researchQuestion: z.string().optional(),
    status: planStatus,
    stepCount: z.int(),
    steps: z.array(listedStep),
    firstStep: listedStep.extend({ instructions: z.string() }).optional(),
    linkedExecutionId: z.string().nullish(),
    estimate: z.looseObject({}).optional(),
    warnings: z.array(z.string()).optional(),
    nextStep,
    next: next.optional(),
  },
  permission: "write",
  writes: "plan",
  hasBoard: true,

  async run({ sessionId, idempotencyKey, stallThresholdMinutes, start, brief, ...asked }, call) {
    const { context, caller, actor, now } = call;
    const { change: created, warnings } = await createPlan(
      call,
      { ...asked, brief },
      {
        stallThresholdMs:
          stallThresholdMinutes === undefined
            ? call.stallThresholdMs
            : Math.round(stallThresholdMinutes * MINUTE_MS),
      },
    );
    const { userId } = caller;
    const startedId = call.sessionId
      ? await findStartedExecution(context, { userId, sessionId: call.sessionId })
      : null;
    const { change, nextStep } = start ? await handOutStep(call, created) : { change: created };
    const { plan } = change;
    call.show({ planId: plan.id });
    // Read only for plans with a budget, whose person wants to know.
    const estimate = plan.budget ? await estimateOf(context, plan, now) : null;
    const doubts = [...warnings, ...(estimate ? tightCaps(plan, estimate) : [])];
    const replyWith = (executionId: string | null) => ({
      ...(nextStep ? started(plan, nextStep) : planned(plan, executionId)),
      ...(estimate ? { estimate: { ...estimate } } : {}),
      ...(doubts.length > 0 ? { warnings: doubts } : {}),
    });
    if (!startedId && !brief) return call.commit(change, replyWith(null));

    await savePlan(context, change, { actor });
    call.changed(plan);
    const metadata = brief ? runMetadata(brief) : null;
    const run = { plan, startedId, brief: metadata, actor, userId, at: now };
    return replyWith(await linkRun(context, run));
  },
});

function planned(plan: Plan, linkedExecutionId: string | null) {
  const [first] = plan.steps;
  if (!first) throw new Error("A plan was created without steps.");
  return {
    ...planReply(plan),
    name: plan.name,
    researchQuestion: plan.researchQuestion,
    firstStep: { ...stepRef(first), instructions: first.instructions },
    linkedExecutionId,
    next: "Call get_next_step with this planId to start the first step.",
  };
}

/** The caller knows the definition, and the first step comes with its lease. */
function started(plan: Plan, nextStep: NextStepReply) {
  return {
    ...planReply(plan),
    nextStep,
  };
}

function planReply(plan: Plan) {
  return {
    planId: planHandle(plan),
    status: plan.status,
    stepCount: plan.steps.length,
    steps: plan.steps.map(stepRef),
    planVersion: plan.version,
  };
}
