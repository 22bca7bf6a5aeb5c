import "./timeline.css";
import { type KeyboardEvent, type RefObject, useEffect, useId, useMemo } from "react";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { useShortcuts } from "../../../components/use-shortcuts.ts";
import { type BudgetMoment, momentInWords } from "../../../format/budget-words.ts";
import { shownFigures } from "../budget/shown-figures.ts";
import { firedInWords, type PlanDetail } from "../plan-detail.ts";
import { BAR_KINDS, BAR_LABELS, layOutTimeline, type TimelineLayout } from "./bars.ts";
import { BranchJumps, jumpsOf } from "./branch-jumps.tsx";
import { TimelineRow } from "./timeline-row.tsx";

interface TimelineProps {
  readonly detail: PlanDetail;
  readonly chosen: string | undefined;
  readonly onChoose: (stepId: string, isByPointer: boolean) => void;
  /** Enter moves the focus from the chosen row to its pane. */
  readonly onEnter: () => void;
  readonly onClose: () => void;
  readonly list: RefObject<HTMLDivElement | null>;
}

export function Timeline({ detail, chosen, onChoose, onEnter, onClose, list }: TimelineProps) {
  const { plan, steps, conditions } = detail;
  const { moments } = detail.budget;
  const layout = useMemo(() => layOutTimeline(steps, moments), [steps, moments]);
  const hasBudget = detail.budget.phase !== "open" || shownFigures(detail.budget).length > 0;
  const jumps = jumpsOf(conditions, steps);
  const gutter = jumps.length > 0 ? "ml-6" : "";
  const prefix = useId();
  const current = steps.findIndex(({ id }) => id === chosen);
  const choose = (index: number) => {
    const step = steps[Math.max(0, Math.min(steps.length - 1, index))];
    if (step) onChoose(step.id, false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rowAfter(event.key, current, steps.length);
    const isEnter = event.key === "Enter" || event.key === " ";
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (row !== null) choose(row);
    else if (isEnter && current < 0) choose(0);
    else if (isEnter) onEnter();
    else if (event.key === "Escape") onClose();
    else return;
    event.preventDefault();
  };
  useShortcuts({ j: () => choose(current + 1), k: () => choose(Math.max(0, current - 1)) });
  useEffect(() => {
    if (current >= 0) list.current?.children[current]?.scrollIntoView({ block: "nearest" });
  }, [current, list]);

  return (
    <section aria-label="Timeline" className="@container min-w-0">
      <Legend layout={layout} stepIds={steps.map(({ id }) => id)} />
      <BudgetMoments moments={moments} />
      <div className={gutter}>
        <Axis layout={layout} isOpen={plan.completedAt === null && plan.status !== "failed"} />
      </div>
      <div className="relative overflow-hidden rounded-lg border border-line bg-card">
        {jumps.length > 0 && <BranchJumps jumps={jumps} rows={steps.length} />}
        <div
          ref={list}
          role="listbox"
          aria-label="Steps"
          tabIndex={0}
          aria-activedescendant={current < 0 ? undefined : `${prefix}${current}`}
          onKeyDown={onKeyDown}
          className={`-outline-offset-2 ${gutter}`}
        >
          {steps.map((step, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list itself takes the keys
            <div
              key={step.id}
              id={`${prefix}${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === current}
              onClick={() => onChoose(step.id, true)}
              className="h-19 scroll-mt-14 scroll-mb-2 cursor-pointer border-line shadow-[0_-1px_0_var(--line)] first:shadow-none hover:bg-hover aria-selected:bg-accent-soft @lg:h-13"
            >
              <TimelineRow
                step={step}
                layout={layout}
                isReportStep={hasBudget && step.isClosing}
                isStalled={plan.stalledStepIds.includes(step.id)}
                branches={conditions
                  .filter(({ stepId }) => stepId === step.id)
                  .flatMap((condition) => firedInWords(condition, steps) ?? [])}
              />
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}

const MAX_MOMENTS = 5;

/** When the phase or the budget changed; the tracks have a line there. */
function BudgetMoments({ moments }: { moments: readonly BudgetMoment[] }) {
  if (moments.length === 0) return null;
  return (
    <ul aria-label="Changes of the budget" className="mb-2 grid gap-1 text-sm">
      {moments.slice(-MAX_MOMENTS).map((moment) => (
        <li key={`${moment.type} ${moment.at}`} className="flex flex-wrap items-center gap-x-2">
          <span className="h-3.5 border-warn border-l-2" aria-hidden="true" />
          {momentInWords(moment)}
          <span className="text-soft">
            <RelativeTime at={moment.at} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Axis({ layout: { scale, pastEnd }, isOpen }: { layout: TimelineLayout; isOpen: boolean }) {
  return (
    <div className="mb-1 hidden px-3 text-soft text-xs @lg:grid @lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] @lg:gap-x-4">
      <span className="col-start-2 flex justify-between gap-2">
        {scale ? (
          <span className="flex justify-between gap-2" style={{ width: `${pastEnd}%` }}>
            <span>{clockTime(scale.from, scale)}</span>
            <span>{isOpen ? "now" : clockTime(scale.to, scale)}</span>
          </span>
        ) : (
          <span>In planned order; not started</span>
        )}
      </span>
    </div>
  );
}

/** The row that a key leads to from `current` (-1 for none); null for other keys. */
function rowAfter(key: string, current: number, count: number): number | null {
  switch (key) {
    case "ArrowDown":
      return current + 1;
    case "ArrowUp":
      return current < 0 ? count - 1 : current - 1;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}

const SHORT_MS = 2 * 60_000;

/** With seconds if both ends of the axis could fall into the same minute. */
function clockTime(moment: number, { from, to }: { from: number; to: number }): string {
  return new Intl.DateTimeFormat(undefined, {
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: to - from < SHORT_MS ? "2-digit" : undefined,
  }).format(moment);
}

function Legend({ layout, stepIds }: { layout: TimelineLayout; stepIds: readonly string[] }) {
  const shown = new Set(stepIds.flatMap((id) => layout.barsOf(id).map(({ kind }) => kind)));
  return (
    <ul aria-label="Legend" className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-soft text-sm">
      {BAR_KINDS.filter((kind) => shown.has(kind)).map((kind) => (
        <li key={kind} className="inline-flex items-center gap-1.5">
          <span className={`bar bar-${kind} h-3 w-6`} aria-hidden="true" />
          {BAR_LABELS[kind]}
        </li>
      ))}
      {layout.pauses.length > 0 && (
        <li className="inline-flex items-center gap-1.5">
          <span className="h-3 border-strong-line border-l border-dashed" aria-hidden="true" />A
          pause, shortened
        </li>
      )}
    </ul>
  );
}
