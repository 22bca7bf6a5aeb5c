import type { StepMoment } from "@trovella/db/console";
import { isClosed, type Plan, type Step } from "@trovella/plan-engine";

/** How long a step was active, waited for a review, or was stalled. */
export interface StepTimes {
  readonly activeMs: number;
  readonly waitingMs: number;
  readonly stalledMs: number;
  /** In order; in the gaps the step was not leased. */
  readonly spans: readonly StepSpan[];
}

type SpanKind = "active" | "waiting" | "stalled";

interface StepSpan {
  readonly kind: SpanKind;
  readonly from: Date;
  readonly to: Date;
}

/** More could not be distinguished on a screen. */
const MAX_SPANS = 100;

/** Computed from the audit log, since the step's row only knows its latest attempt. */
export function stepTimes(
  plan: Plan,
  step: Step,
  { moments, now }: { readonly moments: readonly StepMoment[]; readonly now: Date },
): StepTimes {
  const spans = spansOf(plan, step, { moments, now });
  const total = (kind: SpanKind) =>
    spans
      .filter((span) => span.kind === kind)
      .reduce((sum, { from, to }) => sum + (to.getTime() - from.getTime()), 0);
  return {
    activeMs: total("active"),
    waitingMs: total("waiting"),
    stalledMs: total("stalled"),
    spans: spans.slice(-MAX_SPANS),
  };
}

function spansOf(
  plan: Plan,
  step: Step,
  { moments, now }: { readonly moments: readonly StepMoment[]; readonly now: Date },
): StepSpan[] {
  const spans: StepSpan[] = [];
  let open = null as { readonly kind: SpanKind; readonly from: Date } | null;
  const change = (kind: SpanKind | null, at: Date) => {
    if (open && at > open.from) spans.push({ ...open, to: at });
    open = kind && { kind, from: at };
  };
  /** Active time without any sign of life counts as stalled. */
  const stallFrom = (silent: Date, until: Date) => {
    if (open?.kind === "active" && silent < until) {
      change("stalled", silent > open.from ? silent : open.from);
    }
  };
  for (const { type, reason, stepIds, at } of moments) {
    if (type === "stall_detected") {
      if (stepIds?.includes(step.id)) stallFrom(at, now);
    } else if (type === "step_started") {
      const isAgain = reason === "reissued" || reason === "taken_over";
      if (isAgain && open) stallFrom(later(open.from, plan.stallThresholdMs), at);
      change("active", at);
    } else {
      change(type === "review_requested" ? "waiting" : null, at);
    }
  }
  const end = plan.closedAt ?? now;
  if (!isClosed(plan.status)) stallFrom(silentFrom(plan, step), end);
  change(null, end);
  return spans;
}

/** The time at which the step counts as stalled unless there is further activity. */
export function silentFrom(plan: Plan, step: Step): Date {
  const last = step.lastActivityAt ?? step.startedAt ?? step.updatedAt;
  return later(last, plan.stallThresholdMs);
}

function later(date: Date, ms: number): Date {
  return new Date(date.getTime() + ms);
}
