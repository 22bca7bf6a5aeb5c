import { expect, it } from "vitest";
import { textParts } from "./text-parts.ts";

const TEXT = "Before. It fell by 12 % in 2023. After.";

it("splits a text at its quote and its figures", () => {
  const parts = textParts(
    TEXT,
    [
      { start: 19, end: 23, group: 0 },
      { start: 27, end: 31, group: null },
    ],
    { start: 8, end: 26 },
  );
  expect(parts.map(({ text, isQuoted, group }) => [text, isQuoted, group])).toEqual([
    ["Before. ", false, undefined],
    ["It fell by ", true, undefined],
    ["12 %", true, 0],
    [" in", true, undefined],
    [" ", false, undefined],
    ["2023", false, null],
    [". After.", false, undefined],
  ]);
});

it("loses nothing, whatever the ranges are", () => {
  for (const ranges of [
    [],
    [{ start: -5, end: 500, group: 1 }],
    [
      { start: 3, end: 9, group: 1 },
      { start: 5, end: 7, group: 2 },
    ],
  ]) {
    const parts = textParts(TEXT, ranges, { start: 30, end: 900 });
    expect(parts.map(({ text }) => text).join("")).toBe(TEXT);
  }
  expect(textParts("", [])).toEqual([]);
});
