import { AppError, type Json } from "@trovella/foundation";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson, sealJson } from "./seal-json.ts";

describe("canonical JSON", () => {
  it("does not depend on the order of keys, at any depth", () => {
    const one = { b: [{ y: 1, x: 2 }], a: { d: null, c: true }, 10: "ten", 9: "nine" };
    const other = { 9: "nine", 10: "ten", a: { c: true, d: null }, b: [{ x: 2, y: 1 }] };
    expect(canonicalJson(one)).toBe(canonicalJson(other));
    expect(canonicalJson(one)).toBe(
      '{"10":"ten","9":"nine","a":{"c":true,"d":null},"b":[{"x":2,"y":1}]}',
    );
  });

  it("depends on the order of lists", () => {
    expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]));
  });

  it("leaves out members that are undefined", () => {
    const value = JSON.parse('{"a":1}');
    expect(canonicalJson({ ...value, b: undefined })).toBe('{"a":1}');
  });

  it.each<[Json, string]>([
    [0, "0"],
    [-0, "0"],
    [1.5, "1.5"],
    [1e21, "1e+21"],
    [Number.MAX_SAFE_INTEGER, "9007199254740991"],
    [0.1 + 0.2, "0.30000000000000004"],
    [Number.NaN, "null"],
    [Number.POSITIVE_INFINITY, "null"],
    ["", '""'],
    [null, "null"],
    [false, "false"],
    [[], "[]"],
    [{}, "{}"],
    [{ "": "" }, '{"":""}'],
  ])("writes %j as %s", (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  it("parses to the same value, for any value that can be stored", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const kept = JSON.parse(JSON.stringify(value));
        fc.pre(!JSON.stringify(kept).includes("\\u0000"));
        expect(JSON.parse(canonicalJson(kept))).toEqual(kept);
        expect(canonicalJson(shuffled(kept))).toBe(canonicalJson(kept));
      }),
    );
  });

  it.each<[string, Json]>([
    ["NUL", "a\0b"],
    ["NUL", { "a\0": 1 }],
    ["NUL", [["\0"]]],
    ["surrogate", "\ud800"],
    ["surrogate", "a\udc00b"],
    ["surrogate", { "\ud83d": 1 }],
  ])("refuses what PostgreSQL cannot store: %s in %j", (problem, value) => {
    expect(() => canonicalJson(value, "result")).toThrow(AppError);
    expect(() => canonicalJson(value, "result")).toThrow(problem);
    expect(() => canonicalJson(value, "result")).toThrow(/^result /);
  });

  it("accepts whole surrogate pairs and escaped control characters", () => {
    expect(canonicalJson("💥\u0001\u2028")).toBe(JSON.stringify("💥\u0001\u2028"));
  });

  it("goes 64 levels deep and not one more", () => {
    expect(canonicalJson(nested(64))).toBe(`${"[".repeat(64)}1${"]".repeat(64)}`);
    expect(() => canonicalJson(nested(65))).toThrow("more than 64 levels");
    expect(() => canonicalJson(nested(100_000))).toThrow(AppError);
  });
});

describe("a digest", () => {
  it("is the SHA-256 of the canonical JSON", () => {
    // printf '{"a":1}' | sha256sum
    expect(sealJson({ a: 1 }).digest).toBe(
      "015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862",
    );
  });
});

function nested(depth: number): Json {
  let value: Json = 1;
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

/** The same value with the keys the other way round. */
function shuffled(value: Json): Json {
  if (Array.isArray(value)) return value.map(shuffled);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value as Record<string, Json>).reverse();
  return Object.fromEntries(entries.map(([key, entry]) => [key, shuffled(entry)]));
}
