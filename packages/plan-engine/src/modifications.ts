import type { FieldDefinition } from "./field.ts";
import { LIMITS } from "./limits.ts";

/** Every field that an action of modify_plan can read. Commands, checks and the tool's schema derive from it. */
export const MODIFICATION_FIELDS = {
  steps: { kind: "steps" },
  insertAfterOrder: {
    kind: "integer",
    min: 0,
    max: LIMITS.stepsInPlan,
    description: "0 = first, default last",
  },
  stepId: { kind: "text", max: LIMITS.idLength, namesStep: true },
  stepIds: {
    kind: "texts",
    max: LIMITS.idLength,
    entries: { min: 1, max: LIMITS.stepsInPlan },
    namesStep: true,
  },
  instructions: { kind: "text", max: LIMITS.instructionsLength },
  reason: { kind: "text", max: LIMITS.reasonLength },
  budget: { kind: "budget" },
} as const satisfies Readonly<Record<string, ModificationFieldDefinition>>;
export type ModificationField = keyof typeof MODIFICATION_FIELDS;

/** The actions of modify_plan. `usage` is what the tool's description says in parentheses. */
export const MODIFICATIONS = {
  add_steps: {
    required: ["steps"],
    optional: ["insertAfterOrder"],
    usage: "steps, insertAfterOrder",
  },
  remove_step: { required: ["stepId"], optional: [], usage: "a pending stepId" },
  reorder_steps: { required: ["stepIds"], optional: [], usage: "all stepIds" },
  update_step_instructions: {
    required: ["stepId", "instructions"],
    optional: [],
    usage: "stepId, instructions",
  },
  fail_step: {
    required: ["stepId"],
    optional: ["reason"],
    usage: "stepId, reason; the plan goes on",
  },
  retry_step: { required: ["stepId"], optional: [], usage: "a failed stepId" },
  change_budget: { required: ["budget"], optional: [], usage: "budget" },
} as const satisfies Readonly<Record<string, Modification>>;
export type ModificationAction = keyof typeof MODIFICATIONS;

export const MODIFICATION_ACTIONS = Object.keys(MODIFICATIONS) as readonly ModificationAction[];

export type ModificationFieldDefinition = FieldDefinition | { readonly kind: "steps" };

interface Modification {
  readonly required: readonly ModificationField[];
  readonly optional: readonly ModificationField[];
  readonly usage: string;
}
