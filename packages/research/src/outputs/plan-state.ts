import {
  countOutcome,
  ENDED_BY_BUDGET,
  isClosed,
  type PhaseCause,
  type Plan,
  type Step,
} from "@trovella/plan-engine";

const CAUSES: Readonly<Record<PhaseCause, string>> = {
  steps: "all steps of the budget were used",
  attempts: "all attempts of the budget were used",
  workMinutes: "the work minutes were used up",
  toolCalls: "all tool calls of the budget were used",
  subagents: "all subagents of the budget were used",
  tokens: "the tokens of the budget were used up",
  costUsd: "the money of the budget was used up",
  repeated_failures: "several steps in a row failed in the same way",
  lost_attempts: "a step was started again and again without a result",
  refused_results: "results were refused again and again",
};

/** Why the plan does no more research, for people; null while it does. */
export function phaseInWords({ phase, phaseCause }: Pick<Plan, "phase" | "phaseCause">) {
  return phase === "open" || phaseCause === null ? null : CAUSES[phaseCause];
}

/** How far the plan came, in a sentence such as "5 of 8 steps done; ended early: the work minutes were used up". */
export function planInWords(plan: Plan): string {
  const { steps, status } = plan;
  const { completed } = countOutcome(steps.map((step) => step.status));
  const done =
    completed === steps.length
      ? `all ${completed} steps done`
      : `${completed} of ${steps.length} steps done`;
  const why = phaseInWords(plan);
  if (plan.isCancelled) return `${done}; a person cancelled the research`;
  if (status === "failed") return `${done}; the research was ended before its end`;
  if (isClosed(status))
    return why && completed < steps.length ? `${done}; ended early: ${why}` : done;
  return why ? `${done}; no further research: ${why}` : `${done}; the research goes on`;
}

/** Why a step has no result, for people; null when it has one. */
export function stepInWords(plan: Plan, step: Step): string | null {
  switch (step.status) {
    case "completed":
      return null;
    case "failed":
      return step.failureReason === ENDED_BY_BUDGET
        ? "ended when the plan was brought to its end"
        : `failed${step.failureReason ? `: ${step.failureReason}` : ""}`;
    case "skipped":
      return "skipped";
    case "awaiting_input":
      return "waits for a person's decision";
    case "in_progress":
      return "begun, no result yet";
    case "pending":
      return phaseInWords(plan) === null || isClosed(plan.status)
        ? "not begun"
        : "not begun and no longer handed out";
  }
}
