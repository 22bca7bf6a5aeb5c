import { newId } from "@trovella/db";
import { type PlanChange, requireLock } from "@trovella/db/plans";
import { AppError } from "@trovella/foundation";
import {
  changedCheckpoint,
  MODIFICATION_ACTIONS,
  MODIFICATION_FIELDS,
  MODIFICATIONS,
  type ModificationAction,
  type ModificationField,
  type ModificationFieldDefinition,
  type ModifyPlan,
} from "@trovella/plan-engine";
import { handleCommand, requireDecider } from "@trovella/research";
import { z } from "zod";
import { defineTool } from "../define-tool.ts";
import { fieldSchema } from "../field-schema.ts";
import { next, note, planId, planStatus, statedStep, steps } from "../fields.ts";
import { meanings } from "../input/meanings.ts";
import { planHandle } from "../replies/handles.ts";
import { budgetInReply, wholeBudgetOf } from "../replies/plan-budget.ts";
import { stepWithStatus } from "../replies/plan-progress.ts";

/** Their fields stand in the listing of create_research_plan. */
const listedSteps = steps.clone().register(meanings, {
  listedAs: { items: { type: "object" }, description: "As in create_research_plan" },
});

export const modifyPlan = defineTool({
  name: "modify_plan",
  title: "Change a plan",
  description: `Changes an open plan: ${usages()}.`,
  input: {
    planId,
    action: z.enum(MODIFICATION_ACTIONS),
    ...fieldSchemas(),
    modificationRationale: note.describe("Why"),
  },
  output: {
    planId: z.string(),
    action: z.string(),
    planStatus,
    steps: z.array(statedStep),
    budget: budgetInReply,
    next,
  },
  permission: "write",
  writes: "plan",

  async run({ planId, sessionId, idempotencyKey, ...fields }, call) {
    checkFields(fields);
    const command = { type: "modify_plan", newId, ...fields } as ModifyPlan;
    const change = await handleCommand(call, planId, async (plan) => {
      // Changing a checkpoint is a way around its review, so it is for those who may decide it.
      if (plan && changedCheckpoint(plan, command)) {
        requireLock(call.context);
        await requireDecider(call.context, plan, { userId: call.caller.userId, rule: call.rule });
      }
      return command;
    });
    return call.commit(change, modified(change, fields.action, call.now));
  },
});

function usages(): string {
  return MODIFICATION_ACTIONS.map((action) => `${action} (${MODIFICATIONS[action].usage})`).join(
    ", ",
  );
}

type FieldSchemas = { [Field in ModificationField]: z.ZodOptional<z.ZodType> };

/** Every field is optional in the schema, since which ones are required depends on the action. */
function fieldSchemas(): FieldSchemas {
  const schemas = Object.entries<ModificationFieldDefinition>(MODIFICATION_FIELDS).map(
    ([name, field]) =>
      [name, (field.kind === "steps" ? listedSteps : fieldSchema(field)).optional()] as const,
  );
  return Object.fromEntries(schemas) as FieldSchemas;
}

/** A field that the action does not read is a misunderstanding, so it is refused. */
function checkFields(fields: { readonly action: ModificationAction }): void {
  const { action, ...given } = fields;
  const { required } = MODIFICATIONS[action];
  const names = Object.entries(given)
    .filter(([name, value]) => value !== undefined && name !== "modificationRationale")
    .map(([name]) => name);
  const missing = required.filter((name) => !names.includes(name));
  const surplus = names.filter((name) => !fieldsOf(action).includes(name));
  const [field] = [...missing, ...surplus];
  if (!field) return;
  const problems = [
    ...missing.map((name) => `${name}: is needed for ${action}`),
    ...surplus.map((name) => `${name}: does not belong to ${action}`),
  ];
  throw new AppError(
    "INVALID_INPUT",
    `${problems.join("; ")}. Next: call modify_plan with action ${action} and ${fieldsOf(action).join(", ")}.`,
    { field },
  );
}

function fieldsOf(action: ModificationAction): readonly string[] {
  const { required, optional } = MODIFICATIONS[action];
  return [...required, ...optional];
}

function modified({ before, plan }: PlanChange, action: ModificationAction, now: Date) {
  const isNowComplete = plan.status === "completed" && before?.plan.status !== "completed";
  return {
    planId: planHandle(plan),
    action,
    planStatus: plan.status,
    steps: plan.steps.map(stepWithStatus),
    ...(action === "change_budget" ? wholeBudgetOf(plan, now) : {}),
    planVersion: plan.version,
    next: isNowComplete
      ? "That was the last open step: the plan is now complete and closed. Call get_next_step for how the output should look."
      : "Call get_next_step to go on.",
  };
}
