import { describe, expect, it } from "vitest";
import { checkSchemaLimits } from "./schema-limits.ts";

describe("a schema", () => {
  it.each([
    { type: "object", properties: { pattern: { type: "string", pattern: "^a+$" } } },
    { $ref: "#/$defs/a", $defs: { a: { type: "string" } } },
    { enum: [{ $ref: "https://example.org", pattern: "x".repeat(1_000) }] },
    { properties: { $async: { type: "string" } } },
  ])("may be %j", (schema) => {
    expect(() => checkSchemaLimits(schema)).not.toThrow();
  });

  it.each([
    ["no JSON Schema", { name: "string", price: "number" }],
    ["no JSON Schema", {}],
    ["refers to another document", { $ref: "https://example.org/schema.json" }],
    ["refers to another document", { items: { $ref: "file:///etc/passwd" } }],
    ["refers to another document", { type: "object", properties: { a: { $dynamicRef: "b" } } }],
    ["has a pattern of more than", { type: "string", pattern: "a".repeat(501) }],
    [
      "has a pattern of more than",
      { type: "object", patternProperties: { ["b".repeat(501)]: {} } },
    ],
    ["uses $async", { type: "object", $async: true }],
  ])("is refused when it %s: %j", (problem, schema) => {
    expect(() => checkSchemaLimits(schema)).toThrow(problem);
    expect(() => checkSchemaLimits(schema)).toThrow(/^schema: .* Next: /);
  });

  it("is refused when it is too long or too deep", () => {
    const long = { type: "object", description: "x".repeat(50_000) };
    expect(codeOf(() => checkSchemaLimits(long))).toBe("LIMIT_EXCEEDED");
    let deep: Record<string, unknown> = { type: "string" };
    for (let level = 0; level < 33; level += 1) deep = { items: deep };
    expect(codeOf(() => checkSchemaLimits(deep))).toBe("LIMIT_EXCEEDED");
  });
});

function codeOf(work: () => void): unknown {
  try {
    return work();
  } catch (error) {
    return (error as { code: unknown }).code;
  }
}
