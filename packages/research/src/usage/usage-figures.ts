import {
  bestOf,
  capsOf,
  DIMENSIONS,
  type Dimension,
  type Plan,
  type TokenUsage,
  usedAt,
} from "@trovella/plan-engine";

/** Who counted a figure: this server, the client program, or the model itself; an estimate never closes a plan. */
export const USAGE_BASES = ["measured", "client", "model", "estimate"] as const;
export type UsageBasis = (typeof USAGE_BASES)[number];

export interface UsageFigure {
  readonly dimension: Dimension;
  readonly used: number;
  readonly cap: number | null;
  readonly basis: UsageBasis;
}

/** Bytes of results and reports to tokens that their research took, very roughly. */
const TOKENS_PER_BYTE = 0.3;

/**
 * What the plan used of every dimension, what it may use, and who counted. Tokens that nobody reported are estimated from
 * what was stored; a cost that nobody reported is listed only if it is capped, as an estimate of 0.
 */
export function usageFigures(
  plan: Plan,
  now: Date,
  { resultBytes }: { readonly resultBytes: number },
): readonly UsageFigure[] {
  const used = usedAt(plan, now);
  const caps = capsOf(plan);
  return DIMENSIONS.flatMap((dimension) => {
    const cap = caps[dimension] ?? null;
    const basis = basisOf(plan, dimension);
    if (basis !== "estimate") return { dimension, used: used[dimension], cap, basis };
    if (dimension === "tokens") {
      return { dimension, used: Math.round(TOKENS_PER_BYTE * resultBytes), cap, basis };
    }
    return cap === null ? [] : { dimension, used: 0, cap, basis };
  });
}

function basisOf(plan: Plan, dimension: Dimension): UsageBasis {
  switch (dimension) {
    case "steps":
    case "attempts":
    case "workMinutes":
      return "measured";
    case "toolCalls":
      return "model";
    case "subagents":
      return hasReportedSubagents(plan) ? "model" : "measured";
    case "tokens":
    case "costUsd":
      return reportedBasis(plan, dimension);
  }
}

/** Until a result lists subagents, those counted are the reports that were stored. */
function hasReportedSubagents({ steps }: Plan): boolean {
  return steps.some(({ status, usage }) => status === "completed" && (usage?.subagents ?? 0) > 0);
}

function reportedBasis(plan: Plan, name: keyof TokenUsage): UsageBasis {
  const usages = plan.steps.flatMap(({ usage }) => usage ?? []);
  const ofSteps = usages.reduce((total, usage) => total + bestOf(usage)[name], 0);
  // Only client programs report usage of no particular step.
  const isBeyondSteps = plan.spent[name] - ofSteps > ROUNDING;
  if (isBeyondSteps || usages.some(({ client }) => client && client[name] > 0)) return "client";
  return ofSteps > 0 ? "model" : "estimate";
}

/** Dollars are added in floating point. */
const ROUNDING = 1e-6;
