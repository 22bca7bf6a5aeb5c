import type { StepMoment } from "@trovella/db/console";
import { isClosed, type Plan, type Step } from "@trovella/plan-engine";

/** How long a step was worked on, waited for a person, or showed no sign of life. */
export interface StepTimes {
  readonly activeMs: number;
  readonly waitingMs: number;
  readonly stalledMs: number;
  /** In order; between them the step belonged to nobody. */
  readonly spans: readonly StepSpan[];
}

type SpanKind = "active" | "waiting" | "stalled";

interface StepSpan {
  readonly kind: SpanKind;
  readonly from: Date;
  readonly to: Date;
}

/** More could not be told apart on a screen. */
const MOST_SPANS = 100;

/** By what the audit trail says of the step: who takes a step up again starts it anew, and its row forgets the rest. */
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
    spans: spans.slice(-MOST_SPANS),
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
  /** Work that nobody has heard of for too long was none. */
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
  const end = isClosed(plan.status) ? plan.updatedAt : now;
  if (!isClosed(plan.status)) stallFrom(silentFrom(plan, step), end);
  change(null, end);
  return spans;
}

/** From when on the step counts as stalled if it shows no further sign of life. */
export function silentFrom(plan: Plan, step: Step): Date {
  const last = step.lastActivityAt ?? step.startedAt ?? step.updatedAt;
  return later(last, plan.stallThresholdMs);
}

function later(date: Date, ms: number): Date {
  return new Date(date.getTime() + ms);
}
