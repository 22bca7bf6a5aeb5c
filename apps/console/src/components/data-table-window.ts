import { type RefObject, useEffect, useState } from "react";

const ALL_SHOWN_UP_TO = 200;
const MARGIN_ROWS = 20;
/** Until a row has been measured. */
const USUAL_ROW_PX = 60;

interface VisibleRows {
  readonly first: number;
  readonly last: number;
  /** How much room the rows above and below take, in pixels. */
  readonly above: number;
  readonly below: number;
}

/** Which rows of a long table to put into the page as the window scrolls. */
export function useVisibleRows(
  body: RefObject<HTMLTableSectionElement | null>,
  count: number,
): VisibleRows {
  const isWindowed = count > ALL_SHOWN_UP_TO;
  const [view, setView] = useState({ top: 0, height: 1_000, rowHeight: USUAL_ROW_PX });

  useEffect(() => {
    if (!isWindowed) return;
    const measure = () => {
      if (!body.current) return;
      const { top } = body.current.getBoundingClientRect();
      setView((before) => ({
        top: -top,
        height: window.innerHeight,
        rowHeight: averageRowHeight(body.current) ?? before.rowHeight,
      }));
    };
    measure();
    window.addEventListener("scroll", measure, { passive: true });
    window.addEventListener("resize", measure);
    return () => {
      window.removeEventListener("scroll", measure);
      window.removeEventListener("resize", measure);
    };
  }, [body, isWindowed]);

  return isWindowed ? visibleRows(view, count) : { first: 0, last: count, above: 0, below: 0 };
}

/** The rows on the screen and some around them. Measured heights make the room estimated, not exact. */
export function visibleRows(
  { top, height, rowHeight }: { top: number; height: number; rowHeight: number },
  count: number,
): VisibleRows {
  const shown = Math.ceil(height / rowHeight) + 2 * MARGIN_ROWS;
  const wanted = Math.floor(top / rowHeight) - MARGIN_ROWS;
  const first = Math.max(0, Math.min(wanted, count - shown));
  const last = Math.min(count, first + shown);
  return { first, last, above: first * rowHeight, below: (count - last) * rowHeight };
}

function averageRowHeight(body: HTMLTableSectionElement | null): number | null {
  const rows = [...(body?.querySelectorAll<HTMLElement>("tr[data-row]") ?? [])];
  if (rows.length === 0) return null;
  const total = rows.reduce((sum, row) => sum + row.getBoundingClientRect().height, 0);
  // Whole pixels, so that a row more or less does not move everything.
  return Math.max(1, Math.round(total / rows.length));
}
