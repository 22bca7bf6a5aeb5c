import type { ReactNode } from "react";
import { usePersonName } from "../../../api/use-person-name.ts";
import { Icon } from "../../../components/icon.tsx";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { actorInWords, eventInWords, type PlanEventRow } from "./event-words.ts";

export const ROW_REM = 2.75;

interface EventRowProps {
  readonly event: PlanEventRow;
  readonly step: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

export function EventRow({ event, step, isOpen, onToggle }: EventRowProps) {
  const { icon, color, words } = eventInWords(event, step, usePersonName());
  return (
    <>
      <Cell className="w-full max-w-0">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          title={words}
          className="-outline-offset-2 flex h-full w-full min-w-0 items-center gap-2 text-left"
        >
          <Icon name={icon} className={color} />
          <span className="truncate">{words}</span>
        </button>
      </Cell>
      <Cell className="hidden max-w-44 sm:table-cell">
        <span className="block truncate" title={actorInWords(event)}>
          {actorInWords(event)}
        </span>
      </Cell>
      <Cell className="hidden max-w-36 lg:table-cell">
        <span className="block truncate font-mono text-soft text-xs" title={event.sessionId ?? ""}>
          {event.sessionId}
        </span>
      </Cell>
      <Cell className="text-right text-soft text-sm">
        <RelativeTime at={event.createdAt} />
      </Cell>
    </>
  );
}

/** Placeholder of an event that is being loaded. */
export function WaitingRow() {
  return (
    <>
      <Cell className="w-full">
        <span className="sr-only">Loading …</span>
        <span className="block h-3 w-2/3 rounded bg-line" aria-hidden="true" />
      </Cell>
      <Cell className="hidden sm:table-cell" />
      <Cell className="hidden lg:table-cell" />
      <Cell />
    </>
  );
}

function Cell({ className = "", children }: { className?: string; children?: ReactNode }) {
  return (
    <td className={`p-0 ${className}`}>
      <div
        className="flex items-center px-3 *:min-w-0 [&>button]:-mx-3 [&>button]:px-3"
        style={{ height: `${ROW_REM}rem` }}
      >
        {children}
      </div>
    </td>
  );
}
