import type { Tool as Listing } from "@modelcontextprotocol/server";
import { z } from "zod";
import { meanings } from "./meanings.ts";

type ListedSchema = Listing["inputSchema"];
type JsonSchema = Record<string, unknown>;

/** Checked all the same; a refusal names them. */
const UNLISTED = [
  "additionalProperties",
  "default",
  "format",
  "maximum",
  "maxItems",
  "maxLength",
  "minimum",
  "minItems",
  "minLength",
  "exclusiveMinimum",
  "pattern",
  "propertyNames",
];

/** The schema of an input as clients send it to the model with every conversation, so it is kept small. */
export function listedInput(schema: z.ZodObject): ListedSchema {
  return listed(schema, "input", (jsonSchema, zodSchema) => {
    for (const keyword of UNLISTED) delete jsonSchema[keyword];
    for (const name of unlistedFields(zodSchema)) {
      delete (jsonSchema.properties as JsonSchema | undefined)?.[name];
    }
    const { listedAs } = meanings.get(zodSchema) ?? {};
    if (listedAs) {
      delete jsonSchema.properties;
      delete jsonSchema.required;
      Object.assign(jsonSchema, listedAs);
    }
    // Codex drops the description of a property without a type. Any JSON is accepted.
    if (!jsonSchema.type && !jsonSchema.anyOf) jsonSchema.type = "object";
  });
}

function unlistedFields(schema: z.core.$ZodType): string[] {
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries<z.ZodType>(schema.shape)
    .filter(([, field]) => meanings.get(field)?.isUnlisted)
    .map(([name]) => name);
}

/** Models do not see the schemas of replies. Later versions may add fields. */
export function listedOutput(schema: z.ZodObject): ListedSchema {
  const listedSchema = listed(schema, "output", (jsonSchema) => {
    delete jsonSchema.additionalProperties;
    delete jsonSchema.propertyNames;
    // zod adds these to every integer.
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  });
  return splitTypes(listedSchema) as ListedSchema;
}

/** A list of types as alternatives, since some clients understand only a single `type`. */
function splitTypes(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(splitTypes);
  if (typeof schema !== "object" || schema === null) return schema;
  const split = Object.entries(schema).map(([key, value]) =>
    key === "type" && Array.isArray(value)
      ? ["anyOf", value.map((type) => ({ type }))]
      : [key, splitTypes(value)],
  );
  return Object.fromEntries(split);
}

function listed(
  schema: z.ZodObject,
  io: "input" | "output",
  shorten: (jsonSchema: JsonSchema, zodSchema: z.core.$ZodType) => void,
): ListedSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema, zodSchema }) => shorten(jsonSchema as JsonSchema, zodSchema),
  });
  return rest as ListedSchema;
}
