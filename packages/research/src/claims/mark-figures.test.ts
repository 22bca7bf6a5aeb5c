import { expect, it } from "vitest";
import { type FigureMark, markFigures } from "./mark-figures.ts";

const words = (text: string, marks: readonly FigureMark[]) =>
  marks.map(({ start, end, group }) => [text.slice(start, end), group]);

it("gives the same group to figures that say the same, however they are written", () => {
  const statement = "Sales rose by 12 % to 1,500,000 euros in 2023.";
  const text = "In 2023, sales rose 12 % and reached 1.5 million euros; costs were 800 euros.";
  const { statement: own, texts } = markFigures(statement, [text]);
  const groups = new Map(words(statement, own).map(([figure, group]) => [figure, group]));
  expect([...groups.values()].every((group) => group !== null)).toBe(true);
  expect(new Set(groups.values()).size).toBe(groups.size);
  expect(words(text, texts[0] ?? [])).toEqual([
    ["2023", groups.get("2023")],
    ["12 %", groups.get("12 %")],
    ["1.5 million euros", groups.get("1,500,000 euros")],
  ]);
});

it("says which figure of the statement no text has", () => {
  const { statement, texts } = markFigures("It fell by 45 % in 2021.", [
    "It fell by 38 % in 2021.",
  ]);
  expect(statement.map(({ group }) => group === null)).toEqual([true, false]);
  expect(texts[0]).toHaveLength(1);
});

it("counts places in the original, whatever stands before", () => {
  const text = "🌡️ &amp; **Rooms** had 21.5 °C.";
  const { texts } = markFigures("Rooms had 21.5 °C.", [text]);
  expect(words(text, texts[0] ?? [])).toEqual([["21.5 °C", 0]]);
  expect(markFigures("No figures.", [text, ""]).texts).toEqual([[], []]);
});
