import type { RecordedCall } from "./record.ts";

/** When something happened, as far as that is known; both ends are possible. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

const MINUTE_MS = 60_000;

export function exactly(timeMs: number): Span {
  return { fromMs: timeMs, toMs: timeMs };
}

/** How long a step may be silent: by the plan, which says when leases end too, and by the call. */
export function thresholdsOf({ input }: RecordedCall, planMs: number): number[] {
  const { stallThresholdMinutes } = input as { stallThresholdMinutes?: number };
  return stallThresholdMinutes === undefined
    ? [planMs]
    : [planMs, stallThresholdMinutes * MINUTE_MS];
}

/**
 * Of all moments at which the last sign of life may have been, one for each way in which that matters
 * now: the reply can tell by one threshold that a step is silent, and by the other that it is not.
 */
export function tellingTimes(
  signs: readonly Span[],
  nowMs: number,
  thresholds: readonly number[],
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
  return [...new Map(times.map((time) => [effect(time), time])).values()];
}

/** Every moment of a call that could make a difference, since leases may have ended meanwhile. */
export function tellingMoments(
  call: RecordedCall,
  signs: readonly Span[],
  planThresholdMs: number,
): Date[] {
  const { decidedMs, started, ended, answer } = call;
  if (decidedMs !== null) return [new Date(decidedMs)];
  const turns = thresholdsOf(call, planThresholdMs).flatMap((threshold) =>
    signs.flatMap(({ fromMs, toMs }) => [fromMs + threshold, toMs + threshold]),
  );
  const { expiresAt } = (answer.reply?.lease ?? {}) as { expiresAt?: string };
  const told = expiresAt ? [Date.parse(expiresAt) - planThresholdMs] : [];
  const times = [started.clockMs, ended.clockMs, ...told, ...around(turns)];
  return [...new Set(times)]
    .filter((time) => time >= started.clockMs && time <= ended.clockMs)
    .map((time) => new Date(time));
}

/** A millisecond more or less decides whether a threshold is passed. */
function around(times: readonly number[]): number[] {
  return times.flatMap((time) => [time - 1, time, time + 1]);
}
