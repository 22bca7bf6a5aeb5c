import { isComparable } from "./expression/evaluator.ts";
import type { Comparison, Expression, ExpressionRoot } from "./expression/expression.ts";
import { parseExpression } from "./expression/parser.ts";
import type { BranchingCondition, Plan } from "./plan.ts";

/** A field that a condition reads and a result lacks or has as text where a number is compared, so that the condition cannot be evaluated. */
export interface MissingField {
  readonly field: string;
  readonly expression: string;
  readonly conditionId: string;
}

/** The fields that conditions of the step read, so that its result must have them (R32). */
export function resultFields(plan: Plan, stepId: string): string[] {
  const fields = openConditions(plan, stepId).flatMap(({ expression }) =>
    comparisonsOf(parseExpression(expression)).map(fieldOf),
  );
  return [...new Set(fields)];
}

export function missingFields(plan: Plan, stepId: string, root: ExpressionRoot): MissingField[] {
  return openConditions(plan, stepId).flatMap(({ id: conditionId, expression }) => {
    const missing = comparisonsOf(parseExpression(expression)).filter(
      (comparison) => !isComparable(comparison, root),
    );
    return [...new Set(missing.map(fieldOf))].map((field) => ({ field, expression, conditionId }));
  });
}

function openConditions(plan: Plan, stepId: string): BranchingCondition[] {
  return plan.conditions.filter((condition) => condition.stepId === stepId && !condition.firedAt);
}

/** Every comparison of the expression but those with the step's type, which is always there. */
function comparisonsOf(expression: Expression): Comparison[] {
  switch (expression.kind) {
    case "comparison":
      return expression.path[0] === "stepType" ? [] : [expression];
    case "not":
      return comparisonsOf(expression.operand);
    default:
      return expression.operands.flatMap(comparisonsOf);
  }
}

/** Bare paths are looked up inside the result. */
function fieldOf({ path }: Comparison): string {
  const isOfRoot = path[0] === "result" || path[0] === "confidence" || path[0] === "resultSummary";
  return (isOfRoot ? path : ["result", ...path]).join(".");
}
