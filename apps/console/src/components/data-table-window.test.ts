import { describe, expect, it } from "vitest";
import { visibleRows } from "./data-table-window.ts";

const ROW = { height: 800, rowHeight: 40 };

describe("the rows of a long table that are in the page", () => {
  it("begin at the top", () => {
    const view = visibleRows({ ...ROW, top: -100 }, 5_000);
    expect(view).toEqual({ first: 0, last: 60, above: 0, below: 4_940 * 40 });
  });

  it("surround what is on the screen", () => {
    const { first, last } = visibleRows({ ...ROW, top: 40_000 }, 5_000);
    expect([first, last]).toEqual([980, 1_040]);
  });

  it("end with the last row", () => {
    const view = visibleRows({ ...ROW, top: 5_000 * 40 }, 5_000);
    expect(view).toEqual({ first: 4_940, last: 5_000, above: 4_940 * 40, below: 0 });
  });

  it("are at most 200, and with the room around them always make up all rows", () => {
    for (let top = -1_000; top < 220_000; top += 777) {
      const { first, last, above, below } = visibleRows({ ...ROW, top }, 5_000);
      expect(last - first).toBeLessThanOrEqual(200);
      expect(above + (last - first) * 40 + below).toBe(5_000 * 40);
    }
  });
});
