import {
  defaultRangeExtractor,
  type Range,
  useWindowVirtualizer,
  type Virtualizer,
} from "@tanstack/react-virtual";
import { type RefObject, useEffect, useState } from "react";

const MAX_ROWS = 150;

type RowVirtualizer = Virtualizer<Window, HTMLTableRowElement>;

interface VisibleRows {
  readonly first: number;
  /** Exclusive. */
  readonly last: number;
  /** Heights of the spacers above and below, in pixels. */
  readonly above: number;
  readonly below: number;
}

/** The rows of a long table that are near the window; only these are in the page. */
export function useVirtualRows(
  body: RefObject<HTMLTableSectionElement | null>,
  options: {
    readonly count: number;
    readonly rowHeight: (index: number) => number;
  },
): VisibleRows & { readonly virtualizer: RowVirtualizer } {
  const { count, rowHeight } = options;
  const virtualizer: RowVirtualizer = useWindowVirtualizer({
    ...virtualRowOptions,
    count,
    estimateSize: rowHeight,
    scrollMargin: useOffsetTop(body),
    // Without it the first render would have no rows.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
  });
  return { virtualizer, ...visibleRows(virtualizer) };
}

/** Limits how many rows a very high window can show. */
export const virtualRowOptions = {
  overscan: 30,
  rangeExtractor: (range: Range) => defaultRangeExtractor(range).slice(0, MAX_ROWS),
};

export function visibleRows(virtualizer: RowVirtualizer): VisibleRows {
  const items = virtualizer.getVirtualItems();
  const { scrollMargin } = virtualizer.options;
  const [first] = items;
  const last = items.at(-1);
  const total = virtualizer.getTotalSize();
  if (!first || !last) return { first: 0, last: 0, above: 0, below: total };
  return {
    first: first.index,
    last: last.index + 1,
    above: first.start - scrollMargin,
    below: total - (last.end - scrollMargin),
  };
}

/** Distance from the top of the document, checked at every render: what is above may change. */
function useOffsetTop(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  // Not a layout effect: the element is around the rows, and known to React only after these.
  useEffect(() => {
    if (!element.current) return;
    setTop(Math.round(element.current.getBoundingClientRect().top + window.scrollY));
  });
  return top;
}
