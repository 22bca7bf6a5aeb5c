import { type Check, integer, list, oneOf, text } from "./shape.ts";

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
);

interface Range {
  readonly min: number;
  readonly max: number;
}

interface TypeByKind {
  readonly text: string;
  readonly texts: readonly string[];
  readonly integer: number;
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
      return text(field);
    case "texts":
      return list(text(field), field.entries);
    case "integer":
      return integer(field);
    case "choice":
      return oneOf(field.values);
  }
}
