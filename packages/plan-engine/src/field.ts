import { type Check, integer, list, oneOf, text } from "./shape.ts";

/**
 * A field that callers fill in: its type, its check and its schema in the tools derive from this. `id` and `ids` name
 * steps of the plan, `order` is a place in it.
 */
export type FieldDefinition = {
  /** What the tool's schema says about it, where the name does not suffice. */
  readonly description?: string;
} & (
  | { readonly kind: "text" | "id"; readonly max: number }
  | { readonly kind: "texts" | "ids"; readonly max: number; readonly entries: Range }
  | ({ readonly kind: "integer" | "order" } & Range)
  | { readonly kind: "choice"; readonly values: readonly string[] }
);

interface Range {
  readonly min: number;
  readonly max: number;
}

interface TypeByKind {
  readonly text: string;
  readonly id: string;
  readonly texts: readonly string[];
  readonly ids: readonly string[];
  readonly integer: number;
  readonly order: number;
}

export type FieldValue<Definition> = Definition extends {
  readonly kind: "choice";
  readonly values: readonly (infer Value)[];
}
  ? Value
  : Definition extends { readonly kind: infer Kind extends keyof TypeByKind }
    ? TypeByKind[Kind]
    : never;

export function fieldCheck(field: FieldDefinition): Check {
  switch (field.kind) {
    case "text":
    case "id":
      return text(field);
    case "texts":
    case "ids":
      return list(text(field), field.entries);
    case "integer":
    case "order":
      return integer(field);
    case "choice":
      return oneOf(field.values);
  }
}
