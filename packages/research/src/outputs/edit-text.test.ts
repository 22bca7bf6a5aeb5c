import { describe, expect, it } from "vitest";
import { editText } from "./edit-text.ts";

describe("edits of a text", () => {
  it("are made in order, each on the text that the ones before left", () => {
    const edits = [
      { find: "grew", replace: "fell" },
      { find: "fell by 3 %", replace: "fell by 4 % [src:7]" },
    ];
    expect(editText("It grew by 3 %.", edits)).toBe("It fell by 4 % [src:7].");
  });

  it("take the replacement as it is, and may leave out text", () => {
    expect(editText("a b c", [{ find: "b", replace: "$& $1" }])).toBe("a $& $1 c");
    expect(editText("a b c", [{ find: " b", replace: "" }])).toBe("a c");
  });

  it("are refused together, naming each that does not fit", () => {
    const edits = [
      { find: "x", replace: "" },
      { find: "a", replace: "b" },
      { find: "aa", replace: "c" },
    ];
    expect(() => editText("aaa", edits)).toThrow(
      /edits\[0\]\.find "x" does not occur .*edits\[1\]\.find "a" occurs more than once.*edits\[2\]\.find "aa" occurs more than once.*nothing was stored/,
    );
  });
});
