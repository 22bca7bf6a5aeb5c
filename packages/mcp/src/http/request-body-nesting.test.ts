import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isNestedDeeperThan } from "./request-body.ts";

describe("the depth of a text of JSON", () => {
  it.each([
    ["[]", 1],
    ['{"a":{"b":[1]}}', 3],
    ['["[[[[", "\\"[[[", "\\\\", "]"]', 1],
    ['"[[[["', 0],
    ["[[],[[]]]", 3],
  ])("of %s is %d", (json, depth) => {
    expect(isNestedDeeperThan(depth, Buffer.from(json))).toBe(false);
    if (depth > 0) expect(isNestedDeeperThan(depth - 1, Buffer.from(json))).toBe(true);
  });

  it("is that of the value, whatever the value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat({ max: 6 }), (value, limit) => {
        const bytes = Buffer.from(JSON.stringify(value));
        expect(isNestedDeeperThan(limit, bytes)).toBe(depthOf(value) > limit);
      }),
    );
  });

  it.each(["[", '{"a":', '[["'])("needs a look at no more than its limit, for %s…", (part) => {
    const bytes = Buffer.from(part.repeat(1_000_000));
    let looks = 0;
    const counted = new Proxy(bytes, {
      get(target, key) {
        if (key !== "length") looks += 1;
        return Reflect.get(target, key, target);
      },
    });
    isNestedDeeperThan(72, counted);
    expect(looks).toBeLessThanOrEqual(73 * part.length);
  });
});

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}
