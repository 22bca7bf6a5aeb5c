import { dateText, t } from "../../../language/messages.ts";

const HOUR = 8;
const MONDAY = 1;

export interface SnoozeTime {
  readonly label: string;
  readonly until: Date;
}

/** When a snoozed item may come back: always in the morning of the reader. */
export function snoozeTimes(now: Date): SnoozeTime[] {
  const daysToMonday = (MONDAY - now.getDay() + 7) % 7 || 7;
  return [
    { label: t("Until tomorrow"), until: morningAfter(now, 1) },
    { label: t("For 3 days"), until: morningAfter(now, 3) },
    { label: t("Until next week"), until: morningAfter(now, daysToMonday) },
  ];
}

function morningAfter(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, HOUR);
}

export function snoozedUntil(until: Date): string {
  return dateText(until, { weekday: "short", day: "numeric", month: "short" });
}
