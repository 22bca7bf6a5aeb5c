import { Virtualizer } from "@tanstack/react-virtual";
import { describe, expect, it } from "vitest";
import { virtualRowOptions, visibleRows } from "./use-virtual-rows.ts";

const ROW_PX = 40;
const PANEL_PX = 240;

describe("the rows of a long table that are in the page", () => {
  it("begin at the top", () => {
    const shown = rowsAt({ scrolled: 0, listTop: 100 });
    expect(shown).toMatchObject({ first: 0, above: 0 });
    expect(shown.below).toBe((5_000 - shown.last) * ROW_PX);
  });

  it("surround those on the screen", () => {
    const { first, last } = rowsAt({ scrolled: 40_000 });
    expect([first, last]).toEqual([970, 1_050]);
  });

  it("end with the last row", () => {
    expect(rowsAt({ scrolled: 5_000 * ROW_PX - 800 })).toMatchObject({ last: 5_000, below: 0 });
  });

  it("are at most 200, and with the spacers always make up all rows", () => {
    for (let scrolled = 0; scrolled < 200_000; scrolled += 777) {
      const { first, last, above, below } = rowsAt({ scrolled });
      expect(last - first).toBeLessThanOrEqual(200);
      expect(above + (last - first) * ROW_PX + below).toBe(5_000 * ROW_PX);
    }
  });

  it("are all rows of a short list", () => {
    const shown = rowsAt({ scrolled: 0, count: 12 });
    expect(shown).toEqual({ first: 0, last: 12, above: 0, below: 0 });
  });

  it("are counted from where the list begins in the document", () => {
    expect(rowsAt({ scrolled: 40_300, listTop: 300 })).toEqual(rowsAt({ scrolled: 40_000 }));
  });

  it("are never more than 150, however high the window is", () => {
    const { first, last } = rowsAt({ scrolled: 4_000, height: 160_000 });
    expect(last - first).toBe(150);
  });

  it.each([0, 400, 999, 1_010, 4_999])("include the panel of row %i once", (opened) => {
    const { first, last, above, below } = rowsAt({ scrolled: 40_000, opened });
    const isShown = opened >= first && opened < last;
    const room = above + below + (last - first) * ROW_PX + (isShown ? PANEL_PX : 0);
    expect(room).toBe(5_000 * ROW_PX + PANEL_PX);
  });

  it("reach the end behind an open panel", () => {
    const scrolled = 5_000 * ROW_PX + PANEL_PX - 800;
    expect(rowsAt({ scrolled, opened: 3 })).toMatchObject({ last: 5_000, below: 0 });
  });
});

function rowsAt(view: {
  scrolled: number;
  listTop?: number;
  height?: number;
  count?: number;
  opened?: number;
}) {
  const { scrolled, listTop = 0, height = 800, count = 5_000, opened = -1 } = view;
  return visibleRows(
    new Virtualizer<Window, HTMLTableRowElement>({
      ...virtualRowOptions,
      count,
      estimateSize: (index) => (index === opened ? ROW_PX + PANEL_PX : ROW_PX),
      scrollMargin: listTop,
      initialOffset: scrolled,
      initialRect: { width: 1_000, height },
      getScrollElement: () => null,
      scrollToFn: () => undefined,
      observeElementRect: () => undefined,
      observeElementOffset: () => undefined,
    }),
  );
}
