import { LIMITS } from "./limits.ts";
import { type Check, integer, list, number, oneOf, optional, record, text } from "./shape.ts";
import { BUDGET_CHANGES, type Budget, RESERVE } from "./spending.ts";

/** A field that callers fill in: its type, its check and its schema in the tools derive from this. */
export type FieldDefinition = {
  /** What the tool's schema says about it, where the name does not suffice. */
  readonly description?: string;
  /** The text, or each of the texts, is the id of a step. */
  readonly namesStep?: true;
} & (
  | { readonly kind: "text"; readonly max: number }
  | { readonly kind: "texts"; readonly max: number; readonly entries: Range }
  | ({ readonly kind: "integer" } & Range)
  | { readonly kind: "choice"; readonly values: readonly string[] }
  | { readonly kind: "budget" }
);

interface Range {
  readonly min: number;
  readonly max: number;
}

interface TypeByKind {
  readonly text: string;
  readonly texts: readonly string[];
  readonly integer: number;
  readonly budget: Budget;
}

export type FieldValue<Definition> = Definition extends {
  readonly kind: "choice";
  readonly values: readonly (infer Value)[];
}
  ? Value
  : Definition extends { readonly kind: infer Kind extends keyof TypeByKind }
    ? TypeByKind[Kind]
    : never;

const count = (max: number) => optional(integer({ min: 1, max }));

const budgetShape: { readonly [Name in keyof Budget]-?: Check } = {
  steps: count(LIMITS.stepsInPlan),
  attempts: count(LIMITS.budgetCount),
  workMinutes: optional(number({ min: 1, max: LIMITS.budgetCount })),
  toolCalls: count(LIMITS.budgetCount),
  subagents: count(LIMITS.budgetCount),
  tokens: count(LIMITS.budgetTokens),
  costUsd: optional(number({ min: 0.01, max: LIMITS.budgetCount })),
  reserve: optional(number(RESERVE)),
  changes: optional(oneOf(BUDGET_CHANGES)),
};

export function fieldCheck(field: FieldDefinition): Check {
  switch (field.kind) {
    case "text":
      return text(field);
    case "texts":
      return list(text(field), field.entries);
    case "integer":
      return integer(field);
    case "choice":
      return oneOf(field.values);
    case "budget":
      return record(budgetShape);
  }
}
