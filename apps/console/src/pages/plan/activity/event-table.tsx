import type { ReactNode, RefObject } from "react";
import { SpacerRow } from "../../../components/spacer-row.tsx";
import { EventPanel } from "./event-panel.tsx";
import { EventRow, WaitingRow } from "./event-row.tsx";
import type { PlanEventRow } from "./event-words.ts";

/** Rows and panels have fixed heights, so that the position of an event is known before it is loaded. */
export const PANEL_REM = 17;

export interface OpenEvent {
  /** The sequence number of the event whose panel is open. */
  readonly opened: string | undefined;
  readonly onOpen: (seq: string | undefined) => void;
  readonly nameStep: (stepId: string | null) => string;
}

interface EventTableProps extends OpenEvent {
  readonly caption: string;
  readonly count: number;
  /** The index of the first row in the page. */
  readonly first: number;
  /** Events are undefined while they load. */
  readonly rows: readonly { readonly key: string; readonly event: PlanEventRow | undefined }[];
  /** Heights of the spacers, in pixels. */
  readonly above?: number;
  readonly below?: number;
  readonly body?: RefObject<HTMLTableSectionElement | null>;
}

export function EventTable(props: EventTableProps) {
  const { caption, count, first, rows, opened, onOpen, nameStep } = props;
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-card">
      <table className="w-full border-collapse text-left" aria-rowcount={count + 1}>
        <caption className="sr-only">{caption}</caption>
        <thead className="text-soft text-sm">
          <tr aria-rowindex={1}>
            <Header>Event</Header>
            <Header className="hidden sm:table-cell">By</Header>
            <Header className="hidden lg:table-cell">Session</Header>
            <Header className="text-right">When</Header>
          </tr>
        </thead>
        <tbody ref={props.body}>
          <SpacerRow height={props.above ?? 0} columns={4} />
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
          <SpacerRow height={props.below ?? 0} columns={4} />
        </tbody>
      </table>
    </div>
  );
}

interface RowWithPanelProps {
  readonly event: PlanEventRow | undefined;
  readonly rowIndex: number;
  readonly step: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function RowWithPanel({ event, rowIndex, step, isOpen, onToggle }: RowWithPanelProps) {
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
