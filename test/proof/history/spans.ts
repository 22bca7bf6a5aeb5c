import { type Plan, QUIET_AFTER_MS } from "@trovella/plan-engine";
import type { RecordedCall } from "./record.ts";

/** A range of possible times, both ends included. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

const MINUTE_MS = 60_000;

export function exactly(timeMs: number): Span {
  return { fromMs: timeMs, toMs: timeMs };
}

/** Stall thresholds: the plan's, which also limits leases, and the call's; and when a plan that nobody holds is quiet. */
export function thresholdsOf({ tool, input }: RecordedCall, planMs: number): number[] {
  if (tool !== "get_plan_status") return [planMs];
  const { stallThresholdMinutes: minutes } = input as { stallThresholdMinutes?: number };
  return [planMs, QUIET_AFTER_MS, ...(minutes === undefined ? [] : [minutes * MINUTE_MS])];
}

/**
 * Reduces all possible times of the last heartbeat to the first and last per outcome now: a step can be stalled by one
 * threshold and not by the other. Where work time is limited, it adds up to the least and to the most with them.
 */
export function distinctTimes(
  signs: readonly Span[],
  nowMs: number,
  { thresholds, isTimed }: { readonly thresholds: readonly number[]; readonly isTimed: boolean },
): number[] {
  const times = signs.flatMap(({ fromMs, toMs }) => [
    fromMs,
    toMs,
    ...around(thresholds.map((threshold) => nowMs - threshold)).filter(
      (time) => time > fromMs && time < toMs,
    ),
  ]);
  const effect = (time: number) =>
    thresholds.map((threshold) => Math.sign(nowMs - time - threshold)).join();
  const last = new Map(times.sort(ascending).map((time) => [effect(time), time]));
  const first = new Map(times.sort(descending).map((time) => [effect(time), time]));
  return [...new Set([...last.values(), ...(isTimed ? first.values() : [])])];
}

const ascending = (one: number, other: number) => one - other;
const descending = (one: number, other: number) => other - one;

/** The distinguishable times within a call, since leases may expire during it. */
export function distinctMoments(
  call: RecordedCall,
  steps: readonly Span[],
  { stallThresholdMs: planThresholdMs, updatedAt }: Pick<Plan, "stallThresholdMs" | "updatedAt">,
): Date[] {
  const { decidedMs, started, ended, answer } = call;
  if (decidedMs !== null) return [new Date(decidedMs)];
  const signs = [...steps, exactly(updatedAt.getTime())];
  const turns = thresholdsOf(call, planThresholdMs).flatMap((threshold) =>
    signs.flatMap(({ fromMs, toMs }) => [fromMs + threshold, toMs + threshold]),
  );
  const { expiresAt } = (answer.reply?.lease ?? {}) as { expiresAt?: string };
  const reported = expiresAt ? [Date.parse(expiresAt) - planThresholdMs] : [];
  const times = [started.clockMs, ended.clockMs, ...reported, ...around(turns)];
  return [...new Set(times)]
    .filter((time) => time >= started.clockMs && time <= ended.clockMs)
    .map((time) => new Date(time));
}

/** One millisecond on each side of a threshold. */
function around(times: readonly number[]): number[] {
  return times.flatMap((time) => [time - 1, time, time + 1]);
}
