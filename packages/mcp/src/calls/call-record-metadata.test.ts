import { describe, expect, it } from "vitest";
import { callMetadata } from "./call-record.ts";

describe("what the tool-call log keeps of a call", () => {
  it("replaces texts over 500 characters by their length", () => {
    expect(kept({ short: "x".repeat(500), long: "x".repeat(501) })).toEqual({
      short: "x".repeat(500),
      long: "[501 chars]",
    });
  });

  it("cuts lists after ten entries and says how many are missing", () => {
    const list = Array.from({ length: 12 }, (_, index) => index);
    expect(kept({ list })).toEqual({ list: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, "...[2 more]"] });
  });

  it("goes five levels deep", () => {
    expect(kept({ a: { b: { c: { d: { e: { f: 1 } } } } } })).toEqual({
      a: { b: { c: { d: { e: "[object]" } } } },
    });
    expect(kept({ a: { b: { c: { d: { e: [1] } } } } })).toEqual({
      a: { b: { c: { d: { e: "[array]" } } } },
    });
  });

  it("stays small however wide the call was", () => {
    const wide = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, index) => [`key${index}`, "x".repeat(499)]),
    );
    expect(callMetadata({ wide }).length).toBeLessThanOrEqual(20_000);
    expect(
      kept(Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`k${i}`, i]))),
    ).toMatchObject({
      "...": "[10 more]",
    });
  });

  it("keeps a key called __proto__ as what it is", () => {
    expect(callMetadata(JSON.parse('{"__proto__":{"a":1}}'))).toBe('{"__proto__":{"a":1}}');
  });
});

function kept(value: object): unknown {
  return JSON.parse(callMetadata(value));
}
