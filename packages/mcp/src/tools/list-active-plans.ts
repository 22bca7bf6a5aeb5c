import { type ListedPlan, listActivePlans as readActivePlans } from "@trovella/db/plans";
import { computeProgress, planActivity } from "@trovella/plan-engine";
import { readCursor, writeCursor } from "@trovella/research";
import { z } from "zod";
import { defineTool } from "../define-tool.ts";
import { cursor, next, notice, planStatus, progress } from "../fields.ts";
import { DATA_NOTICE } from "../replies/data-notice.ts";
import { planHandle } from "../replies/handles.ts";
import { currentStepOf, heldSteps, stepWithStatus } from "../replies/plan-progress.ts";
import { excerptToFit } from "../text/show-invisible.ts";

const DEFAULT_LIMIT = 10;
const SHOWN_QUESTION = 200;

const cursorShape = z.strictObject({ before: z.string().regex(/^[a-z]+_[0-9a-zA-Z]+$/) });

export const listActivePlans = defineTool({
  name: "list_active_plans",
  title: "List plans that are not finished",
  description: "Unfinished plans, newest first, to find one to resume.",
  input: { limit: z.int().min(1).max(50).optional().describe("Default 10"), cursor },
  output: {
    plans: z.array(
      z.looseObject({
        planId: z.string(),
        name: z.string(),
        status: planStatus,
        activity: z.string(),
        progress,
      }),
    ),
    nextCursor: z.string().nullable(),
    notice,
    next,
  },
  permission: "read",
  writes: "nothing",

  async run({ limit = DEFAULT_LIMIT, cursor }, { context, now }) {
    const beforeId = readCursor(cursor, cursorShape)?.before ?? null;
    // One more than asked for, to see whether there are more.
    const page = { beforeId, limit: limit + 1, questionLength: SHOWN_QUESTION + 1 };
    const found = await readActivePlans(context, page);
    const plans = found.slice(0, limit);
    const last = found.length > limit ? plans.at(-1) : undefined;
    return {
      plans: plans.map((plan) => listed(plan, now)),
      nextCursor: last ? writeCursor({ before: last.id }) : null,
      notice: DATA_NOTICE,
      next:
        plans.length > 0
          ? "Call get_research_context with a planId to resume that plan."
          : "Nothing is in progress. Call create_research_plan to start.",
    };
  },
});

function listed(plan: ListedPlan, now: Date) {
  const current = currentStepOf(plan.steps);
  const activity = planActivity(plan, now);
  return {
    planId: planHandle(plan),
    name: plan.name,
    researchQuestion: excerptToFit(plan.researchQuestion, SHOWN_QUESTION),
    status: plan.status,
    activity,
    stalled: activity === "stalled",
    progress: computeProgress(plan.steps.map(({ status }) => status)),
    totalSteps: plan.steps.length,
    currentStep: current ? stepWithStatus(current) : null,
    inProgressSteps: heldSteps(plan.steps),
    updatedAt: plan.updatedAt.toISOString(),
  };
}
