import { expect, it } from "vitest";
import { quotedName, sheetNames } from "./sheet-names.ts";

it("takes the words of a heading as far as Excel allows them", () => {
  const nameOf = sheetNames();
  expect(nameOf("Nordbad, Harbour and Riverside pay back within nine years", "Data 1")).toBe(
    "Nordbad, Harbour and Riverside",
  );
  expect(nameOf("Costs [2024/25]: what? *all*", "Data 2")).toBe("Costs 2024 25 what all");
  expect(nameOf("'quoted'", "Data 3")).toBe("quoted");
  expect(nameOf("", "Data 4")).toBe("Data 4");
  expect(nameOf("?*", "[]")).toBe("Sheet");
});

it("gives no name twice, whatever its case, and none that Excel keeps for itself", () => {
  const nameOf = sheetNames();
  const names = ["Costs", "COSTS", "costs", "History", "a".repeat(40), "a".repeat(41)].map((name) =>
    nameOf(name, "Data"),
  );
  expect(names.slice(0, 4)).toEqual(["Costs", "COSTS (2)", "costs (3)", "History (2)"]);
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  expect(Math.max(...names.map((name) => name.length))).toBeLessThanOrEqual(31);
});

it("cuts no character in two", () => {
  const name = sheetNames()("😀".repeat(30), "Data");
  expect(name.isWellFormed()).toBe(true);
  expect(name.length).toBeLessThanOrEqual(31);
});

it("doubles apostrophes in references", () => {
  expect(quotedName("It's so")).toBe("'It''s so'");
});
