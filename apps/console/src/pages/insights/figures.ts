import type { Replies } from "../../api/api.ts";
import { t } from "../../language/messages.ts";

export type Insights = Replies["insights"]["summary"];
type DayName = Exclude<keyof Insights["byDay"][number], "day">;

/** With fewer points a line would be misleading. */
const MIN_DAYS = 3;

export function totalOf({ byDay }: Pick<Insights, "byDay">, name: DayName): number {
  return byDay.reduce((sum, day) => sum + day[name], 0);
}

export function daysWithData(rows: readonly { readonly values: readonly number[] }[]): number {
  return rows.filter(({ values }) => values.some((value) => value > 0)).length;
}

export function isEnoughForLine(rows: readonly { readonly values: readonly number[] }[]): boolean {
  return daysWithData(rows) >= MIN_DAYS;
}

export function isQuiet(insights: Insights): boolean {
  const { activePlans, decisions, satisfaction, toolErrorsByClient, byDay } = insights;
  const isDayQuiet = ({ day: _, ...counts }: Insights["byDay"][number]) =>
    Object.values(counts).every((count) => count === 0);
  return (
    activePlans === 0 &&
    decisions.length + satisfaction.length + toolErrorsByClient.length === 0 &&
    byDay.every(isDayQuiet)
  );
}

/** "71 %"; never rounded to 0 or 100. */
export function percent(share: number): string {
  const rounded = Math.round(share * 100);
  if (share > 0 && rounded === 0) return t("under 1 %");
  if (share < 1 && rounded === 100) return t("over 99 %");
  return `${rounded} %`;
}

/** "2 h 5 min": the two largest parts of a duration. */
export function durationText(durationMs: number): string {
  const seconds = Math.round(durationMs / 1_000);
  const parts = [
    { count: Math.floor(seconds / 86_400), unit: "d" },
    { count: Math.floor(seconds / 3_600) % 24, unit: "h" },
    { count: Math.floor(seconds / 60) % 60, unit: "min" },
    { count: seconds % 60, unit: "s" },
  ];
  const first = parts.findIndex(({ count }) => count > 0);
  if (first < 0) return durationMs > 0 ? t("under 1 s") : "0 s";
  return parts
    .slice(first, first + 2)
    .filter(({ count }) => count > 0)
    .map(({ count, unit }) => `${count} ${unit}`)
    .join(" ");
}
