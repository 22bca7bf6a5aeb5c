import { Icon } from "../../../components/icon.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { EFFECT_LABELS } from "../../../format/budget-words.ts";
import { markdownExcerpt } from "../../../format/markdown-excerpt.ts";
import { t } from "../../../language/messages.ts";
import { type PlanStep, splitFeedback, stepTitle } from "../plan-detail.ts";
import { stepTimesInWords, type TimelineLayout } from "./bars.ts";
import { shortDuration } from "./short-duration.ts";
import { COLUMNS } from "./timeline-axis.tsx";

interface TimelineRowProps {
  readonly step: PlanStep;
  readonly layout: TimelineLayout;
  readonly isStalled: boolean;
  /** Its button takes the place of the duration. */
  readonly isEditable: boolean;
  readonly branches: readonly string[];
  /** Marked only in plans whose budget matters. */
  readonly isReportStep: boolean;
}

/** A step with its bars: beside it, or below it in narrow windows. */
export function TimelineRow({
  step,
  layout,
  isStalled,
  isEditable,
  branches,
  isReportStep,
}: TimelineRowProps) {
  const total = step.activeMs + step.waitingMs + step.stalledMs;
  return (
    <div
      className={`grid h-full min-w-0 grid-cols-[minmax(0,1fr)_auto] content-center gap-x-4 gap-y-1 px-3 @2xl:items-center ${COLUMNS}`}
    >
      <div className="col-span-2 min-w-0 @2xl:col-span-1">
        <p className="flex items-baseline gap-3">
          <span className="truncate font-medium">{stepTitle(step)}</span>
          <span className="ml-auto text-sm">
            <StatusBadge status={isStalled ? "stalled" : step.status} />
          </span>
        </p>
        <p className="flex min-w-0 items-baseline gap-2 text-sm">
          {branches.map((words) => (
            <span key={words} className="inline-flex shrink-0 items-baseline gap-1 text-warn">
              <Icon name="jump" className="size-3.5 self-center" />
              {words}
            </span>
          ))}
          {step.requiresReview && (
            <span className="inline-flex shrink-0 items-baseline gap-1 text-soft">
              <Icon name="person" className="size-3.5 self-center" />
              {t("requires review")}
            </span>
          )}
          {step.budgetEffect && (
            <span className="inline-flex shrink-0 items-baseline gap-1 text-warn">
              <Icon name="stalled" className="size-3.5 self-center" />
              {EFFECT_LABELS[step.budgetEffect]}
            </span>
          )}
          {isReportStep && (
            <span className="inline-flex shrink-0 items-baseline gap-1 text-soft">
              <Icon name="reports" className="size-3.5 self-center" />
              {t("closing step")}
            </span>
          )}
          <span dir="auto" className="truncate text-soft">
            {markdownExcerpt(splitFeedback(step.instructions).written)}
          </span>
        </p>
      </div>
      <span className="sr-only">{stepTimesInWords(step)}</span>
      <Track stepId={step.id} layout={layout} />
      <span
        className="min-w-10 text-right text-soft text-xs tabular-nums"
        aria-hidden="true"
        title={stepTimesInWords(step)}
      >
        {total > 0 && !isEditable && shortDuration(total)}
      </span>
    </div>
  );
}

function Track({ stepId, layout }: { stepId: string; layout: TimelineLayout }) {
  return (
    <div className="relative h-3.5 @2xl:h-4" aria-hidden="true">
      {layout.ticks.map(({ left }) => (
        <span
          key={left}
          className="absolute inset-y-0 border-line border-l @2xl:-inset-y-5"
          style={{ left: `${left}%` }}
        />
      ))}
      {layout.marks.map(({ left, title }, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: two changes may share a moment and its words
          key={index}
          title={title}
          data-bar="mark"
          className="-inset-y-3 absolute border-warn border-l-2 @2xl:-inset-y-5"
          style={{ left: `min(${left}%, 100% - 2px)` }}
        />
      ))}
      {layout.barsOf(stepId).map(({ kind, left, width, title }) => (
        <span
          key={`${kind} ${left}`}
          title={title}
          data-bar={kind}
          className={`bar bar-${kind} absolute inset-y-0 min-w-1`}
          style={{ left: `min(${left}%, 100% - 4px)`, width: `${width}%` }}
        />
      ))}
      {layout.pauses.map(({ left, width }) => (
        <span
          key={left}
          data-bar="pause"
          className="pause absolute inset-y-0 w-2 -translate-x-1/2 @2xl:-inset-y-5"
          style={{ left: `${left + width / 2}%` }}
        />
      ))}
    </div>
  );
}
