import type { Replies } from "../../../api/api.ts";
import { usePersonName } from "../../../api/use-person-name.ts";
import type { Column } from "../../../components/data-table.tsx";
import { Icon, type IconName } from "../../../components/icon.tsx";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { TextLink } from "../../../components/text-link.tsx";
import { numberText, t } from "../../../language/messages.ts";
import type { PlanDetail } from "../plan-detail.ts";
import { EventPanel } from "./event-panel.tsx";
import { actorInWords, eventInWords } from "./event-words.ts";

export type LogEntry = Replies["researchPlan"]["log"]["entries"][number];

/** On one line with the entry, which is a button. */
const CELL = "pt-3 text-sm";

interface Opening {
  readonly isOpen: (entry: LogEntry) => boolean;
  readonly onToggle: (entry: LogEntry, isOpen: boolean) => void;
}

export function logColumns(
  { plan, steps }: PlanDetail,
  opening: Opening,
): readonly Column<LogEntry>[] {
  const stepOf = (entry: LogEntry) => {
    const id = entry.kind === "call" ? entry.call.stepId : entry.event.stepId;
    return steps.find((step) => step.id === id);
  };
  return [
    {
      header: t("Entry"),
      className: "w-full max-w-0",
      cell: (entry) => {
        const step = stepOf(entry);
        const isOpen = opening.isOpen(entry);
        return (
          <Entry
            entry={entry}
            step={step ? t("step {order}", { order: step.order }) : t("a step")}
            isOpen={isOpen}
            onToggle={() => opening.onToggle(entry, isOpen)}
          />
        );
      },
    },
    {
      header: t("Step"),
      className: `hidden text-right sm:table-cell ${CELL}`,
      cell: (entry) => {
        const step = stepOf(entry);
        return step ? (
          <TextLink
            to="/plans/$planId"
            params={{ planId: plan.id }}
            search={{ tab: "timeline", step: step.id }}
          >
            {step.order}
          </TextLink>
        ) : null;
      },
    },
    {
      header: t("By"),
      className: `hidden min-w-40 max-w-52 truncate md:table-cell ${CELL}`,
      cell: (entry) => <span title={byWhom(entry)}>{byWhom(entry)}</span>,
    },
    {
      header: t("Duration"),
      className: `hidden whitespace-nowrap text-right tabular-nums lg:table-cell ${CELL}`,
      cell: (entry) => (entry.kind === "call" ? `${numberText(entry.call.durationMs)} ms` : null),
    },
    {
      header: t("When"),
      className: `hidden whitespace-nowrap text-right text-soft sm:table-cell ${CELL}`,
      cell: ({ at }) => <RelativeTime at={at} />,
    },
  ];
}

function byWhom(entry: LogEntry): string {
  if (entry.kind === "event") return actorInWords(entry.event);
  const { clientName, clientVersion } = entry.call;
  return [clientName ?? t("unknown"), clientVersion].filter(Boolean).join(" ");
}

interface EntryProps {
  readonly entry: LogEntry;
  /** Within a sentence. */
  readonly step: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** What happened in a line, which unfolds into all that is stored about it. */
function Entry({ entry, step, isOpen, onToggle }: EntryProps) {
  const { icon, color, words, note } = useWords(entry, step);
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        title={words}
        className="-outline-offset-2 flex min-h-8 w-full min-w-0 items-center gap-2 text-left"
      >
        <Icon name={icon} className={`shrink-0 ${color}`} />
        <span className={`line-clamp-2 ${entry.kind === "call" ? "font-mono text-sm" : ""}`}>
          {words}
        </span>
        {note && <span className={`shrink-0 text-sm ${color}`}>{note}</span>}
      </button>
      <p className="truncate text-soft text-sm sm:hidden">
        <RelativeTime at={entry.at} /> · {byWhom(entry)}
      </p>
      {isOpen && (
        <div className="mt-1 max-h-80 overflow-y-auto rounded-md bg-page px-3 py-2">
          {entry.kind === "event" ? (
            <EventPanel event={entry.event} />
          ) : (
            <>
              <Excerpt title={t("Request")} text={entry.call.request} />
              <Excerpt title={t("Response")} text={entry.call.response} />
            </>
          )}
        </div>
      )}
    </>
  );
}

interface Words {
  readonly icon: IconName;
  readonly color: string;
  readonly words: string;
  readonly note: string | null;
}

function useWords(entry: LogEntry, step: string): Words {
  const personName = usePersonName();
  if (entry.kind === "event") return { ...eventInWords(entry.event, step, personName), note: null };
  const { toolName, isError, errorCode } = entry.call;
  return isError
    ? { icon: "failed", color: "text-bad", words: toolName, note: errorCode ?? t("Failed") }
    : { icon: "connect", color: "text-soft", words: toolName, note: null };
}

function Excerpt({ title, text }: { title: string; text: string | null }) {
  return (
    <div className="mb-2">
      <p className="text-soft text-sm">{title}</p>
      <pre className="whitespace-pre-wrap font-mono text-sm [overflow-wrap:anywhere]">
        {text ?? t("nothing")}
      </pre>
    </div>
  );
}
