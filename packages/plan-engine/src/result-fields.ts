import { isMissing } from "./expression/evaluator.ts";
import type { Expression, ExpressionRoot } from "./expression/expression.ts";
import { parseExpression } from "./expression/parser.ts";
import type { BranchingCondition, Plan } from "./plan.ts";

/** A field that a condition reads and a result lacks, so that the condition cannot be evaluated. */
export interface MissingField {
  readonly field: string;
  readonly expression: string;
  readonly conditionId: string;
}

/** The fields that conditions of the step read, so that its result must have them (R32). */
export function resultFields(plan: Plan, stepId: string): string[] {
  const fields = openConditions(plan, stepId).flatMap(({ expression }) =>
    pathsOf(parseExpression(expression)).map(fieldOf),
  );
  return [...new Set(fields)];
}

export function missingFields(plan: Plan, stepId: string, root: ExpressionRoot): MissingField[] {
  return openConditions(plan, stepId).flatMap(({ id: conditionId, expression }) => {
    const missing = pathsOf(parseExpression(expression)).filter((path) => isMissing(path, root));
    return [...new Set(missing.map(fieldOf))].map((field) => ({ field, expression, conditionId }));
  });
}

function openConditions(plan: Plan, stepId: string): BranchingCondition[] {
  return plan.conditions.filter((condition) => condition.stepId === stepId && !condition.firedAt);
}

/** Every path of the expression but the step's type, which is always there. */
function pathsOf(expression: Expression): (readonly string[])[] {
  switch (expression.kind) {
    case "comparison":
      return expression.path[0] === "stepType" ? [] : [expression.path];
    case "not":
      return pathsOf(expression.operand);
    default:
      return expression.operands.flatMap(pathsOf);
  }
}

/** Bare paths are looked up inside the result. */
function fieldOf(path: readonly string[]): string {
  const isOfRoot = path[0] === "result" || path[0] === "confidence" || path[0] === "resultSummary";
  return (isOfRoot ? path : ["result", ...path]).join(".");
}
