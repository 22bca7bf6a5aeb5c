import { describe, expect, it } from "vitest";
import { listOf, oneOf, parseSearch, stringifySearch, textOf } from "./search-params.ts";

describe("the state of a page in its URL", () => {
  it("is readable and round-trips", () => {
    const text = stringifySearch({
      status: ["executing", "failed"],
      text: "a&b = c",
      mode: undefined,
    });
    expect(text).toBe("?status=executing,failed&text=a%26b+%3D+c");
    expect(parseSearch(text)).toEqual({ status: "executing,failed", text: "a&b = c" });
    expect(stringifySearch({ status: [], text: "" })).toBe("");
  });

  it("drops unknown values", () => {
    expect(listOf("failed,nonsense,__proto__", ["executing", "failed"])).toEqual(["failed"]);
    expect(listOf("nonsense", ["executing"])).toBeUndefined();
    expect(listOf(undefined, ["executing"])).toBeUndefined();
    expect(oneOf("constructor", ["scan", "deep"])).toBeUndefined();
    expect(oneOf("deep", ["scan", "deep"])).toBe("deep");
    expect(textOf("x".repeat(1_000))).toHaveLength(200);
    expect(textOf({ toString: () => "x" })).toBeUndefined();
  });
});
