import type { StepType } from "./plan.ts";

/** The median, and what nine of ten stay below. */
export interface Spread {
  readonly p50: number;
  readonly p90: number;
}

/** What steps of a type took. */
export interface StepCost {
  readonly toolCalls: Spread;
  readonly workMinutes: Spread;
  /** Null when nobody counted tokens. */
  readonly tokens: Spread | null;
}

export type StepCosts = { readonly [Type in StepType]?: StepCost | undefined };

export interface PlanEstimate extends StepCost {
  readonly steps: number;
  /** `history`: the organization's own steps; `default`: the built-in table; `mixed`: some of both. */
  readonly basis: "history" | "default" | "mixed";
}

const cost = (calls: readonly [number, number], minutes: readonly [number, number]): StepCost => ({
  toolCalls: { p50: calls[0], p90: calls[1] },
  workMinutes: { p50: minutes[0], p90: minutes[1] },
  tokens: null,
});

/** For organizations without enough steps of their own. */
const DEFAULT_COSTS: Readonly<Record<StepType, StepCost>> = {
  search: cost([6, 15], [3, 10]),
  extract: cost([4, 10], [2, 8]),
  analyze: cost([1, 5], [2, 8]),
  critique: cost([2, 8], [2, 8]),
  synthesize: cost([1, 4], [4, 12]),
  checkpoint: cost([0, 1], [1, 2]),
  custom: cost([4, 10], [3, 10]),
};

/** The organization's own costs, with the built-in ones for types it has too few steps of. */
export function withDefaultCosts(history: StepCosts): Readonly<Record<StepType, StepCost>> {
  return { ...DEFAULT_COSTS, ...history } as Record<StepType, StepCost>;
}

/** What a plan with these steps will probably take (R24). */
export function estimatePlan(types: readonly StepType[], history: StepCosts): PlanEstimate {
  const costsByType = withDefaultCosts(history);
  const costs = types.map((type) => costsByType[type]);
  const known = types.filter((type) => history[type]).length;
  const tokens = costs.flatMap((one) => one.tokens ?? []);
  return {
    steps: types.length,
    toolCalls: sum(costs.map((one) => one.toolCalls)),
    workMinutes: sum(costs.map((one) => one.workMinutes)),
    tokens: tokens.length === types.length ? sum(tokens) : null,
    basis: known === types.length ? "history" : known === 0 ? "default" : "mixed",
  };
}

function sum(spreads: readonly Spread[]): Spread {
  const total = (pick: (spread: Spread) => number) =>
    Math.round(spreads.reduce((result, spread) => result + pick(spread), 0));
  return { p50: total(({ p50 }) => p50), p90: total(({ p90 }) => p90) };
}
