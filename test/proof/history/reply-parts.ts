import {
  computeProgress,
  countOutcome,
  type Plan,
  type PlanEvent,
  type Step,
} from "@trovella/plan-engine";
import type { Json } from "./record.ts";

/** One candidate explanation of a call. */
export interface Situation {
  readonly before: Plan | null;
  readonly events: readonly PlanEvent[];
  readonly after: Plan;
  readonly now: Date;
  readonly results: ReadonlyMap<string, unknown>;
}

export function reference({ id, order, type }: Step): Json {
  return { stepId: id, stepOrder: order, stepType: type };
}

export function withStatus(step: Step): Json {
  return { ...reference(step), status: step.status };
}

export function progressOf({ steps }: Plan): number {
  return computeProgress(steps.map(({ status }) => status));
}

export function outcomeOf({ steps }: Plan) {
  return countOutcome(steps.map(({ status }) => status));
}
