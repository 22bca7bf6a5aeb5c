import type { Json } from "@trovella/foundation";
import { AppError } from "@trovella/foundation";
import { hostileExpressions } from "@trovella/testing/engine/hostile-expressions";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluateExpression } from "./evaluator.ts";
import type { Expression } from "./expression.ts";
import { parseExpression } from "./parser.ts";

describe("expressions as a whole", () => {
  it("give a boolean or INVALID_EXPRESSION for 5,000 hostile strings, within a counted bound of steps", () => {
    const outcomes = { boolean: 0, refused: 0 };
    for (const text of hostileExpressions({ count: 5000, seed: 1 })) {
      const meter = { steps: 0 };
      outcomes[outcomeOf(text, meter)] += 1;
      // Every character is read once; every token is looked at a few times.
      expect(meter.steps).toBeLessThanOrEqual(12 * Math.min(text.length, 10_000) + 12);
    }
    expect(outcomes.boolean).toBeGreaterThan(50);
    expect(outcomes.refused).toBeGreaterThan(1000);
  });

  it("mean what a reference interpreter says they mean", () => {
    fc.assert(
      fc.property(expressions, results, confidences, (expression, result, confidence) => {
        const root = { result, confidence, stepType: "search" };
        const parsed = parseExpression(render(expression));
        expect(evaluateExpression(parsed, root)).toBe(reference(expression, root));
      }),
      { numRuns: 2000 },
    );
  });

  it("never touch what they read", () => {
    const result = Object.freeze({ a: Object.freeze([1, 2]) });
    expect(evaluateExpression(parseExpression("a.0 === 1 && __proto__ !== 1"), { result })).toBe(
      true,
    );
  });
});

function outcomeOf(text: string, meter: { steps: number }): "boolean" | "refused" {
  try {
    const value = evaluateExpression(parseExpression(text, meter), {
      result: { a: 2 },
      confidence: 1,
    });
    expect(typeof value).toBe("boolean");
    return "boolean";
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(error.code).toBe("INVALID_EXPRESSION");
    return "refused";
  }
}

// Small values with few names, so that paths often hit something.
const { json: results } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom(0, 0.5, 7, "", "x", "search", true, false, null),
    fc.array(tie("json"), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom("a", "b", "0", "result", "confidence"), tie("json")),
  ),
}));
const confidences = fc.option(fc.constantFrom(0, 0.25, 0.5, 1), { nil: undefined });
const segments = fc.constantFrom(
  "a",
  "b",
  "0",
  "1",
  "result",
  "confidence",
  "stepType",
  "constructor",
);
const { expression: expressions } = fc.letrec<{ expression: Expression }>((tie) => ({
  expression: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.record({
      kind: fc.constant("comparison" as const),
      path: fc
        .tuple(
          fc.constantFrom("a", "b", "result", "confidence", "stepType"),
          fc.array(segments, { maxLength: 2 }),
        )
        .map(([head, tail]) => [head, ...tail]),
      operator: fc.constantFrom("===", "!==", ">=", "<=", ">", "<"),
      literal: fc.constantFrom(0, 0.5, -3, "", "x", "search", true, false, null),
    }),
    fc.record({ kind: fc.constant("not" as const), operand: tie("expression") }),
    fc.record({
      kind: fc.constantFrom("and" as const, "or" as const),
      operands: fc.array(tie("expression"), { minLength: 2, maxLength: 3 }),
    }),
  ),
}));

function render(expression: Expression): string {
  switch (expression.kind) {
    case "comparison":
      return `${expression.path.join(".")} ${expression.operator} ${JSON.stringify(expression.literal)}`;
    case "not":
      return `!(${render(expression.operand)})`;
    default:
      return `(${expression.operands.map(render).join(expression.kind === "and" ? " && " : "||")})`;
  }
}

/** The rule written another way: values are found by listing entries, comparisons by JavaScript. */
function reference(expression: Expression, root: object): boolean {
  switch (expression.kind) {
    case "comparison": {
      const inner = new Map(Object.entries(root)).get("result");
      const value = find(root, expression.path) ?? find(inner, expression.path);
      const isNumeric = typeof value?.[0] === "number" && typeof expression.literal === "number";
      if (!value) return expression.operator === "!==";
      if (!isNumeric && /^[<>]/.test(expression.operator)) return false;
      return new Function("left", "right", `return left ${expression.operator} right`)(
        value[0],
        expression.literal,
      );
    }
    case "not":
      return !reference(expression.operand, root);
    case "and":
      return !expression.operands.some((operand) => !reference(operand, root));
    case "or":
      return !expression.operands.every((operand) => !reference(operand, root));
  }
}

function find(from: unknown, path: readonly string[]): [unknown] | undefined {
  const [head, ...rest] = path;
  if (head === undefined) return from === undefined ? undefined : [from];
  if (typeof from !== "object" || from === null) return undefined;
  const entry = Object.entries(from).find(([key]) => key === head);
  return entry && find(entry[1], rest);
}
