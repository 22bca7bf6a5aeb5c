import { z } from "zod";
import { plainKey } from "./match-key.ts";
import { type Meaning, meanings } from "./meanings.ts";

/** The form that a value should have, derived from its schema once. */
export type Field =
  | ObjectField
  | { readonly kind: "list"; readonly entry: Field }
  | { readonly kind: "choice"; readonly values: ReadonlyMap<string, string> }
  | { readonly kind: "text" | "number" | "boolean" | "true" | "record" | "any" | "other" };

export interface ObjectField {
  readonly kind: "object";
  readonly members: ReadonlyMap<string, Member>;
  /** The name of a member by its plain key. */
  readonly names: ReadonlyMap<string, string>;
  /** Whether it keeps fields that the schema does not know. */
  readonly isOpen: boolean;
  readonly meaning: Meaning;
}

export interface Member {
  readonly field: Field;
  readonly isOptional: boolean;
  readonly isEmptyWhenMissing: boolean;
}

export function objectField(schema: z.ZodObject): ObjectField {
  const members = new Map(
    Object.entries(schema.shape).map(([name, member]) => [name, memberOf(member as z.ZodType)]),
  );
  return {
    kind: "object",
    members,
    names: new Map([...members.keys()].map((name) => [plainKey(name), name])),
    isOpen: schema.def.catchall instanceof z.ZodUnknown,
    meaning: meanings.get(schema) ?? {},
  };
}

function memberOf(schema: z.ZodType): Member {
  const value = unwrap(schema);
  return {
    field: fieldOf(value),
    isOptional: value !== schema,
    isEmptyWhenMissing: meanings.get(value)?.isEmptyWhenMissing ?? false,
  };
}

function unwrap(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodDefault
    ? unwrap(schema.unwrap() as z.ZodType)
    : schema;
}

function fieldOf(schema: z.ZodType): Field {
  const value = unwrap(schema);
  if (value instanceof z.ZodObject) return objectField(value);
  if (value instanceof z.ZodArray) {
    return { kind: "list", entry: fieldOf(value.element as z.ZodType) };
  }
  if (value instanceof z.ZodEnum) {
    const values = value.options.map(String);
    return { kind: "choice", values: new Map(values.map((one) => [plainKey(one), one])) };
  }
  if (value instanceof z.ZodLiteral) return { kind: value.values.has(true) ? "true" : "other" };
  if (value instanceof z.ZodString) return { kind: "text" };
  if (value instanceof z.ZodNumber) return { kind: "number" };
  if (value instanceof z.ZodBoolean) return { kind: "boolean" };
  if (value instanceof z.ZodRecord) return { kind: "record" };
  return { kind: value instanceof z.ZodUnknown ? "any" : "other" };
}
