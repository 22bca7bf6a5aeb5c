import { newId } from "@trovella/db";
import { readStepHandle } from "@trovella/db/plans";
import { AppError } from "@trovella/foundation";
import { LIMITS, type Plan } from "@trovella/plan-engine";
import { DEFAULT_CHECKPOINT } from "@trovella/research";
import { defineCommand } from "../../command.ts";
import { argument, option } from "../../options.ts";
import { usageError } from "../../parse-options.ts";
import { actByCommand, PERSON_OPTIONS, PLAN_ARGUMENT, PLAN_VARIABLES } from "./with-plans.ts";

const by = "person";
const STEP_ARGUMENT = argument(
  "The step, such as s4",
  "a step, such as s4; `trovella plan show PLAN` shows them",
);

const skipCommand = defineCommand({
  name: "plan skip",
  description: "Leave out a step that nobody has begun",
  options: {
    plan: PLAN_ARGUMENT,
    step: STEP_ARGUMENT,
    reason: option("text", "Why"),
    ...PERSON_OPTIONS,
  },
  variables: PLAN_VARIABLES,
  run: ({ step, reason = "No reason was given.", ...values }) =>
    actByCommand("plan skip", values, {
      toCommand: (plan) => ({ type: "skip_step", by, stepId: stepIdIn(plan, step), reason }),
      done: ({ handle, status }) => `Skipped ${step} of ${handle}; the plan is ${status}.`,
    }),
});

const retryCommand = defineCommand({
  name: "plan retry",
  description: "Let a failed step of an open plan be tried again",
  options: { plan: PLAN_ARGUMENT, step: STEP_ARGUMENT, ...PERSON_OPTIONS },
  variables: PLAN_VARIABLES,
  run: ({ step, ...values }) =>
    actByCommand("plan retry", values, {
      toCommand: (plan) => ({
        type: "modify_plan",
        by,
        action: "retry_step",
        stepId: stepIdIn(plan, step),
      }),
      done: ({ handle }) => `${step} of ${handle} can be tried again.`,
    }),
});

const checkpointCommand = defineCommand({
  name: "plan checkpoint",
  description: "Add a step at which the plan waits for a person's review",
  options: {
    plan: PLAN_ARGUMENT,
    after: option("order", "After the step with this order; by default before the next step"),
    instructions: option("text", "What the assistant should show"),
    ...PERSON_OPTIONS,
  },
  variables: PLAN_VARIABLES,
  run: ({ after, instructions = DEFAULT_CHECKPOINT, ...values }) => {
    const insertAfterOrder = after === undefined ? undefined : orderIn(after);
    return actByCommand("plan checkpoint", values, {
      toCommand: () => ({ type: "ask_for_checkpoint", by, newId, instructions, insertAfterOrder }),
      done: ({ handle }) => `Added a checkpoint to ${handle}; later steps wait for it.`,
    });
  },
});

function stepIdIn(plan: Plan, named: string): string {
  const handle = readStepHandle(named);
  const step = plan.steps.find(({ id, number }) => id === named || number === handle?.number);
  if (step) return step.id;
  throw new AppError(
    "NOT_FOUND",
    `The plan has no such step. Next: \`trovella plan show ${plan.handle}\` lists them.`,
  );
}

function orderIn(text: string): number {
  const order = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  if (order <= LIMITS.stepsInPlan) return order;
  throw usageError("plan checkpoint", "takes --after as the order of a step, such as 3");
}

export const STEP_ACTIONS = [skipCommand, retryCommand, checkpointCommand];
