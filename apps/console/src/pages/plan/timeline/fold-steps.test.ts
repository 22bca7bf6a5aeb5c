import { expect, it } from "vitest";
import { type FoldableStep, foldSteps } from "./fold-steps.ts";

const NONE = { stalledIds: [], chosen: undefined, opened: new Set<string>() };

it("shows short plans whole", () => {
  expect(foldSteps(plan(30, 10), NONE)).toHaveLength(30);
});

it("folds what is far from where something happens", () => {
  const rows = foldSteps(plan(120, 74, { 20: "failed" }), NONE);
  expect(rows.map((row) => (row.kind === "fold" ? [row.key, row.steps.length] : row.key))).toEqual([
    ...["s0", "s1", "s2"],
    ["s3", 15],
    ...["s18", "s19", "s20", "s21", "s22"],
    ["s23", 49],
    ...["s72", "s73", "s74", "s75", "s76", "s77"],
    ["s78", 39],
    ...["s117", "s118", "s119"],
  ]);
});

it("keeps the chosen step, stalled ones and what was opened", () => {
  const rows = foldSteps(plan(120, 74), {
    stalledIds: ["s40"],
    chosen: "s100",
    opened: new Set(["s3"]),
  });
  const shown = rows.flatMap((row) => (row.kind === "step" ? [row.key] : []));
  expect(shown).toEqual(expect.arrayContaining(["s3", "s20", "s37", "s40", "s100"]));
  expect(rows.filter(({ kind }) => kind === "fold").map(({ key }) => key)).toEqual([
    "s43",
    "s78",
    "s103",
  ]);
});

it("stays short with 200 steps", () => {
  expect(foldSteps(plan(200, 100), NONE).length).toBeLessThan(20);
});

/** A plan of which so many steps are done and the next one runs. */
function plan(
  count: number,
  done: number,
  others: Readonly<Record<number, FoldableStep["status"]>> = {},
): FoldableStep[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `s${index}`,
    status:
      others[index] ?? (index < done ? "completed" : index === done ? "in_progress" : "pending"),
    attempt: index <= done ? 1 : 0,
    budgetEffect: null,
  }));
}
