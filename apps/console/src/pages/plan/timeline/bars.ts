import { type BudgetMoment, momentInWords } from "../../../format/budget-words.ts";
import { durationText } from "../../../format/duration-text.ts";
import { absoluteTime } from "../../../format/relative-time.ts";
import type { PlanStep } from "../plan-detail.ts";
import { type Interval, type TimeScale, timeScale } from "./time-scale.ts";

type TimelineStep = Pick<
  PlanStep,
  "id" | "status" | "spans" | "startedAt" | "completedAt" | "activeMs" | "waitingMs" | "stalledMs"
>;

export const BAR_KINDS = ["active", "waiting", "stalled", "skipped", "pending"] as const;
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
  readonly pauses: readonly { readonly left: number; readonly title: string }[];
  /** Where the phase or the budget changed. */
  readonly marks: readonly { readonly left: number; readonly title: string }[];
}

/** Width of each planned step in percent; together at most half of the axis. */
const PLANNED_STEP = 8;

export function layOutTimeline(
  steps: readonly TimelineStep[],
  moments: readonly BudgetMoment[] = [],
): TimelineLayout {
  const scale = timeScale(steps.flatMap(intervalsOf));
  const planned = steps.filter(({ status }) => status === "pending");
  const pastEnd = scale ? 100 - Math.min(50, planned.length * PLANNED_STEP) : 0;
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
    pauses: (scale?.pauses ?? []).map(({ share, durationMs }) => ({
      left: share * pastEnd,
      title: `${durationText(durationMs)} without work, shortened`,
    })),
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
    activeMs > 0 && `${durationText(activeMs)} active`,
    waitingMs > 0 && `${durationText(waitingMs)} waiting for a person`,
    stalledMs > 0 && `${durationText(stalledMs)} stalled`,
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
    return [{ kind: "pending", left, width: slot, title: "Planned" }];
  }
  const skipped: Bar = { kind: "skipped", left: 0, width: pastEnd || 100, title: "Skipped" };
  const worked = scale ? step.spans.map((span) => barOf(span, scale, pastEnd)) : [];
  if (step.status === "skipped") return worked.length > 0 ? worked : [skipped];
  return worked.length > 0 || !scale ? worked : momentBar(step, scale, pastEnd);
}

function barOf(span: TimelineStep["spans"][number], scale: TimeScale, pastEnd: number): Bar {
  const [from, to] = [Date.parse(span.from), Date.parse(span.to)];
  const left = scale.shareAt(from) * pastEnd;
  return {
    kind: span.kind,
    left,
    width: scale.shareAt(to) * pastEnd - left,
    title: `${BAR_LABELS[span.kind]}: ${durationText(to - from)}, from ${absoluteTime(new Date(from))}`,
  };
}

/** A step without any duration still gets a mark. */
function momentBar({ startedAt, completedAt }: TimelineStep, scale: TimeScale, pastEnd: number) {
  const at = startedAt ?? completedAt;
  if (!at) return [];
  const title = absoluteTime(new Date(at));
  return [
    { kind: "active", left: scale.shareAt(Date.parse(at)) * pastEnd, width: 0, title } as const,
  ];
}

export const BAR_LABELS: Readonly<Record<BarKind, string>> = {
  active: "Active",
  waiting: "Waiting for a person",
  stalled: "Stalled",
  skipped: "Skipped",
  pending: "Planned",
};

function intervalsOf({ spans, startedAt, completedAt }: TimelineStep): Interval[] {
  const moments = [startedAt, completedAt]
    .filter((at) => at !== null)
    .map((at) => ({ from: Date.parse(at), to: Date.parse(at) }));
  const lasting = spans.map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) }));
  return [...moments, ...lasting];
}
