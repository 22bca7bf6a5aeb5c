import { isClosed, type Plan, type Step } from "@trovella/plan-engine";

/** How long a step was worked on, waited for a person, or showed no sign of life. */
export interface StepTimes {
  readonly activeMs: number;
  readonly waitingMs: number;
  readonly stalledMs: number;
  /** In order, without gaps, from the step's start to its end or to now. */
  readonly spans: readonly StepSpan[];
}

interface StepSpan {
  readonly kind: "active" | "waiting" | "stalled";
  readonly from: Date;
  readonly to: Date;
}

export function stepTimes(plan: Plan, step: Step, now: Date): StepTimes {
  const spans = spansOf(plan, step, now);
  const total = (kind: StepSpan["kind"]) =>
    spans
      .filter((span) => span.kind === kind)
      .reduce((sum, { from, to }) => sum + (to.getTime() - from.getTime()), 0);
  return {
    activeMs: total("active"),
    waitingMs: total("waiting"),
    stalledMs: total("stalled"),
    spans,
  };
}

function spansOf(plan: Plan, step: Step, now: Date): StepSpan[] {
  if (!step.startedAt) return [];
  const end = step.completedAt ?? (isClosed(plan.status) ? plan.updatedAt : now);
  const spans: StepSpan[] = [];
  let at = step.startedAt;
  const go = (kind: StepSpan["kind"], to: Date) => {
    const bounded = to > end ? end : to;
    if (bounded <= at) return;
    spans.push({ kind, from: at, to: bounded });
    at = bounded;
  };
  for (const review of plan.reviews.filter(({ stepId }) => stepId === step.id)) {
    go("active", review.requestedAt);
    go("waiting", review.decidedAt ?? end);
  }
  if (step.status === "in_progress" && !isClosed(plan.status)) go("active", silentFrom(plan, step));
  go(step.status === "in_progress" && at >= silentFrom(plan, step) ? "stalled" : "active", end);
  return spans;
}

/** From when on the step counts as stalled if it shows no further sign of life. */
export function silentFrom(plan: Plan, step: Step): Date {
  const last = step.lastActivityAt ?? step.startedAt ?? step.updatedAt;
  return new Date(last.getTime() + plan.stallThresholdMs);
}
