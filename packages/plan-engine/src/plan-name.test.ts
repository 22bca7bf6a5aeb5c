import { describe, expect, it } from "vitest";
import { modeOf, titleOf } from "./plan-name.ts";

describe("a plan's name", () => {
  it.each([
    ["[Scan] Tea", "scan", "Tea"],
    ["[Deep]  Tea [Scan]", "deep", "Tea [Scan]"],
    ["[Deep]Tea", "deep", "Tea"],
    ["[Scan]", "scan", "[Scan]"],
    ["[Scan] ", "scan", "[Scan] "],
    ["Tea", null, "Tea"],
    ["[scan] Tea", null, "[scan] Tea"],
    [" [Scan] Tea", null, " [Scan] Tea"],
    ["[Other] Tea", null, "[Other] Tea"],
  ])("%j has the mode %j and the title %j", (name, mode, title) => {
    expect(modeOf(name)).toBe(mode);
    expect(titleOf(name)).toBe(title);
  });
});
