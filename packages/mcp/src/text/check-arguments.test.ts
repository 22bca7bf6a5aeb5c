import { describe, expect, it } from "vitest";
import { checkArguments } from "./check-arguments.ts";

describe("the check of all arguments", () => {
  it.each([
    [
      "NUL",
      { steps: [{ instructions: "a\0b" }] },
      "steps[0].instructions contains the NUL character",
    ],
    ["half a surrogate pair", { name: "\ud800" }, "name contains half a surrogate pair"],
    ["NUL in a key", { result: { "a\0": 1 } }, "result.a? contains the NUL character"],
  ])("refuses %s and names the field", (_name, value, message) => {
    expect(() => checkArguments(value)).toThrow(`${message}. Next: correct it and call again.`);
  });

  it("refuses nesting beyond 64 levels without going down all the way", () => {
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    expect(() => checkArguments({ result: deep })).toThrow(/nested more than 64 levels deep/);
    expect(() => checkArguments({ result: nested(62) })).not.toThrow();
  });

  it("refuses more than 200,000 values", () => {
    expect(() => checkArguments({ result: Array(199_998).fill(1) })).not.toThrow();
    expect(() => checkArguments({ result: Array(200_000).fill(1) })).toThrow(
      /^result\[199998\] takes the arguments beyond 200000 values/,
    );
  });

  it("lets pass whatever else JSON can say", () => {
    const value = JSON.parse('{"__proto__":{"x":[null,true,1e308,"😀"]},"constructor":{}}');
    expect(() => checkArguments(value)).not.toThrow();
    for (const odd of [undefined, null, 1, "text", []]) {
      expect(() => checkArguments(odd)).not.toThrow();
    }
  });
});

function nested(levels: number): unknown {
  return levels === 0 ? 1 : [nested(levels - 1)];
}
