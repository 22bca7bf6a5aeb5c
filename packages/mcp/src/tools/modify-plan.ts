import { newId } from "@trovella/db";
import { AppError } from "@trovella/foundation";
import { LIMITS, MODIFICATIONS, type ModifyPlan, type Plan } from "@trovella/plan-engine";
import { handleCommand } from "@trovella/research";
import { z } from "zod";
import { defineTool } from "../define-tool.ts";
import {
  instructions,
  listedStep,
  next,
  note,
  planId,
  planStatus,
  planVersion,
  stepId,
  stepStatus,
  steps,
} from "../fields.ts";
import { stepRef } from "../replies/plan-view.ts";

export const modifyPlan = defineTool({
  name: "modify_plan",
  title: "Change a plan",
  description:
    "Changes a plan that is planning or executing: add_steps (steps, insertAfterOrder), remove_step (a pending stepId), reorder_steps (all stepIds), update_step_instructions (stepId, instructions), fail_step (stepId, reason; the plan goes on), retry_step (a failed stepId).",
  input: {
    planId,
    action: z.enum(MODIFICATIONS),
    steps: steps.optional(),
    insertAfterOrder: z
      .int()
      .min(0)
      .max(LIMITS.stepsInPlan)
      .optional()
      .describe("0 = first, left out = last"),
    stepId: stepId.optional(),
    stepIds: z.array(stepId).max(LIMITS.stepsInPlan).optional(),
    instructions: instructions.optional(),
    reason: z.string().min(1).max(LIMITS.reasonLength).optional(),
    modificationRationale: note.optional(),
  },
  output: {
    planId: z.string(),
    action: z.string(),
    planStatus,
    steps: z.array(listedStep.extend({ status: stepStatus })),
    planVersion,
    next,
  },
  permission: "write",
  writes: "plan",
  isDestructive: true,

  async run({ planId, sessionId, idempotencyKey, ...fields }, call) {
    checkFields(fields);
    const command = { type: "modify_plan", newId, ...fields } as ModifyPlan;
    const change = await handleCommand(call, planId, command);
    return call.commit(change, modified(change.plan, fields.action));
  },
});

/** Which fields each action reads; a field it does not read is a misunderstanding. */
const FIELDS: Readonly<Record<ModifyPlan["action"], readonly string[]>> = {
  add_steps: ["steps", "insertAfterOrder"],
  remove_step: ["stepId"],
  reorder_steps: ["stepIds"],
  update_step_instructions: ["stepId", "instructions"],
  fail_step: ["stepId", "reason"],
  retry_step: ["stepId"],
};
const REQUIRED = ["steps", "stepId", "stepIds", "instructions"];

function checkFields(fields: { readonly action: ModifyPlan["action"] }): void {
  const { action, ...given } = fields;
  const known = FIELDS[action];
  const names = Object.entries(given)
    .filter(([name, value]) => value !== undefined && name !== "modificationRationale")
    .map(([name]) => name);
  const missing = known.find((name) => REQUIRED.includes(name) && !names.includes(name));
  if (missing) throw wrongField(missing, `is needed for ${action}`, action);
  const surplus = names.find((name) => !known.includes(name));
  if (surplus) throw wrongField(surplus, `does not belong to ${action}`, action);
}

function wrongField(field: string, problem: string, action: ModifyPlan["action"]): AppError {
  return new AppError(
    "INVALID_INPUT",
    `${field}: ${problem}. Next: call modify_plan with action ${action} and ${FIELDS[action].join(", ")}.`,
    { field },
  );
}

function modified(plan: Plan, action: ModifyPlan["action"]) {
  return {
    planId: plan.id,
    action,
    planStatus: plan.status,
    steps: plan.steps.map((step) => ({ ...stepRef(step), status: step.status })),
    planVersion: plan.version,
    next:
      plan.status === "completed"
        ? "That was the last open step: the plan is now complete and closed. Call get_next_step for how the output should look."
        : "Call get_next_step to go on.",
  };
}
