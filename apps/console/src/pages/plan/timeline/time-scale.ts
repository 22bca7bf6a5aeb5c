/** In milliseconds since 1970. */
export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** A time axis whose long pauses are shortened, so that work stays visible. */
export interface TimeScale extends Interval {
  /** From 0, the beginning, to 1, the end. */
  readonly shareAt: (moment: number) => number;
  readonly pauses: readonly { readonly share: number; readonly durationMs: number }[];
}

/** Pauses longer than this share of the busy time are shortened … */
const LONG_PAUSE = 0.25;
/** … to this share of it. */
const SHORTENED_PAUSE = 0.05;

export function timeScale(intervals: readonly Interval[]): TimeScale | null {
  const busy = merged(intervals);
  const [first] = busy;
  const last = busy.at(-1);
  if (!first || !last) return null;

  const busyMs = busy.reduce((sum, { from, to }) => sum + to - from, 0);
  const stretches = busy.flatMap((interval, index) => {
    const next = busy[index + 1];
    const stretch = { ...interval, room: interval.to - interval.from, isPause: false };
    return next ? [stretch, pauseBetween(interval.to, next.from, busyMs)] : [stretch];
  });
  const room = stretches.reduce((sum, stretch) => sum + stretch.room, 0);

  const shareAt = (moment: number) => {
    if (room === 0) return moment <= first.from ? 0 : 1;
    const before = stretches.reduce((sum, { from, to, room }) => {
      const passed = Math.min(Math.max(moment - from, 0), to - from);
      return sum + (to > from ? (room * passed) / (to - from) : 0);
    }, 0);
    return before / room;
  };
  return {
    from: first.from,
    to: last.to,
    shareAt,
    pauses: stretches
      .filter(({ isPause }) => isPause)
      .map(({ from, to }) => ({ share: shareAt((from + to) / 2), durationMs: to - from })),
  };
}

function pauseBetween(from: number, to: number, busyMs: number) {
  const isPause = busyMs > 0 && to - from > LONG_PAUSE * busyMs;
  return { from, to, room: isPause ? SHORTENED_PAUSE * busyMs : to - from, isPause };
}

function merged(intervals: readonly Interval[]): Interval[] {
  const sorted = intervals.toSorted((one, other) => one.from - other.from);
  const result: Interval[] = [];
  for (const interval of sorted) {
    const last = result.at(-1);
    if (last && interval.from <= last.to) {
      result.splice(-1, 1, { from: last.from, to: Math.max(last.to, interval.to) });
    } else result.push(interval);
  }
  return result;
}
