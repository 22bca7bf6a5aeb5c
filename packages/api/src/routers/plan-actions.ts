import { newId } from "@trovella/db";
import { LIMITS, STEP_TYPES } from "@trovella/plan-engine";
import { DEFAULT_CHECKPOINT, type PersonsCommand } from "@trovella/research";
import { z } from "zod";
import { commitAction } from "../commit-action.ts";
import * as input from "../inputs.ts";
import { procedure } from "../trpc.ts";

const by = "person";
const NO_REASON = "No reason was given.";

/** Every action names the version of the plan that the person saw. */
const seen = { planId: input.id, expectedVersion: z.int().min(1).optional() };
const filled = (length: number) => input.text(length).trim().min(1, "must not be empty");
const reason = input
  .text(LIMITS.reasonLength)
  .trim()
  .optional()
  .transform((text) => text || NO_REASON);
const instructions = filled(LIMITS.instructionsLength);
const stepId = input.id;
const afterOrder = z.int().min(0).max(LIMITS.stepsInPlan);
const stepType = z.enum(STEP_TYPES);
const step = z.strictObject({
  stepType,
  instructions,
  dependsOn: z.array(z.int().min(1).max(LIMITS.stepsInPlan)).max(LIMITS.stepsInPlan).optional(),
  requiresReview: z.boolean().optional(),
  closing: z.boolean().optional(),
});

/** Everything that changes the steps of a plan; its budget has a procedure of its own. */
const change = z.discriminatedUnion("action", [
  z.strictObject({
    ...seen,
    action: z.literal("add_steps"),
    steps: z.array(step).min(1).max(20),
    insertAfterOrder: afterOrder.optional(),
  }),
  z.strictObject({ ...seen, action: z.literal("remove_step"), stepId }),
  z.strictObject({
    ...seen,
    action: z.literal("reorder_steps"),
    stepIds: z.array(input.id).min(1).max(LIMITS.stepsInPlan),
  }),
  z.strictObject({ ...seen, action: z.literal("update_step_instructions"), stepId, instructions }),
  z.strictObject({ ...seen, action: z.literal("fail_step"), stepId, reason }),
  z.strictObject({ ...seen, action: z.literal("retry_step"), stepId }),
  z.strictObject({ ...seen, action: z.literal("skip_step"), stepId, reason }),
  z.strictObject({
    ...seen,
    action: z.literal("edit_step"),
    stepId,
    stepType: stepType.optional(),
    instructions: instructions.optional(),
    requiresReview: z.boolean().optional(),
  }),
]);

function commandOf({
  planId: _,
  expectedVersion: __,
  ...given
}: z.output<typeof change>): PersonsCommand {
  switch (given.action) {
    case "skip_step":
      return { type: given.action, by, stepId: given.stepId, reason: given.reason };
    case "edit_step": {
      const { action: type, ...fields } = given;
      return { type, by, ...fields };
    }
    case "add_steps":
      return { type: "modify_plan", by, newId, ...given };
    default:
      return { type: "modify_plan", by, ...given };
  }
}

/** A procedure by which a person acts on a plan. */
function acting<Shape extends z.ZodType<{ planId: string; expectedVersion?: number | undefined }>>(
  shape: Shape,
  toCommand: (given: z.output<Shape>) => PersonsCommand,
) {
  return procedure("write", ["plan", "review"])
    .input(shape)
    .mutation(({ ctx: { context, caller, services, rule }, input: given }) => {
      const { planId, expectedVersion } = given as z.output<Shape>;
      const action = { planId, expectedVersion, command: toCommand(given as z.output<Shape>) };
      return commitAction(context, action, { caller, now: () => services.now(), rule });
    });
}

/** What people may do to a plan (R37). */
export const planActions = {
  cancel: acting(z.strictObject({ ...seen, reason }), (given) => ({
    type: "cancel_plan",
    by,
    reason: given.reason,
  })),
  archive: acting(z.strictObject(seen), () => ({ type: "archive_plan", by })),
  restore: acting(z.strictObject(seen), () => ({ type: "restore_plan", by })),
  rename: acting(z.strictObject({ ...seen, name: filled(LIMITS.nameLength) }), ({ name }) => ({
    type: "rename_plan",
    by,
    name,
  })),
  setTags: acting(
    z.strictObject({
      ...seen,
      tags: z.array(input.text(2 * LIMITS.tagLength)).max(2 * LIMITS.tagsOfPlan),
    }),
    ({ tags }) => ({ type: "set_tags", by, tags }),
  ),
  /** Changes the steps of a plan that have not begun. */
  modify: acting(change, commandOf),
  askForCheckpoint: acting(
    z.strictObject({
      ...seen,
      instructions: instructions.default(DEFAULT_CHECKPOINT),
      insertAfterOrder: afterOrder.optional(),
    }),
    (given) => ({
      type: "ask_for_checkpoint",
      by,
      newId,
      instructions: given.instructions,
      insertAfterOrder: given.insertAfterOrder,
    }),
  ),
};
