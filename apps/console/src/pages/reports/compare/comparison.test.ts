import { describe, expect, it } from "vitest";
import { type ComparedBlock, changesIn, nextChange, rowsOf } from "./comparison.ts";

const blocks = [..."....x.....xx"].map(
  (sign): ComparedBlock => ({
    kind: "paragraph",
    level: 0,
    change: sign === "x" ? "added" : "none",
    text: sign,
  }),
);
const shown = (opened: readonly number[], onlyChanges = true) =>
  rowsOf(blocks, { onlyChanges, opened: new Set(opened) }).map((row) =>
    row.kind === "gap" ? `gap of ${row.blocks} at ${row.index}` : row.index,
  );

describe("the rows of a comparison", () => {
  it("are all blocks", () => {
    expect(shown([], false)).toEqual(blocks.map((_, index) => index));
  });

  it("are the changes with their neighbours, and gaps that can be opened", () => {
    expect(shown([])).toEqual(["gap of 3 at 0", 3, 4, 5, "gap of 3 at 6", 9, 10, 11]);
    expect(shown([0])).toEqual([0, 1, 2, 3, 4, 5, "gap of 3 at 6", 9, 10, 11]);
  });
});

it("goes from change to change and stays at the ends", () => {
  const changes = changesIn(blocks);
  expect(changes).toEqual([4, 10, 11]);
  expect(nextChange(changes, null, 1)).toBe(4);
  expect(nextChange(changes, null, -1)).toBe(11);
  expect(nextChange(changes, 4, 1)).toBe(10);
  expect(nextChange(changes, 11, 1)).toBe(11);
  expect(nextChange(changes, 10, -1)).toBe(4);
  expect(nextChange([], null, 1)).toBeUndefined();
});
