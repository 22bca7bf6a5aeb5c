import { expect, it } from "vitest";
import { textCell } from "./cells.ts";
import { textWidth, withHeights } from "./row-heights.ts";

const heightOf = (text: string, width: number, more = {}) =>
  withHeights([[{ ...textCell(text), ...more }]], [width, 40])[0]?.[0]?.height ?? 0;

it("gives a row the lines that its longest text needs", () => {
  expect(heightOf("word ".repeat(40), 20)).toBeGreaterThan(heightOf("word ".repeat(40), 60) * 2);
  expect(heightOf("a\nb\nc", 20)).toBeGreaterThan(heightOf("a", 20) * 2);
});

it("counts East Asian signs twice", () => {
  expect(textWidth("東京 A")).toBe(6);
  expect(heightOf("東京".repeat(20), 20)).toBeGreaterThan(heightOf("ab".repeat(20), 20));
});

it("gives one line to text that does not wrap, and all its columns to text across several", () => {
  const text = "word ".repeat(20);
  expect(heightOf(text, 20, { wrap: false })).toBe(heightOf("a", 20));
  expect(heightOf(text, 20, { columnSpan: 2 })).toBeLessThan(heightOf(text, 20));
});

it("stays below what Excel allows", () => {
  expect(heightOf("word ".repeat(5_000), 20)).toBeLessThanOrEqual(409);
});
