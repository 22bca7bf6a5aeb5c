import type {
  Comparison,
  ComparisonOperator,
  Expression,
  ExpressionRoot,
  Literal,
} from "./expression.ts";

/** The truth of an expression. It never throws: what cannot be compared does not hold. */
export function evaluateExpression(expression: Expression, root: ExpressionRoot): boolean {
  switch (expression.kind) {
    case "comparison":
      return compare(lookUp(expression.path, root), expression.operator, expression.literal);
    case "not":
      return !evaluateExpression(expression.operand, root);
    case "and":
      return expression.operands.every((operand) => evaluateExpression(operand, root));
    case "or":
      return expression.operands.some((operand) => evaluateExpression(operand, root));
  }
}

/** Whether a comparison says something: its path leads somewhere, and to a number where it is compared by size with one. */
export function isComparable(
  { path, operator, literal }: Comparison,
  root: ExpressionRoot,
): boolean {
  const value = lookUp(path, root);
  const isBySize = operator !== "===" && operator !== "!==" && typeof literal === "number";
  return isBySize ? typeof value === "number" : value !== undefined;
}

function compare(value: unknown, operator: ComparisonOperator, literal: Literal): boolean {
  if (operator === "===") return value === literal;
  if (operator === "!==") return value !== literal;
  if (typeof value !== "number" || typeof literal !== "number") return false;
  switch (operator) {
    case ">=":
      return value >= literal;
    case "<=":
      return value <= literal;
    case ">":
      return value > literal;
    case "<":
      return value < literal;
  }
}

/** Looks in the root first, then inside `result`; undefined when the path is missing in both. */
function lookUp(path: readonly string[], root: ExpressionRoot): unknown {
  const atRoot = follow(path, root);
  return atRoot === undefined ? follow(path, root.result) : atRoot;
}

function follow(path: readonly string[], from: unknown): unknown {
  let value = from;
  for (const segment of path) {
    // Own properties only: an inherited name such as `constructor` is missing.
    const isThere = typeof value === "object" && value !== null && Object.hasOwn(value, segment);
    if (!isThere) return undefined;
    value = (value as Record<string, unknown>)[segment];
  }
  return value;
}
