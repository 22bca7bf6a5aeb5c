import { refusal } from "@trovella/testing/engine/test-support";
import { describe, expect, it } from "vitest";
import { LIMITS } from "../limits.ts";
import { evaluateExpression } from "./evaluator.ts";
import type { ExpressionRoot } from "./expression.ts";
import { parseExpression } from "./parser.ts";

const ROOT: ExpressionRoot = {
  result: {
    count: 4,
    title: "Tea",
    "source-count": 7,
    isDone: false,
    gaps: [{ size: 2 }, { size: 5 }],
    nothing: null,
    confidence: 0.1,
    grüße: 1,
    nested: { "0": "zero" },
  },
  confidence: 0.8,
  resultSummary: "Short.",
  stepType: "critique",
};

describe("R10 expressions that hold", () => {
  it.each([
    "confidence === 0.8",
    "confidence == 0.8",
    "confidence !== 0.7",
    "confidence != 0.7",
    "confidence >= 0.8",
    "confidence <= 0.8",
    "confidence > 0.79",
    "confidence < 0.81",
    "result.count > 3",
    "count > 3",
    "result.confidence === 0.1",
    "stepType === 'critique'",
    'stepType === "critique"',
    "resultSummary !== ''",
    "title === 'Tea'",
    "isDone === false",
    "isDone !== true",
    "nothing === null",
    "result !== null",
    "gaps.1.size === 5",
    "gaps.length === 2",
    "nested.0 === 'zero'",
    "source-count === 7",
    "grüße === 1",
    "count > -1",
    "count < 1e3",
    "count > 4.0e-1",
    "  count\t>\n3  ",
    "(count > 3)",
    "count > 3 && confidence > 0.5",
    "count > 9 || confidence > 0.5",
    "count > 3 || count > 9 && count > 9",
    "!(count > 9)",
    "!count > 9",
    "!!(count > 3)",
    "!(count > 9) && !(confidence < 0.5)",
    "(count > 9 || count > 3) && (confidence > 0.5)",
  ])("R10 holds: %s", (text) => {
    expect(evaluate(text)).toBe(true);
  });
});

describe("R10 expressions that do not hold", () => {
  it.each([
    "confidence === '0.8'",
    "confidence > 0.8",
    "confidence < 0.8",
    "confidence >= 0.81",
    "confidence <= 0.79",
    "confidence !== 0.8",
    "title > 3",
    "title < 'Z'",
    "count >= '3'",
    "isDone < 1",
    "nothing < 1",
    "nothing >= 0",
    "gaps === 2",
    "gaps.2.size === 5",
    "gaps.01.size === 5",
    "title.length === 3",
    "(count > 9 || count > 3) && count > 9",
    "!(count > 3)",
    "!count > 3",
  ])("R10 does not hold: %s", (text) => {
    expect(evaluate(text)).toBe(false);
  });

  it.each(["===", ">=", "<=", ">", "<"])("R10 a missing path makes %s false", (operator) => {
    expect(evaluate(`result.missing ${operator} 0`)).toBe(false);
    expect(evaluate(`missing ${operator} null`)).toBe(false);
  });

  it("R10 a missing path makes !== true", () => {
    expect(evaluate("result.missing !== 0")).toBe(true);
    expect(evaluate("missing !== null")).toBe(true);
    expect(evaluateExpression(parseExpression("confidence !== 1"), {})).toBe(true);
  });
});

describe("R10 what a path sees", () => {
  it("R10 own properties only", () => {
    for (const name of [
      "constructor",
      "__proto__",
      "toString",
      "hasOwnProperty",
      "constructor.name",
    ]) {
      expect(evaluate(`${name} !== null`)).toBe(true);
      expect(evaluate(`${name} === null`)).toBe(false);
      expect(evaluate(`result.${name} === null`)).toBe(false);
    }
  });

  it("R10 an own property with a hostile name is a plain property", () => {
    const result = JSON.parse('{"__proto__": 1, "constructor": {"name": "x"}}');
    expect(evaluateExpression(parseExpression("__proto__ === 1"), { result })).toBe(true);
    expect(evaluateExpression(parseExpression("constructor.name === 'x'"), { result })).toBe(true);
  });

  it("R10 the root before the result, and the result only for what the root lacks", () => {
    expect(evaluate("confidence === 0.1")).toBe(false);
    const unsure: ExpressionRoot = { result: { confidence: 0.1 } };
    expect(evaluateExpression(parseExpression("confidence === 0.1"), unsure)).toBe(true);
  });

  it("R10 a result that is null, text, a number or a list", () => {
    expect(evaluateExpression(parseExpression("result === null"), { result: null })).toBe(true);
    expect(evaluateExpression(parseExpression("result === 'yes'"), { result: "yes" })).toBe(true);
    expect(evaluateExpression(parseExpression("result > 1"), { result: 2 })).toBe(true);
    expect(evaluateExpression(parseExpression("result.0 === 7"), { result: [7] })).toBe(true);
    expect(evaluateExpression(parseExpression("length === 1"), { result: [7] })).toBe(true);
  });
});

