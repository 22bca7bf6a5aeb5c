import { describe, expect, it } from "vitest";
import { showInvisible } from "./show-invisible.ts";

describe("stored text in a reply", () => {
  it.each([
    ["a right-to-left override", "a\u202Eb", "a\\u{202e}b"],
    ["a zero-width space", "a\u200Bb", "a\\u{200b}b"],
    ["a tag character", "a\u{E0041}b", "a\\u{e0041}b"],
    ["a byte order mark", "\uFEFFa", "\\u{feff}a"],
    ["a C1 control", "a\u0085b", "a\\u{85}b"],
  ])("shows %s", (_name, text, shown) => {
    const value = { deep: [{ text }], [text]: 1 };
    expect(showInvisible(value, JSON.stringify(value))).toEqual({
      deep: [{ text: shown }],
      [shown]: 1,
    });
  });

  it.each(["plain", "新しい研究", "زبان‌ها", "👩‍👩‍👧", "line\nbreak\ttab", "naïve"])(
    "leaves %j as it is",
    (text) => {
      const value = { text };
      expect(showInvisible(value, JSON.stringify(value))).toBe(value);
    },
  );
});
