import { type RefObject, useEffect, useState } from "react";

export const ROW_REM = 2.75;
export const PANEL_REM = 17;
const MARGIN_ROWS = 15;
const MOST_ROWS = 150;

interface Geometry {
  /** How far the list is scrolled out of the window at its top, and the window's height, in rows. */
  readonly top: number;
  readonly height: number;
  readonly count: number;
  /** The row with the panel below it, or -1. */
  readonly opened: number;
}

interface VisibleEvents {
  readonly first: number;
  readonly last: number;
  /** Room for what is not in the page, in rem. */
  readonly aboveRem: number;
  readonly belowRem: number;
}

/** Which rows to put into the page: all rows are equally high, and one may have a panel below it. */
export function visibleEvents({ top, height, count, opened }: Geometry): VisibleEvents {
  const panelRows = PANEL_REM / ROW_REM;
  const isPanelAbove = opened >= 0 && top > opened + 1;
  const scrolled = isPanelAbove ? Math.max(opened, top - panelRows) : top;
  const shown = Math.min(MOST_ROWS, Math.ceil(height) + 2 * MARGIN_ROWS);
  const first = Math.max(0, Math.min(Math.floor(scrolled) - MARGIN_ROWS, count - shown));
  const last = Math.min(count, first + shown);
  const panelIn = (from: number, to: number) => (opened >= from && opened < to ? PANEL_REM : 0);
  return {
    first,
    last,
    aboveRem: first * ROW_REM + panelIn(0, first),
    belowRem: (count - last) * ROW_REM + panelIn(last, count),
  };
}

/** Follows the scrolling of the window. */
export function useVisibleEvents(
  body: RefObject<HTMLElement | null>,
  { count, opened }: Pick<Geometry, "count" | "opened">,
): VisibleEvents {
  const [view, setView] = useState({ top: 0, height: 20 });
  useEffect(() => {
    const measure = () => {
      if (!body.current) return;
      const rowPx = ROW_REM * remPx();
      const top = Math.floor(-body.current.getBoundingClientRect().top / rowPx);
      const height = Math.ceil(window.innerHeight / rowPx);
      setView((before) =>
        before.top === top && before.height === height ? before : { top, height },
      );
    };
    measure();
    window.addEventListener("scroll", measure, { passive: true });
    window.addEventListener("resize", measure);
    return () => {
      window.removeEventListener("scroll", measure);
      window.removeEventListener("resize", measure);
    };
  }, [body]);
  return visibleEvents({ ...view, count, opened });
}

export function remPx(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}
