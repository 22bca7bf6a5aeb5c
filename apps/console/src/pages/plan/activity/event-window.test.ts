import { expect, it } from "vitest";
import { PANEL_REM, ROW_REM, visibleEvents } from "./event-window.ts";

it("shows a short list whole", () => {
  const shown = visibleEvents({ top: -5, height: 20, count: 12, opened: -1 });
  expect(shown).toEqual({ first: 0, last: 12, aboveRem: 0, belowRem: 0 });
});

it("keeps the rows near the window and room for the others", () => {
  const shown = visibleEvents({ top: 1_000, height: 20, count: 5_000, opened: -1 });
  expect(shown).toMatchObject({ first: 985, last: 1_035 });
  expect(shown.aboveRem + shown.belowRem).toBeCloseTo((5_000 - 50) * ROW_REM);
});

it("never keeps more than 150 rows, however high the window is", () => {
  const { first, last } = visibleEvents({ top: 100, height: 4_000, count: 5_000, opened: -1 });
  expect(last - first).toBe(150);
});

it.each([0, 400, 999, 1_010, 4_999])("counts the panel of row %i in once", (opened) => {
  const shown = visibleEvents({ top: 1_000, height: 20, count: 5_000, opened });
  const rows = shown.last - shown.first;
  const isShown = opened >= shown.first && opened < shown.last;
  const room = shown.aboveRem + shown.belowRem + rows * ROW_REM + (isShown ? PANEL_REM : 0);
  expect(room).toBeCloseTo(5_000 * ROW_REM + PANEL_REM);
});

it("reaches the end", () => {
  const shown = visibleEvents({ top: 4_995, height: 20, count: 5_000, opened: 3 });
  expect(shown).toMatchObject({ last: 5_000, belowRem: 0 });
});
