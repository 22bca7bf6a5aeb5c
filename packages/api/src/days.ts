import type { DayCount } from "@trovella/db/console";

export const DAY_MS = 24 * 60 * 60 * 1000;

/** Midnight UTC of the day that many days ago. */
export function daysAgo(now: Date, days: number): Date {
  return new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS - days * DAY_MS);
}

export function listDays(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    daysAgo(now, count - 1 - index)
      .toISOString()
      .slice(0, 10),
  );
}

export function countOn(counts: readonly DayCount[], day: string, kind: string): number {
  return counts.find((row) => row.day === day && row.kind === kind)?.count ?? 0;
}
