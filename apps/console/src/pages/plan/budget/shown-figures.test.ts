import type { Dimension } from "@trovella/plan-engine";
import { describe, expect, it } from "vitest";
import {
  type CappedFigure,
  changeableFigures,
  reachedFigures,
  shownFigures,
  suggestedCap,
} from "./shown-figures.ts";

const figure = (dimension: Dimension, used: number, cap: number, more = {}): CappedFigure => ({
  dimension,
  used,
  cap,
  basis: "measured",
  isOwn: true,
  ...more,
});
const byDefault = { isOwn: false };

it("shows the plan's own caps, and default caps of which half is used", () => {
  const figures = [
    figure("workMinutes", 0, 60),
    figure("attempts", 30, 60, byDefault),
    figure("subagents", 29, 60, byDefault),
    { ...figure("tokens", 9_000, 1), cap: null, isOwn: false },
  ];
  expect(shownFigures({ figures }).map(({ dimension }) => dimension)).toEqual([
    "workMinutes",
    "attempts",
  ]);
});

it("offers caps that are not set yet for a change, also of a cost that nobody reported", () => {
  const figures = [
    { ...figure("steps", 2, 1), cap: null, isOwn: false },
    figure("attempts", 1, 60, byDefault),
    figure("workMinutes", 0, 60),
    { ...figure("toolCalls", 4, 1), cap: null, isOwn: false },
    { ...figure("tokens", 9, 1), cap: null, isOwn: false },
  ];
  expect(changeableFigures({ figures }).map(({ dimension, cap }) => [dimension, cap])).toEqual([
    ["workMinutes", 60],
    ["toolCalls", null],
    ["tokens", null],
    ["costUsd", null],
  ]);
});

it("names what made the plan close, but never an estimate", () => {
  const figures = [
    figure("attempts", 8, 10),
    figure("workMinutes", 7.9, 10),
    figure("tokens", 99, 10, { basis: "estimate" }),
  ];
  const reached = reachedFigures({ figures, reserve: 0.2 });
  expect(reached.map(({ dimension }) => dimension)).toEqual(["attempts"]);
});

describe("the suggested cap", () => {
  it.each([
    [figure("attempts", 4, 5), 8],
    [figure("workMinutes", 48, 60), 90],
    [figure("tokens", 210_000, 250_000), 380_000],
    [figure("costUsd", 1.7, 2), 3],
    [figure("costUsd", 0.09, 0.1), 0.2],
    [figure("steps", 190, 198), 200],
  ])("of %j is %d", (reached, cap) => {
    expect(suggestedCap(reached, 0.2)).toBe(cap);
  });

  it("leaves room even where far more was used than allowed", () => {
    const far = figure("workMinutes", 500, 60);
    expect(far.used).toBeLessThan(suggestedCap(far, 0.5) * 0.5);
  });
});
