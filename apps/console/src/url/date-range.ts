import { oneOf } from "./search-params.ts";

const PERIODS = ["7d", "30d", "90d", "this_month", "last_month"] as const;
export type Period = (typeof PERIODS)[number];

/** A period of a list in the URL: one that moves along, or days of the reader's calendar, both included. */
export interface DateRange {
  readonly period?: Period | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** How a list reads its period from the URL. */
export const DATE_FILTERS = {
  period: (value: unknown) => oneOf(value, PERIODS),
  from: dayOf,
  to: dayOf,
};

const DAYS: Readonly<Partial<Record<Period, number>>> = { "7d": 7, "30d": 30, "90d": 90 };

/** The period as the API takes it: from the first moment, up to but without the last. It changes at midnight only. */
export function momentsOf(
  { period, from, to }: DateRange,
  now: Date,
): { readonly createdAfter?: string; readonly createdBefore?: string } {
  const today = { year: now.getFullYear(), month: now.getMonth(), day: now.getDate() };
  const at = (year: number, month: number, day: number) => new Date(year, month, day).toISOString();
  const days = period && DAYS[period];
  if (days) return { createdAfter: at(today.year, today.month, today.day - days + 1) };
  if (period === "this_month") return { createdAfter: at(today.year, today.month, 1) };
  if (period === "last_month") {
    return {
      createdAfter: at(today.year, today.month - 1, 1),
      createdBefore: at(today.year, today.month, 1),
    };
  }
  const first = from && partsOf(from);
  const last = to && partsOf(to);
  return {
    ...(first ? { createdAfter: at(first.year, first.month, first.day) } : {}),
    ...(last ? { createdBefore: at(last.year, last.month, last.day + 1) } : {}),
  };
}

/** A day such as 2026-01-31 that the calendar has. */
function dayOf(value: unknown): string | undefined {
  if (typeof value !== "string" || !/^(19|20)\d\d-\d\d-\d\d$/.test(value)) return undefined;
  const { year, month, day } = partsOf(value);
  const date = new Date(Date.UTC(year, month, day));
  return date.toISOString().startsWith(value) ? value : undefined;
}

function partsOf(day: string) {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return { year, month: month - 1, day: date };
}
