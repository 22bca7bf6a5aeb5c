import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import { Icon } from "../../../components/icon.tsx";
import { useVirtualRows } from "../../../components/use-virtual-rows.ts";
import { counted } from "../../../format/duration-text.ts";
import { useEvents } from "./event-pages.ts";
import { ROW_REM } from "./event-row.tsx";
import { EventTable, type OpenEvent, PANEL_REM } from "./event-table.tsx";

interface AllEventsProps extends OpenEvent {
  readonly planId: string;
  /** The number of events, which are numbered from 1 without gaps. */
  readonly total: number;
}

/** All events, newest first. Events far from the window are neither in the page nor loaded. */
export function AllEvents({ planId, total, ...open }: AllEventsProps) {
  const { opened, onOpen } = open;
  const body = useRef<HTMLTableSectionElement>(null);
  const [count, setCount] = useState(total);
  const openedRow = opened === undefined ? -1 : count - Number(opened);
  useArrivals(body, { isNew: total > count, opened, onShow: () => setCount(total) });
  const { first, last, above, below } = useEventRows(body, count, openedRow);
  const range = { from: count - last + 1, to: count - first, total: count };
  const { bySeq, error, retry } = useEvents(planId, range);
  if (error) return <ErrorState what="The activity" error={error} onRetry={retry} />;
  return (
    <>
      {total > count && (
        <div className="sticky top-14 z-10 flex h-0 justify-center">
          <Button
            kind="primary"
            className="self-start shadow-lg"
            onClick={() => {
              onOpen(undefined);
              setCount(total);
              window.scrollTo(0, 0);
            }}
          >
            <Icon name="up" />
            {counted(total - count, "new event")}
          </Button>
        </div>
      )}
      <EventTable
        caption="Activity"
        count={count}
        first={first}
        rows={Array.from({ length: last - first }, (_, index) => {
          const seq = count - first - index;
          return { key: String(seq), event: bySeq.get(seq) };
        })}
        above={above}
        below={below}
        {...open}
        body={body}
      />
    </>
  );
}

/** Shows new events at once, unless that would move what the user is reading. */
function useArrivals(
  body: RefObject<HTMLElement | null>,
  { isNew, opened, onShow }: { isNew: boolean; opened: string | undefined; onShow: () => void },
): void {
  useEffect(() => {
    if (!isNew || opened !== undefined || !body.current) return;
    const isAtTop = body.current.getBoundingClientRect().top >= 0;
    if (isAtTop && !body.current.contains(document.activeElement)) onShow();
  });
}

/** Virtual rows, one of which has a panel below it. */
function useEventRows(
  body: RefObject<HTMLTableSectionElement | null>,
  count: number,
  openedRow: number,
) {
  const remPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const rows = useVirtualRows(body, { count, rowHeight: () => ROW_REM * remPx });
  const { virtualizer } = rows;
  useLayoutEffect(() => {
    if (openedRow < 0) return;
    virtualizer.resizeItem(openedRow, (ROW_REM + PANEL_REM) * remPx);
    return () => virtualizer.resizeItem(openedRow, ROW_REM * remPx);
  }, [virtualizer, openedRow, remPx]);
  // The URL may name an event far down.
  const initialRow = useRef(openedRow);
  useEffect(() => {
    if (initialRow.current > 0) virtualizer.scrollToIndex(initialRow.current, { align: "center" });
    initialRow.current = 0;
  }, [virtualizer]);
  return rows;
}
