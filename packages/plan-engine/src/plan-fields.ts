import type { FieldDefinition, FieldValue } from "./field.ts";
import { DEFAULT_STALL_THRESHOLD_MS, LIMITS } from "./limits.ts";

export const REVIEW_POLICIES = ["relayed_allowed", "client_attested", "human_only"] as const;
export type ReviewPolicy = (typeof REVIEW_POLICIES)[number];

export const EVIDENCE_POLICIES = ["off", "warn", "strict"] as const;
export type EvidencePolicy = (typeof EVIDENCE_POLICIES)[number];

/**
 * The fields that a new plan is given. The command, its check, the tool's schema, the event and the plan derive from
 * them. A default also stands for what events of versions before the field lack.
 */
export const PLAN_FIELDS = {
  name: { kind: "text", max: LIMITS.nameLength },
  researchQuestion: { kind: "text", max: LIMITS.questionLength },
  planDesignRationale: { kind: "text", max: LIMITS.noteLength, default: null },
  outputFormattingNotes: { kind: "text", max: LIMITS.noteLength, default: null },
  stallThresholdMs: {
    kind: "integer",
    min: 1,
    max: LIMITS.stallThresholdMs,
    default: DEFAULT_STALL_THRESHOLD_MS,
  },
  reviewPolicy: {
    kind: "choice",
    values: REVIEW_POLICIES,
    default: "relayed_allowed",
    description: "Who may decide reviews",
  },
  budget: {
    kind: "budget",
    default: null,
    description: "Caps the person set: workMinutes, subagents, costUsd",
  },
  evidencePolicy: {
    kind: "choice",
    values: EVIDENCE_POLICIES,
    default: "warn",
    description: "strict: key claims must be supported",
  },
  minLevel: { kind: "integer", ...LIMITS.evidenceLevel, default: 1 },
  minSources: { kind: "integer", ...LIMITS.independentSources, default: 1 },
} as const satisfies Readonly<Record<string, PlanFieldDefinition>>;
export type PlanField = keyof typeof PLAN_FIELDS;

/** A field with a default may be left out. */
export type PlanFieldDefinition = FieldDefinition & {
  readonly default?: string | number | null | readonly string[];
};

type Definition<Field extends PlanField> = (typeof PLAN_FIELDS)[Field];
type WithDefault = {
  [Field in PlanField]: Definition<Field> extends { readonly default: unknown } ? Field : never;
}[PlanField];

/** The fields as create_plan takes them. */
export type PlanInput = {
  readonly [Field in Exclude<PlanField, WithDefault>]: FieldValue<Definition<Field>>;
} & { readonly [Field in WithDefault]?: FieldValue<Definition<Field>> | undefined };

/** The fields as events and plans carry them. */
export type PlanFields = {
  readonly [Field in PlanField]:
    | FieldValue<Definition<Field>>
    | (Field extends WithDefault ? Definition<Field>["default"] : never);
};

/** The plan fields alone, with defaults for those that were left out. */
export function planFields(input: PlanInput | PlanFields): PlanFields {
  const fields = Object.entries<PlanFieldDefinition>(PLAN_FIELDS).map(
    ([name, definition]) => [name, input[name as PlanField] ?? definition.default] as const,
  );
  return Object.fromEntries(fields) as PlanFields;
}
