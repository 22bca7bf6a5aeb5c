import { newId } from "@trovella/db";
import type { PlanChange } from "@trovella/db/plans";
import { type AppError, invalidField } from "@trovella/foundation";
import {
  MODIFICATION_ACTIONS,
  MODIFICATION_FIELDS,
  MODIFICATIONS,
  type ModificationAction,
  type ModificationField,
  type ModificationFieldDefinition,
  type ModifyPlan,
} from "@trovella/plan-engine";
import { handleCommand } from "@trovella/research";
import { z } from "zod";
import { defineTool } from "../define-tool.ts";
import { fieldSchema } from "../field-schema.ts";
import { next, note, planId, planStatus, planVersion, statedStep, steps } from "../fields.ts";
import { stepWithStatus } from "../replies/plan-progress.ts";

export const modifyPlan = defineTool({
  name: "modify_plan",
  title: "Change a plan",
  description: `Changes a plan that is planning or executing: ${usages()}.`,
  input: {
    planId,
    action: z.enum(MODIFICATION_ACTIONS),
    ...fieldSchemas(),
    modificationRationale: note.describe("Why; kept in the audit log"),
  },
  output: {
    planId: z.string(),
    action: z.string(),
    planStatus,
    steps: z.array(statedStep),
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
    return call.commit(change, modified(change, fields.action));
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
      [name, (field.kind === "steps" ? steps : fieldSchema(field)).optional()] as const,
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
  const missing = required.find((name) => !names.includes(name));
  if (missing) throw wrongField(missing, `is needed for ${action}`, action);
  const surplus = names.find((name) => !fieldsOf(action).includes(name));
  if (surplus) throw wrongField(surplus, `does not belong to ${action}`, action);
}

function fieldsOf(action: ModificationAction): readonly string[] {
  const { required, optional } = MODIFICATIONS[action];
  return [...required, ...optional];
}

function wrongField(field: string, problem: string, action: ModificationAction): AppError {
  return invalidField(
    field,
    `${problem}. Next: call modify_plan with action ${action} and ${fieldsOf(action).join(", ")}.`,
  );
}

function modified({ before, plan }: PlanChange, action: ModificationAction) {
  const isNowComplete = plan.status === "completed" && before?.plan.status !== "completed";
  return {
    planId: plan.id,
    action,
    planStatus: plan.status,
    steps: plan.steps.map(stepWithStatus),
    planVersion: plan.version,
    next: isNowComplete
      ? "That was the last open step: the plan is now complete and closed. Call get_next_step for how the output should look."
      : "Call get_next_step to go on.",
  };
}
