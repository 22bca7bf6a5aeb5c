import { after, codeOf, planOf, run } from "@trovella/testing/engine/test-support";
import { describe, expect, it } from "vitest";
import { decide } from "../decide.ts";
import { normalizeTag } from "../plan-tags.ts";

const rename = (name: string) => ({ type: "rename_plan", by: "person", name }) as const;
const tag = (...tags: string[]) => ({ type: "set_tags", by: "person", tags }) as const;
const cancel = { type: "cancel_plan", by: "person", reason: "Enough." } as const;

describe("the name and the tags of a plan", () => {
  it("R37 are changed by people, also when the plan is closed; the mode stays", () => {
    const plan = run(planOf(1), [
      rename("  Green \n tea "),
      tag("EU"),
      cancel,
      rename("Tea, 2026"),
    ]);
    expect(plan).toMatchObject({ name: "Tea, 2026", mode: "scan", tags: ["eu"], status: "failed" });
  });

  it("R37 stay without an event when nothing changes", () => {
    const plan = run(planOf(1), [tag("tea", "eu")]);
    expect(decide(plan, rename(plan.name), after(1))).toEqual([]);
    expect(decide(plan, tag("Tea", "#eu"), after(1))).toEqual([]);
  });

  it.each([[["tea"]], [["tea", "us"]], [["eu", "tea"]], [["tea", "eu", "us"]], [[]]])(
    "R37 change with one tag, their number or their order: %j",
    (tags) => {
      const plan = run(planOf(1), [tag("tea", "eu")]);
      expect(run(plan, [tag(...tags)], after(1)).tags).toEqual(tags);
    },
  );

  it.each([
    ["#Green  Tea ", "green tea"],
    ["a,b\nc", "a b c"],
    ["e\u0301t\u00e9", "été"],
    ["\u202egnp", "gnp"],
  ])("R37 normalizes the tag %j", (given, expected) => {
    expect(normalizeTag(given)).toBe(expected);
  });

  it("R37 are unique, at most 12, of at most 40 characters each", () => {
    const plan = run(planOf(1), [tag("Tea", "tea", " TEA ")]);
    expect(plan.tags).toEqual(["tea"]);
    const many = Array.from({ length: 13 }, (_, index) => `tag ${index}`);
    const most = [...many.slice(0, 11), "x".repeat(40)];
    expect(run(plan, [tag(...most)]).tags).toEqual(most);
    for (const refused of [many, ["x".repeat(41)], ["#"], ["tea", ","]]) {
      expect(codeOf(() => decide(plan, tag(...refused), after(1)))).toBe("INVALID_INPUT");
    }
  });
});
