import { describe, expect, it } from "vitest";
import { parseJsonText } from "./parse-json-text.ts";

describe("JSON that arrives as text", () => {
  it.each([
    ['{"verdict":"clear"}', { verdict: "clear" }],
    [" [1, 2]", [1, 2]],
  ])("is parsed: %s", (text, value) => {
    expect(parseJsonText(text)).toEqual(value);
  });

  it.each(["plain words", "{not json", "12", "true", '"quoted"', "", { a: 1 }, null, undefined, 3])(
    "is left alone when it is none, or no list or object: %j",
    (value) => {
      expect(parseJsonText(value)).toBe(value);
    },
  );
});
