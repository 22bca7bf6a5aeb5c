import { expect, it } from "vitest";
import { currentSection } from "./current-section.ts";

const windowHeight = 900;

it("is the first one at the top, in short and long reports", () => {
  for (const pageHeight of [600, 900, 1_000, 9_000]) {
    expect(currentSection([300, 500, 700], { windowHeight, pageHeight, scrolled: 0 })).toBe(0);
  }
});

it("is the one above the reading position, and the last one at the end", () => {
  const at = (scrolled: number) =>
    currentSection(
      [300, 1_500, 3_000, 3_300].map((top) => top - scrolled),
      { windowHeight, pageHeight: 3_500, scrolled },
    );
  expect([0, 1_000, 1_450, 2_600].map(at)).toEqual([0, 0, 1, 3]);
});

it("is none without headings", () => {
  expect(currentSection([], { windowHeight, pageHeight: 500, scrolled: 0 })).toBeUndefined();
});
