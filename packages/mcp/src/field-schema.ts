import {
  type FieldDefinition,
  PLAN_FIELDS,
  type PlanField,
  type PlanFieldDefinition,
  type PlanInput,
} from "@trovella/plan-engine";
import { z } from "zod";

type PlanFieldSchemas = { readonly [Field in PlanField]: z.ZodType<PlanInput[Field]> };

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
  const schema = valueSchema(field);
  return field.description === undefined ? schema : schema.describe(field.description);
}

function valueSchema(field: FieldDefinition): z.ZodType {
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
