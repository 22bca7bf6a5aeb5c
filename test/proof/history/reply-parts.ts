import {
  computeProgress,
  countOutcome,
  type Plan,
  type PlanEvent,
  resultFields,
  type Step,
} from "@trovella/plan-engine";
import type { Author, Json } from "./record.ts";

/** One candidate explanation of a call. */
export interface Situation {
  readonly before: Plan | null;
  readonly events: readonly PlanEvent[];
  readonly after: Plan;
  readonly now: Date;
  readonly results: ReadonlyMap<string, unknown>;
  readonly authors: ReadonlyMap<string, Author>;
}

export function reference({ id, order, type }: Step): Json {
  return { stepId: id, stepOrder: order, stepType: type };
}

export function withStatus(step: Step): Json {
  return { ...reference(step), status: step.status };
}

/** A step that a client works on: who, since when and until when. */
export function heldStep({ leaseClient, leaseHolder, startedAt, leaseExpiresAt }: Step): Json {
  return {
    holder: { client: leaseClient, agent: leaseHolder },
    since: startedAt?.toISOString() ?? null,
    leaseExpiresAt: leaseExpiresAt?.toISOString() ?? null,
  };
}

export function heldSteps({ steps }: Plan): Json[] {
  return steps
    .filter(({ status }) => status === "in_progress")
    .map((step) => ({ ...reference(step), ...heldStep(step) }));
}

/** The fields that the step's conditions read; left out when there are none. */
export function resultFieldsOf(plan: Plan, { id }: Step): Json {
  const fields = resultFields(plan, id);
  return fields.length > 0 ? { resultFields: fields } : {};
}

export function progressOf({ steps }: Plan): number {
  return computeProgress(steps.map(({ status }) => status));
}

export function outcomeOf({ steps }: Plan) {
  return countOutcome(steps.map(({ status }) => status));
}
