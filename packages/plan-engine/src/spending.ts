/** What a budget can limit. */
export const DIMENSIONS = [
  "steps",
  "attempts",
  "workMinutes",
  "toolCalls",
  "subagents",
  "tokens",
  "costUsd",
] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** In `closing` and `spent` only closing steps are handed out, so that a document comes out (R20, R21). */
export const PHASES = ["open", "closing", "spent"] as const;
export type Phase = (typeof PHASES)[number];

export const BUDGET_CHANGES = ["relayed_allowed", "human_only"] as const;

/** The caps of a plan. What is left out keeps its default. */
export type Budget = { readonly [Name in Dimension]?: number | undefined } & {
  /** The share of every cap that is kept for the document. */
  readonly reserve?: number | undefined;
  /** Who may change the budget. */
  readonly changes?: (typeof BUDGET_CHANGES)[number] | undefined;
};

/** The fields of a budget alone, without those that were left out. */
export function budgetOf(input: Budget): Budget {
  const names = [...DIMENSIONS, "reserve", "changes"] as const;
  const given = names.flatMap((name) => {
    const value = input[name];
    return value === undefined || value === null ? [] : [[name, value] as const];
  });
  return Object.fromEntries(given) as Budget;
}

export const RESERVE = { min: 0.05, max: 0.5, default: 0.2 } as const;
/** Everything counted so far, as the events tell it. */
export interface Spent {
  readonly attempts: number;
  /** Of attempts that ended, without the time in which a person was asked. */
  readonly workMs: number;
  readonly toolCalls: number;
  readonly subagents: number;
  readonly tokens: number;
  readonly costUsd: number;
  /** Results refused since the last one that was accepted. */
  readonly refusals: number;
  /** Failures before this time were forgiven by a change of the budget. */
  readonly failuresFrom: string | null;
}

export const NOTHING_SPENT: Spent = {
  attempts: 0,
  workMs: 0,
  toolCalls: 0,
  subagents: 0,
  tokens: 0,
  costUsd: 0,
  refusals: 0,
  failuresFrom: null,
};

/** Ways in which work goes on without getting anywhere (R23). */
export const FAILURE_CAUSES = ["repeated_failures", "lost_attempts", "refused_results"] as const;
export type FailureCause = (typeof FAILURE_CAUSES)[number];

export type PhaseCause = Dimension | FailureCause;
