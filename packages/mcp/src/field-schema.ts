import {
  BUDGET_CHANGES,
  type Budget,
  type FieldDefinition,
  PLAN_FIELDS,
  type PlanField,
  type PlanFieldDefinition,
  type PlanInput,
  RESERVE,
} from "@trovella/plan-engine";
import { z } from "zod";
import { meanings } from "./input/meanings.ts";

type PlanFieldSchemas = { readonly [Field in PlanField]: z.ZodType<PlanInput[Field]> };

const cap = z.number().positive();

/** Its fields are not in the listing: caps are passed on only when the person asked for them. */
const budget = z.strictObject({
  steps: cap.optional(),
  attempts: cap.optional(),
  workMinutes: cap.optional(),
  toolCalls: cap.optional(),
  subagents: cap.optional(),
  tokens: cap.optional(),
  costUsd: cap.optional(),
  reserve: z.number().min(RESERVE.min).max(RESERVE.max).optional(),
  changes: z.enum(BUDGET_CHANGES).optional(),
} satisfies { readonly [Name in keyof Budget]-?: z.ZodType });

/** The schemas of the fields that a new plan is given. */
export function planFieldSchemas(): PlanFieldSchemas {
  const schemas = Object.entries<PlanFieldDefinition>(PLAN_FIELDS).map(([name, field]) => {
    const schema = fieldSchema(field);
    return [name, field.default === undefined ? schema : schema.optional()] as const;
  });
  return Object.fromEntries(schemas) as PlanFieldSchemas;
}

/** The schema of a field as the engine defines it. */
export function fieldSchema(field: FieldDefinition): z.ZodType {
  const { kind, description } = field;
  if (kind === "budget") {
    const listedAs = { type: "object", ...(description ? { description } : {}) };
    return budget.clone().register(meanings, { listedAs });
  }
  const schema = valueSchema(field);
  return field.description === undefined ? schema : schema.describe(field.description);
}

function valueSchema(field: Exclude<FieldDefinition, { readonly kind: "budget" }>): z.ZodType {
  switch (field.kind) {
    case "text":
      return z.string().min(1).max(field.max);
    case "texts":
      // The engine refuses lists that are too short.
      return z.array(z.string().min(1).max(field.max)).max(field.entries.max);
    case "integer":
      return z.int().min(field.min).max(field.max);
    case "choice":
      return z.enum(field.values);
  }
}
