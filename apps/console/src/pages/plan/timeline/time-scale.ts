/** In milliseconds since 1970. */
export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** A stretch in which nobody worked, drawn much shorter than it was. */
interface Pause extends Interval {
  /** Where it begins and ends on the axis. */
  readonly fromShare: number;
  readonly toShare: number;
}

/** A time axis on which waiting is shortened, so that work stays visible. */
export interface TimeScale extends Interval {
  /** From 0, the beginning, to 1, the end. */
  readonly shareAt: (moment: number) => number;
  readonly momentAt: (share: number) => number;
  readonly pauses: readonly Pause[];
}

/** Idle stretches longer than this share of the work are shortened … */
const LONG_PAUSE = 0.25;
/** … to this share of it, and all of them together to at most the second. */
const SHORTENED_PAUSE = 0.12;
const SHORTENED_PAUSES = 0.4;

interface Stretch extends Interval {
  readonly room: number;
  readonly isPause: boolean;
}

/** `work` has room by its duration; what lies between is kept if it is short. */
export function timeScale(
  work: readonly Interval[],
  all: readonly Interval[] = work,
): TimeScale | null {
  if (all.length === 0) return null;
  const from = Math.min(...all.map((interval) => interval.from));
  const to = Math.max(...all.map((interval) => interval.to));
  const stretches = stretchesOf(merged(work.length > 0 ? work : all), { from, to });
  const room = stretches.reduce((sum, stretch) => sum + stretch.room, 0);
  const shareAt = (moment: number) => {
    if (room === 0) return moment <= from ? 0 : 1;
    const before = stretches.reduce((sum, { from, to, room }) => {
      const passed = Math.min(Math.max(moment - from, 0), to - from);
      return sum + (to > from ? (room * passed) / (to - from) : 0);
    }, 0);
    return before / room;
  };
  return {
    from,
    to,
    shareAt,
    momentAt: (share) => momentAt(stretches, share * room, to),
    pauses: stretches
      .filter(({ isPause }) => isPause)
      .map(({ from, to }) => ({ from, to, fromShare: shareAt(from), toShare: shareAt(to) })),
  };
}

/** Work and what lies before, between and after it, without gaps. */
function stretchesOf(work: readonly Interval[], { from, to }: Interval): Stretch[] {
  const busyMs = work.reduce((sum, interval) => sum + interval.to - interval.from, 0);
  const ends = [from, ...work.map((interval) => interval.to)];
  const idle = ends.map((end, index) => ({ from: end, to: work[index]?.from ?? to }));
  const isLong = (interval: Interval) =>
    busyMs > 0 && interval.to - interval.from > LONG_PAUSE * busyMs;
  const longOnes = Math.max(1, idle.filter(isLong).length);
  const shortened = busyMs * Math.min(SHORTENED_PAUSE, SHORTENED_PAUSES / longOnes);
  return ends.flatMap((_, index) => {
    const gap = idle[index];
    const busy = work[index];
    const pause = gap && gap.to > gap.from ? gap : null;
    return [
      ...(pause
        ? [
            {
              ...pause,
              isPause: isLong(pause),
              room: isLong(pause) ? shortened : pause.to - pause.from,
            },
          ]
        : []),
      ...(busy ? [{ ...busy, isPause: false, room: busy.to - busy.from }] : []),
    ];
  });
}

function momentAt(stretches: readonly Stretch[], wanted: number, end: number): number {
  let passed = 0;
  for (const { from, to, room } of stretches) {
    if (wanted <= passed + room && room > 0) return from + ((wanted - passed) / room) * (to - from);
    passed += room;
  }
  return end;
}

const TICKS = 3;

/** Evenly spread moments of the axis, besides those within a pause. */
export function ticksOf(scale: TimeScale): { readonly share: number; readonly moment: number }[] {
  if (scale.to === scale.from) return [{ share: 0, moment: scale.from }];
  return Array.from({ length: TICKS + 1 }, (_, index) => index / TICKS)
    .filter((share) => {
      const isEnd = share === 0 || share === 1;
      return (
        isEnd || !scale.pauses.some((pause) => share > pause.fromShare && share < pause.toShare)
      );
    })
    .map((share) => ({ share, moment: scale.momentAt(share) }));
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
