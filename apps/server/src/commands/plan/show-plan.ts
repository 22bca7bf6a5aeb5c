import { readPlan, resolvePlanId } from "@trovella/db/plans";
import { type Plan, planActivity, type Step, stepHandle } from "@trovella/plan-engine";
import { defineCommand } from "../../command.ts";
import { print } from "../../print.ts";
import { printable } from "./list-plans.ts";
import { PERSON_OPTIONS, PLAN_ARGUMENT, PLAN_VARIABLES, withPlans } from "./with-plans.ts";

const NAME = "plan show";
const SHOWN_INSTRUCTIONS = 100;

export const showPlanCommand = defineCommand({
  name: NAME,
  description: "Show a plan and its steps",
  options: { plan: PLAN_ARGUMENT, ...PERSON_OPTIONS },
  variables: PLAN_VARIABLES,

  async run({ plan: named, ...values }) {
    const plan = await withPlans(NAME, values, async ({ context }) => {
      const planId = await resolvePlanId(context, named);
      return (await readPlan(context, planId)).plan;
    });
    print(values.json ? JSON.stringify(asJson(plan)) : describe(plan));
  },
});

function asJson(plan: Plan) {
  const { handle, name, researchQuestion, status, failureReason, tags, version } = plan;
  return {
    planId: handle,
    name,
    researchQuestion,
    status,
    activity: planActivity(plan, new Date()),
    reason: failureReason,
    tags,
    planVersion: version,
    steps: plan.steps.map((step) => ({
      stepId: stepHandle(step),
      order: step.order,
      type: step.type,
      status: step.status,
      requiresReview: step.requiresReview,
      instructions: step.instructions,
    })),
  };
}

function describe(plan: Plan): string {
  const reason = plan.failureReason ? [`Reason: ${printable(plan.failureReason)}`] : [];
  const tags = plan.tags.length > 0 ? [`Tags: ${plan.tags.map(printable).join(", ")}`] : [];
  return [
    `${plan.handle}  ${printable(plan.name)}`,
    `Status: ${planActivity(plan, new Date())}`,
    ...reason,
    ...tags,
    "",
    ...plan.steps.map(describeStep),
  ].join("\n");
}

function describeStep(step: Step): string {
  const text = printable(step.instructions);
  const words =
    text.length > SHOWN_INSTRUCTIONS
      ? `${text.slice(0, SHOWN_INSTRUCTIONS).toWellFormed()}…`
      : text;
  const cells = [
    String(step.order).padStart(3),
    stepHandle(step).padEnd(4),
    step.status.padEnd(14),
    step.type.padEnd(10),
  ];
  return `${cells.join("  ")}  ${words}`;
}
