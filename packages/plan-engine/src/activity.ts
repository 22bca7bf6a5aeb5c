import type { Plan, PlanStatus, Step } from "./plan.ts";
import { isPlanStalled } from "./stall-detection.ts";

/** How a plan stands, in the one word that people are shown (R36). */
export const PLAN_ACTIVITIES = [
  "working",
  "waiting_for_person",
  "waiting_for_assistant",
  "stalled",
  "completed",
  "failed",
  "cancelled",
  "archived",
] as const;
export type PlanActivity = (typeof PLAN_ACTIVITIES)[number];

/** The words of plans that are not closed. */
export const OPEN_ACTIVITIES = [
  "working",
  "waiting_for_person",
  "waiting_for_assistant",
  "stalled",
] as const satisfies readonly PlanActivity[];

export function isOpenActivity(word: PlanActivity): boolean {
  return (OPEN_ACTIVITIES as readonly PlanActivity[]).includes(word);
}

/** A plan that nobody holds counts as working for this long: between two steps an assistant holds none. */
export const QUIET_AFTER_MS = 2 * 60 * 1000;

/** The words that plans with this status may have; `cancelled` and `archived` have no status of their own. */
export const ACTIVITIES_OF_STATUS: Readonly<Record<PlanStatus, readonly PlanActivity[]>> = {
  planning: ["working", "waiting_for_assistant"],
  executing: ["working", "waiting_for_assistant"],
  awaiting_review: ["waiting_for_person"],
  stalled: ["stalled"],
  completed: ["completed"],
  failed: ["failed"],
};

export interface ActivePlan
  extends Pick<
    Plan,
    "status" | "isCancelled" | "archivedAt" | "stallThresholdMs" | "createdAt" | "updatedAt"
  > {
  readonly steps: readonly ActiveStep[];
}
type ActiveStep = Pick<
  Step,
  "id" | "status" | "startedAt" | "updatedAt" | "lastActivityAt" | "leaseExpiresAt"
>;

/** `packages/db/src/plans/plan-activity.ts` is the same rule in SQL. */
export function planActivity(plan: ActivePlan, now: Date): PlanActivity {
  const { status, steps, stallThresholdMs } = plan;
  if (plan.archivedAt) return "archived";
  if (plan.isCancelled) return "cancelled";
  if (status === "completed" || status === "failed") return status;
  if (steps.some((step) => step.status === "awaiting_input")) return "waiting_for_person";
  if (status === "stalled" || isPlanStalled(steps, now, stallThresholdMs)) return "stalled";
  if (steps.some((step) => isHeld(step, now))) return "working";
  const quietMs = now.getTime() - quietSince(plan).getTime();
  if (quietMs > stallThresholdMs) return "stalled";
  return quietMs < QUIET_AFTER_MS ? "working" : "waiting_for_assistant";
}

/** The last sign of life of a plan. That it is stalled is noted as a change of the plan, but of none of its steps. */
export function quietSince({ status, createdAt, updatedAt, steps }: ActivePlan): Date {
  const signs =
    status === "stalled" ? [createdAt, ...steps.map((step) => step.updatedAt)] : [updatedAt];
  const renewals = steps.flatMap(({ lastActivityAt }) => lastActivityAt ?? []);
  return new Date(Math.max(...[...signs, ...renewals].map(Number)));
}

/** When an open plan counts as stalled, or did: that long after its last sign of life. */
export function stallsAt(plan: ActivePlan): Date {
  return new Date(quietSince(plan).getTime() + plan.stallThresholdMs);
}

function isHeld({ status, leaseExpiresAt }: ActiveStep, now: Date): boolean {
  return status === "in_progress" && leaseExpiresAt !== null && leaseExpiresAt > now;
}
