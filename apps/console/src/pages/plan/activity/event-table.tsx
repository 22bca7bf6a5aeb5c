import type { ReactNode, RefObject } from "react";
import { EventPanel } from "./event-panel.tsx";
import { EventRow, WaitingRow } from "./event-row.tsx";
import { PANEL_REM } from "./event-window.ts";
import type { PlanEventRow } from "./event-words.ts";

interface EventTableProps {
  readonly caption: string;
  readonly count: number;
  /** The rows in the page, counted from 0; undefined where the event is still being loaded. */
  readonly first: number;
  readonly rows: readonly { readonly key: string; readonly event: PlanEventRow | undefined }[];
  readonly aboveRem?: number;
  readonly belowRem?: number;
  readonly opened: string | undefined;
  readonly onOpen: (key: string | undefined) => void;
  readonly nameStep: (stepId: string | null) => string;
  readonly body?: RefObject<HTMLTableSectionElement | null>;
}

/** Events as a table of which only a part may be in the page. */
export function EventTable(props: EventTableProps) {
  const { caption, count, first, rows, opened, onOpen, nameStep } = props;
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-card">
      <table className="w-full border-collapse text-left" aria-rowcount={count + 1}>
        <caption className="sr-only">{caption}</caption>
        <thead className="text-soft text-sm">
          <tr aria-rowindex={1}>
            <Header>What happened</Header>
            <Header className="hidden sm:table-cell">By</Header>
            <Header className="hidden lg:table-cell">Session</Header>
            <Header className="text-right">When</Header>
          </tr>
        </thead>
        <tbody ref={props.body}>
          <Spacer heightRem={props.aboveRem ?? 0} />
          {rows.map(({ key, event }, index) => (
            <RowWithPanel
              key={key}
              event={event}
              rowIndex={first + index + 2}
              step={nameStep(event?.stepId ?? null)}
              isOpen={opened === key}
              onToggle={() => onOpen(opened === key ? undefined : key)}
            />
          ))}
          <Spacer heightRem={props.belowRem ?? 0} />
        </tbody>
      </table>
    </div>
  );
}

function RowWithPanel({
  event,
  rowIndex,
  step,
  isOpen,
  onToggle,
}: {
  event: PlanEventRow | undefined;
  rowIndex: number;
  step: string;
  isOpen: boolean;
  onToggle: () => void;
}) {
  return (
    <>
      <tr
        data-row=""
        aria-rowindex={rowIndex}
        className="shadow-[0_-1px_0_var(--line)] hover:bg-hover"
      >
        {event ? (
          <EventRow event={event} step={step} isOpen={isOpen} onToggle={onToggle} />
        ) : (
          <WaitingRow />
        )}
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={4} className="p-0">
            <div
              className="overflow-y-auto bg-page px-3 py-2"
              style={{ height: `${PANEL_REM}rem` }}
            >
              {event && <EventPanel event={event} />}
            </div>
          </td>
        </tr>
      )}
    </>
  );
}

function Header({ className = "", children }: { className?: string; children: ReactNode }) {
  return (
    <th scope="col" className={`px-3 py-2 font-medium ${className}`}>
      {children}
    </th>
  );
}

/** Stands for rows that are too far away to be in the page. */
function Spacer({ heightRem }: { heightRem: number }) {
  if (heightRem === 0) return null;
  return (
    <tr>
      <td colSpan={4} className="p-0" style={{ height: `${heightRem}rem` }} />
    </tr>
  );
}
