import type { ErrorCode } from "@trovella/foundation";
import type { AuditAction, AuditEventType } from "../../../plan-engine/src/audit-event-type.ts";
import type { ModifyPlan, StepInput } from "../../../plan-engine/src/command.ts";
import {
  MODIFICATION_FIELDS,
  MODIFICATIONS,
  type ModificationAction,
  type ModificationField,
  type ModificationFieldDefinition,
} from "../../../plan-engine/src/modifications.ts";
import { STEP_STATUSES, type StepStatus } from "../../../plan-engine/src/plan.ts";
import type { Budget } from "../../../plan-engine/src/spending.ts";
import { asItIs, cutTo, randomStep, type TextFor } from "./plan-field-examples.ts";
import { Random } from "./random.ts";

interface ModificationExample {
  /** Statuses of the step that the action accepts. */
  readonly stepStatuses: readonly StepStatus[];
  /** Its rows in the audit log; the last one has the rationale. Pending steps are taken where possible. */
  readonly logged: readonly `${AuditEventType} ${AuditAction}`[];
}

/** The facts about each action that its fields do not tell. Tests and proofs of all layers share them. */
export const MODIFICATION_EXAMPLES: Readonly<Record<ModificationAction, ModificationExample>> = {
  add_steps: { stepStatuses: STEP_STATUSES, logged: ["plan_modified steps_added"] },
  remove_step: { stepStatuses: ["pending"], logged: ["plan_modified step_removed"] },
  reorder_steps: { stepStatuses: STEP_STATUSES, logged: ["plan_modified steps_reordered"] },
  update_step_instructions: {
    stepStatuses: STEP_STATUSES,
    logged: ["plan_modified instructions_updated"],
  },
  fail_step: {
    stepStatuses: ["pending", "in_progress"],
    logged: ["step_started auto_advanced", "step_failed step_failed"],
  },
  retry_step: { stepStatuses: ["failed"], logged: ["plan_modified step_retried"] },
  change_budget: { stepStatuses: STEP_STATUSES, logged: ["plan_modified budget_changed"] },
};

type WithoutType<T> = T extends unknown ? Omit<T, "type" | "newId"> : never;
export type ModificationInput = WithoutType<ModifyPlan>;

export interface ModifiedPlan {
  readonly random?: Random;
  readonly steps: readonly { readonly id: string; readonly status: string }[];
  /** Names this step, whatever its status. */
  readonly stepId?: string;
  readonly text?: TextFor;
  /** The chance that an optional field is left out. */
  readonly omissions?: number;
  /** The chance that a value does not fit the plan. */
  readonly mistakes?: number;
}

/**
 * An action with its fields, which the plan accepts unless mistakes are asked for or its dependencies
 * and conditions are in the way.
 */
export function modificationInput(
  action: ModificationAction,
  { random = new Random(1), ...plan }: ModifiedPlan,
): ModificationInput {
  const { required, optional } = MODIFICATIONS[action];
  const given = optional.filter(() => !random.chance(plan.omissions ?? 0));
  const place = {
    random,
    text: asItIs,
    mistakes: 0,
    ...plan,
    stepStatuses: MODIFICATION_EXAMPLES[action].stepStatuses,
    afterOrder: random.between(0, plan.steps.length),
  };
  const fields = [...required, ...given].map((name: ModificationField) => {
    const field: ModificationFieldDefinition = MODIFICATION_FIELDS[name];
    const text = "max" in field ? cutTo(field.max, place.text) : place.text;
    return [name, VALUES[valueKind(name)]({ ...place, text })];
  });
  return { action, ...Object.fromEntries(fields) } as ModificationInput;
}

interface Place extends Required<Omit<ModifiedPlan, "stepId" | "omissions">> {
  readonly stepId?: string;
  readonly stepStatuses: readonly StepStatus[];
  /** New steps are inserted after this order or later. */
  readonly afterOrder: number;
}

const UNKNOWN_STEP = "step_00000000000000000000000000000000";

type ValueKind = ModificationFieldDefinition["kind"] | "stepId" | "stepIds";

/** What a value of the field is: its kind, or the steps that it names. */
export function valueKind(field: ModificationField): ValueKind {
  const definition: ModificationFieldDefinition = MODIFICATION_FIELDS[field];
  if (definition.kind === "steps" || !definition.namesStep) return definition.kind;
  return definition.kind === "texts" ? "stepIds" : "stepId";
}

/** A value for every kind of field. */
const VALUES: Readonly<
  Record<ValueKind, (place: Place) => string | number | readonly string[] | StepInput[] | Budget>
> = {
  steps: ({ random, text, afterOrder, mistakes }) => {
    const step = randomStep(random, afterOrder + 1, text);
    return [random.chance(mistakes) ? { ...step, dependsOn: [random.pick([0, 9])] } : step];
  },
  integer: ({ random, steps, afterOrder, mistakes }) =>
    random.chance(mistakes) ? steps.length + 1 : afterOrder,
  stepId: ({ random, steps, stepId, stepStatuses, mistakes }) => {
    if (stepId !== undefined) return stepId;
    const suitable = steps.filter(({ status }) => stepStatuses.some((one) => one === status));
    if (steps.length === 0 || random.chance(mistakes)) {
      return random.pick([UNKNOWN_STEP, ...steps.map(({ id }) => id)]);
    }
    return random.pick(suitable.length > 0 ? suitable : steps).id;
  },
  stepIds: newOrder,
  budget: ({ random, mistakes }) => ({
    attempts: random.chance(mistakes) ? random.between(1, 12) : random.between(500, 1_000),
    subagents: random.between(500, 1_000),
  }),
  choice: () => "",
  texts: ({ random, text }) => [text(`Named ${random.between(1, 99)}`)],
  text: ({ random, text }) => text(`It turned out so, ${random.between(1, 99)}.`),
};

/** A value of each kind of field that no plan accepts. */
export const REFUSED_VALUES: Readonly<
  Record<ValueKind, { readonly value: unknown; readonly refusal: ErrorCode }>
> = {
  steps: {
    value: [{ stepType: "search", instructions: "Added.", dependsOn: [99] }],
    refusal: "INVALID_STEP_REFERENCE",
  },
  integer: { value: 99, refusal: "INVALID_INPUT" },
  stepId: { value: UNKNOWN_STEP, refusal: "NOT_FOUND" },
  stepIds: { value: [UNKNOWN_STEP], refusal: "INVALID_INPUT" },
  choice: { value: "other", refusal: "INVALID_INPUT" },
  budget: { value: { reserve: 0.9 }, refusal: "INVALID_INPUT" },
  texts: { value: [""], refusal: "INVALID_INPUT" },
  text: { value: "", refusal: "INVALID_INPUT" },
};

/** Neighbours swapped, which dependencies often allow, or a shuffle, which they seldom do. */
function newOrder({ random, steps, mistakes }: Place): string[] {
  const ids = steps.map(({ id }) => id);
  if (random.chance(mistakes)) return ids.slice(1).concat(UNKNOWN_STEP);
  if (random.chance(0.2)) return random.shuffled(ids);
  const at = random.between(0, Math.max(0, ids.length - 2));
  return ids.toSpliced(at, 2, ...ids.slice(at, at + 2).reverse());
}
