import { type RefObject, useEffect, useRef, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import { Icon } from "../../../components/icon.tsx";
import { counted } from "../../../format/duration-text.ts";
import { useEvents } from "./event-pages.ts";
import { EventTable } from "./event-table.tsx";
import { ROW_REM, remPx, useVisibleEvents } from "./event-window.ts";

interface AllEventsProps {
  readonly planId: string;
  /** How many there are; they are numbered from 1 without gaps. */
  readonly total: number;
  readonly opened: string | undefined;
  readonly onOpen: (seq: string | undefined) => void;
  readonly nameStep: (stepId: string | null) => string;
}

/** Every event, the newest first. What is far away from the window is neither in the page nor loaded. */
export function AllEvents({ planId, total, opened, onOpen, nameStep }: AllEventsProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [count, setCount] = useState(total);
  const openedRow = opened === undefined ? -1 : count - Number(opened);
  useArrivals(body, { isNew: total > count, opened, onShow: () => setCount(total) });
  useFirstScroll(body, openedRow);
  const { first, last, aboveRem, belowRem } = useVisibleEvents(body, { count, opened: openedRow });
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
        aboveRem={aboveRem}
        belowRem={belowRem}
        opened={opened}
        onOpen={onOpen}
        nameStep={nameStep}
        body={body}
      />
    </>
  );
}

/** New events are shown at once unless that would move what somebody reads. */
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

/** An address may lead to an event far down. */
function useFirstScroll(body: RefObject<HTMLElement | null>, row: number): void {
  const wanted = useRef(row);
  useEffect(() => {
    if (wanted.current <= 0 || !body.current) return;
    const top = window.scrollY + body.current.getBoundingClientRect().top;
    window.scrollTo(0, top + (wanted.current - 2) * ROW_REM * remPx());
    wanted.current = 0;
  }, [body]);
}
