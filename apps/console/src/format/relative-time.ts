import { language } from "../language/language.ts";
import { dateText, numberText, t } from "../language/messages.ts";

const UNITS = [
  { unit: "year", ms: 365 * 86_400_000 },
  { unit: "month", ms: 30 * 86_400_000 },
  { unit: "day", ms: 86_400_000 },
  { unit: "hour", ms: 3_600_000 },
  { unit: "minute", ms: 60_000 },
] as const;

/** "5 minutes ago", in the page's language; "just now" below a minute. */
export function relativeTime(at: Date, now: Date): string {
  const difference = at.getTime() - now.getTime();
  const fitting = UNITS.find(({ ms }) => Math.abs(difference) >= ms);
  if (!fitting) return t("just now");
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  return format.format(Math.trunc(difference / fitting.ms), fitting.unit);
}

export function absoluteTime(at: Date): string {
  return dateText(at, { dateStyle: "medium", timeStyle: "long" });
}

/** "2 min" or "5 days", for columns that say what it is. */
export function shortTime(at: Date, now: Date): string {
  const passed = now.getTime() - at.getTime();
  const fitting = UNITS.find(({ ms }) => passed >= ms);
  if (!fitting) return t("now");
  const { unit, ms } = fitting;
  return numberText(Math.trunc(passed / ms), { style: "unit", unit, unitDisplay: "short" });
}
