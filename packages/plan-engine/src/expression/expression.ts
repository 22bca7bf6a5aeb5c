import type { Json } from "@trovella/foundation";

export type ComparisonOperator = "===" | "!==" | ">=" | "<=" | ">" | "<";

export type Literal = string | number | boolean | null;

export interface Comparison {
  readonly kind: "comparison";
  readonly path: readonly string[];
  readonly operator: ComparisonOperator;
  readonly literal: Literal;
}

/** A parsed condition. It is parsed once and may then be evaluated any number of times. */
export type Expression =
  | Comparison
  | { readonly kind: "not"; readonly operand: Expression }
  | { readonly kind: "and" | "or"; readonly operands: readonly Expression[] };

/** The parts of the completed step that an expression can read; undefined means missing. */
export interface ExpressionRoot {
  readonly result?: Json | undefined;
  readonly confidence?: number | undefined;
  readonly resultSummary?: string | undefined;
  readonly stepType?: string | undefined;
}
