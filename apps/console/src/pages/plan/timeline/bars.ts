import { type BudgetMoment, momentInWords } from "../../../format/budget-words.ts";
import { durationText } from "../../../format/duration-text.ts";
import { absoluteTime } from "../../../format/relative-time.ts";
import { t } from "../../../language/messages.ts";
import type { PlanStep } from "../plan-detail.ts";
import { type Interval, type TimeScale, ticksOf, timeScale } from "./time-scale.ts";

type TimelineStep = Pick<
  PlanStep,
  "id" | "status" | "spans" | "startedAt" | "completedAt" | "activeMs" | "waitingMs" | "stalledMs"
>;

export const BAR_KINDS = ["active", "failed", "waiting", "stalled", "skipped", "pending"] as const;
type BarKind = (typeof BAR_KINDS)[number];

/** A part of a step's row; positions and widths in percent. */
interface Bar {
  readonly kind: BarKind;
  readonly left: number;
  readonly width: number;
  readonly title: string;
}

export interface TimelineLayout {
  readonly barsOf: (stepId: string) => readonly Bar[];
  /** Null until a step has started. */
  readonly scale: TimeScale | null;
  /** The boundary between the past and the planned steps, in percent. */
  readonly pastEnd: number;
  /** Stretches that are drawn much shorter than they were. */
  readonly pauses: readonly {
    readonly left: number;
    readonly width: number;
    readonly durationMs: number;
  }[];
  /** Where the axis has a line and a time. */
  readonly ticks: readonly { readonly left: number; readonly moment: number }[];
  /** Where the phase or the budget changed. */
  readonly marks: readonly { readonly left: number; readonly title: string }[];
}

/** Width of each planned step in percent, and of all of them together. */
const PLANNED_STEP = 2;
const PLANNED_STEPS = 10;

export function layOutTimeline(
  steps: readonly TimelineStep[],
  moments: readonly BudgetMoment[] = [],
): TimelineLayout {
  const scale = timeScale(steps.flatMap(workOf), steps.flatMap(intervalsOf));
  const planned = steps.filter(({ status }) => status === "pending");
  const pastEnd = scale ? 100 - Math.min(PLANNED_STEPS, planned.length * PLANNED_STEP) : 0;
  const slot = planned.length > 0 ? (100 - pastEnd) / planned.length : 0;
  const bars = new Map(
    steps.map((step) => {
      const left = pastEnd + planned.indexOf(step) * slot;
      return [step.id, barsOf(step, { scale, pastEnd, left, slot })];
    }),
  );
  return {
    barsOf: (stepId) => bars.get(stepId) ?? [],
    scale,
    pastEnd,
    pauses: (scale?.pauses ?? []).map(({ from, to, fromShare, toShare }) => ({
      left: fromShare * pastEnd,
      width: (toShare - fromShare) * pastEnd,
      durationMs: to - from,
    })),
    ticks: scale
      ? ticksOf(scale).map(({ share, moment }) => ({ left: share * pastEnd, moment }))
      : [],
    marks: scale
      ? moments.map((moment) => ({
          left: scale.shareAt(Date.parse(moment.at)) * pastEnd,
          title: momentInWords(moment),
        }))
      : [],
  };
}

export function stepTimesInWords({ activeMs, waitingMs, stalledMs }: TimelineStep): string {
  const parts = [
    activeMs > 0 && t("{duration} active", { duration: durationText(activeMs) }),
    waitingMs > 0 && t("{duration} waiting for a person", { duration: durationText(waitingMs) }),
    stalledMs > 0 && t("{duration} stalled", { duration: durationText(stalledMs) }),
  ];
  return parts.filter(Boolean).join(", ");
}

interface BarLayout {
  readonly scale: TimeScale | null;
  readonly pastEnd: number;
  readonly left: number;
  readonly slot: number;
}

function barsOf(step: TimelineStep, { scale, pastEnd, left, slot }: BarLayout): Bar[] {
  if (step.status === "pending") {
    return [{ kind: "pending", left, width: slot, title: BAR_LABELS.pending }];
  }
  if (!scale) return [];
  const worked = step.spans.map((span) => barOf(span, scale, pastEnd));
  if (worked.length === 0) {
    return step.status === "skipped"
      ? [{ kind: "skipped", left: 0, width: pastEnd, title: BAR_LABELS.skipped }]
      : momentBar(step, scale, pastEnd);
  }
  return step.status === "failed" ? withFailure(worked) : worked;
}

/** Its last work is what failed. */
function withFailure(bars: readonly Bar[]): Bar[] {
  const last = bars.findLastIndex(({ kind }) => kind === "active");
  return bars.map((bar, index) =>
    index === Math.max(0, last)
      ? { ...bar, kind: "failed", title: `${BAR_LABELS.failed} · ${bar.title}` }
      : bar,
  );
}

function barOf(span: TimelineStep["spans"][number], scale: TimeScale, pastEnd: number): Bar {
  const [from, to] = [Date.parse(span.from), Date.parse(span.to)];
  const left = scale.shareAt(from) * pastEnd;
  return {
    kind: span.kind,
    left,
    width: scale.shareAt(to) * pastEnd - left,
    title: t("{kind}: {duration}, from {time}", {
      kind: BAR_LABELS[span.kind],
      duration: durationText(to - from),
      time: absoluteTime(new Date(from)),
    }),
  };
}

/** A step without any duration still gets a mark. */
function momentBar(step: TimelineStep, scale: TimeScale, pastEnd: number): Bar[] {
  const at = step.startedAt ?? step.completedAt;
  if (!at) return [];
  const title = absoluteTime(new Date(at));
  const kind = step.status === "failed" ? "failed" : "active";
  return [{ kind, left: scale.shareAt(Date.parse(at)) * pastEnd, width: 0, title }];
}

export const BAR_LABELS: Readonly<Record<BarKind, string>> = {
  active: t("Active"),
  failed: t("Failed"),
  waiting: t("Waiting for a person"),
  stalled: t("Stalled"),
  skipped: t("Skipped"),
  pending: t("Planned"),
};

/** Only work has room by its duration. */
function workOf({ spans }: TimelineStep): Interval[] {
  return spans
    .filter(({ kind }) => kind === "active")
    .map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) }));
}

function intervalsOf({ spans, startedAt, completedAt }: TimelineStep): Interval[] {
  const moments = [startedAt, completedAt]
    .filter((at) => at !== null)
    .map((at) => ({ from: Date.parse(at), to: Date.parse(at) }));
  const lasting = spans.map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) }));
  return [...moments, ...lasting];
}