describe("R10 strings", () => {
  it("R10 may contain operators, the other quote and escapes", () => {
    const root = { result: { a: "x && y", b: "it's", c: 'say "hi"', d: "a\\b\n\r\t" } };
    expect(evaluateExpression(parseExpression("a === 'x && y'"), root)).toBe(true);
    expect(evaluateExpression(parseExpression(`b === "it's"`), root)).toBe(true);
    expect(evaluateExpression(parseExpression("b === 'it\\'s'"), root)).toBe(true);
    expect(evaluateExpression(parseExpression('c === "say \\"hi\\""'), root)).toBe(true);
    expect(evaluateExpression(parseExpression("d === 'a\\\\b\\n\\r\\t'"), root)).toBe(true);
  });
});

describe("R10 malformed expressions", () => {
  it.each([
    ["", 1],
    ["   ", 4],
    ["confidence", 11],
    ["result.count", 13],
    ["confidence >", 13],
    ["> 3", 1],
    ["3 < confidence", 1],
    ["true", 1],
    ["null === null", 1],
    ["count > other", 9],
    ["count = 3", 7],
    ["count >== 3", 9],
    ["count > 3 extra > 2", 11],
    ["count > 3 &&", 13],
    ["count > 3 & count < 9", 11],
    ["|| count > 3", 1],
    ["(count > 3", 11],
    ["count > 3)", 10],
    ["()", 2],
    ["!", 2],
    ["! && count > 3", 3],
    ["count! > 3", 6],
    ["title === 'Tea", 11],
    ["title === 'T\\ea'", 13],
    ["title === `Tea`", 11],
    ["count > 1.2.3", 9],
    ["count > 012", 9],
    ["count > 1e999", 9],
    ["count > .5", 9],
    ["count > +5", 9],
    ["count > NaN", 9],
    ["result..count > 3", 7],
    ["result.count. > 3", 13],
    [".count > 3", 1],
    ["result[0] > 3", 7],
    ["count() > 3", 6],
    ["count > 3; count", 10],
    ["count\0 > 3", 6],
    ["\ud800 > 3", 1],
    ["count > 3 // note", 11],
  ])("R10 %j is refused at character %i", (text, position) => {
    const error = refusal(() => parseExpression(text));
    expect(error.code).toBe("INVALID_EXPRESSION");
    expect(error.details.position).toBe(position);
    expect(error.message).toContain(`character ${position}`);
    expect(error.message).toContain("Next:");
  });

  it("R10 names an unprintable character by its code", () => {
    expect(refusal(() => parseExpression("count\0 > 3")).message).toContain("U+0000");
    expect(refusal(() => parseExpression("count \u007f 3")).message).toContain("U+007F");
    expect(refusal(() => parseExpression("count # 3")).message).toContain('"#"');
    expect(refusal(() => parseExpression("count ~ 3")).message).toContain('"~"');
  });
});

describe("R10 limits", () => {
  const comparisons = (count: number) => Array(count).fill("a>1").join("||");

  it("R10 takes 1,000 nodes and no more", () => {
    expect(evaluate(comparisons(500))).toBe(false);
    expect(refusal(() => parseExpression(comparisons(501))).message).toContain("1000 parts");
    const nested = (depth: number) => `${"(".repeat(depth)}a>1${")".repeat(depth)}`;
    expect(evaluate(nested(999))).toBe(false);
    expect(refusal(() => parseExpression(nested(1000))).code).toBe("INVALID_EXPRESSION");
    expect(evaluate(`${"!".repeat(999)}a>1`)).toBe(true);
    expect(refusal(() => parseExpression(`${"!".repeat(1000)}a>1`)).code).toBe(
      "INVALID_EXPRESSION",
    );
  });

  it("R10 counts its work: every character once, every token a few times", () => {
    const meter = { steps: 0 };
    parseExpression("a > 1", meter);
    expect(meter.steps).toBe(11);
  });

  it("R10 takes 10,000 characters and no more", () => {
    const padded = (length: number) => "a > 1".padEnd(length);
    expect(evaluate(padded(LIMITS.expressionLength))).toBe(false);
    const error = refusal(() => parseExpression(padded(LIMITS.expressionLength + 1)));
    expect(error.details).toEqual({ position: 10_001, length: 10_001 });
  });
});

function evaluate(text: string): boolean {
  return evaluateExpression(parseExpression(text), ROOT);
}
